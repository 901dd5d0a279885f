/**
 * `npm run test:frameworks`: installs the packed package into fresh apps of real frameworks, checks their types, builds
 * them, and pays once in each page.
 *
 * - `npm run test:frameworks -- react next` checks only these apps.
 * - `npm run test:frameworks -- --ci` checks only the apps that `CI=true npm test` checks.
 * - `npm run test:hosts`, or `--hosts`, checks only the apps with other libraries beside the element.
 * - With `--built`, `dist/` is fresh, and the package is only packed.
 */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { check, type Checked } from './frameworks/check.js';
import { chooseApps, heaviestFirst } from './frameworks/choose.js';
import { run } from './frameworks/command.js';
import { installAlone, registryAnswers } from './frameworks/install.js';
import { inLanes, laneCount } from './frameworks/lanes.js';
import { print } from './frameworks/table.js';
import { findBrowser } from './support/browsers.mjs';
import { openBrowser } from './support/pages/drive.js';
import { pack } from './tools/package/pack.js';
import { root } from './tools/sources.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ci: { type: 'boolean' }, hosts: { type: 'boolean' }, built: { type: 'boolean' } },
});
const apps = chooseApps(positionals, values);

if (!findBrowser('chromium')) {
  skipAll('Chromium is not installed');
} else if (!(await registryAnswers())) {
  skipAll('the npm registry does not answer');
} else {
  await checkAll();
}

function skipAll(reason: string): void {
  console.log(`SKIPPED frameworks, because ${reason}`);
  console.log('0 passed, 0 failed');
}

async function checkAll(): Promise<void> {
  const began = performance.now();
  if (!values.built) await build();
  const folder = mkdtempSync(join(tmpdir(), 'hub-pay-frameworks-'));
  const opening = openBrowser('chromium');
  try {
    const { tarball } = await pack(folder);
    const [alone, browser] = await Promise.all([installAlone(tarball), opening]);
    const checked: Checked[] = [];
    await inLanes(heaviestFirst(apps), laneCount(), async (app) => {
      checked.push(await check(app, alone, browser));
      await rm(join(folder, app.name), { recursive: true });
    });
    const inOrder = apps.flatMap((app) => checked.filter((each) => each.app === app));
    print(inOrder, (performance.now() - began) / 1000);
  } finally {
    await (await opening).close();
    await rm(folder, { recursive: true });
  }
}

async function build(): Promise<void> {
  const { ok, output } = await run(root, ['npm', 'run', '-s', 'build']);
  if (!ok) throw new Error(`npm run build failed:\n${output}`);
}
