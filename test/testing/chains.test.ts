/** Tests that test mode has the chains and the tokens of the merchant's tag. */
import { expect } from 'chai';
import { inventionsIn, pricedCurrency, testRegistry, unknownChains } from '../../src/testing/chains.js';
import { checkRegistry, findCurrency } from '../../src/vm/registry/registry.js';
import type { ChainRecord, Registry } from '../../src/types.js';

const chainOf = ({ chains }: Registry, id: number): ChainRecord => chains.find((each) => each.id === id)!;

describe('chains of test mode', () => {
  it('are valid, and are public test chains with ETH and USDC', () => {
    const registry = testRegistry({});
    expect(checkRegistry(registry)).to.deep.equal([]);
    expect(registry.chains.map(({ id }) => id)).to.deep.equal([84532, 11155111, 421614]);
    for (const chain of registry.chains) {
      expect(findCurrency(chain, 'USDC')).to.have.nested.property('currency.decimals', 6);
      expect(findCurrency(chain, 'native')).to.have.nested.property('currency.symbol', 'ETH');
    }
  });

  it('have each chain and each currency that the options name', () => {
    const token = `0x${'Ab'.repeat(20)}`;
    const registry = testRegistry({
      destinationChainId: 8453,
      destinationCurrency: token,
      originChainId: 10,
      originCurrency: 'dai',
      origins: [10, 137],
    });
    expect(checkRegistry(registry)).to.deep.equal([]);
    expect(registry.chains.map(({ id }) => id)).to.include.members([8453, 10, 137]);
    expect(findCurrency(chainOf(registry, 8453), token)).to.have.nested.property('currency.symbol', 'TEST');
    const dai = findCurrency(chainOf(registry, 10), 'DAI');
    expect(dai).to.have.nested.property('currency.symbol', 'DAI');
    expect(dai).to.have.nested.property('currency.decimals', 18);
  });

  it('are the chains that shops use most, if the options name a chain that is no public test chain', () => {
    const registry = testRegistry({ destinationChainId: 8453, destinationCurrency: 'USDC' });
    expect(checkRegistry(registry)).to.deep.equal([]);
    expect(inventionsIn(registry)).to.deep.equal([]);
    const names = registry.chains.map(({ displayName }) => displayName);
    expect(names).to.deep.equal(['Base', 'Ethereum', 'Arbitrum', 'Optimism', 'Polygon']);
    expect(testRegistry({ origins: [56] }).chains.map(({ id }) => id)).to.deep.equal([8453, 1, 42161, 10, 137, 56]);
    const mixed = testRegistry({ destinationChainId: 84532, origins: [10] });
    expect(mixed.chains.map(({ id }) => id)).to.deep.equal([84532, 11155111, 421614, 10]);
    expect(findCurrency(chainOf(registry, 137), 'native')).to.have.nested.property('currency.symbol', 'POL');
  });

  it('have the tokens that the option `tokens` allows by name', () => {
    const { chains } = testRegistry({ tokens: ['DAI', '10:USDT', '-PEPE', 'native', '*'] });
    const symbols = chains.map(({ id, erc20Currencies = [] }) => [id, ...erc20Currencies.map(({ symbol }) => symbol)]);
    expect(symbols.slice(-2)).to.deep.equal([
      [10, 'USDC', 'DAI', 'USDT'],
      [137, 'USDC', 'DAI'],
    ]);
  });

  it('name the tokens that test mode had to make up', () => {
    const registry = testRegistry({ destinationChainId: 8453, destinationCurrency: 'PYUSD', origins: [43114] });
    expect(inventionsIn(registry)).to.deep.equal(['PYUSD 0x7e57707975736400000000000000000000000000 on chain 8453']);
    const stablecoins = testRegistry({
      destinationChainId: 8453,
      destinationCurrency: 'USDC',
      tokens: ['DAI', 'USDT'],
    });
    expect(inventionsIn(stablecoins)).to.deep.equal([
      'DAI 0x7e57646169000000000000000000000000000000 on chain 8453, 1, 42161, 10, 137',
      'USDT 0x7e57757364740000000000000000000000000000 on chain 8453, 1, 42161, 10, 137',
    ]);
  });

  it('are never made up, and neither is a token with an unusual symbol', () => {
    const options = { destinationChainId: 8453, destinationCurrency: 'USDX', origins: [99, 8453], tokens: ['PEPE'] };
    expect(unknownChains(options)).to.deep.equal([99]);
    expect(testRegistry(options)).to.deep.equal(testRegistry({ destinationChainId: 8453 }));
    expect(unknownChains({ destinationChainId: 84532, origins: [1, 43114] })).to.deep.equal([]);
  });

  it('have a price for each currency, and none for an unknown one', () => {
    const [chain] = testRegistry({}).chains;
    expect(pricedCurrency(chain!, `0x${'00'.repeat(20)}`)?.price).to.equal(2_500_000_000n);
    expect(pricedCurrency(chain!, '0x036CbD53842c5426634e7929541eC2318f3dCF7e')?.price).to.equal(1_000_000n);
    expect(pricedCurrency(chain!, `0x${'99'.repeat(20)}`)).to.equal(null);
  });
});
