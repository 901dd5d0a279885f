/** A line of the table that `npm run test:frameworks` prints: its cells, and how results fill them. */
import { REASONS, type Row } from './rows.js';
import type { Sight } from './visit.js';

/** What takes time in an app: each part has its seconds. `visit` includes the start of the servers, and unit tests. */
export type Part = 'install' | 'types' | 'build' | 'visit';

/** A line of the table. `problems` is empty if the row is whole. */
export type Line = {
  title: string;
  framework: string;
  version: string;
  types: string;
  build: string;
  hydration: string;
  properties: string;
  heard: string;
  paid: string;
  host: string;
  problems: string[];
  /** Why the row did not run: the network failed, or a file is missing. */
  skipped?: string;
};

/** The reasons, by the letter that the table prints after a dash. */
export const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.keys(REASONS).map((reason, index) => [reason, 'abcdefghij'.charAt(index)]),
);

const EVENTS = ['hub-ready', 'hub-confirm', 'hub-success'];

/** A line whose only cells are those that do not apply. */
export const emptyLine = ({ title, without }: Row): Line => {
  const cell = (name: keyof typeof without): string => {
    const reason = without[name];
    return reason ? `- ${LETTERS.get(reason)}` : '';
  };
  return {
    title,
    framework: '',
    version: '',
    types: cell('types'),
    build: cell('build'),
    hydration: cell('hydration'),
    properties: cell('properties'),
    heard: cell('heard'),
    paid: cell('paid'),
    host: cell('host'),
    problems: [],
  };
};

/** What a command printed, and whether it succeeded. */
type Result = { ok: boolean; output: string };

/** Fills the cell of a command. A command can run twice. */
export function fillCommand(line: Line, name: 'types' | 'build', { ok, output }: Result): void {
  line[name] = ok && line[name] !== 'NO' ? 'ok' : 'NO';
  if (!ok) line.problems.push(`${name}: ${output.trim()}`);
}

/** Fills the cells of a unit test from the JSON that it printed. */
export function fillMounted(line: Line, { ok, output }: Result): void {
  const [json = '{}'] = /^\{.*\}$/mu.exec(output) ?? [];
  const { properties, heard = [] } = JSON.parse(json) as { properties?: boolean; heard?: string[] };
  line.properties = properties ? 'ok' : 'NO';
  line.heard = String(heard.length);
  if (!ok || !properties || heard.length < 2) line.problems.push(`mount: ${output.trim()}`);
}

/** Fills the cells of a row from all visits to its page. */
export function fillVisits(line: Line, { without }: Row, sights: readonly Sight[]): void {
  for (const { problems } of sights) line.problems.push(...problems);
  if (sights.length === 0) {
    for (const column of ['hydration', 'properties', 'heard', 'paid', 'host'] as const) line[column] ||= 'NO';
  } else {
    const hydration = sights.flatMap((sight) => sight.hydration);
    if (!without.hydration) line.hydration = String(hydration.length);
    line.problems.push(...hydration);
    for (const column of ['properties', 'paid', 'host'] as const)
      if (!without[column]) line[column] = sights.every((sight) => sight[column]) ? 'ok' : 'NO';
    const hears = EVENTS.filter((type) => sights.every(({ heard }) => heard.includes(type)));
    if (!without.heard) line.heard = hears.length === EVENTS.length ? String(hears.length) : 'NO';
  }
  const cells = [line.types, line.build, line.properties, line.heard, line.paid, line.host];
  if (cells.some((cell) => cell === 'NO' || cell === '') && line.problems.length === 0)
    line.problems.push(`the page heard: ${sights.map(({ heard }) => heard.join(' ')).join('; ')}`);
}
