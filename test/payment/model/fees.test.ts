import { expect } from 'chai';
import type { WireAmount } from '../../../src/api/responses/types.js';
import { feesOf, sponsoredOf } from '../../../src/payment/model/fees.js';
import sponsoredQuote from '../../support/fixtures/quote-erc20-approve-deposit-sponsored.json';
import { eth, quote, usdc } from '../../support/samples.js';

const names = (fees: typeof quote.fees): string[] => feesOf({ ...quote, fees }).rows.map(({ name }) => name);
const [gas, part, whole, none] = [eth('3', '0'), eth('2', '0'), eth('5', '0'), eth('0', '0')];

describe('fees', () => {
  it('lists the parts of the huber fee without their sum when both parts are known', () => {
    expect(names({ gas, huber: whole, hubGas: part, hubService: part })).to.deep.equal(['gas', 'hubGas', 'hubService']);
  });

  it('lists the huber fee as one sum when one of its parts is missing', () => {
    expect(names({ gas, huber: whole, hubGas: part })).to.deep.equal(['gas', 'huber']);
    expect(names({ huber: whole, app: part })).to.deep.equal(['huber', 'app']);
  });

  it('omits a fee when it is zero or taken over by the sponsor', () => {
    expect(names({ gas: none, huber: whole, subsidized: part })).to.deep.equal(['huber']);
    expect(names({})).to.deep.equal([]);
  });

  it('F-29 sets free only when the sponsor leaves the payer nothing to pay', () => {
    const sponsored = (left: string) => ({ total: usdc('9', '0'), userPays: usdc(left, '0'), capHit: left !== '0' });
    expect(feesOf({ ...quote, sponsored: sponsored('0') }).free).to.equal(true);
    expect(feesOf({ ...quote, sponsored: sponsored('1') }).free).to.equal(false);
    expect(feesOf(quote).free).to.equal(false);
  });

  it('lists the service’s fee shares with the sponsored amount of each when a sponsor pays', () => {
    const share = (total: string, taken: string) => ({ total: usdc(total, '0'), sponsored: usdc(taken, '0') });
    const shares = { execution: share('3', '3'), swap: share('5', '2'), hub: share('4', '0'), app: share('0', '0') };
    const sponsored = { total: usdc('5', '0'), userPays: usdc('7', '0'), capHit: true, shares };
    const { rows } = feesOf({ ...quote, fees: { gas, huber: whole, hubGas: part, hubService: part }, sponsored });
    expect(rows.map(({ name, sponsored: by }) => [name, by?.amount ?? null])).to.deep.equal([
      ['gas', null],
      ['hubGas', '3'],
      ['swap', '2'],
      ['hubService', null],
    ]);
  });

  it('reads total, payer part and shares of a sponsorship from the service’s answer', () => {
    const { quoted } = sponsoredQuote.feeSponsorship;
    const sponsored = sponsoredOf(quoted);
    expect(sponsored).to.deep.include({ capHit: false });
    expect([sponsored?.total.amount, sponsored?.userPays.amount]).to.deep.equal(['72445', '0']);
    const taken = Object.entries(sponsored?.shares ?? {}).map(([name, { sponsored: by }]) => [name, by.amount]);
    expect(taken).to.deep.equal([
      ['execution', '22944'],
      ['swap', '39502'],
      ['hub', '9999'],
      ['app', '0'],
    ]);
  });

  it('returns no sponsorship when the service omits the amount that is left to the payer', () => {
    const { sponsoredTotal } = sponsoredQuote.feeSponsorship.quoted as { sponsoredTotal: WireAmount };
    expect(sponsoredOf({ sponsoredTotal })).to.equal(null);
    expect(sponsoredOf(undefined)).to.equal(null);
  });
});
