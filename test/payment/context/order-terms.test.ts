import { expect } from 'chai';
import { currencyAddress, fixedIntent, fixedQuote } from '../../../src/payment/context/order-terms.js';
import { makeRegistry, people, tokens } from '../../support/quotes.js';
import { OPTIONS } from '../../support/world.js';

const { chains } = makeRegistry();
const EXACT_INPUT = { tradeType: 'EXACT_INPUT', originChainId: 8453, originCurrency: 'ETH' } as const;

describe('order-terms', () => {
  it('S-1 takes recipient, currency and amount from the options when the merchant has fixed them', () => {
    const { receives, recipient } = fixedQuote(OPTIONS, chains);
    expect(recipient).to.equal(people.recipient);
    expect(receives).to.include({ chainId: 10, currency: tokens.usdcOut.address, amount: '25000000' });
  });

  it('leaves unknown what the options do not fix, and everything while no chain is known', () => {
    expect(fixedQuote({ ...OPTIONS, ...EXACT_INPUT }, chains).receives).to.include({ symbol: 'USDC', amount: null });
    expect(fixedQuote(OPTIONS, []).receives).to.include({ chainId: 10, currency: '', amount: null });
    expect(fixedQuote({ baseUrl: OPTIONS.baseUrl }, chains)).to.include({ recipient: '', refundTo: '' });
  });

  it('finds the address of a symbol, of native and of an address, and of nothing else', () => {
    expect(currencyAddress(chains, 10, 'usdc')).to.equal(tokens.usdcOut.address);
    expect(currencyAddress(chains, 8453, 'native')).to.equal(tokens.eth.address);
    expect(currencyAddress(chains, 10, 'NOPE')).to.equal(undefined);
    expect(currencyAddress([], 10, 'USDC')).to.equal(undefined);
  });

  it('is strict unless the payer types the amount to send', () => {
    expect(fixedIntent(OPTIONS)).to.include({ tradeType: 'EXACT_OUTPUT', strict: true });
    const { amount: _, ...open } = OPTIONS;
    expect(fixedIntent({ ...open, ...EXACT_INPUT })).to.include({ strict: false });
  });
});
