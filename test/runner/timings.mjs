/** The kept seconds of jobs and test files, by which files are dealt to lanes. `npm test -- --record` writes them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './execute.mjs';

/** @typedef {import('./schedule.mjs').EndedStage} EndedStage */

const FILE = new URL('../timings.json', import.meta.url);

/** @type {Record<string, number>} */
const kept = JSON.parse(readFileSync(FILE, 'utf8'));

/**
 * Returns the kept seconds of a job or a test file. A new one counts as five seconds.
 *
 * @param {string} name the path of a file, or the name of a job
 */
export const secondsOf = (name) => kept[name] ?? 5;

/**
 * Keeps the seconds of the jobs and files that ran and passed, and forgets files that no longer exist. One of several
 * lanes needs no seconds of its own, because they are the sum of its files.
 *
 * @param {readonly EndedStage[]} stages
 */
export function record(stages) {
  const jobs = stages.flatMap((stage) => stage.jobs).filter(({ outcome }) => outcome.failed === 0);
  const measured = jobs.flatMap(({ name, seconds, outcome }) => {
    const files = Object.entries(outcome.files ?? {}).filter(([file]) => IN_LANES.test(file));
    return outcome.isReused || IS_LANE.test(name) ? files : [[name, seconds], ...files];
  });
  const all = Object.entries({ ...kept, ...Object.fromEntries(measured) });
  const existing = all.filter(([name]) => !name.includes('/') || existsSync(join(root, name)));
  const sorted = existing.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, s]) => [name, Number(s.toFixed(1))]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

const IS_LANE = / \d+$/u;

/** The files whose seconds decide something: those that are dealt to lanes, and the units, which start by length. */
const IN_LANES = /^test\/(?!ui\/|element\/|contracts\/)/u;
