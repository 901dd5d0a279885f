/**
 * Determines which addresses a payment may use. The chains listing can restrict the merchant's registry, but never
 * extend it.
 */
import { MICRO, rescale, usdMicros } from '../shared/amounts.js';
import type { ChainCurrency, ChainRecord, KnownAmount, Registry } from '../types.js';
import { ZERO_ADDRESS, addressKey, sameAddress } from '../shared/chain.js';
import { isRecord } from '../shared/patterns.js';
import { looksLikeAddress } from './addresses.js';

/** `path` has the form `chains[0].id`. `message` is the text after `path`, such as `is not a chain id`. */
export type RegistryProblem = { path: string; message: string };

/**
 * The registry that the guard reads. Without a merchant registry, it is the chains listing. With a merchant registry,
 * the listing can only disable chains and report incidents.
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
    return { ...chain, ...Object.fromEntries(now), ...(live.depositEnabled === false && { depositEnabled: false }) };
  });
  return { ...registry, chains };
}

/** Fields with the current status of a chain. The listing's values replace the pinned values. */
const incidents = ['partialDisableLimit', 'blockProductionLagging', 'surgeEnabled'] as const;

/** The record that the guard reads for a chain. Undefined: the payer cannot pay from this chain. */
export const pinnedChain = (
  registry: Registry | undefined,
  listing: readonly ChainRecord[] | undefined,
  chainId: number,
): ChainRecord | undefined => effectiveRegistry(registry, listing).chains.find(({ id }) => id === chainId);

/** Whether the service takes payments from this chain now. */
export const takesPayments = ({ disabled, depositEnabled }: ChainRecord): boolean =>
  !disabled && depositEnabled !== false;

/** The contract that receives deposits. Undefined if none is pinned. */
export const depositoryOf = (chain: ChainRecord): string | undefined =>
  pinned(chain, [chain.protocol?.v2?.depository])[0];

/** Contracts that an approval may have as spender. Routers are excluded, because they execute calls for any caller. */
export const approvalSpenders = (chain: ChainRecord): readonly string[] => [
  ...approvalProxiesOf(chain),
  ...pinned(chain, [chain.protocol?.v2?.depository]),
];

/** Approval proxies. A proxy pulls tokens only from its caller, and passes them only to the router. */
export const approvalProxiesOf = ({ contracts, ...chain }: ChainRecord): readonly string[] =>
  pinned(chain, [contracts?.v3?.approvalProxy, contracts?.approvalProxy]);

/** Routers: contracts that execute the calls of a swap. */
export const routersOf = ({ contracts, ...chain }: ChainRecord): readonly string[] =>
  pinned(chain, [contracts?.v3?.erc20Router, contracts?.erc20Router]);

/** Solver accounts, which fill payments. */
export const solversOf = ({ solverAddresses = [], ...chain }: ChainRecord): readonly string[] =>
  pinned(chain, solverAddresses);

/**
 * Address of the native currency. On EVM it is the zero address, on SVM the digit 1 repeated 32 times. On any other
 * chain type it is the address in the chain's record.
 */
export function nativeAddress({ vmType, currency }: ChainRecord): string | undefined {
  if (vmType === 'evm') return ZERO_ADDRESS;
  return vmType === 'svm' ? '1'.repeat(32) : currency?.address;
}

/** All currencies of a chain without duplicates, the native currency first. */
export function currenciesOf(chain: ChainRecord): readonly ChainCurrency[] {
  const first = new Map<string, ChainCurrency>();
  for (const each of listedCurrencies(chain)) {
    const key = addressKey(each.address);
    if (!first.has(key)) first.set(key, each);
  }
  return [...first.values()];
}

/** Finds a currency by its address. Undefined if the chain's record does not list it. */
export const pinnedCurrency = (chain: ChainRecord, address: string): ChainCurrency | undefined =>
  listedCurrencies(chain).find((each) => sameAddress(each.address, address));

/** Whether a payer would read both symbols as the same. */
export const isSameSymbol = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (symbol: string): string =>
  symbol
    .normalize('NFKC')
    .replace(/[\p{C}\p{Z}]/gu, '')
    .toLowerCase();

/** The ids of the currencies whose issuers redeem one token for one US dollar. */
const DOLLARS: readonly (string | undefined)[] = ['usdc', 'usdt', 'dai', 'pyusd', 'usds'];

/** Whether the chain's record lists this as a token of one US dollar. */
export const isDollarToken = (chain: ChainRecord | undefined, address: string): boolean =>
  chain !== undefined && DOLLARS.includes(pinnedCurrency(chain, address)?.id);

/** The value in millionths of a US dollar. Null if unknown. The value of a dollar token is its amount. */
export const usdMicrosOf = (
  chain: ChainRecord | undefined,
  { currency, decimals, amount, amountUsd }: KnownAmount,
): bigint | null => (isDollarToken(chain, currency) ? rescale(BigInt(amount), decimals, MICRO) : usdMicros(amountUsd));

/**
 * Whether both records list these tokens under one currency id, such as `usdc`. Also true if both are the same token of
 * the same chain.
 */
export function isOneCurrency(
  origin: ChainRecord,
  originCurrency: string,
  destination: ChainRecord | undefined,
  destinationCurrency: string,
): boolean {
  if (origin.id === destination?.id && sameAddress(originCurrency, destinationCurrency)) return true;
  const id = pinnedCurrency(origin, originCurrency)?.id;
  return id !== undefined && destination !== undefined && id === pinnedCurrency(destination, destinationCurrency)?.id;
}

const listedCurrencies = ({ currency, ...lists }: ChainRecord): ChainCurrency[] => {
  const { erc20Currencies = [], featuredTokens = [], solverCurrencies = [] } = lists;
  return [...(currency ? [currency] : []), ...erc20Currencies, ...featuredTokens, ...solverCurrencies];
};

/** Logo URL of a currency. Undefined if no list of the chain contains a logo for it. */
export function logoOf(chain: ChainRecord, address: string): string | undefined {
  const logos: unknown[] = listedCurrencies(chain)
    .filter((each) => sameAddress(each.address, address))
    .map(({ metadata }) => metadata?.logoURI);
  return logos.find((logo): logo is string => typeof logo === 'string' && logo !== '');
}

/**
 * Finds the currency that a merchant enters as `native`, a symbol or an address.
 * @returns the currency; or a problem, described for a developer, if no currency or more than one currency matches
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

/**
 * Reduces a listing to the members that this package reads. A merchant reviews and pins the result (`hub-pay
 * registry`).
 */
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

/** Returns the problems of a registry value, such as a malformed address. */
export function checkRegistry(value: unknown): RegistryProblem[] {
  const chains: unknown = isRecord(value) ? value['chains'] : undefined;
  if (!Array.isArray(chains)) return [{ path: 'chains', message: 'is not a list' }];
  const ids = chains.map((chain: unknown) => (isRecord(chain) ? chain['id'] : undefined));
  return chains.flatMap((chain: unknown, index) => {
    const path = `chains[${index}]`;
    if (!isRecord(chain)) return [{ path, message: 'is not an object' }];
    const { id, vmType } = chain;
    if (!Number.isSafeInteger(id) || Number(id) < 1) return [{ path: `${path}.id`, message: 'is not a chain id' }];
    if (typeof vmType !== 'string') return [{ path: `${path}.vmType`, message: 'is not a text' }];
    if (ids.indexOf(id) !== index) return [{ path: `${path}.id`, message: 'is there twice' }];
    return addressProblems(chain, vmType, path);
  });
}

/** Checks the contract addresses and the decimals. Otherwise a mistake would appear only during a payment. */
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
      // Only EVM addresses are checked, because the listing writes other addresses in several forms.
      .filter(([, address]) => address && vmType === 'evm' && !looksLikeAddress(address, vmType))
      .map(([name]) => ({ path: `${path}.${name}`, message: `is not an address of a chain of the kind ${vmType}` })),
    ...[...(currency ? [currency] : []), ...(listed as unknown[])]
      .filter((each) => !isRecord(each) || typeof each['address'] !== 'string' || !Number.isInteger(each['decimals']))
      .map(() => ({ path, message: 'has a currency without address or decimals' })),
  ];
}

/** Keeps only valid addresses. The listing contains '' for an address that a chain does not have. */
const pinned = ({ vmType }: ChainRecord, addresses: readonly (string | undefined)[]): string[] =>
  addresses.filter((address) => address !== undefined && looksLikeAddress(address, vmType)) as string[];

const pick = <T extends object, K extends keyof T>(value: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.filter((name) => name in value).map((name) => [name, value[name]])) as Pick<T, K>;
