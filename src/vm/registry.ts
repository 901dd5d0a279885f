/** Which addresses a payment may touch: the merchant's registry, which the listing can only narrow. */
import type { ChainCurrency, ChainRecord, Registry } from '../types.js';
import { addressKey, looksLikeAddress, sameAddress } from './addresses.js';

export type RegistryProblem = { path: string; message: string };

/**
 * What the guard reads: without a registry, the listing. With one, the registry; a chain that a loaded listing disables
 * or no longer holds is disabled in it. A listing that could not be loaded (undefined) narrows nothing.
 */
export function effectiveRegistry(
  registry: Registry | undefined,
  listing: readonly ChainRecord[] | undefined,
): Registry {
  if (!registry) return { chains: [...(listing ?? [])] };
  const chains = registry.chains.map((chain) => {
    if (!listing) return chain;
    const live = listing.find(({ id }) => id === chain.id);
    if (!live || live.disabled) return { ...chain, disabled: true };
    const now = incidents.filter((name) => live[name] !== undefined).map((name) => [name, live[name]] as const);
    return { ...chain, ...Object.fromEntries(now) };
  });
  return { ...registry, chains };
}

/** What a live listing tells of a chain's day, which a pinned one cannot know. */
const incidents = ['partialDisableLimit', 'blockProductionLagging', 'surgeEnabled'] as const;

/** The record the guard reads for a chain. Undefined: the chain cannot be paid from. */
export const pinnedChain = (
  registry: Registry | undefined,
  listing: readonly ChainRecord[] | undefined,
  chainId: number,
): ChainRecord | undefined => effectiveRegistry(registry, listing).chains.find(({ id }) => id === chainId);

/** Where a deposit goes; undefined where none is pinned. */
export const depositoryOf = (chain: ChainRecord): string | undefined =>
  pinned(chain, [chain.protocol?.v2?.depository])[0];

/** Whom an approval may name: they pull from their own caller only. Routers run anybody's calls: none is here. */
export const approvalSpenders = (chain: ChainRecord): readonly string[] => [
  ...approvalProxiesOf(chain),
  ...pinned(chain, [chain.protocol?.v2?.depository]),
];

/** Contracts that pull from their own caller and give to the router alone. */
export const approvalProxiesOf = ({ contracts, ...chain }: ChainRecord): readonly string[] =>
  pinned(chain, [contracts?.v3?.approvalProxy, contracts?.approvalProxy]);

/** Contracts that run the calls of a swap. */
export const routersOf = ({ contracts, ...chain }: ChainRecord): readonly string[] =>
  pinned(chain, [contracts?.v3?.erc20Router, contracts?.erc20Router]);

/** The accounts that fill payments. */
export const solversOf = ({ solverAddresses = [], ...chain }: ChainRecord): readonly string[] =>
  pinned(chain, solverAddresses);

/** How the chain's own currency is written: zeros on EVM, ones on SVM (service.md), else as the record says. */
export function nativeAddress({ vmType, currency }: ChainRecord): string | undefined {
  if (vmType === 'evm') return `0x${'0'.repeat(40)}`;
  return vmType === 'svm' ? '1'.repeat(32) : currency?.address;
}

/** Each currency of a chain once, its own first. */
export function currenciesOf(chain: ChainRecord): readonly ChainCurrency[] {
  const first = new Map<string, ChainCurrency>();
  for (const each of listedCurrencies(chain)) {
    const key = addressKey(each.address);
    if (!first.has(key)) first.set(key, each);
  }
  return [...first.values()];
}

/** The record of a currency by its address; undefined for a token that the chain's record does not hold. */
export const pinnedCurrency = (chain: ChainRecord, address: string): ChainCurrency | undefined =>
  listedCurrencies(chain).find((each) => sameAddress(each.address, address));

const listedCurrencies = ({ currency, ...lists }: ChainRecord): ChainCurrency[] => {
  const { erc20Currencies = [], featuredTokens = [], solverCurrencies = [] } = lists;
  return [...(currency ? [currency] : []), ...erc20Currencies, ...featuredTokens, ...solverCurrencies];
};

/** Where a currency's picture is, by the first entry for it that says so: not each list of a chain has pictures. */
export function logoOf(chain: ChainRecord, address: string): string | undefined {
  const logos: unknown[] = listedCurrencies(chain)
    .filter((each) => sameAddress(each.address, address))
    .map(({ metadata }) => metadata?.logoURI);
  return logos.find((logo): logo is string => typeof logo === 'string' && logo !== '');
}

/**
 * What a merchant means by `native`, a symbol or an address.
 * @returns a problem, in words for a developer, where that is no currency of the chain or more than one: never a guess
 */
export function findCurrency(chain: ChainRecord, text: string): { currency: ChainCurrency } | { problem: string } {
  const all = currenciesOf(chain);
  const native = nativeAddress(chain);
  const found = all.filter(({ address, symbol }) =>
    text === 'native'
      ? native !== undefined && sameAddress(address, native)
      : sameAddress(address, text) || symbol.toLowerCase() === text.toLowerCase(),
  );
  const [currency, ...others] = found;
  if (!currency) {
    const known = all.map(({ symbol }) => symbol).slice(0, 8);
    return { problem: `"${text}" is no currency of chain ${chain.id}; it has ${known.join(', ') || 'none'}` };
  }
  if (others.length === 0) return { currency };
  const addresses = found.map(({ address }) => address).join(', ');
  return { problem: `"${text}" names ${found.length} currencies of chain ${chain.id}: set one of ${addresses}` };
}

/** A listing cut down to what is read of it, for a merchant to review and pin (`hub-pay registry`). */
export function trimRegistry(listing: readonly ChainRecord[], chainIds?: readonly number[]): Registry {
  const wanted = listing.filter(({ id }) => chainIds?.includes(id) ?? true);
  return { chains: wanted.map(trimChain) };
}

function trimChain(chain: ChainRecord): ChainRecord {
  const { currency, erc20Currencies } = chain;
  return {
    ...pick(chain, ['id', 'name', 'displayName', 'vmType', 'httpRpcUrl', 'explorerUrl']),
    ...pick(chain, ['contracts', 'solverAddresses', 'protocol']),
    ...(currency && { currency: trimCurrency(currency, chain) }),
    ...(erc20Currencies && { erc20Currencies: erc20Currencies.map((each) => trimCurrency(each, chain)) }),
  };
}

function trimCurrency(currency: ChainCurrency, chain: ChainRecord): ChainCurrency {
  const logoURI = logoOf(chain, currency.address);
  return {
    ...pick(currency, ['id', 'symbol', 'name', 'address', 'decimals']),
    ...(logoURI !== undefined && { metadata: { logoURI } }),
  };
}

/** What is wrong with a value given as a registry. A wrong address is told: the contract would not be pinned. */
export function checkRegistry(value: unknown): RegistryProblem[] {
  const chains: unknown = isObject(value) ? value['chains'] : undefined;
  if (!Array.isArray(chains)) return [{ path: 'chains', message: 'is not a list' }];
  const ids = chains.map((chain: unknown) => (isObject(chain) ? chain['id'] : undefined));
  return chains.flatMap((chain: unknown, index) => {
    const path = `chains[${index}]`;
    if (!isObject(chain)) return [{ path, message: 'is not an object' }];
    const { id, vmType } = chain;
    if (!Number.isSafeInteger(id) || Number(id) < 1) return [{ path: `${path}.id`, message: 'is not a chain id' }];
    if (typeof vmType !== 'string') return [{ path: `${path}.vmType`, message: 'is not a text' }];
    if (ids.indexOf(id) !== index) return [{ path: `${path}.id`, message: 'is there twice' }];
    return addressProblems(chain, vmType, path);
  });
}

/** The contracts that the guard reads, and the currencies' units: a wrong one would be found only by a payment. */
function addressProblems(chain: Record<string, unknown>, vmType: string, path: string): RegistryProblem[] {
  const { contracts, protocol, currency, erc20Currencies } = chain as Partial<ChainRecord>;
  const addresses = {
    'contracts.approvalProxy': contracts?.approvalProxy,
    'contracts.v3.approvalProxy': contracts?.v3?.approvalProxy,
    'contracts.erc20Router': contracts?.erc20Router,
    'contracts.v3.erc20Router': contracts?.v3?.erc20Router,
    'contracts.multicall3': contracts?.multicall3,
    'protocol.v2.depository': protocol?.v2?.depository,
  };
  const listed: unknown = erc20Currencies ?? [];
  if (!Array.isArray(listed)) return [{ path: `${path}.erc20Currencies`, message: 'is not a list' }];
  return [
    ...Object.entries(addresses)
      // The listing writes those of other kinds in ways of its own; what is not understood pins nothing.
      .filter(([, address]) => address && vmType === 'evm' && !looksLikeAddress(address, vmType))
      .map(([name]) => ({ path: `${path}.${name}`, message: `is not an address of a chain of the kind ${vmType}` })),
    ...[...(currency ? [currency] : []), ...(listed as unknown[])]
      .filter((each) => !isObject(each) || typeof each['address'] !== 'string' || !Number.isInteger(each['decimals']))
      .map(() => ({ path, message: 'has a currency without address or decimals' })),
  ];
}

/** The listing writes an address that a chain does not have as ''. */
const pinned = ({ vmType }: ChainRecord, addresses: readonly (string | undefined)[]): string[] =>
  addresses.filter((address) => address !== undefined && looksLikeAddress(address, vmType)) as string[];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const pick = <T extends object, K extends keyof T>(value: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.filter((name) => name in value).map((name) => [name, value[name]])) as Pick<T, K>;
