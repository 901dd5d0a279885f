/**
 * Measures the list of tokens with 5,000 currencies: the time until it is painted, the scrolling through it in 60
 * frames, and a search. `workMs` is the work of the page for each frame; 60 frames a second leave 16.7 ms.
 */
import { buildScript } from '../../demo/build-pages.js';
import { check, median, medians, report, round } from '../tools/figures.js';
import { openSite, pageOf } from './support/site.js';
import type {} from './support/picker-page.js';

type Figures = {
  showMs: number;
  nodes: number;
  heapKb: number;
  frameMs: number;
  longestMs: number;
  workMs: number;
  searchMs: number;
};

const RUNS = 3;
const COUNTS = [50, 5_000];
const FRAMES = 60;
const FRAME_MS = 1_000 / 60;
const site = await openSite({
  '/picker.js': await buildScript('test/bench/support/picker-page.ts'),
  '/picker': pageOf('/picker.js', ''),
});

try {
  const rows = [];
  for (const currencies of COUNTS) {
    const runs: Figures[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await show(currencies));
    rows.push({ currencies, ...medians(runs, 1) });
  }
  report('picker', rows);
  report('picker', [check('work ms for each frame, 5,000 currencies', rows.at(-1)?.workMs ?? 0, round(FRAME_MS, 1))]);
} finally {
  await site.close();
}

async function show(currencies: number): Promise<Figures> {
  const visit = await site.visit('/picker');
  const showMs = await visit.page.evaluate(async (count) => {
    const began = performance.now();
    await window.picker.fill(count);
    return (await window.measured.frame()) - began;
  }, currencies);
  const { Nodes = 0, JSHeapUsedSize = 0 } = await visit.metricsAfterGc();
  const before = await visit.metrics();
  const frames = await visit.page.evaluate((count) => {
    const body = window.picker.element.shadowRoot?.querySelector('[part~=dialog] .body');
    return body ? window.measured.scroll(body, count) : [];
  }, FRAMES);
  const after = await visit.metrics();
  const searchMs = await visit.page.evaluate(async () => {
    const began = performance.now();
    await window.picker.search('TOK4999');
    return (await window.measured.frame()) - began;
  });
  await visit.end();
  const workMs = (((after['TaskDuration'] ?? 0) - (before['TaskDuration'] ?? 0)) * 1_000) / FRAMES;
  const frameMs = median(frames);
  const longestMs = Math.max(...frames);
  return { showMs, nodes: Nodes, heapKb: JSHeapUsedSize / 1_000, frameMs, longestMs, workMs, searchMs };
}
