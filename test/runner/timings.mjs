/** The kept seconds of jobs and test files, by which files are dealt to lanes. `npm test -- --record` writes them. */
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../timings.json', import.meta.url);

/** @type {Record<string, number>} */
const kept = JSON.parse(readFileSync(FILE, 'utf8'));

/**
 * Returns the kept seconds of a job or a test file. A new one counts as a middling one.
 *
 * @param {string} name the path of a file, or the name of a job
 */
export const secondsOf = (name) => kept[name] ?? 5;

/**
 * Replaces the kept seconds of what ran, and forgets files that no longer exist.
 *
 * @param {Readonly<Record<string, number>>} measured
 * @param {(file: string) => boolean} exists
 */
export function record(measured, exists) {
  const all = Object.entries({ ...kept, ...measured }).filter(([name]) => !name.includes('/') || exists(name));
  const sorted = all.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, seconds]) => [name, Number(seconds.toFixed(1))]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
