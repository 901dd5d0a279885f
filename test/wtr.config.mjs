/**
 * Runs test/<group>/**\/*.test.ts in real browsers: `npx wtr --config test/wtr.config.mjs`.
 *
 *   --group ui                       one group            --files test/api/http.test.ts    one file
 *   HUB_PAY_ENGINES=chromium npx wtr …                     one engine (quick); default: all installed engines
 *
 * `test/runner/groups.mjs` says which files run in which engine. Units without a page run in Node, unless `--files`
 * names them.
 *
 * If a page calls console.error, the test file fails. A test that expects the message stubs console.error.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import * as puppeteer from 'puppeteer-core';
import { CHROMIUM_FLAGS, findBrowser, FIREFOX_PREFERENCES, usableEngines } from './support/browsers.mjs';
import { pageGroups } from './runner/groups.mjs';
import { terseReporter } from './runner/reporter.mjs';
import { freePort } from './support/free-port.mjs';
import { bundledTests, bundlePages, jsonModules, prebundle } from './runner/serve-plugins.mjs';
import { webkitLauncher } from './support/webkit.mjs';

const rootDir = fileURLToPath(new URL('..', import.meta.url));
/** `npm test` runs each engine in a process of its own. The further ones leave out what one engine has shown. */
const isFurtherEngine = process.env['HUB_PAY_FURTHER_ENGINE'] === '1';
/** The files of the option --files. */
const named = process.argv.includes('--files') ? process.argv.filter((file) => file.endsWith('.test.ts')) : undefined;
/** The groups of test files. With --files there are none, because a named file would run twice. */
const groups = named ? [] : pageGroups(rootDir, isFurtherEngine);

/** `npm test` bundles the tests once for all engines. */
const bundles = process.env['HUB_PAY_TEST_BUNDLES'] ?? join(rootDir, `node_modules/.cache/test-bundles-${process.pid}`);
if (!process.env['HUB_PAY_TEST_BUNDLES']) {
  const remove = () => rmSync(bundles, { recursive: true, force: true });
  // A killed run with the same process id can have left its bundles.
  remove();
  process.once('exit', remove);
}
if (process.argv.includes('--watch'))
  throw new Error('Pages are bundled once. Run this command again after a change, or npm run test:unit -- --watch.');

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
      launchOptions: {
        browser: 'firefox',
        executablePath: findBrowser('firefox') ?? '',
        extraPrefsFirefox: FIREFOX_PREFERENCES,
      },
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

const browsers = usableEngines().map((engine) => launchers[engine]());

/** @type {import('@web/test-runner').TestRunnerConfig} */
export default {
  rootDir,
  groups,
  // By default, engines that start at the same time take the same port.
  port: await freePort(),
  concurrency: 2,
  concurrentBrowsers: 3,
  browserStartTimeout: 180_000,
  testsStartTimeout: 180_000,
  testsFinishTimeout: 600_000,
  // These limits only end what hangs. In `npm test`, other stages can leave a browser a small part of a core.
  testFramework: { config: { timeout: process.env['HUB_PAY_TEST_BUNDLES'] ? 120_000 : 20_000 } },
  nodeResolve: { exportConditions: ['browser', 'development'] },
  plugins: [
    prebundle(() => bundlePages(rootDir, named ?? groups.flatMap(({ files }) => files), bundles)),
    bundledTests(rootDir, bundles),
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
