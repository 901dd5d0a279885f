/**
 * `npm test`: runs all checks.
 *
 *   npm test -- lint browsers  only these stages, and what they need
 *   npm test -- --record       keeps the seconds of jobs and files in test/timings.json
 *
 * If CI=true, a missing browser engine or Redis counts as a failure, and the stage `frameworks` runs too. Only this
 * stage needs the npm registry. If the registry does not answer, a line near the end says so.
 */
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
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
if (unknown.length > 0) {
  const files = unknown.some((name) => name.includes('/')) ? ' test/README.md says how to run one file.' : '';
  const names = all.map(({ name }) => name).join(', ');
  throw new Error(`No stage is called ${unknown.join(', ')}. There are: ${names}.${files}`);
}

const chosen = all.filter(({ name, onlyInCi }) =>
  positionals.length > 0 ? positionals.includes(name) : isCi || !onlyInCi,
);
const needed = new Set(chosen.map(({ name }) => name));
for (const name of needed) for (const need of all.find((stage) => stage.name === name)?.needs ?? []) needed.add(need);
const planned = all.filter(({ name }) => needed.has(name));

/** @type {import('./runner/schedule.mjs').EndedStage[]} */
const ended = [];
const began = Date.now();
// A job that waits leaves half a core, so two jobs more than there are cores keep them busy. With more jobs, pages take
// longer and repeat their polls and frames, which costs more than it gains. A job that burns also waits, for a disk or
// for a process that it starts, so one job more than there are cores burns.
const cores = Math.max(2, availableParallelism());
await schedule(planned, { burns: cores + 1, waits: 3, all: cores + 2 }, (stage) => {
  ended.push(stage);
  report(stage);
});

if (values.record) record(ended);
const missing = [...missingEngines(), ...missingRedis()];
process.exitCode = summary(ended, missing, isCi ? missing.length : 0, Date.now() - began) === 0 ? 0 : 1;
