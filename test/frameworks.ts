/**
 * `npm run test:frameworks`: installs the packed package into fresh apps of real frameworks, checks their types, builds
 * them, and pays once in each page. `npm run test:frameworks -- react next` runs only these apps.
 */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { findBrowser } from './support/browsers.mjs';
import { openBrowser } from './support/drive.js';
import { check } from './frameworks/check.js';
import { install, pack, registryAnswers } from './frameworks/install.js';
import { LETTERS, type Line } from './frameworks/line.js';
import { APPS, REASONS } from './frameworks/rows.js';

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !APPS.some((app) => app.name === name));
if (unknown.length > 0)
  throw new Error(`No app is called ${unknown.join(', ')}. There are: ${APPS.map(({ name }) => name).join(', ')}.`);

if (!findBrowser('chromium')) {
  skipAll('Chromium is not installed');
} else if (!(await registryAnswers())) {
  skipAll('the npm registry does not answer');
} else {
  await runAll();
}

function skipAll(reason: string): void {
  console.log(`SKIPPED frameworks, because ${reason}`);
  console.log('0 passed, 0 failed');
}

async function runAll(): Promise<void> {
  const began = Date.now();
  const apps = APPS.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
  const tarball = await pack();
  const browser = await openBrowser('chromium');
  const lines: Line[] = [];
  try {
    // While an app is checked, npm installs the next one.
    let next = apps[0] && install(apps[0], tarball);
    for (const [index, app] of apps.entries()) {
      const installed = await next;
      const following = apps[index + 1];
      next = following && install(following, tarball);
      if (installed) lines.push(...(await check(app, installed, browser)));
    }
  } finally {
    await browser.close();
    rmSync(dirname(tarball), { recursive: true });
  }
  print(lines, Date.now() - began);
}

function print(lines: readonly Line[], ms: number): void {
  const head = ['page', 'framework', 'version', 'types', 'build', 'hydration messages', 'properties there'];
  const rows = lines.map((line) => [
    line.title,
    line.framework,
    line.version,
    ...(line.skipped
      ? ['SKIPPED', '', '', '', '', '']
      : [line.types, line.build, line.hydration, line.properties, line.heard, line.paid]),
  ]);
  const table = [[...head, 'events heard', 'paid'], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of table) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | '));
  for (const [reason, letter] of LETTERS) console.log(`- ${letter}: ${REASONS[reason as keyof typeof REASONS]}`);
  for (const { title, skipped } of lines) if (skipped) console.log(`SKIPPED ${title}, because ${skipped}`);
  const failed = lines.filter(({ problems }) => problems.length > 0);
  for (const { title, problems } of failed) console.log(`FAILED ${title}\n${[...new Set(problems)].join('\n')}`);
  const whole = lines.filter(({ problems, skipped }) => problems.length === 0 && !skipped);
  console.log(`frameworks: ${(ms / 1000).toFixed(0)} s`);
  console.log(`${whole.length} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
