/** Prints what `npm run test:frameworks` found: the table, the seconds, and the last line. */
import type { Checked } from './check.js';
import { LETTERS } from './line.js';
import { REASONS } from './rows.js';

const HEAD = ['page', 'framework', 'version', 'types', 'build', 'hydration messages', 'properties there'].concat([
  'events heard',
  'paid',
  'host',
  'seconds',
]);

/** Prints the lines of all apps. The exit code says whether one has failed. */
export function print(checked: readonly Checked[], seconds: number): void {
  const lines = checked.flatMap((app) => app.lines);
  const rows = checked.flatMap((app) =>
    app.lines.map((line, index) => [
      line.title,
      line.framework,
      line.version,
      ...(line.skipped
        ? ['SKIPPED', '', '', '', '', '', '']
        : [line.types, line.build, line.hydration, line.properties, line.heard, line.paid, line.host]),
      index === 0 ? secondsCell(app) : '"',
    ]),
  );
  const table = [HEAD, ...rows];
  const widths = HEAD.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | '));
  for (const [reason, letter] of LETTERS) console.log(`- ${letter}: ${REASONS[reason as keyof typeof REASONS]}`);
  console.log('- ": pages of one app share its seconds');
  for (const { title, skipped } of lines) if (skipped) console.log(`SKIPPED ${title}, because ${skipped}`);
  const failed = lines.filter(({ problems }) => problems.length > 0);
  for (const { title, problems } of failed) console.log(`FAILED ${title}\n${[...new Set(problems)].join('\n')}`);
  const whole = lines.filter(({ problems, skipped }) => problems.length === 0 && !skipped);
  console.log(`frameworks: ${seconds.toFixed(0)} s`);
  console.log(JSON.stringify({ stage: 'frameworks', rows: checked.map(secondsRow) }));
  console.log(`${whole.length} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

const sum = (seconds: Checked['seconds']): number => Object.values(seconds).reduce((all, part) => all + part, 0);

/** For example `58: install 10, types 8, build 24, visit 16`. */
function secondsCell({ seconds }: Checked): string {
  const parts = Object.entries(seconds).filter(([, part]) => part > 0);
  return `${sum(seconds).toFixed(0)}: ${parts.map(([name, part]) => `${name} ${part.toFixed(0)}`).join(', ')}`;
}

/** `row` is the name that selects the app, so that the seconds of all rows add up. */
function secondsRow({ app, seconds }: Checked): { row: string; seconds: number } {
  return { row: app.name, seconds: Number(sum(seconds).toFixed(1)) };
}
