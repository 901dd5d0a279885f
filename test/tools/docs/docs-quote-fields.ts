/** Writes what derives from the rows of quote fields in the table of public names: rows, types and comments. */
import { propertyTable, type QuoteField } from '../../../src/element/reference.js';
import { comment, defaultTag } from './docs-jsdoc.js';

const START = '  // generated:quote-fields\n';
const END = '  // /generated\n';

const fields: readonly QuoteField[] = propertyTable.flatMap(({ quote }) => quote ?? []);

/** The types of the element's property, of the session's option and of the field of the body. */
function typesOf({ kind, type = 'unknown[]' }: QuoteField): { property: string; option: string; body: string } {
  const list = { property: 'string | readonly string[] | undefined', option: 'readonly string[]' };
  if (kind === 'list') return { ...list, body: `readonly ${type}` };
  if (kind === 'flag') return { property: 'boolean', option: 'boolean', body: 'boolean' };
  const value = { text: 'string', number: 'number', object: `readonly ${type}` }[kind];
  return { property: `${value} | undefined`, option: value, body: value };
}

function row({ name, kind, form }: QuoteField): string {
  const check = form === undefined ? '' : `, form: '${form}'`;
  return `  ${name}: { kind: '${kind}'${check} },\n`;
}

/** An option or a field of the body, with its comment. */
function member({ name, kind, description, ...field }: QuoteField, type: string): string {
  const tags = [defaultTag(field.default, kind === 'flag' ? 'boolean' : type)];
  return `${comment(description, '  ', tags)}  ${name}?: ${type};\n`;
}

/** What stands between the marks of each file. `withPropertyComments` comments the element's properties. */
export const quoteFieldFiles: Readonly<Record<string, (field: QuoteField) => string>> = {
  'src/shared/quote-fields.ts': row,
  'src/api/requests/types.ts': (field) => member(field, typesOf(field).body),
  'src/payment/model/options.ts': (field) => member(field, typesOf(field).option),
  'src/element/property-element.ts': (field) => `  declare ${field.name}: ${typesOf(field).property};\n`,
};

/** Fills the part between the marks in the source of a file. */
export function withQuoteFields(file: string, source: string, all: readonly QuoteField[] = fields): string {
  const [from, to] = [source.indexOf(START), source.indexOf(END)];
  const write = quoteFieldFiles[file];
  if (!write || from < 0 || to < from) throw new Error(`${file} has no marks for the quote fields.`);
  return `${source.slice(0, from)}${START}${all.map(write).join('')}${source.slice(to)}`;
}
