/**
 * Determines which addresses a payment may use. If the merchant sets a registry, the service's list of chains can
 * restrict the registry, but cannot add addresses to it.
 */
import type { ChainCurrency, ChainRecord, Registry } from '../../types.js';
import { addressKey, sameAddress } from '../../shared/chain.js';
import { isRecord } from '../../shared/text/patterns.js';
import { commonNative, looksLikeAddress } from '../address/addresses.js';

/**
 * A problem of a registry: `path` is the place of the problem, such as `chains[0].id`, and `message` is the text after
 * it, such as `is not a chain id`.
 */
export type RegistryProblem = { path: string; message: string };

/**
 * Returns the registry that the guard reads. This is the merchant's registry, in which the service's list can only
 * disable chains or their deposits, and set the fields of `incidents`. A chain that the list lacks is disabled. Without
 * a merchant's registry, the result is the service's list of chains.
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

/**
 * The fields with the current status of a chain. If the service's list contains such a field, its value replaces that
 * in the merchant's registry.
 */
const incidents = ['partialDisableLimit', 'blockProductionLagging', 'surgeEnabled'] as const;

/**
 * Returns the chain's record in the registry that the guard reads. Returns undefined if the registry lacks the chain,
 * and the payer then cannot pay from it.
 */
export const pinnedChain = (
  registry: Registry | undefined,
  listing: readonly ChainRecord[] | undefined,
  chainId: number,
): ChainRecord | undefined => effectiveRegistry(registry, listing).chains.find(({ id }) => id === chainId);

/** Whether the merchant's registry contains this chain. */
export const pinsChain = ({ chains }: Registry, chainId: number): boolean => chains.some(({ id }) => id === chainId);

/** Whether the service accepts payments from this chain, according to the chain's record. */
export const takesPayments = ({ disabled, depositEnabled }: ChainRecord): boolean =>
  !disabled && depositEnabled !== false;

/**
 * Returns the address of the contract that receives deposits, or undefined if the chain's record contains no valid
 * address of it.
 */
export const depositoryOf = (chain: ChainRecord): string | undefined =>
  pinned(chain, [chain.protocol?.v2?.depository])[0];

/**
 * Returns the contracts in the chain's record that an approval may name as the spender of the payer's tokens. Routers
 * are not among them, because a router executes calls for any caller.
 */
export const approvalSpenders = (chain: ChainRecord): readonly string[] => [
  ...approvalProxiesOf(chain),
  ...pinned(chain, [chain.protocol?.v2?.depository]),
];

/**
 * Returns the addresses of the approval proxies. A proxy pulls tokens only from its caller or from the signer of a
 * permit, and passes them only to the router.
 */
export const approvalProxiesOf = ({ contracts, ...chain }: ChainRecord): readonly string[] =>
  pinned(chain, [contracts?.v3?.approvalProxy, contracts?.approvalProxy]);

/** Returns the addresses of the routers, which execute the calls of a swap. */
export const routersOf = ({ contracts, ...chain }: ChainRecord): readonly string[] =>
  pinned(chain, [contracts?.v3?.erc20Router, contracts?.erc20Router]);

/** Returns the addresses of the programs that exchange the money of an SVM payment. */
export const programsOf = ({ programs = [], ...chain }: ChainRecord): readonly string[] => pinned(chain, programs);

/** Returns the accounts of the solvers, which deliver payments. */
export const solversOf = ({ solverAddresses = [], ...chain }: ChainRecord): readonly string[] =>
  pinned(chain, solverAddresses);

/**
 * Returns the address that stands for the native currency. This is the zero address on EVM chains, and 32 digits 1 on
 * SVM chains. On all others, it is the address in the chain's record, or undefined if the record has none.
 */
export const nativeAddress = ({ vmType, currency }: ChainRecord): string | undefined =>
  commonNative(vmType) ?? currency?.address;

/**
 * Whether the address stands for the native currency on all chains of the family. Ignores the chain's record, because
 * the service can write any address into it.
 */
export const isNative = ({ vmType }: ChainRecord, currency: string): boolean => commonNative(vmType) === currency;

/**
 * Whether the chain must confirm the service's data about this token. The native currency and the tokens of the
 * merchant's registry need no confirmation.
 */
export const isUnproven = (registry: Registry | undefined, chain: ChainRecord, currency: string): boolean =>
  !isNative(chain, currency) &&
  !registry?.chains.some((each) => each.id === chain.id && pinnedCurrency(each, currency));

/** Returns all currencies of a chain without duplicates. If the record has a native currency, it comes first. */
export function currenciesOf(chain: ChainRecord): readonly ChainCurrency[] {
  const first = new Map<string, ChainCurrency>();
  for (const each of listedCurrencies(chain)) {
    const key = addressKey(each.address);
    if (!first.has(key)) first.set(key, each);
  }
  return [...first.values()];
}

/**
 * Returns the currency with this address from the chain's record, or undefined if the record does not contain the
 * currency.
 */
export const pinnedCurrency = (chain: ChainRecord, address: string): ChainCurrency | undefined =>
  listedCurrencies(chain).find((each) => sameAddress(each.address, address));

/**
 * Whether the currency counts as verified: the merchant's registry contains it, and its `metadata.verified` is not
 * false.
 * @param chain the chain's record in the registry
 */
export function isVerified(registry: Registry | undefined, chain: ChainRecord, currency: string): boolean {
  const record = registry && pinnedCurrency(chain, currency);
  return record !== undefined && record.metadata?.verified !== false;
}

/**
 * Whether two symbols are equal, apart from letter case, spaces, control and format characters, and compatibility
 * forms.
 */
export const isSameSymbol = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (symbol: string): string =>
  symbol
    .normalize('NFKC')
    .replace(/[\p{C}\p{Z}]/gu, '')
    .toLowerCase();

/**
 * Whether the payer's and the recipient's token are one currency. They have the same currency id in their chains'
 * records, such as `usdc`, or are the same token of the same chain.
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

const listedCurrencies = ({
  currency,
  erc20Currencies = [],
  featuredTokens = [],
  solverCurrencies = [],
}: ChainRecord): ChainCurrency[] => [
  ...(currency ? [currency] : []),
  ...erc20Currencies,
  ...featuredTokens,
  ...solverCurrencies,
];

/** Returns the URL of a currency's logo, or undefined if the chain's record contains no logo of this currency. */
export function logoOf(chain: ChainRecord, address: string): string | undefined {
  const logos: unknown[] = listedCurrencies(chain)
    .filter((each) => sameAddress(each.address, address))
    .map(({ metadata }) => metadata?.logoURI);
  return logos.find((logo): logo is string => typeof logo === 'string' && logo !== '');
}

/**
 * Finds a currency that the merchant enters as `native`, as a symbol in any letter case, or as an address.
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
 * Reduces a list of chains to the members that a registry needs. The command `hub-pay registry` prints the result for
 * the merchant's review.
 */
export function trimRegistry(listing: readonly ChainRecord[], chainIds?: readonly number[]): Registry {
  const wanted = listing.filter(({ id }) => chainIds?.includes(id) ?? true);
  return { chains: wanted.map(trimChain) };
}

function trimChain(chain: ChainRecord): ChainRecord {
  const { currency, erc20Currencies } = chain;
  return {
    ...pick(chain, ['id', 'name', 'displayName', 'vmType', 'httpRpcUrl', 'explorerUrl']),
    ...pick(chain, ['contracts', 'solverAddresses', 'protocol', 'programs']),
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
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1)
      return [{ path: `${path}.id`, message: 'is not a chain id' }];
    if (typeof vmType !== 'string') return [{ path: `${path}.vmType`, message: 'is not a text' }];
    if (ids.indexOf(id) !== index) return [{ path: `${path}.id`, message: 'appears twice' }];
    return addressProblems(chain, vmType, path);
  });
}

/**
 * Checks the addresses of the contracts that a payment uses, the native currency and `erc20Currencies` of a chain in a
 * registry. A mistake would otherwise appear only during a payment.
 */
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
      // Checks only EVM addresses, because the service writes the addresses of other chains in several forms.
      .filter(([, address]) => address && vmType === 'evm' && !looksLikeAddress(address, vmType))
      .map(([name]) => ({ path: `${path}.${name}`, message: `is not an address of a chain with vmType ${vmType}` })),
    ...[...(currency ? [currency] : []), ...(listed as unknown[])]
      .filter((each) => !isRecord(each) || typeof each['address'] !== 'string' || !Number.isInteger(each['decimals']))
      .map(() => ({ path, message: 'has a currency without address or decimals' })),
  ];
}

/** Returns the addresses of the right form, because the service sends '' for an address that a chain does not have. */
const pinned = ({ vmType }: ChainRecord, addresses: readonly (string | undefined)[]): string[] =>
  addresses.filter((address) => address !== undefined && looksLikeAddress(address, vmType)) as string[];

const pick = <T extends object, K extends keyof T>(value: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.filter((name) => name in value).map((name) => [name, value[name]])) as Pick<T, K>;
