/**
 * A short reporter for @web/test-runner. It prints failed tests in full, and the counts of each engine. If a test of a
 * file failed, the reporter also prints the file's console lines. It prints each line only once.
 */
import process from 'node:process';
import { missingEngines } from '../support/browsers.mjs';
import { tellSeconds } from './tell-seconds.mjs';

/**
 * @typedef {import('@web/test-runner').TestSession} TestSession
 * @typedef {import('@web/test-runner').TestSuiteResult} TestSuiteResult
 * @typedef {import('@web/test-runner').TestResultError} TestResultError
 */

/** @returns {import('@web/test-runner').Reporter} */
export function terseReporter() {
  const began = Date.now();
  /** When each session began, by its id. @type {Map<string, number>} */
  const starts = new Map();
  return {
    start({ sessions }) {
      sessions.on('session-status-updated', ({ id, status, testFile }) => {
        if (status === 'INITIALIZING') starts.set(id, Date.now());
        if (status === 'FINISHED') tellSeconds(shortName(testFile), (Date.now() - (starts.get(id) ?? began)) / 1000);
      });
    },
    reportTestFileResults({ sessionsForTestFile, testFile, logger }) {
      for (const session of sessionsForTestFile) {
        const failures = failuresOf(session);
        if (failures.length === 0) continue;
        logger.log(`${shortName(testFile)} [${session.browser.name}]`);
        for (const line of new Set(session.logs.map((parts) => parts.map(String).join(' '))))
          logger.log(`  log: ${line}`);
        for (const { title, error } of failures) logger.log(`  FAILED ${title}\n${describe(error)}`);
        logger.log('');
      }
    },
    onTestRunFinished({ sessions }) {
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      for (const name of new Set(sessions.map((session) => session.browser.name))) {
        const own = sessions.filter((session) => session.browser.name === name);
        const tests = own.flatMap((session) => testsOf(session.testResults));
        const passed = tests.filter(({ test }) => test.passed).length;
        console.log(`${name.toLowerCase()}: ${passed} passed, ${own.flatMap(failuresOf).length} failed`);
      }
      if (!process.env['HUB_PAY_SECONDS']) for (const line of missingEngines()) console.log(line);
      const passed = sessions.flatMap((session) => testsOf(session.testResults)).filter(({ test }) => test.passed);
      const failed = sessions.flatMap(failuresOf);
      console.log(`${passed.length} passed, ${failed.length} failed (${seconds} s)`);
    },
  };
}

/** @param {string} testFile */
const shortName = (testFile) => testFile.replace(`${process.cwd()}/`, '');

/**
 * Returns all failures of a session. Skipped tests, missing files and files without tests also count as failures.
 *
 * @param {TestSession} session
 * @returns {{ title: string, error: TestResultError | undefined }[]}
 */
function failuresOf(session) {
  const tests = testsOf(session.testResults);
  const failed = tests
    .filter(({ test }) => !test.passed)
    .map(({ title, test }) => ({ title: test.skipped ? `${title} (skipped)` : title, error: test.error }));
  const outside = session.errors.map((error) => ({ title: '(outside a test)', error }));
  const missing = session.request404s.map((url) => ({ title: `(not found: ${url})`, error: undefined }));
  const empty = tests.length + outside.length === 0 ? [{ title: '(the file ran no test)', error: undefined }] : [];
  return [...failed, ...outside, ...missing, ...empty];
}

/**
 * @param {TestSuiteResult | undefined} suite
 * @param {string} [above]
 * @returns {{ title: string, test: TestSuiteResult['tests'][number] }[]}
 */
function testsOf(suite, above = '') {
  if (!suite) return [];
  const path = [above, suite.name].filter(Boolean).join(' › ');
  const own = suite.tests.map((test) => ({ title: [path, test.name].filter(Boolean).join(' › '), test }));
  return [...own, ...suite.suites.flatMap((inner) => testsOf(inner, path))];
}

/** @param {TestResultError | undefined} error */
function describe(error) {
  if (!error) return '';
  const difference = error.expected === undefined ? '' : `\n  expected: ${error.expected}\n  actual:   ${error.actual}`;
  const stack = (error.stack ?? '').replace(/^/gmu, '      ');
  return `    ${error.name ?? 'Error'}: ${error.message}${difference}\n${stack}`;
}
