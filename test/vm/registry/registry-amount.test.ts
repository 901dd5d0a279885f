import { expect } from 'chai';
import type { HubPayError } from '../../../src/errors.js';
import type { Registry } from '../../../src/types.js';
import { inSmallestUnit } from '../../../src/vm/registry/registry-amount.js';
import { makeRegistry, tokens } from '../../support/quotes.js';

describe('V-6 inSmallestUnit', () => {
  const registry = makeRegistry();
  const price = { registry, chainId: 8453, currency: 'USDC', amount: '25.00' };
  const problem = (change: object): string | undefined => {
    try {
      return inSmallestUnit({ ...price, ...change }, 'expect').amount;
    } catch (error) {
      return (error as HubPayError).attribute;
    }
  };

  it('returns the address and the amount with the decimals of the registry', () => {
    expect(inSmallestUnit(price, 'expect')).to.deep.equal({
      currency: tokens.usdc.address,
      amount: '25000000',
    });
    expect(inSmallestUnit({ ...price, currency: 'native', amount: '0.5' }, 'expect').amount).to.equal(
      `5${'0'.repeat(17)}`,
    );
  });

  it('throws a config error that names the wrong option', () => {
    expect(problem({ amount: '25.0000001' })).to.equal('expect.amount');
    expect(problem({ amount: '0' })).to.equal('expect.amount');
    expect(problem({ currency: 'NONE' })).to.equal('expect.currency');
    expect(problem({ chainId: 5 })).to.equal('expect.chainId');
    expect(problem({ registry: 'x' })).to.equal('expect.registry');
  });

  it('starts the error with the name of the option and a colon', () => {
    expect(() => inSmallestUnit({ ...price, currency: 'NONE' }, 'expect')).to.throw(/^expect\.currency: names no /u);
    expect(() => inSmallestUnit({ ...price, amount: '0' }, 'expect')).to.throw(
      /^expect\.amount: is no amount of USDC/u,
    );
  });

  it('throws a config error when a token of the registry has no decimals', () => {
    const bare = {
      chains: [{ id: 8453, vmType: 'evm', featuredTokens: [{ symbol: 'NEW', address: tokens.usdc.address }] }],
    };
    expect(problem({ registry: bare as unknown as Registry, currency: 'NEW' })).to.equal('expect.registry');
  });
});
