/** Tests the chains whose tokens test mode knows. */
import { expect } from 'chai';
import {
  knownChain,
  knownToken,
  LIVE_CHAINS,
  TEST_CHAINS,
  testChain,
  usdc,
} from '../../../src/shared/test-mode/test-chains.js';
import { checkRegistry } from '../../../src/vm/registry/registry.js';

const NATIVE = `0x${'00'.repeat(20)}`;

describe('the known chains of test mode', () => {
  it('are valid, and have one record each', () => {
    const chains = [...TEST_CHAINS, ...LIVE_CHAINS];
    expect(checkRegistry({ chains })).to.deep.equal([]);
    expect(new Set(chains.map(({ id }) => id)).size).to.equal(chains.length);
    expect(checkRegistry({ chains: [testChain(7, 'Seven', [usdc(`0x${'77'.repeat(20)}`)])] })).to.deep.equal([]);
  });

  it('are found by their id', () => {
    expect(knownChain(8453)).to.have.property('displayName', 'Base');
    expect(knownChain(84532)).to.have.property('displayName', 'Base Sepolia');
    expect(knownChain(56)).to.deep.include({ displayName: 'BNB Chain', erc20Currencies: [] });
    expect(knownChain(56)).to.have.nested.property('currency.symbol', 'BNB');
    expect(knownChain(59144)).to.have.nested.property('currency.symbol', 'ETH');
    expect(knownChain(99)).to.equal(undefined);
  });

  it('have USDC and a native currency, and no other token', () => {
    expect(knownToken(8453, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')).to.include({ symbol: 'USDC', decimals: 6 });
    expect(knownToken(137, NATIVE)).to.include({ symbol: 'POL', decimals: 18 });
    expect(knownToken(8453, `0x${'99'.repeat(20)}`)).to.equal(null);
    expect(knownToken(99, NATIVE)).to.equal(null);
  });
});
