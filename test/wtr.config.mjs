/**
 * Runs test/<group>/**\/*.test.ts in real browsers: `npx wtr --config test/wtr.config.mjs`.
 *
 *   --group api                      one folder            --files test/api/http.test.ts    one file
 *   HUB_PAY_ENGINES=chromium npx wtr …                     one engine (quick); default: all installed engines
 *
 * The groups `payment` and `vm` give the same results in every engine, so they run in the first engine only, by default
 * Chromium. `npm run test:unit` runs both groups in Node too. Files of these groups that import `@open-wc/testing` run
 * in every engine, in the groups `payment-page` and `vm-page`.
 *
 * A test imports an answer of the service as a module: `import quote from '../support/fixtures/quote-calls.json'`.
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
/** Groups with the same results in every engine. Their files that import `@open-wc/testing` run in every engine. */
const ONE_ENGINE = ['payment', 'vm'];
/** @param {string} group */
const testsOf = (group) => testsOfGroup(rootDir, group);

// With --files there are no groups. Otherwise a named file would run a second time in its group.
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
        // Puppeteer also sets the screen's orientation. Older Firefox versions reject this command, but they set the
        // size.
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
 * In `UNIT_GROUPS`, files without `@open-wc/testing` share web pages, at most 14 files on each page. Each other file
 * has its own page.
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
  // nanostores reads process.env and throws on a page without it.
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
