/** Draws the life of a payment in the journal as tables, from the table of the code and its comments. */
import { STAGES } from '../../../src/payment/journal/entry.js';
import { blocksNewPayment, isOpen, TRANSITIONS } from '../../../src/payment/journal/lifecycle.js';
import { code, table } from './docs-table.js';
import { read } from '../sources.js';

/** Returns what the list in a comment of the file says about each name. Several names can share one line. */
function meaningsIn(file: string): ReadonlyMap<string, string> {
  const text = read(file).replaceAll(/\n \* (?!- )/gu, ' ');
  const lines = text.matchAll(/^ \* - (`[\w-]+`(?:, `[\w-]+`)*): (.*?)(?: \*\/.*)?$/gmu);
  return new Map(
    [...lines].flatMap(([, names = '', meaning = '']) =>
      Array.from(names.matchAll(/`([\w-]+)`/gu), ([, name = '']) => [name, meaning] as const),
    ),
  );
}

const sentence = (meaning: string | undefined, name: string, file: string): string => {
  if (meaning === undefined) throw new Error(`The comment of ${file} says nothing about ${name}.`);
  return `${meaning.charAt(0).toUpperCase()}${meaning.trim().slice(1)}`;
};

/** The stages, and whether a payment in this stage is watched and prevents another payment of its order. */
export function stagesTable(): string {
  const file = 'src/payment/journal/entry.ts';
  const meanings = meaningsIn(file);
  return table(
    ['Stage', 'Meaning', 'Blocks another payment', 'Is watched'],
    STAGES.map((stage) => [
      code(stage),
      sentence(meanings.get(stage), stage, file),
      blocksNewPayment({ stage, id: '' }, new Set()) ? 'yes' : '',
      isOpen({ stage }) ? 'yes' : '',
    ]),
  );
}

/** The events that move a payment from one stage to another. */
export function transitionsTable(): string {
  const file = 'src/payment/journal/lifecycle.ts';
  const meanings = meaningsIn(file);
  const rows = Object.entries(TRANSITIONS).flatMap(([event, moves]) => {
    const moving = STAGES.filter((stage) => moves[stage] !== undefined && moves[stage] !== stage);
    const [to, other] = new Set(moving.map((stage) => moves[stage]));
    if (other) throw new Error(`${event} leads to ${to} and to ${other}, but the table has one column.`);
    return to ? [[code(event), sentence(meanings.get(event), event, file), moving.map(code).join(', '), code(to)]] : [];
  });
  return table(['Event', 'Meaning', 'From', 'To'], rows);
}
