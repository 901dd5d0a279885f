import { expect } from '@open-wc/testing';
import { feesOf } from '../../src/payment/fees.js';
import { eth, quote, usdc } from './samples.js';

const names = (fees: typeof quote.fees): string[] => feesOf({ ...quote, fees }).rows.map(({ name }) => name);
const [gas, part, whole, none] = [eth('3', '0'), eth('2', '0'), eth('5', '0'), eth('0', '0')];

describe('who pays which fee', () => {
  it('shows the parts of the huber’s fee and not their sum beside them', () => {
    expect(names({ gas, huber: whole, hubGas: part, hubService: part })).to.deep.equal(['gas', 'hubGas', 'hubService']);
  });

  it('shows the sum where a part is not told', () => {
    expect(names({ gas, huber: whole, hubGas: part })).to.deep.equal(['gas', 'huber']);
    expect(names({ huber: whole, app: part })).to.deep.equal(['huber', 'app']);
  });

  it('leaves out what costs nothing, and what the sponsor takes over', () => {
    expect(names({ gas: none, huber: whole, subsidized: part })).to.deep.equal(['huber']);
    expect(names({})).to.deep.equal([]);
  });

  it('F-29 is free only where the sponsor leaves the payer nothing', () => {
    const sponsored = (left: string) => ({ total: usdc('9', '0'), userPays: usdc(left, '0'), capHit: left !== '0' });
    expect(feesOf({ ...quote, sponsored: sponsored('0') }).free).to.equal(true);
    expect(feesOf({ ...quote, sponsored: sponsored('1') }).free).to.equal(false);
    expect(feesOf(quote).free).to.equal(false);
  });
});
