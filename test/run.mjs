/**
 * `npm test`: runs all checks, stage by stage. `npm test -- lint browsers` runs only these two stages.
 * If CI=true, a missing browser engine counts as a failure, and the last stage is `frameworks`. Only this stage needs
 * the npm registry. If the registry does not answer, a line near the end says so.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { missingEngines } from './support/browsers.mjs';
import { missingRedis } from './support/redis.mjs';

/**
 * @typedef {{ passed: number, failed: number, output: string }} Result
 * @typedef {{ name: string, run: () => Promise<Result> }} Stage
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const STAGE_LIMIT_MS = 20 * 60_000;

/**
 * Rows run one after the other. The lanes of a row run in parallel. The stages of a lane run one after the other.
 * @type {Stage[][][]}
 */
const ROWS = [
  [
    [
      {
        name: 'types',
        // With --noEmit, tsc would not report errors in declarations.
        run: () =>
          checks(
            ['tsc', '-p', 'tsconfig.json', '--outDir', 'node_modules/.cache/types'],
            ['tsc', '-p', 'test/tsconfig.json'],
          ),
      },
      { name: 'build', run: () => checks(['npm', 'run', '-s', 'build']) },
      { name: 'unused', run: () => checks(['knip', '--no-progress']) },
      { name: 'sizes', run: () => checks(['node', 'test/bench/sizes.mjs']) },
      { name: 'stories', run: () => nodeTests(['test/stories']) },
    ],
    [
      { name: 'units', run: () => counted(['node', 'test/unit.mjs']) },
      { name: 'lint', run: () => checks(['npm', 'run', '-s', 'lint']) },
    ],
  ],
  [[{ name: 'browsers', run: () => counted(['wtr', '--config', 'test/wtr.config.mjs']) }]],
  [
    [{ name: 'node', run: () => nodeTests(['test/node', 'test/server']) }],
    [{ name: 'devnet', run: () => nodeTests(['test/devnet']) }],
  ],
  // Flow tests mostly wait for blocks, so two cores can run three processes.
  [[{ name: 'flows', run: () => nodeTests(['test/flows'], 3) }]],
  [[{ name: 'frameworks', run: () => frameworks() }]],
];
/** These stages run only if CI=true, or if they are named. */
const ONLY_IN_CI = ['frameworks'];

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !ROWS.flat(2).some((stage) => stage.name === name));
if (unknown.length > 0) throw new Error(`No stage is called ${unknown.join(', ')}.`);

const total = { passed: 0, failed: 0 };
/** What a stage could not run, one line each. @type {string[]} */
const skips = [];
/** One line for each browser engine and one for Node: `chromium: N passed, M failed`. @type {string[]} */
const engines = [];
/**
 * The titles of all failed tests. They stand near the end, where a shortened record of the output keeps them.
 * @type {string[]}
 */
const failures = [];
for (const row of ROWS) {
  await Promise.all(
    row.map(async (lane) => {
      for (const stage of lane) if (isChosen(stage.name)) await report(stage);
    }),
  );
}
for (const line of new Set(failures)) console.log(line);
for (const line of engines) console.log(line);
for (const line of skips) console.log(line);
for (const line of [...missingEngines(), ...missingRedis()]) {
  console.log(line);
  if (process.env['CI'] === 'true') total.failed++;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** @param {string} name */
function isChosen(name) {
  if (chosen.length > 0) return chosen.includes(name);
  return process.env['CI'] === 'true' || !ONLY_IN_CI.includes(name);
}

/** @param {Stage} stage */
async function report({ name, run }) {
  const began = Date.now();
  const { passed, failed, output } = await run();
  total.passed += passed;
  total.failed += failed;
  engines.push(...(output.match(/(?:chromium|firefox|webkit|node): \d+ passed, \d+ failed$/gmu) ?? []));
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const verdict = failed > 0 ? 'FAILED' : passed > 0 ? 'ok    ' : 'SKIP  ';
  const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`;
  console.log(`${verdict} ${name.padEnd(10)} ${counts} ${seconds.padStart(6)} s`);
  if (failed === 0) return;
  console.log(output);
  const titles = output.match(/^ *(?:FAILED|✖) (?!failing tests:).*$|^.*generated asynchronous activity.*$/gmu) ?? [];
  failures.push(
    ...(titles.length > 0 ? titles : ['no title in the output']).map((title) => `${name}: ${title.trim()}`),
  );
}

/**
 * Runs commands one after the other. Each command counts as one test.
 *
 * @param {readonly string[][]} commands
 * @returns {Promise<Result>}
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

/**
 * Runs a command that ends with `N passed, M failed`.
 *
 * @param {readonly string[]} command
 * @returns {Promise<Result>}
 */
async function counted(command) {
  const { code, output } = await execute(command);
  const [, passed, failed] = /(\d+) passed, (\d+) failed \(.*$/mu.exec(output) ?? [];
  return verdict(code, Number(passed ?? 0), Number(failed ?? 0), output);
}

/**
 * Runs `npm run test:frameworks`. A row that the network stops is neither passed nor failed: a line names it.
 *
 * @returns {Promise<Result>}
 */
async function frameworks() {
  const { code, output } = await execute(['node', '--import', 'tsx', 'test/frameworks.ts']);
  const [, passed = 0, failed = 0] = /^(\d+) passed, (\d+) failed$/mu.exec(output) ?? [];
  const skipped = output.match(/^SKIPPED .*$/gmu) ?? [];
  skips.push(...skipped);
  if (skipped.length > 0 && code === 0) return { passed: Number(passed), failed: Number(failed), output };
  return verdict(code, Number(passed), Number(failed), output);
}

/**
 * Runs all tests in these folders with Node's test runner. A skipped test counts as failed.
 *
 * @param {readonly string[]} folders
 * @param {number} [lanes] The number of parallel processes; each process runs a share of the files
 * @returns {Promise<Result>}
 */
async function nodeTests(folders, lanes = 1) {
  const tests = [];
  for (const folder of folders) {
    const found = existsSync(root + folder) ? readdirSync(root + folder, { recursive: true }).map(String) : [];
    const own = found.filter((file) => file.endsWith('.test.ts')).map((file) => `${folder}/${file}`);
    if (own.length === 0) return { passed: 0, failed: 1, output: `${folder} contains no test.` };
    tests.push(...own);
  }
  const results = await Promise.all(dealt(tests, lanes).map(nodeLane));
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
    output: results.map(({ output, failed }) => (failed > 0 ? output : '')).join('\n'),
  };
}

/**
 * Divides the files into shares of similar size, because a larger file usually takes longer.
 *
 * @param {readonly string[]} files
 * @param {number} lanes
 * @returns {string[][]}
 */
function dealt(files, lanes) {
  const shares = Array.from({ length: lanes }, () => ({ size: 0, files: /** @type {string[]} */ ([]) }));
  const sized = files.map((file) => ({ file, size: statSync(root + file).size })).sort((a, b) => b.size - a.size);
  for (const { file, size } of sized) {
    const [least] = shares.sort((a, b) => a.size - b.size);
    if (!least) break;
    least.size += size;
    least.files.push(file);
  }
  return shares.filter((share) => share.files.length > 0).map((share) => share.files);
}

/**
 * @param {readonly string[]} files
 * @returns {Promise<Result>}
 */
async function nodeLane(files) {
  const lane = ['--import', 'tsx', '--test-reporter=spec', 'test/support/lane.mjs'];
  const { code, output } = await execute(['node', ...lane, ...files]);
  const count = (/** @type {string} */ name) => Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'mu').exec(output)?.[1] ?? 0);
  const failures = output.indexOf('✖ failing tests:');
  const bad = count('fail') + count('cancelled') + count('skipped') + count('todo');
  return verdict(code, count('pass'), bad, failures < 0 ? output : output.slice(failures));
}

/**
 * @param {number} code
 * @param {number} passed
 * @param {number} failed
 * @param {string} output
 * @returns {Result}
 */
function verdict(code, passed, failed, output) {
  const silent = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: silent ? 1 : failed, output };
}

/**
 * Runs a command in its own process group. At the end, kills the group, so that no process remains.
 *
 * @param {readonly string[]} command
 * @returns {Promise<{ code: number, output: string }>}
 */
function execute([program = '', ...parameters]) {
  return new Promise((resolve) => {
    const path = `${root}node_modules/.bin:${process.env['PATH'] ?? ''}`;
    const env = { ...process.env, PATH: path, FORCE_COLOR: '0', NODE_NO_WARNINGS: '1' };
    const child = spawn(program, parameters, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const end = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // All processes of the command have already ended.
      }
    };
    const interrupted = () => {
      end();
      process.exit(130);
    };
    const limit = setTimeout(() => {
      output += `\nStopped: it ran longer than ${STAGE_LIMIT_MS / 60_000} minutes.\n`;
      end();
    }, STAGE_LIMIT_MS);
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
    }
    child.once('error', (error) => (output += error.message));
    child.once('close', (code) => {
      clearTimeout(limit);
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
      end();
      resolve({ code: code ?? 1, output });
    });
  });
}
