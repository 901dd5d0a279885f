import { expect } from 'chai';
import type { ChainRecord } from '../../src/types.js';
import {
  approvalSpenders,
  checkRegistry,
  currenciesOf,
  depositoryOf,
  effectiveRegistry,
  findCurrency,
  nativeAddress,
  pinnedChain,
  pinnedCurrency,
  trimRegistry,
} from '../../src/vm/registry.js';
import { contracts, edited, makeRegistry, NATIVE, people, tokens } from '../support/quotes.js';
import listing from '../support/fixtures/chains-quickstart.json';

const base = (): ChainRecord => makeRegistry().chains[0]!;

describe('pinnedChain', () => {
  it("is the registry's record, whatever the listing says of its contracts", () => {
    const live = edited(makeRegistry(), ['chains[0].protocol.v2.depository', people.attacker]).chains;
    expect(depositoryOf(pinnedChain(makeRegistry(), live, 8453)!)).to.equal(contracts.depository);
  });

  it('is nothing for a chain that the registry lacks, though the listing has it', () => {
    expect(pinnedChain({ chains: [base()] }, makeRegistry().chains, 10)).to.equal(undefined);
  });

  it('F-22 is disabled where a loaded listing disables the chain or lacks it', () => {
    const paused = edited(makeRegistry(), ['chains[0].disabled', true]).chains;
    expect(pinnedChain(makeRegistry(), paused, 8453)).to.include({ disabled: true });
    expect(pinnedChain(makeRegistry(), [], 8453)).to.include({ disabled: true });
  });

  it('is as pinned where the listing holds the chain and says nothing of its being disabled', () => {
    const silent = edited(makeRegistry(), ['chains[0].disabled']).chains;
    expect(pinnedChain(makeRegistry(), silent, 8453)).to.deep.equal(base());
  });

  it('F-22 takes from the listing what it says of the chain’s day, and nothing else', () => {
    const day = { partialDisableLimit: 50, blockProductionLagging: true, surgeEnabled: false };
    const live = makeRegistry().chains.map((chain) => ({ ...chain, ...day, solverAddresses: [people.attacker] }));
    expect(pinnedChain(makeRegistry(), live, 8453)).to.deep.equal({ ...base(), ...day });
  });

  it('stays disabled where only the registry says so', () => {
    const registry = edited(makeRegistry(), ['chains[0].disabled', true]);
    expect(pinnedChain(registry, makeRegistry().chains, 8453)).to.include({ disabled: true });
  });

  it('F-21 is not narrowed by a listing that could not be loaded', () => {
    expect(pinnedChain(makeRegistry(), undefined, 8453)).to.deep.equal(base());
  });

  it("is the listing's record where nothing is pinned, and nothing where there is neither", () => {
    expect(pinnedChain(undefined, makeRegistry().chains, 8453)).to.deep.equal(base());
    expect(pinnedChain(undefined, undefined, 8453)).to.equal(undefined);
  });

  it('changes neither of the two', () => {
    const registry = makeRegistry();
    effectiveRegistry(registry, []);
    expect(registry).to.deep.equal(makeRegistry());
  });
});

describe('the contracts of a chain', () => {
  it('G10 may be approved are the proxies and the depository, never a router', () => {
    const { approvalProxyV3, approvalProxy, depository } = contracts;
    expect(approvalSpenders(base())).to.deep.equal([approvalProxyV3, approvalProxy, depository]);
  });

  it("are none where the listing writes '' or no address", () => {
    const bare = edited(base(), ['contracts', { approvalProxy: '', v3: {} }], ['protocol.v2.depository', 'soon']);
    expect(approvalSpenders(bare)).to.deep.equal([]);
    expect(depositoryOf(bare)).to.equal(undefined);
    expect(approvalSpenders({ id: 1, vmType: 'evm' })).to.deep.equal([]);
  });
});

describe('the currencies of a chain', () => {
  it('are each there once, in whatever case and in however many lists', () => {
    const shouted = { ...tokens.usdc, address: `0x${tokens.usdc.address.slice(2).toUpperCase()}` };
    const chain = { ...base(), featuredTokens: [tokens.eth, shouted], solverCurrencies: [tokens.unpinned] };
    expect(currenciesOf(chain).map(({ symbol }) => symbol)).to.deep.equal(['ETH', 'USDC', 'USDT', 'NEW']);
    expect(pinnedCurrency(chain, shouted.address)).to.equal(chain.erc20Currencies![0]);
  });

  it('write the native one as service.md does', () => {
    expect(nativeAddress({ id: 1, vmType: 'evm', currency: tokens.usdc })).to.equal(NATIVE);
    expect(nativeAddress({ id: 2, vmType: 'svm' })).to.equal('1'.repeat(32));
    expect(nativeAddress({ id: 3, vmType: 'lvm', currency: tokens.usdc })).to.equal(tokens.usdc.address);
    expect(nativeAddress({ id: 3, vmType: 'lvm' })).to.equal(undefined);
  });
});

describe('findCurrency', () => {
  for (const [text, symbol] of [
    ['native', 'ETH'],
    ['USDC', 'USDC'],
    ['usdt', 'USDT'],
    [tokens.usdc.address.toUpperCase().replace('X', 'x'), 'USDC'],
    [NATIVE, 'ETH'],
  ] as const) {
    it(`finds ${symbol} by "${text}"`, () => {
      expect(findCurrency(base(), text)).to.have.nested.property('currency.symbol', symbol);
    });
  }

  it('does not guess between two currencies of one symbol', () => {
    const twin = { ...tokens.usdc, address: tokens.unpinned.address };
    const found = findCurrency({ ...base(), erc20Currencies: [tokens.usdc, twin] }, 'USDC');
    expect(found).to.have.property('problem').that.contains(tokens.usdc.address).and.contains(twin.address);
  });

  it('does not take one currency in two lists for two', () => {
    expect(findCurrency({ ...base(), featuredTokens: [tokens.usdc] }, 'USDC')).to.have.property('currency');
  });

  for (const text of ['DAI', '', 'nativ', people.attacker]) {
    it(`has a problem with "${text}"`, () => {
      expect(findCurrency(base(), text)).to.have.property('problem').that.contains('8453');
    });
  }
});

describe('trimRegistry', () => {
  const trimmed = trimRegistry((listing as { chains: ChainRecord[] }).chains);

  it('keeps what is read of a chain and drops the rest', () => {
    const [chain] = trimmed.chains;
    expect(chain).to.have.all.keys(
      'contracts',
      'currency',
      'displayName',
      'erc20Currencies',
      'explorerUrl',
      'httpRpcUrl',
      'id',
      'name',
      'protocol',
      'solverAddresses',
      'vmType',
    );
    const address = '0xb94944669f7967e16588e55ac41be0d5ef399dcd';
    expect(chain!.erc20Currencies).to.deep.equal([
      { id: 'sipher', symbol: 'SIPHER', name: 'Sipher', address, decimals: 18 },
    ]);
  });

  it('keeps where the pictures of its currencies are, from whichever list tells it', () => {
    const pictured = { ...tokens.usdc, metadata: { logoURI: 'https://logos.example/usdc.png', verified: true } };
    const [chain] = trimRegistry([{ ...base(), featuredTokens: [pictured] }]).chains;
    const [usdc, ...others] = chain!.erc20Currencies!;
    expect(usdc?.metadata).to.deep.equal({ logoURI: 'https://logos.example/usdc.png' });
    expect(others.filter(({ metadata }) => metadata)).to.deep.equal([]);
  });

  it('is a registry', () => {
    expect(checkRegistry(JSON.parse(JSON.stringify(trimmed)))).to.deep.equal([]);
  });

  it('keeps only the chains that are named', () => {
    expect(trimRegistry(makeRegistry().chains, [10]).chains.map(({ id }) => id)).to.deep.equal([10]);
  });
});

describe('checkRegistry', () => {
  it('has nothing to say of a saved answer of GET /chains', () => {
    expect(checkRegistry(listing)).to.deep.equal([]);
    expect(checkRegistry(makeRegistry())).to.deep.equal([]);
  });

  for (const [value, path] of [
    [null, 'chains'],
    [[], 'chains'],
    [{ chains: {} }, 'chains'],
    [{ chains: [1] }, 'chains[0]'],
    [edited(makeRegistry(), ['chains[1].id', '10']), 'chains[1].id'],
    [edited(makeRegistry(), ['chains[1].id', 8453]), 'chains[1].id'],
    [edited(makeRegistry(), ['chains[1].vmType']), 'chains[1].vmType'],
    [edited(makeRegistry(), ['chains[0].protocol.v2.depository', '0x12']), 'chains[0].protocol.v2.depository'],
    [edited(makeRegistry(), ['chains[0].contracts.v3.approvalProxy', 'x']), 'chains[0].contracts.v3.approvalProxy'],
    [edited(makeRegistry(), ['chains[0].erc20Currencies[0].decimals', '6']), 'chains[0]'],
    [edited(makeRegistry(), ['chains[0].erc20Currencies', {}]), 'chains[0].erc20Currencies'],
  ] as const) {
    it(`says ${path} of ${JSON.stringify(value).slice(0, 60)}`, () => {
      expect(checkRegistry(value).map((problem) => problem.path)).to.deep.equal([path]);
    });
  }
});
