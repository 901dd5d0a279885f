import { expect } from 'chai';
import type { ChainRecord } from '../../../src/types.js';
import {
  approvalSpenders,
  checkRegistry,
  currenciesOf,
  depositoryOf,
  effectiveRegistry,
  findCurrency,
  isNative,
  isUnproven,
  nativeAddress,
  pinnedChain,
  takesPayments,
  pinnedCurrency,
  trimRegistry,
} from '../../../src/vm/registry/registry.js';
import { contracts, edited, makeRegistry, NATIVE, people, tokens } from '../../support/quotes.js';
import listing from '../../support/fixtures/chains-quickstart.json';

const base = (): ChainRecord => makeRegistry().chains[0]!;

describe('pinnedChain', () => {
  it('returns the contracts of the registry when the chain list has others', () => {
    const live = edited(makeRegistry(), ['chains[0].protocol.v2.depository', people.attacker]).chains;
    expect(depositoryOf(pinnedChain(makeRegistry(), live, 8453)!)).to.equal(contracts.depository);
  });

  it('returns undefined when the registry lacks the chain, though the chain list has it', () => {
    expect(pinnedChain({ chains: [base()] }, makeRegistry().chains, 10)).to.equal(undefined);
  });

  it('F-22 is disabled when the loaded chain list disables or lacks the chain', () => {
    const paused = edited(makeRegistry(), ['chains[0].disabled', true]).chains;
    expect(pinnedChain(makeRegistry(), paused, 8453)).to.include({ disabled: true });
    expect(pinnedChain(makeRegistry(), [], 8453)).to.include({ disabled: true });
  });

  it('returns the pinned record when the chain list does not state `disabled`', () => {
    const unflagged = edited(makeRegistry(), ['chains[0].disabled']).chains;
    expect(pinnedChain(makeRegistry(), unflagged, 8453)).to.deep.equal(base());
  });

  it('F-22 takes only the current status fields from the chain list', () => {
    const day = { partialDisableLimit: 50, blockProductionLagging: true, surgeEnabled: false };
    const live = makeRegistry().chains.map((chain) => ({ ...chain, ...day, solverAddresses: [people.attacker] }));
    expect(pinnedChain(makeRegistry(), live, 8453)).to.deep.equal({ ...base(), ...day });
  });

  it('S-19 takes no payments when the registry or the loaded chain list says so', () => {
    const closed = edited(makeRegistry(), ['chains[0].depositEnabled', false]);
    const open = edited(makeRegistry(), ['chains[0].depositEnabled', true]);
    expect(takesPayments(pinnedChain(makeRegistry(), closed.chains, 8453)!)).to.equal(false);
    expect(takesPayments(pinnedChain(closed, open.chains, 8453)!)).to.equal(false);
    expect(takesPayments(pinnedChain(open, makeRegistry().chains, 8453)!)).to.equal(true);
  });

  it('is disabled when only the registry disables the chain', () => {
    const registry = edited(makeRegistry(), ['chains[0].disabled', true]);
    expect(pinnedChain(registry, makeRegistry().chains, 8453)).to.include({ disabled: true });
  });

  it('F-21 returns the pinned record when the chain list could not be loaded', () => {
    expect(pinnedChain(makeRegistry(), undefined, 8453)).to.deep.equal(base());
  });

  it('returns the record of the chain list when there is no registry, and undefined when there is neither', () => {
    expect(pinnedChain(undefined, makeRegistry().chains, 8453)).to.deep.equal(base());
    expect(pinnedChain(undefined, undefined, 8453)).to.equal(undefined);
  });

  it('leaves the registry unchanged', () => {
    const registry = makeRegistry();
    effectiveRegistry(registry, []);
    expect(registry).to.deep.equal(makeRegistry());
  });
});

describe('contracts of a chain', () => {
  it('G10 allow proxies and depository as spenders and never a router', () => {
    const { approvalProxyV3, approvalProxy, depository } = contracts;
    expect(approvalSpenders(base())).to.deep.equal([approvalProxyV3, approvalProxy, depository]);
  });

  it('are empty when the record has an empty or invalid address', () => {
    const bare = edited(base(), ['contracts', { approvalProxy: '', v3: {} }], ['protocol.v2.depository', 'soon']);
    expect(approvalSpenders(bare)).to.deep.equal([]);
    expect(depositoryOf(bare)).to.equal(undefined);
    expect(approvalSpenders({ id: 1, vmType: 'evm' })).to.deep.equal([]);
  });
});

describe('currencies of a chain', () => {
  it('contain each currency once when it is in several lists or in another case', () => {
    const shouted = { ...tokens.usdc, address: `0x${tokens.usdc.address.slice(2).toUpperCase()}` };
    const chain = { ...base(), featuredTokens: [tokens.eth, shouted], solverCurrencies: [tokens.unpinned] };
    expect(currenciesOf(chain).map(({ symbol }) => symbol)).to.deep.equal(['ETH', 'USDC', 'USDT', 'NEW']);
    expect(pinnedCurrency(chain, shouted.address)).to.equal(chain.erc20Currencies![0]);
  });

  it('include the native currency under the native address of the chain kind', () => {
    expect(nativeAddress({ id: 1, vmType: 'evm', currency: tokens.usdc })).to.equal(NATIVE);
    expect(nativeAddress({ id: 2, vmType: 'svm' })).to.equal('1'.repeat(32));
    expect(nativeAddress({ id: 3, vmType: 'lvm', currency: tokens.usdc })).to.equal(tokens.usdc.address);
    expect(nativeAddress({ id: 3, vmType: 'lvm' })).to.equal(undefined);
  });

  it('S-31 knows the native currency by its address alone, whatever the chain’s record says', () => {
    expect(isNative({ id: 1, vmType: 'evm', currency: tokens.usdc }, NATIVE)).to.equal(true);
    expect(isNative({ id: 1, vmType: 'evm', currency: tokens.usdc }, tokens.usdc.address)).to.equal(false);
    expect(isNative({ id: 2, vmType: 'svm' }, '1'.repeat(32))).to.equal(true);
    expect(isNative({ id: 3, vmType: 'lvm', currency: tokens.usdc }, tokens.usdc.address)).to.equal(false);
    expect(isNative({ id: 4, vmType: 'constructor' }, tokens.usdc.address)).to.equal(false);
  });

  it('S-31 calls a token unproven when only the service’s list has it', () => {
    const record: ChainRecord = { id: 8453, vmType: 'evm', currency: tokens.eth, erc20Currencies: [tokens.usdc] };
    const { address } = tokens.usdc;
    expect(isUnproven(undefined, record, address)).to.equal(true);
    expect(isUnproven({ chains: [{ ...record, id: 10 }] }, record, address)).to.equal(true);
    expect(isUnproven({ chains: [{ ...record, erc20Currencies: [] }] }, record, address)).to.equal(true);
    expect(isUnproven({ chains: [record] }, record, address)).to.equal(false);
    expect(isUnproven(undefined, record, NATIVE)).to.equal(false);
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
    it(`finds ${symbol} when the text is "${text}"`, () => {
      expect(findCurrency(base(), text)).to.have.nested.property('currency.symbol', symbol);
    });
  }

  it('returns a problem with both addresses when two currencies share a symbol', () => {
    const twin = { ...tokens.usdc, address: tokens.unpinned.address };
    const found = findCurrency({ ...base(), erc20Currencies: [tokens.usdc, twin] }, 'USDC');
    expect(found).to.have.property('problem').that.contains(tokens.usdc.address).and.contains(twin.address);
  });

  it('returns the currency when it is in two lists', () => {
    expect(findCurrency({ ...base(), featuredTokens: [tokens.usdc] }, 'USDC')).to.have.property('currency');
  });

  for (const text of ['DAI', '', 'nativ', people.attacker]) {
    it(`returns a problem when the text is "${text}"`, () => {
      expect(findCurrency(base(), text)).to.have.property('problem').that.contains('8453');
    });
  }
});

describe('trimRegistry', () => {
  const trimmed = trimRegistry((listing as { chains: ChainRecord[] }).chains);

  it('keeps only the fields of a chain that the code reads', () => {
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

  it('keeps the logo of a currency from any list that has one', () => {
    const pictured = { ...tokens.usdc, metadata: { logoURI: 'https://logos.example/usdc.png', verified: true } };
    const [chain] = trimRegistry([{ ...base(), featuredTokens: [pictured] }]).chains;
    const [usdc, ...others] = chain!.erc20Currencies!;
    expect(usdc?.metadata).to.deep.equal({ logoURI: 'https://logos.example/usdc.png' });
    expect(others.filter(({ metadata }) => metadata)).to.deep.equal([]);
  });

  it('returns a valid registry', () => {
    expect(checkRegistry(JSON.parse(JSON.stringify(trimmed)))).to.deep.equal([]);
  });

  it('keeps only the named chains when ids are given', () => {
    expect(trimRegistry(makeRegistry().chains, [10]).chains.map(({ id }) => id)).to.deep.equal([10]);
  });
});

describe('checkRegistry', () => {
  it('returns no problem when the value is a saved answer of `GET /chains`', () => {
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
    it(`reports ${path} when the value is ${JSON.stringify(value).slice(0, 60)}`, () => {
      expect(checkRegistry(value).map((problem) => problem.path)).to.deep.equal([path]);
    });
  }
});
