import { expect } from 'chai';
import { edited, nativeCase } from '../../support/quotes.js';
import { quoteOf } from '../../support/pages/problems.js';

describe('shapes', () => {
  it('F-11 leaves out a display field when it is missing or invalid', () => {
    for (const value of [undefined, null, 7, {}]) {
      const quote = quoteOf(
        edited(
          nativeCase().quote,
          ['steps[0].description', value],
          ['details.rate', value],
          ['fees', value],
          ['details.totalImpact', value],
          ['details.timeEstimate', value === 7 ? '7' : value],
          ['details.currencyIn.currency.symbol', value],
          ['details.currencyIn.amountUsd', value],
        ),
      );
      expect(quote.steps[0]).not.to.have.property('description');
      expect(quote.details).not.to.have.any.keys('rate', 'timeEstimate');
      expect(quote.details.totalImpact ?? {}).to.deep.equal({});
      expect(quote.fees).to.deep.equal({});
      expect(quote.details.currencyIn.currency.symbol).to.equal('');
      expect(quote.details.currencyIn).not.to.have.property('amountUsd');
    }
  });

  it('leaves out an unreadable fee and keeps the other fees', () => {
    const { fees } = nativeCase().quote as { fees: Record<string, { amount: string }> };
    const odd = { ...fees, huber: { ...fees['huber'], amount: '-7' }, app: 'eth' };
    const quote = quoteOf(edited(nativeCase().quote, ['fees', odd]));
    expect(Object.keys(quote.fees)).to.deep.equal(['gas']);
  });

  for (const usd of ['NaN', '', '1e3', 'Infinity', '$1']) {
    it(`F-30 leaves out the price when it is "${usd}"`, () => {
      const { details } = quoteOf(edited(nativeCase().quote, ['details.currencyIn.amountUsd', usd]));
      expect(details.currencyIn).not.to.have.property('amountUsd');
    });
  }
});
