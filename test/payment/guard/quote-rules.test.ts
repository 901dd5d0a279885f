import { expect } from 'chai';
import { honestCases } from '../../support/honest-quotes.js';
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

  it('G03 F-107 include the minimum amount when an exact output may arrive short', async () => {
    const short: Edit = ['quote.details.currencyOut.minimumAmount', '24999999'];
    expect(await warned(short)).to.deep.equal(['G03 details.currencyOut.minimumAmount']);
  });

  it('G03 include the total impact when it does not explain the loss in USD', async () => {
    const impact = (percent: string): Edit => ['quote.details.totalImpact.percent', percent];
    const usd: Edit = ['quote.details.currencyOut.amountUsd', '23.000000'];
    expect(await warned(usd, impact('-0.32'))).to.deep.equal(['G03 details.totalImpact']);
    expect(await warned(usd, impact('-8.29'))).to.deep.equal([]);
    expect(await warned(usd, ['quote.details.totalImpact'])).to.deep.equal(['G03 details.totalImpact']);
  });

  it('F-30 are empty when the USD price is missing or invalid', async () => {
    expect(await warned(['quote.details.currencyOut.amountUsd'])).to.deep.equal([]);
    expect(await warned(['quote.details.currencyOut.amountUsd', 'NaN'])).to.deep.equal([]);
  });

  it('G03 include the sponsored sum when it is not the sum of its parts', async () => {
    const sponsored = honestCases['fees that a sponsor pays']!();
    expect(places((await passed(sponsored)).warnings)).to.deep.equal([]);
    const wrong = edited(sponsored, ['quote.feeSponsorship.quoted.userPaysTotal.amount', '41']);
    expect(places((await passed(wrong)).warnings)).to.deep.equal(['G03 feeSponsorship.quoted.userPaysTotal']);
  });
});
