/** Writes the doc comments of the element from the tables of public names. */
import {
  eventTable,
  partTable,
  propertyTable,
  slotTable,
  tokenTable,
  type NamedEntry,
  type PropertyEntry,
} from '../../../src/element/reference.js';

const WIDTH = 120;

/** The names of the parts and custom properties that most pages style. The reference lists all names. */
const MAIN_NAMES: readonly string[] = [
  'button',
  'dialog',
  'panel',
  'primary',
  '--hub-color-accent',
  '--hub-color-background',
  '--hub-color-text',
  '--hub-radius',
];

/** Replaces the comment of every declared property in the source. */
export function withPropertyComments(source: string): string {
  return source.replaceAll(/(?:^ {2}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^ {2}declare (\w+): /gmu, (_, name: string) => {
    const entry = propertyTable.find(({ property }) => property === name);
    if (!entry) throw new Error(`The reference has no property ${name}.`);
    return `${propertyComment(entry)}  declare ${name}: `;
  });
}

/** Replaces the tags in the class comment, from the first `@slot` to the end. */
export function withClassTags(source: string): string {
  const tags = [
    ...slotTable.map(({ name, description }) => `@slot ${name && `${name} `}- ${description}`),
    ...eventTable.map(
      ({ name, cancelable, description }) => `@event ${name} - ${description}${cancelable ? ' Cancelable.' : ''}`,
    ),
    ...main(partTable).map(({ name, description }) => `@csspart ${name} - ${description}`),
    ...main(tokenTable).map(({ name, description }) => `@cssprop ${name} - ${description}`),
  ];
  const lines = tags.flatMap((tag) => wrapped(tag, ' * ', ' *   ')).join('\n');
  return source.replace(/^ \* @slot [\s\S]*?\n(?= \*\/\nexport class)/mu, () => `${lines}\n`);
}

const main = (entries: readonly NamedEntry[]): NamedEntry[] => entries.filter(({ name }) => MAIN_NAMES.includes(name));

/** The comment of a property, which names the attribute only if its name differs from the name of the property. */
function propertyComment({ description, attribute, property, type, default: fallback }: PropertyEntry): string {
  const isRequired = fallback === 'an error';
  return comment(isRequired ? `${description} Required.` : description, '  ', [
    ...(isRequired ? [] : [defaultTag(fallback, type)]),
    ...(attribute !== null && attribute !== property ? [`@attr ${attribute}`] : []),
  ]);
}

export function defaultTag(fallback: string, type: string): string {
  const isLiteral = type === 'boolean' || type.includes(`'${fallback}'`) || /^\d+$/u.test(fallback);
  return `@default ${isLiteral ? `\`${fallback}\`` : fallback}`;
}

/** Returns a doc comment with these tags, and the line break after it. */
export function comment(text: string, indent: string, tags: readonly string[]): string {
  const line = `${indent}/** ${text} */\n`;
  if (tags.length === 0 && line.length <= WIDTH + 1) return line;
  const start = `${indent} * `;
  const lines = [...wrapped(text, start, start), ...tags.flatMap((tag) => wrapped(tag, start, `${start}  `))];
  return [`${indent}/**`, ...lines, `${indent} */\n`].join('\n');
}

/** Wraps a text into lines. `first` is the prefix of the first line. `next` is the prefix of all later lines. */
function wrapped(text: string, first: string, next: string): string[] {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(' ')) {
    const isEmpty = line === first || line === next;
    if (!isEmpty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = next;
    }
    line += line === first || line === next ? word : ` ${word}`;
  }
  return [...lines, line];
}
