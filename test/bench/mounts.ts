/**
 * Mounts and unmounts the element 1,000 times, and counts what remains: elements, nodes, listeners, observers, timers
 * and memory. `button`: the code of the checkout is not wanted. `session`: each element has a session when it leaves.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { check, report, round, type Row } from '../tools/figures.js';
import { openSite, pageOf, payTag, type Visit } from './support/site.js';

type PayElement = HTMLElement & { load(): Promise<void>; readonly updateComplete: Promise<unknown> };
type Left = { elements: number; nodes: number; listeners: number; observers: number; timers: number; heapKb: number };

const MOUNTS = 1_000;
/** The browser itself can keep a few objects. A leak keeps at least one for each mount. */
const MOST_LEFT = 10;
/** These mounts come first, so that the caches of the engine are full. */
const WARM_UP = 200;
const site = await openSite({ '/ours': pageOf('/cdn/hub-pay.js', payTag) });

try {
  const rows: Row[] = [];
  const checks: Row[] = [];
  for (const kind of ['button', 'session'] as const) {
    const visit = await site.visit('/ours');
    await mount(visit, WARM_UP, kind === 'session');
    const before = await left(visit);
    await mount(visit, MOUNTS, kind === 'session');
    const after = await left(visit);
    await visit.end();
    rows.push({ kind, when: 'before', ...before }, { kind, when: `after ${MOUNTS} mounts`, ...after });
    for (const name of ['elements', 'nodes', 'listeners', 'observers', 'timers'] as const)
      checks.push(check(`${kind}: ${name} left`, after[name] - before[name], MOST_LEFT));
    const bytes = round(((after.heapKb - before.heapKb) * 1_000) / MOUNTS);
    checks.push(check(`${kind}: heap bytes left for each mount`, bytes, 100));
  }
  report('mounts', rows);
  report('mounts', checks);
  process.exitCode = checks.every(({ verdict }) => verdict === 'ok') ? 0 : 1;
} finally {
  await site.close();
}

async function mount({ page }: Visit, times: number, withSession: boolean): Promise<void> {
  await page.evaluate(
    async (count, isLoaded) => {
      const model = document.querySelector('hub-pay');
      for (let at = 0; at < count; at += 1) {
        const element = model?.cloneNode() as PayElement;
        document.body.append(element);
        await element.updateComplete;
        if (isLoaded) await element.load();
        element.remove();
        // The element ends its session in a later task, because a move also removes it.
        if (at % 50 === 0) await new Promise((resolve) => setTimeout(resolve));
      }
    },
    times,
    withSession,
  );
  await sleep(1_000);
}

async function left(visit: Visit): Promise<Left> {
  const elements = await visit.instances('HTMLElement.prototype');
  const live = await visit.page.evaluate(() => window.measured.live);
  const { Nodes = 0, JSEventListeners = 0, JSHeapUsedSize = 0 } = await visit.metricsAfterGc();
  return {
    elements,
    nodes: Nodes,
    listeners: JSEventListeners,
    observers: live.observers,
    timers: live.timers + live.idles,
    heapKb: round(JSHeapUsedSize / 1_000),
  };
}
