/**
 * Runs test/<group>/**\/*.test.ts in real browsers: `npx wtr --config test/wtr.config.mjs`.
 *
 * --group api                      one folder            --files test/api/http.test.ts    one file
 * HUB_PAY_ENGINES=chromium npx wtr …                     one engine (fast); default: all installed engines
 *
 * A test imports a service response as a module: `import quote from '../support/fixtures/quote-calls.json'`.
 * A page that logs with console.error fails its file; a test that expects such a message stubs console.error.
 */
import { existsSync, readdirSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import * as puppeteer from 'puppeteer-core';
import { CHROMIUM_FLAGS, findBrowser, missingEngines, usableEngines } from './support/browsers.mjs';
import { terseReporter } from './support/reporter.mjs';
import { bundledTests, jsonModules, prebundle, sharedPages } from './support/serve-plugins.mjs';
import { webkitLauncher } from './support/webkit.mjs';

const rootDir = fileURLToPath(new URL('..', import.meta.url));
/** Groups whose tests have no lasting effects on their page: up to fourteen files share a page. */
const SHARING = ['shared', 'payment', 'api', 'vm', 'wallets', 'i18n'];
const GROUPS = [...SHARING, 'ui', 'element', 'contracts'];
/** @param {string} group */
const testsOf = (group) => {
  const folder = `test/${group}`;
  const files = existsSync(rootDir + folder) ? readdirSync(rootDir + folder, { recursive: true }).map(String) : [];
  return files.filter((file) => file.endsWith('.test.ts')).map((file) => `${folder}/${file}`);
};

// With --files no groups are defined, because their files would run twice.
const groups = process.argv.includes('--files') ? [] : GROUPS.filter((name) => testsOf(name).length > 0);

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
        // Puppeteer also sets the screen's orientation, which older Firefox versions reject. The size is set
        // regardless.
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

/** @type {import('@web/test-runner').TestRunnerConfig} */
export default {
  rootDir,
  groups: groups.map((name) => ({
    name,
    files: SHARING.includes(name) ? sharedPages(rootDir, name, testsOf(name), 14) : testsOf(name),
  })),
  concurrency: 2,
  concurrentBrowsers: 3,
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 600_000,
  testFramework: { config: { timeout: 30_000 } },
  nodeResolve: { exportConditions: ['browser', 'development'] },
  plugins: [
    prebundle(rootDir, () => GROUPS.flatMap(testsOf)),
    bundledTests(rootDir),
    jsonModules(),
    esbuildPlugin({ ts: true, target: 'es2022' }),
  ],
  browsers: usableEngines().map((engine) => launchers[engine]()),
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
