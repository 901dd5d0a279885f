/** Prints what the stages counted and how long they took. */
import { ENGINES } from '../support/browsers.mjs';

/**
 * @typedef {import('./schedule.mjs').EndedStage} EndedStage
 */

/** How many of the slowest files the summary names. */
const SLOWEST = 5;

/**
 * Prints one line for a stage, and the output of its failed jobs.
 *
 * @param {EndedStage} stage
 */
export function report({ name, seconds, jobs }) {
  const { passed, failed } = countsOf(jobs);
  const verdict = failed > 0 ? 'FAILED' : passed > 0 ? 'ok    ' : 'SKIP  ';
  const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`;
  const lanes = jobs.length > 1 ? `  ${jobs.map((job) => `${job.name} ${rounded(job.seconds)} s`).join(', ')}` : '';
  console.log(`${verdict} ${name.padEnd(10)} ${counts} ${seconds.toFixed(1).padStart(6)} s${lanes}`);
  for (const { outcome } of jobs) if (outcome.failed > 0) console.log(outcome.output);
}

/**
 * Prints the failed titles, the counts of each engine, what was skipped, all seconds as one line of JSON, the slowest
 * files, and the sum.
 *
 * @param {readonly EndedStage[]} stages
 * @param {readonly string[]} missing One line for each program that is not installed
 * @param {number} alsoFailed How many failures these lines count as
 * @param {number} ms
 * @returns {number} the number of failures
 */
export function summary(stages, missing, alsoFailed, ms) {
  for (const line of new Set(stages.flatMap(failedTitles))) console.log(line);
  const outputs = stages.flatMap(({ jobs }) => jobs.map(({ outcome }) => outcome.output));
  const engine = new RegExp(`^(?:${[...ENGINES, 'node'].join('|')}): \\d+ passed, \\d+ failed$`, 'gmu');
  for (const line of outputs.flatMap((output) => output.match(engine) ?? [])) console.log(line);
  for (const line of outputs.flatMap((output) => output.match(/^SKIPPED .*$/gmu) ?? [])) console.log(line);
  for (const line of missing) console.log(`${alsoFailed > 0 ? 'FAILED: ' : ''}${line}`);
  console.log(JSON.stringify({ seconds: rounded(ms / 1000), stages: stages.map(asJson) }));
  console.log(`${(ms / 60_000).toFixed(1)} minutes${slowest(stages).length > 0 ? '. The slowest files:' : ''}`);
  for (const { file, seconds, job } of slowest(stages)) console.log(`${rounded(seconds)} s  ${file} (${job})`);
  const { passed, failed } = countsOf(stages.flatMap(({ jobs }) => jobs));
  console.log(`${passed} passed, ${failed + alsoFailed} failed`);
  return failed + alsoFailed;
}

/** @param {EndedStage['jobs']} jobs */
function countsOf(jobs) {
  return {
    passed: jobs.reduce((sum, { outcome }) => sum + outcome.passed, 0),
    failed: jobs.reduce((sum, { outcome }) => sum + outcome.failed, 0),
  };
}

/** @param {EndedStage} stage */
function failedTitles({ name, jobs }) {
  return jobs
    .filter(({ outcome }) => outcome.failed > 0)
    .flatMap(({ outcome }) => {
      const line = /^ *(?:FAILED|✖|﹣) (?!failing tests:).*$|^.*generated asynchronous activity.*$/gmu;
      const lines = outcome.output.split('\n').filter((text) => /^[^{\s]/u.test(text));
      const titles = outcome.output.match(line) ?? [lines.at(-1) ?? 'no output'];
      return titles.map((title) => `${name}: ${title.trim()}`);
    });
}

/** @param {EndedStage} stage */
function asJson({ name, seconds, jobs }) {
  const each = jobs.map((job) => ({
    name: job.name,
    began: rounded(job.began),
    seconds: rounded(job.seconds),
    passed: job.outcome.passed,
    failed: job.outcome.failed,
    files: Object.fromEntries(Object.entries(job.outcome.files ?? {}).map(([file, s]) => [file, rounded(s)])),
  }));
  return { name, seconds: rounded(seconds), jobs: each };
}

/** @param {readonly EndedStage[]} stages */
function slowest(stages) {
  const jobs = stages.flatMap((stage) => stage.jobs);
  const files = jobs.flatMap(({ name, outcome }) =>
    Object.entries(outcome.files ?? {}).map(([file, seconds]) => ({ file, seconds, job: name })),
  );
  return files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
}

/** @param {number} seconds */
const rounded = (seconds) => Math.round(seconds * 10) / 10;
