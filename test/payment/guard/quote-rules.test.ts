import { expect } from 'chai';
import type { Edit } from '../../support/quotes.js';
import { edited, tokenCase, tokens } from '../../support/quotes.js';
import { passed, places } from '../../support/judge.js';

describe('warnings of guardQuote', () => {
  const warned = async (...edits: Edit[]): Promise<string[]> =>
    places((await passed(edited(tokenCase(), ...edits))).warnings);

  it('are empty when the tokens are pinned and the price is fair', async () => {
    expect(await warned()).to.deep.equal([]);
  });

  it('G03 include the symbol when it differs from the pinned symbol', async () => {
    const cyrillic: Edit = ['quote.details.currencyOut.currency.symbol', 'USDС'];
    expect(await warned(cyrillic)).to.deep.equal(['G03 details.currencyOut.currency.symbol']);
  });

  it('G03 F-94 include the token when it is not pinned', async () => {
    const { warnings } = await passed(tokenCase(tokens.unpinned));
    expect(places(warnings)).to.deep.equal(['G03 details.currencyIn.currency.address']);
  });
});
