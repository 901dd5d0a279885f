/** The stages of `npm test`: what each runs, which stages it needs, and whether it burns a core or mostly waits. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { isBuilt, keepInputs, readInputs } from '../../demo/build-inputs.mjs';
import { missingEngines, usableEngines } from '../support/browsers.mjs';
import { bundlePages } from './serve-plugins.mjs';
import { execute, root } from './execute.mjs';
import { NODE_STAGES, pageGroups, testsOf, unitFiles } from './groups.mjs';
import { deal } from './schedule.mjs';
import { secondsOf } from './timings.mjs';

/**
 * @typedef {import('./schedule.mjs').Job} Job
 * @typedef {import('./schedule.mjs').Kind} Kind
 * @typedef {import('./schedule.mjs').Outcome} Outcome
 * @typedef {import('./schedule.mjs').Stage & { onlyInCi?: boolean }} TestStage
 */

/** Where the programs of this run write the seconds of their files. */
const SECONDS = join(root, `node_modules/.cache/test-run-${process.pid}`);
/** Where the engines of this run find the bundles of their tests. */
const BUNDLES = join(root, `node_modules/.cache/test-bundles-${process.pid}`);
process.once('exit', () => {
  for (const folder of [SECONDS, BUNDLES]) rmSync(folder, { recursive: true, force: true });
});

/** @returns {TestStage[]} */
export const stages = () => [
  { name: 'build', jobs: [job('build', 'burns', build)] },
  { name: 'contracts', jobs: [job('contracts', 'burns', contracts)] },
  { name: 'units', jobs: unitLanes(2) },
  { name: 'flows', needs: ['build', 'contracts'], jobs: nodeLanes('flows', 'waits', 2) },
  { name: 'packages', jobs: [job('packages', 'burns', packages)] },
  {
    name: 'browsers',
    needs: ['packages'],
    jobs: usableEngines().map((engine, index) => job(engine, 'burns', () => pages(engine, index > 0))),
  },
  { name: 'stories', needs: ['build'], jobs: nodeLanes('stories', 'waits', 1) },
  { name: 'node', needs: ['build', 'contracts'], jobs: nodeLanes('node', 'burns', 2) },
  { name: 'devnet', needs: ['contracts'], jobs: nodeLanes('devnet', 'waits', 1) },
  { name: 'lint', jobs: [job('lint', 'burns', () => checks(['npm', 'run', '-s', 'lint']))] },
  {
    name: 'types',
    jobs: [job('types', 'burns', () => checks(['npm', 'run', '-s', 'types']))],
  },
  { name: 'unused', jobs: [job('unused', 'burns', () => checks(['knip', '--no-progress']))] },
  { name: 'sizes', needs: ['build'], jobs: [job('sizes', 'burns', () => checks(['node', 'test/bench/sizes.mjs']))] },
  { name: 'frameworks', needs: ['build'], onlyInCi: true, jobs: [job('frameworks', 'waits', frameworks)] },
];

/**
 * @param {string} name
 * @param {Kind} kind
 * @param {() => Promise<Outcome>} run
 * @returns {Job}
 */
const job = (name, kind, run) => ({ name, kind, seconds: secondsOf(name), run });

/**
 * Runs commands one after the other. Each command counts as one test.
 *
 * @param {readonly string[][]} commands
 * @returns {Promise<Outcome>}
 */
async function checks(...commands) {
  const result = { passed: 0, failed: 0, output: '' };
  for (const command of commands) {
    const { code, output } = await execute(command);
    if (code === 0) result.passed++;
    else result.failed++;
    if (code !== 0) result.output += output;
  }
  return result;
}

/** Builds the package, unless `dist` is already the build of these inputs. */
async function build() {
  if (isBuilt()) return { passed: 1, failed: 0, output: '', isReused: true };
  const inputs = readInputs();
  const outcome = await checks(['npm', 'run', '-s', 'build']);
  if (outcome.failed === 0 && inputs === readInputs()) keepInputs(inputs);
  return outcome;
}

/** Compiles the contracts of the devnet once. Otherwise, each lane that starts a devnet would compile them. */
const contracts = () => checks(['node', '--import', 'tsx', '--eval', COMPILE]);
const COMPILE = `import('./demo/devnet/base/compile-contracts.ts').then(({ loadContracts }) => loadContracts())`;

/** Bundles the browser tests and their packages once for all engines. */
async function packages() {
  // A killed run with the same process id can have left its bundles.
  rmSync(BUNDLES, { recursive: true, force: true });
  const pages = pageGroups(root, false).flatMap(({ files }) => files);
  await bundlePages(root, pages, BUNDLES);
  return { passed: 1, failed: 0, output: '' };
}

/**
 * @param {number} lanes
 * @returns {Job[]}
 */
function unitLanes(lanes) {
  return deal(unitFiles(root), lanes, secondsOf).map(({ seconds }, lane) => {
    const name = `units ${lane + 1}`;
    const command = ['node', 'test/unit.mjs', '--lanes', '1', '--part', `${lane + 1}/${lanes}`];
    const variables = { HUB_PAY_THOROUGH: '1', HUB_PAY_SECONDS: join(SECONDS, name) };
    return { name, kind: 'burns', seconds, run: () => counted(command, variables) };
  });
}

/** @param {string} engine @param {boolean} isFurther */
const pages = (engine, isFurther) =>
  counted(['wtr', '--config', 'test/wtr.config.mjs'], {
    HUB_PAY_ENGINES: engine,
    HUB_PAY_FURTHER_ENGINE: isFurther ? '1' : '',
    HUB_PAY_TEST_BUNDLES: BUNDLES,
    HUB_PAY_SECONDS: join(SECONDS, engine),
  });

/**
 * Runs a command that ends with `N passed, M failed (S s)`, and that writes the seconds of its files to the path in
 * `HUB_PAY_SECONDS`.
 *
 * @param {readonly string[]} command
 * @param {{ HUB_PAY_SECONDS: string } & Record<string, string>} variables
 * @returns {Promise<Outcome>}
 */
async function counted(command, variables) {
  mkdirSync(SECONDS, { recursive: true });
  const { code, output } = await execute(command, variables);
  const [, passed, failed] = /(\d+) passed, (\d+) failed \(.*$/mu.exec(output) ?? [];
  return verdict(code, Number(passed ?? 0), Number(failed ?? 0), output, byFile(linesIn(variables.HUB_PAY_SECONDS)));
}

/** Runs the apps of CI. An app that the network stops is neither passed nor failed: a line names it. */
async function frameworks() {
  const { code, output } = await execute(['node', '--import', 'tsx', 'test/frameworks.ts', '--ci', '--built']);
  const [, passed = 0, failed = 0] = /^(\d+) passed, (\d+) failed$/mu.exec(output) ?? [];
  const [json = '{}'] = /^\{"stage":"frameworks".*$/mu.exec(output) ?? [];
  const { rows = [] } = /** @type {{ rows?: { row: string, seconds: number }[] }} */ (JSON.parse(json));
  const files = Object.fromEntries(rows.map(({ row, seconds }) => [row, seconds]));
  const isSkipped = code === 0 && /^SKIPPED /mu.test(output);
  return isSkipped
    ? { passed: Number(passed), failed: Number(failed), output, files }
    : verdict(code, Number(passed), Number(failed), output, files);
}

/**
 * Deals the test files of a stage to lanes, and runs each lane with Node's test runner.
 *
 * @param {keyof typeof NODE_STAGES} stage
 * @param {Kind} kind
 * @param {number} lanes
 * @returns {Job[]}
 */
function nodeLanes(stage, kind, lanes) {
  const files = NODE_STAGES[stage].flatMap((folder) => {
    const own = testsOf(root, folder);
    if (own.length === 0) throw new Error(`test/${folder} contains no test.`);
    return own;
  });
  return deal(files, lanes, secondsOf).map(({ seconds, files }, lane, { length }) => {
    const name = length === 1 ? stage : `${stage} ${lane + 1}`;
    return { name, kind, seconds, run: () => nodeLane(name, files) };
  });
}

/**
 * A skipped test counts as failed.
 *
 * @param {string} name
 * @param {readonly string[]} files
 * @returns {Promise<Outcome>}
 */
async function nodeLane(name, files) {
  mkdirSync(SECONDS, { recursive: true });
  const seconds = join(SECONDS, name);
  const reporters = ['--test-reporter=spec', '--test-reporter-destination=stdout'].concat([
    '--test-reporter=./test/runner/file-seconds.mjs',
    `--test-reporter-destination=${seconds}`,
  ]);
  const lane = ['node', '--import', 'tsx', ...reporters, 'test/runner/lane.mjs'];
  const { code, output } = await execute([...lane, ...files], { HUB_PAY_THOROUGH: '1' });
  const count = (/** @type {string} */ what) => Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'mu').exec(output)?.[1] ?? 0);
  const failures = output.indexOf('✖ failing tests:');
  const bad = count('fail') + count('cancelled');
  const told = linesIn(seconds);
  // A flow that needs an engine has no test where the engine is missing.
  const mayBeEmpty = (/** @type {string} */ file) => file.startsWith('test/flows/') && missingEngines().length > 0;
  const empty = told.filter(({ file, tests }) => tests === 0 && !mayBeEmpty(file)).map(({ file }) => file);
  const untold = files.filter((file) => !told.some((each) => each.file === file));
  const skipped = told.flatMap(({ file, skipped = [] }) => skipped.map((title) => `${file}: ${title}`));
  const text = [
    failures < 0 ? output : output.slice(failures),
    ...[...empty, ...untold].map((file) => `FAILED ${file} ran no test`),
    ...skipped.map((title) => `FAILED ${title} was skipped`),
  ];
  return verdict(
    code,
    count('pass'),
    bad + empty.length + untold.length + skipped.length,
    text.join('\n'),
    byFile(told),
  );
}

/** @typedef {{ file: string, seconds: number, tests?: number, skipped?: string[] }} Told */

/**
 * Reads what a program told about its files.
 *
 * @param {string} path
 * @returns {Told[]}
 */
function linesIn(path) {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** @param {readonly Told[]} told */
const byFile = (told) => Object.fromEntries(told.map(({ file, seconds }) => [file, seconds]));

/**
 * A command that fails without a failed test, or that runs no test, counts as one failed test.
 *
 * @param {number} code
 * @param {number} passed
 * @param {number} failed
 * @param {string} output
 * @param {Record<string, number>} [files]
 * @returns {Outcome}
 */
function verdict(code, passed, failed, output, files = {}) {
  const isSilent = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: isSilent ? 1 : failed, output, files };
}
