/** Runs a table of variations: quotes that differ in one more way from those that the other tests of the guard know. */
import { expect } from 'chai';
import { acceptQuote } from '../../../src/payment/guard/guard-quote.js';
import { places } from '../../support/judge.js';
import type { Case } from '../../support/quotes.js';

/** `G…` blocks the quote, `warns …` is the place of a warning, and `pays` means that nothing is warned about. */
type Expected = `G${string}` | `warns G${string}` | 'pays' | 'no top-up' | 'a top-up';
/** The id of the finding, what differs, and what the guard must say. */
export type Variation = readonly [row: string, what: string, expected: Expected, make: () => Case];

async function check(expected: Expected, { quote, intent, registry }: Case): Promise<void> {
  const result = await acceptQuote(quote, intent, registry);
  if (/^G\d/.test(expected)) {
    expect(result.ok ? ['let through'] : result.blocks.map(({ rule }) => rule)).to.include(expected);
    return;
  }
  if (!result.ok) throw new Error(`blocked: ${JSON.stringify(result.blocks)}`);
  expect(result.requests).not.to.be.empty;
  if (expected === 'pays') expect(places(result.warnings)).to.deep.equal([]);
  else if (expected.startsWith('warns ')) {
    expect(places(result.warnings).join('\n')).to.include(expected.slice('warns '.length));
  } else expect(result.price.topup !== undefined).to.equal(expected === 'a top-up');
}

const says = (expected: Expected): string =>
  expected.startsWith('G') ? 'blocks' : expected.startsWith('warns') ? 'warns' : expected;

export function describeVariations(subject: string, table: readonly Variation[]): void {
  describe(`guardQuote with a variation of ${subject}`, () => {
    for (const [row, what, expected, make] of table) {
      it(`${row} ${says(expected)} when ${what}`, () => check(expected, make()));
    }
  });
}
