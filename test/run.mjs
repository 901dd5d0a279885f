/**
 * `npm test`: runs all checks.
 *
 *   npm test -- lint browsers  only these stages, and what they need
 *   npm test -- --record       keeps the seconds of jobs and files in test/timings.json
 *
 * If CI=true, a missing browser engine counts as a failure, and the stage `frameworks` runs too. Only this stage needs
 * the npm registry. If the registry does not answer, a line near the end says so.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { root } from './runner/execute.mjs';
import { schedule } from './runner/schedule.mjs';
import { stages } from './runner/stages.mjs';
import { report, summary } from './runner/summary.mjs';
import { record } from './runner/timings.mjs';
import { missingEngines } from './support/browsers.mjs';
import { missingRedis } from './support/redis.mjs';

const { values, positionals } = parseArgs({
  options: { record: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const isCi = process.env['CI'] === 'true';
const all = stages();
const unknown = positionals.filter((name) => !all.some((stage) => stage.name === name));
if (unknown.length > 0)
  throw new Error(`No stage is called ${unknown.join(', ')}. There are: ${all.map(({ name }) => name).join(', ')}.`);

const chosen = all.filter(({ name, onlyInCi }) =>
  positionals.length > 0 ? positionals.includes(name) : isCi || !onlyInCi,
);
const needed = new Set(chosen.flatMap(({ needs = [] }) => needs));
const planned = all.filter((stage) => chosen.includes(stage) || needed.has(stage.name));

/** @type {import('./runner/schedule.mjs').EndedStage[]} */
const ended = [];
const began = Date.now();
// Two jobs that mostly wait share a core with one that burns it, so three of them fit beside two.
await schedule(planned, { burns: Math.max(2, availableParallelism()), waits: 3 }, (stage) => {
  ended.push(stage);
  report(stage);
});

if (values.record) {
  const jobs = ended.flatMap((stage) => stage.jobs);
  const measured = jobs.map(({ name, seconds, outcome }) => ({ [name]: seconds, ...outcome.files }));
  record(Object.assign({}, ...measured), (file) => existsSync(join(root, file)));
}
const missing = [...missingEngines(), ...missingRedis()];
process.exitCode = summary(ended, missing, isCi ? missing.length : 0, Date.now() - began) === 0 ? 0 : 1;
