/**
 * Measures the guard: the time to check a quote, as a multiple of the time to parse and stringify the same quote as
 * JSON.
 *
 * The multiple is the same on any machine; the microseconds depend on the machine.
 */
import { guardQuote } from '../../src/payment/guard/guard-quote.js';
import { median } from '../tools/figures.js';
import { nativeCase, resetCase, tokenCase, type Case } from '../support/quotes.js';

const ROUNDS = 200;
const cases: Record<string, Case> = { native: nativeCase(), token: tokenCase(), reset: resetCase() };

for (const [name, { quote, intent, registry }] of Object.entries(cases)) {
  const judge = async (): Promise<void> => {
    const { ok } = await guardQuote(quote, intent, registry);
    if (!ok) throw new Error(`the guard blocked the honest quote ${name}`);
  };
  const copy = async (): Promise<void> => void JSON.parse(JSON.stringify(quote));
  await timed(judge);
  const guardUs = await timed(judge);
  const ratio = Math.round(guardUs / (await timed(copy)));
  console.log(`${name.padEnd(7)} ${Math.round(guardUs)} µs, ${ratio} times reading it`);
  console.log(JSON.stringify({ bench: 'guard', name, guardUs: Math.round(guardUs), ratio }));
}

/** Calls `run` once in each round and returns the median duration in microseconds. */
async function timed(run: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await run();
    times.push((performance.now() - began) * 1_000);
  }
  return median(times);
}
