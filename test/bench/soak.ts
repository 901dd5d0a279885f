/**
 * Runs a payment that never ends for 24 hours of a virtual clock, in Chromium, and prints the heap. The session polls
 * the status all the time.
 */
import { buildScript } from '../../demo/build-pages.js';
import { check, report, round, type Row } from '../tools/figures.js';
import { openSite, pageOf, type Visit } from './support/site.js';
import type {} from './support/soak-page.js';

const HOURS = 24;
/** A session that keeps one object of each answer would grow by more than this number of bytes for each request. */
const MOST_BYTES = 50;

const site = await openSite({
  '/soak.js': await buildScript('test/bench/support/soak-page.ts'),
  '/soak': pageOf('/soak.js', ''),
});

try {
  const visit = await site.visit('/soak', { hasNoButton: true });
  await visit.page.evaluate(() => window.soak.start());
  const rows: Row[] = [];
  let requests = 0;
  for (let hour = 1; hour <= HOURS; hour += 1) {
    requests += await visit.page.evaluate(() => window.soak.hour());
    if (hour === 1 || hour % 6 === 0) rows.push({ hour, requests, ...(await look(visit)) });
  }
  report('soak', rows);
  // The first hour fills the caches of the engine, so the comparison starts after it.
  const [first, last] = [rows[0], rows.at(-1)];
  const grown = (name: string): number => Number(last?.[name]) - Number(first?.[name]);
  const checks = [
    check('heap bytes grown for each request', round((grown('heapKb') * 1_000) / grown('requests')), MOST_BYTES),
    check('timers more than in the first hour', grown('timers'), 0),
    check('listeners more than in the first hour', grown('listeners'), 0),
  ];
  report('soak', checks);
  process.exitCode = checks.every(({ verdict }) => verdict === 'ok') ? 0 : 1;
} finally {
  await site.close();
}

async function look(visit: Visit): Promise<Row> {
  const { JSHeapUsedSize = 0, JSEventListeners = 0 } = await visit.metricsAfterGc();
  const seen = await visit.page.evaluate(() => ({ state: window.soak.state(), timers: window.soak.timers() }));
  return { ...seen, listeners: JSEventListeners, heapKb: round(JSHeapUsedSize / 1_000) };
}
