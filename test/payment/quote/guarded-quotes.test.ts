import { expect } from 'chai';
import { createGuardedQuotes, type PayableQuote } from '../../../src/payment/quote/guarded-quotes.js';
import { idOf, NOW, quote } from '../../support/samples.js';

const quoteOf = (n: number): PayableQuote => ({
  summary: { ...quote, requestId: idOf(n) },
  requests: [],
  digest: `0xd${n}`,
  quotedAt: NOW,
  attestation: Promise.resolve('unavailable'),
  rechecked: Promise.resolve(),
});

describe('guarded quotes', () => {
  it('I5 find no quote when the request id is not the one of the last quote', () => {
    const quotes = createGuardedQuotes();
    expect(quotes.find(idOf(1))).to.equal(null);
    const [first, second] = [quoteOf(1), quoteOf(2)];
    quotes.set(first);
    expect(quotes.find(idOf(1))).to.equal(first);
    quotes.set(second);
    expect(quotes.find(idOf(1))).to.equal(null);
    expect(quotes.current).to.equal(second);
  });

  it('hold nothing when they are cleared', () => {
    const quotes = createGuardedQuotes();
    quotes.set(quoteOf(1));
    quotes.clear();
    expect([quotes.current, quotes.find(idOf(1))]).to.deep.equal([null, null]);
  });
});
