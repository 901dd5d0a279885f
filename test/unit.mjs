/**
 * `npm run test:unit`: runs the tests that need no web page in Node.
 *
 *   npm run test:unit -- payment/model/store  only the files whose path contains this text
 *   npm run test:unit -- --grep F-62          only the tests whose title contains this text
 *   npm run test:unit -- --watch              repeats the affected files after each change
 *
 * `--part 1/2` runs the first of two parts that take about the same time.
 *
 * Random searches do a small part of their runs here. `npm test` sets HUB_PAY_THOROUGH=1, which does all of them.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { context } from 'esbuild';
import { needsPage, testsOf, UNIT_GROUPS } from './runner/groups.mjs';
import { deal } from './runner/schedule.mjs';
import { tellSeconds } from './runner/tell-seconds.mjs';
import { secondsOf } from './runner/timings.mjs';
import { BUNDLE } from './runner/serve-plugins.mjs';

/**
 * @typedef {import('./runner/unit-lane.mjs').Result} Result
 * @typedef {import('./runner/unit-lane.mjs').Order} Order
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  options: {
    watch: { type: 'boolean', short: 'w', default: false },
    grep: { type: 'string', short: 'g' },
    part: { type: 'string', default: '1/1' },
    lanes: { type: 'string', default: String(availableParallelism()) },
  },
  allowPositionals: true,
});

// Two runs at the same time must not use the same folder.
const folder = join(root, `node_modules/.cache/units/${process.pid}`);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));

/** The hash of each bundle in the last build, by path. @type {Map<string, string>} */
const built = new Map();
/** Bundles that must run, because they changed or failed. @type {Set<string>} */
const due = new Set();
/** The code that the bundles of the last build share. @type {string[]} */
let shared = [];
let running = Promise.resolve();

const bundles = await context({
  ...BUNDLE,
  absWorkingDir: root,
  entryPoints: chosen(),
  outbase: join(root, 'test'),
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  platform: 'node',
  // A process loads code that several tests use only once.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  sourcemap: 'linked',
  plugins: [
    {
      name: 'run',
      setup: (build) =>
        build.onEnd(({ errors, outputFiles = [] }) => {
          shared = outputFiles.map(({ path }) => path).filter((path) => path.startsWith(join(folder, 'chunks/')));
          for (const { path, contents, hash } of outputFiles) {
            if (built.get(path) === hash) continue;
            built.set(path, hash);
            mkdirSync(dirname(path), { recursive: true });
            writeFileSync(path, contents);
            if (path.endsWith('.test.mjs')) due.add(path);
          }
          if (errors.length > 0) summary(0, ['a test does not compile'], 0);
          else if (values.watch) running = running.then(runDue);
        }),
    },
  ],
});
if (values.watch) await bundles.watch();
else {
  const result = await bundles.rebuild().catch(() => undefined);
  if (result) await runDue();
  await bundles.dispose();
}

/** The files that the command names, or all files. */
function chosen() {
  const named = positionals.map((path) => (path.startsWith('/') ? relative(root, path) : path));
  const all = UNIT_GROUPS.flatMap((group) => testsOf(root, group)).filter(
    (file) => named.length === 0 || named.some((path) => file.includes(path)),
  );
  const units = all.filter((file) => !needsPage(root, file));
  const browserFiles = named.length > 0 ? all.filter((file) => !units.includes(file)) : [];
  for (const file of browserFiles)
    console.log(`${file} needs a page: npx wtr --config test/wtr.config.mjs --files ${file}`);
  if (units.length > 0) return partOf(units);
  if (browserFiles.length === 0)
    console.error(`No unit test has a path with ${positionals.join(' or ')}. test/README.md says how other tests run.`);
  process.exit(1);
}

/** The files of the option --part. @param {string[]} files */
function partOf(files) {
  const [, part, parts] = (/^(\d+)\/(\d+)$/u.exec(values.part) ?? []).map(Number);
  const share = part && parts && deal(files, parts, secondsOf)[part - 1];
  if (share) return share.files;
  console.error(`--part ${values.part} is no part of ${files.length} files.`);
  process.exit(1);
}

/** Returns the test file of a bundle. @param {string} path */
function sourceOf(path) {
  return `test/${relative(folder, path).replace(/\.mjs$/u, '.ts')}`;
}

/** Runs the due files, the slow ones first, so that no core waits for them at the end. */
async function runDue() {
  const began = Date.now();
  const queue = [...due].sort((a, b) => secondsOf(sourceOf(b)) - secondsOf(sourceOf(a)));
  if (queue.length === 0) return void console.log('No test to run: the change affects none.');
  due.clear();
  let passed = 0;
  /** @type {string[]} */
  const failures = [];
  const lane = async () => {
    let worker = start();
    for (let path = queue.shift(); path; path = queue.shift()) {
      const from = Date.now();
      const result = await ordered(worker, { path, grep: values.grep, shared });
      if (worker.exitCode !== null || worker.signalCode !== null) worker = start();
      passed += result.passed;
      const file = sourceOf(path);
      tellSeconds(file, (Date.now() - from) / 1000);
      failures.push(...result.failures.map((text) => `${file}\n  FAILED ${text}\n`));
      if (result.failures.length > 0) due.add(path);
    }
    worker.kill();
  };
  await Promise.all(Array.from({ length: Math.min(queue.length, Number(values.lanes)) }, lane));
  summary(passed, failures, Date.now() - began);
}

function start() {
  return fork(join(root, 'test/runner/unit-lane.mjs'), {
    execArgv: ['--enable-source-maps', '--max-semi-space-size=64', '--single-threaded-gc'],
  });
}

/**
 * @param {import('node:child_process').ChildProcess} worker
 * @param {Order} order
 * @returns {Promise<Result>}
 */
async function ordered(worker, order) {
  const stop = new AbortController();
  const { signal } = stop;
  worker.send(order);
  const answer = once(worker, 'message', { signal }).then(([result]) => result);
  const end = once(worker, 'exit', { signal }).then(([code, name]) => ({
    passed: 0,
    failures: [`the process ended: ${code ?? name}`],
  }));
  const result = await Promise.race([answer, end]);
  stop.abort();
  await Promise.allSettled([answer, end]);
  return result;
}

/**
 * @param {number} passed
 * @param {readonly string[]} failures
 * @param {number} ms
 */
function summary(passed, failures, ms) {
  for (const text of failures) console.log(text);
  const ranNothing = passed + failures.length === 0;
  if (ranNothing) console.log('No test ran.');
  console.log(`node: ${passed} passed, ${failures.length} failed`);
  console.log(`${passed} passed, ${failures.length} failed (${(ms / 1000).toFixed(1)} s)`);
  if (!values.watch) process.exitCode = failures.length === 0 && !ranNothing ? 0 : 1;
}
