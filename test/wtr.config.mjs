/**
 * Runs test/<group>/**\/*.test.ts in real browsers: `npx wtr --config test/wtr.config.mjs`.
 *
 *   --group api                      one folder            --files test/api/http.test.ts    one file
 *   HUB_PAY_ENGINES=chromium npx wtr …                     one engine (quick); default: all installed engines
 *
 * The groups `payment`, `vm` and `testing` run only in the first engine, because every engine gives the same results.
 * Files of these groups that import `@open-wc/testing` run in every engine.
 *
 * If a page calls console.error, the test file fails. A test that expects the message stubs console.error.
 */
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import * as puppeteer from 'puppeteer-core';
import { CHROMIUM_FLAGS, findBrowser, missingEngines, usableEngines } from './support/browsers.mjs';
import { needsPage, PAGE_GROUPS, testsOf as testsOfGroup, UNIT_GROUPS } from './support/groups.mjs';
import { terseReporter } from './support/reporter.mjs';
import { bundledTests, jsonModules, prebundle, sharedPages } from './support/serve-plugins.mjs';
import { webkitLauncher } from './support/webkit.mjs';

const rootDir = fileURLToPath(new URL('..', import.meta.url));
/** Every engine gives the same results in these groups, so only one engine runs them. */
const ONE_ENGINE = ['payment', 'vm', 'testing'];
/** @param {string} group */
const testsOf = (group) => testsOfGroup(rootDir, group);

// With --files there are no groups, because a named file would run twice.
const groups = process.argv.includes('--files')
  ? []
  : [...UNIT_GROUPS, ...PAGE_GROUPS].filter((name) => testsOf(name).length > 0);

const launchers = {
  chromium: () =>
    chromeLauncher({
      puppeteer,
      launchOptions: { executablePath: findBrowser('chromium') ?? '', args: CHROMIUM_FLAGS },
      createPage: async ({ context }) => {
        const page = await context.newPage();
        await page.emulateFocusedPage(true);
        return page;
      },
    }),
  firefox: () =>
    chromeLauncher({
      puppeteer,
      concurrency: 1,
      launchOptions: { browser: 'firefox', executablePath: findBrowser('firefox') ?? '' },
      createPage: async ({ context }) => {
        const page = await context.newPage();
        const setViewport = page.setViewport.bind(page);
        // Puppeteer sets the size and the orientation of the screen. Older Firefox versions set the size, but they
        // reject the command for the orientation.
        page.setViewport = (viewport) =>
          setViewport(viewport).catch((/** @type {Error} */ error) => {
            if (!error.message.includes('unknown command')) throw error;
          });
        return page;
      },
    }),
  webkit: webkitLauncher,
};

for (const line of missingEngines()) console.log(line);
const browsers = usableEngines().map((engine) => launchers[engine]());

/**
 * Files that do not need their own page share pages, at most 14 files on each page.
 *
 * @param {string} name
 */
function groupOf(name) {
  if (PAGE_GROUPS.includes(name)) return [{ name, files: testsOf(name) }];
  const files = testsOf(name);
  const onPage = files.filter((file) => needsPage(rootDir, file));
  const units = sharedPages(
    rootDir,
    name,
    files.filter((file) => !onPage.includes(file)),
    14,
  );
  return [
    { name, files: units, ...(ONE_ENGINE.includes(name) && { browsers: browsers.slice(0, 1) }) },
    ...(onPage.length > 0 ? [{ name: `${name}-page`, files: onPage }] : []),
  ];
}

/** @type {import('@web/test-runner').TestRunnerConfig} */
export default {
  rootDir,
  groups: groups.flatMap(groupOf),
  concurrency: 2,
  concurrentBrowsers: 3,
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 600_000,
  testFramework: { config: { timeout: 30_000 } },
  nodeResolve: { exportConditions: ['browser', 'development'] },
  plugins: [
    prebundle(rootDir, () => [...UNIT_GROUPS, ...PAGE_GROUPS].flatMap(testsOf)),
    bundledTests(rootDir),
    jsonModules(),
    esbuildPlugin({ ts: true, target: 'es2022' }),
  ],
  browsers,
  reporters: [terseReporter()],
  // nanostores reads process.env and throws an error if it does not exist.
  testRunnerHtml: (
    file,
  ) => `<!doctype html><html lang="en"><head><title>Tests</title><link rel="icon" href="data:,"></head><body>
    <script>globalThis.process = { env: { NODE_ENV: 'development' } };</script>
    <script type="module" src="${file}"></script></body></html>`,
  filterBrowserLogs: ({ type, args }, result) => {
    if (String(args[0]).includes('Lit is in dev mode')) return false;
    if (type === 'error' && result) {
      result.passed = false;
      result.errors = [...(result.errors ?? []), { message: `console.error: ${args.map(String).join(' ')}` }];
    }
    return true;
  },
  coverageConfig: { include: ['src/**/*.ts'] },
};
