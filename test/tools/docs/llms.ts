/** Writes `llms.txt`: the pages and the public names in one text, for programs that read documentation. */
import {
  eventTable,
  methodTable,
  partTable,
  propertyTable,
  slotTable,
  stateTable,
  tokenTable,
} from '../../../src/element/reference.js';
import { ownFiles, read } from '../sources.js';

/** Returns the content of `llms.txt`, from the tables behind `custom-elements.json` and the titles of the pages. */
export function llmsText(): string {
  const { description } = JSON.parse(read('package.json')) as { description: string };
  const pages = ownFiles()
    .filter((file) => /^stories\/docs\/[a-z-]+\.md$/u.test(file))
    .sort();
  return [
    '# hub-pay',
    `> ${description}`,
    'Only `createLedger` and `verifyPayment` of `hub-pay/server` prove a payment. Events of the page prove nothing.',
    section('Pages', pages.map(pageLine)),
    section(
      'Attributes',
      propertyTable.flatMap(({ attribute, type, ...entry }) => {
        if (attribute === null) return [];
        return [`\`${attribute}\` (${type}; when absent: ${entry.default}): ${entry.description}`];
      }),
    ),
    section(
      'Properties without an attribute',
      propertyTable
        .filter(({ attribute }) => attribute === null)
        .map(({ property, type, ...entry }) => `\`${property}\` (${type}): ${entry.description}`),
    ),
    section(
      'Methods',
      methodTable.map(({ name, parameters, returns, ...entry }) => {
        const owner = entry.static ? 'HubPay.' : '';
        return `\`${owner}${name}(${parameters}): ${returns}\`: ${entry.description}`;
      }),
    ),
    section(
      'Events',
      eventTable.map(({ name, detail, ...entry }) => `\`${name}\` (detail: ${detail}): ${entry.description}`),
    ),
    section('Slots', named(slotTable)),
    section('Parts', named(partTable)),
    section('Custom properties', named(tokenTable)),
    section('States', named(stateTable)),
  ]
    .join('\n\n')
    .concat('\n');
}

const section = (title: string, lines: readonly string[]): string =>
  [`## ${title}`, '', ...lines.map((line) => `- ${line}`)].join('\n');

const named = (rows: readonly { name: string; description: string }[]): string[] =>
  rows.map(({ name, description }) => `\`${name || 'the default slot'}\`: ${description}`);

/** A link to the page, with the headings of the page. */
function pageLine(file: string): string {
  const page = read(file).replaceAll(/^ *```[\s\S]*?^ *```$/gmu, '');
  const [, title = ''] = /^# (.+)$/mu.exec(page) ?? [];
  const headings = [...page.matchAll(/^## (.+)$/gmu)].map(([, heading = '']) => heading);
  return `[${title}](${file})${headings.length === 0 ? '' : `: ${headings.join('; ')}`}`;
}
