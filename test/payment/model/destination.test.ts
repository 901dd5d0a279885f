/** Tests the choice of the token to receive. */
import { expect } from 'chai';
import { isPriced, pickDestination } from '../../../src/payment/model/destination.js';
import type { Asset } from '../../../src/types.js';
import type { Selection, StateOf } from '../../../src/payment/model/state.js';
import { tokens } from '../../support/quotes.js';

const usdc: Asset = {
  chainId: 10,
  currency: tokens.usdc.address,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  verified: true,
  account: null,
  balance: null,
  disabled: null,
};
const chosen = (tradeType: 'EXACT_INPUT' | 'EXACT_OUTPUT', receives: Asset | null): Selection =>
  ({ intent: { tradeType }, receives }) as unknown as Selection;

describe('pickDestination', () => {
  it('drops the typed recipient and the currency of the amount, because both belong to the token before', () => {
    const before = {
      name: 'selecting',
      intent: { tradeType: 'EXACT_OUTPUT', amount: '5', recipient: '0xabc', destinationChainId: 1 },
      receives: usdc,
    } as unknown as StateOf<'selecting'>;
    expect(pickDestination(before, { chainId: 8453, currency: 'native' })).to.deep.equal({
      name: 'selecting',
      intent: { tradeType: 'EXACT_OUTPUT', amount: '5', destinationChainId: 8453, destinationCurrency: 'native' },
      receives: null,
    });
  });
});

describe('isPriced', () => {
  it('is false while the currency of the amount is unknown', () => {
    expect(isPriced(chosen('EXACT_OUTPUT', null), usdc)).to.equal(false);
  });

  it('compares the paying token only for an amount to pay', () => {
    const other = { ...usdc, chainId: 8453 };
    expect(isPriced(chosen('EXACT_INPUT', usdc), usdc)).to.equal(true);
    expect(isPriced(chosen('EXACT_INPUT', usdc), other)).to.equal(false);
    expect(isPriced(chosen('EXACT_OUTPUT', usdc), other)).to.equal(true);
  });
});
