/** Tests that the sums of the fees agree with the price, and that amounts stay whole in right-to-left text. */
import { expect } from '@open-wc/testing';
import { createFormat } from '../../../src/i18n/format.js';
import { createTranslate } from '../../../src/i18n/translate.js';
import { usdMicros, usdText } from '../../../src/shared/amounts.js';
import type { QuoteSummary } from '../../../src/types.js';
import { joined } from '../../../src/ui/context/phrases.js';
import { feeText } from '../../../src/ui/parts/fee-table.js';
import { svmAmount, svmQuote, venueQuote } from '../../../stories/support/families.js';
import { contextOf } from '../../../stories/support/stage.js';

const fees = (quote: QuoteSummary): string => feeText(quote, contextOf({}));

describe('fee-table', () => {
  for (const [payer, quote] of Object.entries({ 'an SVM payer': svmQuote, 'a payer at the venue': venueQuote })) {
    it(`shows ${payer} fees that are the price without the delivered amount`, () => {
      const { pays, receives } = quote;
      const difference = usdMicros(pays.amountUsd)! - usdMicros(receives.amountUsd)!;
      expect(fees(quote)).to.equal(`$${usdText(difference)}`);
    });
  }

  it('adds a network fee from one cent, and shows a smaller one if it is the only fee', () => {
    const gas = svmAmount('SOL', '0.0001', '0.02');
    expect(fees({ ...svmQuote, fees: { ...svmQuote.fees, gas } })).to.equal('$0.08');
    expect(fees({ ...svmQuote, fees: { gas: svmQuote.fees.gas! } })).to.equal('< $0.01');
  });

  it('isolates each of two amounts in right-to-left text, and leaves left-to-right text unchanged', () => {
    const { gas, hubService } = svmQuote.fees;
    const { amountUsd: _, ...unpriced } = gas!;
    const quote = { ...svmQuote, fees: { gas: unpriced, huber: hubService! } };
    expect(fees(quote)).to.equal('$0.04 + 0.000015 SOL');
    const format = createFormat('he');
    const shown = feeText(quote, { ...contextOf({}), t: createTranslate('he', null), format });
    expect(shown).to.match(/^\u2068[^\u2068\u2069]*0\.04[^\u2068\u2069]*\u2069 \+ \u20680\.000015 SOL\u2069$/u);
    expect(joined(['5 USDC', null, 'מ־Base'], ' · ')).to.equal('\u20685 USDC\u2069 · \u2068מ־Base\u2069');
  });
});
