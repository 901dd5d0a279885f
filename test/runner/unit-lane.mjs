/** Runs test files with mocha in one process. `test/unit.mjs` sends the paths and receives the results. */
import process from 'node:process';
import Mocha from 'mocha';

/**
 * @typedef {{ path: string, grep?: string | undefined, shared: string[] }} Order
 * @typedef {{ passed: number, failures: string[] }} Result
 */

const { EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_PENDING } = Mocha.Runner.constants;

/** @type {Result} */
let result = { passed: 0, failures: [] };
let isRunning = false;
let isLoaded = false;
/** Node's own function. A test can replace the global one. */
const afterTasks = globalThis.setImmediate;
// Mocha handles errors during a test. Any other error is a failure of the file.
process.on('uncaughtException', (error) => {
  if (!isRunning) result.failures.push(`outside a test\n${describe(error)}`);
});

process.on('message', async (/** @type {Order} */ { path, grep, shared }) => {
  result = { passed: 0, failures: [] };
  try {
    await load(shared);
    await run(path, grep);
  } catch (error) {
    result.failures.push(`outside a test\n${describe(error)}`);
  }
  if (result.passed + result.failures.length === 0 && grep === undefined) result.failures.push('the file ran no test');
  // Waits for the tasks that are due, so that the result also contains their errors.
  afterTasks(() => afterTasks(() => process.send?.(result)));
});

/**
 * Loads the code that tests share. Otherwise, the first import of this code in a test would wait for the disk, and
 * `settle` does not wait for the disk.
 *
 * @param {string[]} shared
 */
async function load(shared) {
  if (isLoaded) return;
  isLoaded = true;
  await Promise.all(shared.filter((path) => path.endsWith('.mjs')).map((path) => import(path)));
}

/**
 * @param {string} path
 * @param {string | undefined} grep
 */
async function run(path, grep) {
  const mocha = new Mocha({ timeout: 120_000, reporter: Collecting, ...(grep !== undefined && { fgrep: grep }) });
  mocha.addFile(path);
  await mocha.loadFilesAsync();
  isRunning = true;
  await new Promise((resolve) => {
    mocha.run(resolve);
  });
  mocha.dispose();
  isRunning = false;
}

/** A skipped test counts as failed. */
class Collecting extends Mocha.reporters.Base {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    runner.on(EVENT_TEST_PASS, () => (result.passed += 1));
    runner.on(EVENT_TEST_PENDING, (test) => result.failures.push(`${titleOf(test)} (skipped)`));
    runner.on(EVENT_TEST_FAIL, (test, error) => result.failures.push(`${titleOf(test)}\n${describe(error)}`));
  }
}

/** @param {Mocha.Runnable} test */
const titleOf = (test) => test.titlePath().join(' › ');

/** @param {unknown} thrown @returns {string} */
function describe(thrown) {
  if (!(thrown instanceof Error)) return `    ${String(thrown)}`;
  const { stack = thrown.message } = thrown;
  const calls = stack.replace(/\n\s+at .*node_modules.*/gu, '').replace(/^/gmu, '    ');
  const { actual, expected, cause } = /** @type {{ actual?: unknown, expected?: unknown, cause?: unknown }} */ (thrown);
  // A random search has the counterexample in the error, and the reason in its cause.
  if (cause !== undefined && expected === undefined) return `${calls}\n    Cause:\n${describe(cause)}`;
  const difference = expected === undefined ? '' : Mocha.reporters.Base.generateDiff(text(actual), text(expected));
  return `${calls}\n${difference}`;
}

/** @param {unknown} value */
function text(value) {
  if (typeof value === 'string') return value;
  return JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? `${part}n` : part), 2) ?? String(value);
}
