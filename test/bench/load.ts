/**
 * Measures what the page requests before a press, and the time from the press to the first frame of the sheet.
 *
 * `warm`: the pointer is over the button, and the code has loaded. `cold`: 1.6 Mbit/s and 150 ms latency, and the
 * payer saves data, so the code loads after the press. There, `contentMs` is the time until the loaded screens are
 * painted, and `bytesMs` is the time until their code has arrived.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { check, medians, report, type Row } from '../tools/figures.js';
import type { Press } from './support/in-page.js';
import { countRequests, openSite, pageOf, payTag, type VisitOptions } from './support/site.js';

const RUNS = 9;
const FRAME_MS = 50;
const site = await openSite({ '/ours': pageOf('/cdn/hub-pay.js', payTag) });

try {
  const untouched = await requestsOf({ savesData: true });
  const idle = await requestsOf({});
  report('requests', [
    { when: 'before a press, saves data', ...untouched },
    { when: 'before a press, page idle for 2 s', ...idle },
  ]);
  const rows: Row[] = [];
  const frames: Row[] = [];
  for (const cpu of [1, 4]) {
    const warm = await pressed({ cpu, savesData: true }, true);
    const cold = await pressed({ cpu, savesData: true, isSlowNetwork: true }, false);
    rows.push({ press: 'warm', cpu, ...warm }, { press: 'cold', cpu, ...cold });
    if (cpu !== 1) continue;
    frames.push(check('frame ms, warm', warm.frameMs, FRAME_MS), check('frame ms, cold', cold.frameMs, FRAME_MS));
  }
  report('press', rows);
  const checks = [
    check('script requests before a press', untouched.scripts, 1),
    check('requests to the service before a press', untouched.service + idle.service, 0),
    check('requests to other hosts before a press', untouched.others + idle.others, 0),
  ];
  report('load', [...checks, ...frames]);
  // A count is the same on any machine. A time is not.
  process.exitCode = checks.every(({ verdict }) => verdict === 'ok') ? 0 : 1;
} finally {
  await site.close();
}

async function requestsOf(options: VisitOptions): Promise<ReturnType<typeof countRequests>> {
  const visit = await site.visit('/ours', options);
  await sleep(2_000);
  await visit.end();
  return countRequests(visit.requests);
}

async function pressed(options: VisitOptions, isWarm: boolean): Promise<Press> {
  const presses: Press[] = [];
  for (let run = 0; run < RUNS; run++) presses.push(await pressOnce(options, isWarm));
  // The code of a warm press arrived before the press.
  const { bytesMs, ...times } = medians(presses);
  return { ...times, bytesMs: Math.max(0, bytesMs) };
}

async function pressOnce(options: VisitOptions, isWarm: boolean): Promise<Press> {
  const visit = await site.visit('/ours', options);
  const { page } = visit;
  const button = await page.$('hub-pay >>> [part~=button]');
  const box = await button?.boundingBox();
  if (!box) throw new Error('the page shows no button');
  await page.evaluate(() => window.measured.awaitPress());
  if (isWarm) {
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.waitForFunction(() => performance.getEntriesByType('resource').length >= 3);
    await sleep(500);
  }
  await page.mouse.click(box.x + 5, box.y + 5);
  const times = await page.evaluate(() => window.measured.press);
  if (!times) throw new Error('the page does not wait for a press');
  await visit.end();
  return times;
}
