/** Measures a page with 50 elements, as a multiple of a page with one element. The two pages alternate. */
import { check, medians, report, round, type Row } from '../tools/figures.js';
import { measureLoad, openSite, pageOf, payTag, type Load } from './support/site.js';

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
      ones.push(await measureLoad(site, '/one', { cpu, savesData: true }));
      manies.push(await measureLoad(site, '/many', { cpu, savesData: true }));
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
