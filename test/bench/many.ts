/** Measures a page with 50 elements, as a multiple of a page with one element. The two pages alternate. */
import { setTimeout as sleep } from 'node:timers/promises';
import { check, medians, report, round, type Row } from '../support/figures.js';
import { openSite, pageOf, payTag } from './support/site.js';

type Load = { visibleMs: number; scriptMs: number; blockedMs: number; heapKb: number };

const RUNS = 9;
const COUNT = 50;
const MOST = 2;
const site = await openSite({
  '/one': pageOf('/cdn/hub-pay.js', payTag),
  '/many': pageOf('/cdn/hub-pay.js', payTag.repeat(COUNT)),
});

try {
  const rows: Row[] = [];
  const checks: Row[] = [];
  for (const cpu of [1, 4]) {
    const [ones, manies]: [Load[], Load[]] = [[], []];
    for (let run = 0; run < RUNS; run++) {
      ones.push(await load('/one', cpu));
      manies.push(await load('/many', cpu));
    }
    const [one, many] = [medians(ones), medians(manies)];
    rows.push({ elements: 1, cpu, ...one }, { elements: COUNT, cpu, ...many });
    const ratio = (name: keyof Load): number => round(many[name] / one[name], 2);
    checks.push(check(`visible, ${COUNT} / 1, cpu ${cpu}`, ratio('visibleMs'), MOST));
    checks.push(check(`heap, ${COUNT} / 1, cpu ${cpu}`, ratio('heapKb'), MOST));
  }
  report('many', rows);
  report('many', checks);
} finally {
  await site.close();
}

async function load(path: string, cpu: number): Promise<Load> {
  const visit = await site.visit(path, { cpu, savesData: true });
  await sleep(200);
  const { labelMs = 0, blockedMs } = await visit.page.evaluate(() => {
    const { labelMs, blockedMs } = window.measured;
    return { labelMs, blockedMs };
  });
  const { ScriptDuration = 0, JSHeapUsedSize = 0 } = await visit.metricsAfterGc();
  await visit.end();
  return { visibleMs: labelMs, scriptMs: ScriptDuration * 1_000, blockedMs, heapKb: JSHeapUsedSize / 1_000 };
}
