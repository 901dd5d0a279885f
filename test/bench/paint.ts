/**
 * Measures what the button costs a page, as a multiple of the floor: an element with Lit that renders one button.
 *
 * The two pages alternate. Each load has a new profile, so nothing is cached. The payer saves data, so the code of the
 * checkout does not load: the figures are those of the button alone. The rows `idle` show the page without this
 * setting, two seconds after the paint.
 */
import { gzipSync } from 'node:zlib';
import { buildScript } from '../../demo/build-pages.js';
import { check, medians, report, round, type Row } from '../tools/figures.js';
import { measureLoad, openSite, pageOf, payTag, type Load } from './support/site.js';

const RUNS = 11;
const IDLE_RUNS = 5;
/** The most that the first paint can take, as a multiple of the floor, and the most that it can block. */
const MOST = { 1: { ratio: 1.3, blockedMs: 0 }, 4: { ratio: 1.5, blockedMs: 10 } };

const floor = await buildScript('test/bench/support/floor-button.ts');
const site = await openSite({
  '/floor.js': floor,
  '/floor': pageOf('/floor.js', '<floor-button data-measured label="Pay 25.00 USDC"></floor-button>'),
  '/ours': pageOf('/cdn/hub-pay.js', payTag),
});

try {
  console.log(`floor: ${gzipSync(floor, { level: 9 }).length} bytes gzip; medians of ${RUNS} alternating loads`);
  const rows: Row[] = [];
  const checks: Row[] = [];
  for (const cpu of [1, 4] as const) {
    const [floors, ours] = await alternate(cpu);
    const [of, to] = [medians(floors), medians(ours)];
    const ratio = (name: keyof Load): number => round(to[name] / Math.max(of[name], 1), 2);
    rows.push({ page: 'floor', cpu, ...of }, { page: 'ours', cpu, ...to });
    rows.push({
      page: 'ratio',
      cpu,
      visibleMs: ratio('visibleMs'),
      scriptMs: ratio('scriptMs'),
      heapKb: ratio('heapKb'),
    });
    const idle: Load[] = [];
    for (let run = 0; run < IDLE_RUNS; run++) idle.push(await measureLoad(site, '/ours', { cpu }, 2_000));
    rows.push({ page: 'idle', cpu, ...medians(idle) });
    checks.push(check(`visible, ours / floor, cpu ${cpu}`, ratio('visibleMs'), MOST[cpu].ratio));
    checks.push(check(`blocked ms, cpu ${cpu}`, to.blockedMs, MOST[cpu].blockedMs));
  }
  report('paint', rows);
  report('paint', checks);
} finally {
  await site.close();
}

async function alternate(cpu: number): Promise<[floor: Load[], ours: Load[]]> {
  const loads: [Load[], Load[]] = [[], []];
  // The first pair only warms up the browser and the server.
  for (let run = -1; run < RUNS; run++) {
    const pair = [
      await measureLoad(site, '/floor', { cpu, savesData: true }),
      await measureLoad(site, '/ours', { cpu, savesData: true }),
    ] as const;
    if (run < 0) continue;
    loads[0].push(pair[0]);
    loads[1].push(pair[1]);
  }
  return loads;
}
