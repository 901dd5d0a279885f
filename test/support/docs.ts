/** Writes the tables of the README files between their marks, from the public names and the catalogue of words. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes } from '../../src/errors.js';
import { en } from '../../src/i18n/locales/en.js';
import {
  eventTable,
  methodTable,
  partTable,
  propertyTable,
  ruleTable,
  slotTable,
  stateTable,
  tokenTable,
} from '../../src/public-api.js';
import { read, root } from './sources.js';

const words = en as Record<string, string>;

/** Codes that nothing here makes yet: their words are ready for venues and deposit addresses. */
const LATER: readonly string[] = ['venue-refused', 'delayed', 'underpaid', 'overpaid'];

/** What is told on a screen of its own is read there in other words than in a line under the buttons. */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  'outcome-unknown': ['unknown.title', 'unknown.text'],
  refunded: ['refund.title', 'refund.text'],
  failed: ['errors.failed.title', 'failed.waiting'],
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escaped).join(' | ')} |`).join('\n');

const escaped = (cell: string): string => cell.replaceAll('|', '\\|').replaceAll('\n', ' ');
const code = (text: string): string => (text ? `\`${text}\`` : '');

const sections: Readonly<Record<string, () => string>> = {
  events: () =>
    table(
      ['Event', '`detail`', 'When'],
      eventTable.map((event) => [
        code(event.name),
        code(event.detail),
        `${event.description}${event.cancelable ? ' Cancelable.' : ''}`,
      ]),
    ),
  properties: () =>
    table(
      ['Attribute', 'Property', 'Type', 'When absent', 'Meaning'],
      propertyTable.map((entry) => [
        code(entry.attribute ?? ''),
        code(entry.property),
        code(entry.type),
        entry.readonly ? 'read only' : entry.default,
        entry.description,
      ]),
    ),
  names: () =>
    [
      table(
        ['Method', 'Does'],
        methodTable.map((method) => [
          code(`${method.static ? 'HubPay.' : ''}${method.name}(${method.parameters}): ${method.returns}`),
          method.description,
        ]),
      ),
      named('Slot', slotTable),
      named('Part', partTable),
      named('Token', tokenTable),
    ].join('\n\n'),
  states: () =>
    table(
      ['State, also in CSS as `:state(…)`', 'Meaning'],
      stateTable.map(({ name, description }) => [code(name), description]),
    ),
  rules: () => named('Rule', ruleTable),
  errors: () =>
    table(
      ['Code', 'Money', 'What the payer reads'],
      Object.entries(errorCodes)
        .filter(([name]) => !LATER.includes(name))
        .map(([name, { money }]) => [`<a id="error-${name}"></a>\`${name}\``, money, readOf(name)]),
    ),
};

/** Title and body; where the money is has a column of its own. */
function readOf(error: string): string {
  const keys = SCREENS[error] ?? [`errors.${error}.title`, `errors.${error}.body`];
  const [title = '', body] = keys.map((key) => words[key]?.replace('{money}', '').trim());
  return body ? `${title}${title.endsWith('?') ? '' : '.'} ${body}` : title;
}

function named(kind: string, entries: readonly { name: string; description: string }[]): string {
  return table(
    [kind, 'Meaning'],
    entries.map(({ name, description }) => [name === '' ? 'default' : code(name), description]),
  );
}

/** The README with every generated part written anew. */
export function withTables(readme: string): string {
  return readme.replaceAll(/<!-- generated:(\w+) -->[\s\S]*?<!-- \/generated -->/g, (whole, name: string) => {
    const section = sections[name];
    return section ? `<!-- generated:${name} -->\n${section()}\n<!-- /generated -->` : whole;
  });
}

/** The files with generated parts. */
export const DOCUMENTS: readonly string[] = ['README.md', 'test/README.md'];

if (process.argv.includes('--write')) {
  for (const file of DOCUMENTS) writeFileSync(join(root, file), withTables(read(file)));
}
