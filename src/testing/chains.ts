/**
 * Creates the records of test mode's chains and tokens. The ids and many addresses are real, but the payments on these
 * chains are only simulated.
 */
import type { SessionOptions } from '../payment/model/options.js';
import type { ChainCurrency, ChainRecord, Registry } from '../types.js';
import { currenciesOf, pinnedCurrency } from '../vm/registry/registry.js';
import { isHexAccount } from '../shared/chain.js';
import { knownChain, LIVE_CHAINS, TEST_CHAINS } from '../shared/test-mode/test-chains.js';

/** The account that delivers payments. */
export const SOLVER = `0x${'50'.repeat(20)}`;

/** A currency of test mode, with its price in millionths of a dollar. */
export type PricedCurrency = ChainCurrency & { price: bigint };

/** The tokens that test mode can make up from their symbol on a chain that lacks them, with their decimals. */
const TOKENS: Readonly<Record<string, number>> = { USDC: 6, USDT: 6, USDT0: 6, EURC: 6, PYUSD: 6, DAI: 18, WETH: 18 };

/** Finds a token by its symbol in any letter case, and returns the symbol as the table spells it, with the decimals. */
const tokenOf = (symbol: string): [symbol: string, decimals: number] | undefined =>
  Object.entries(TOKENS).find(([known]) => known.toLowerCase() === symbol.toLowerCase());

/**
 * Returns an address for a currency that the merchant names by its symbol. Its digits are `7e57`, the symbol's bytes
 * and zeros.
 */
const standIn = (symbol: string): string => {
  const digits = [...new TextEncoder().encode(symbol)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `0x7e57${digits.slice(0, 36).padEnd(36, '0')}`;
};

type Named = Pick<
  SessionOptions,
  'destinationChainId' | 'destinationCurrency' | 'originChainId' | 'originCurrency' | 'origins' | 'tokens'
>;

/**
 * Returns the chains for these options: public test chains, or the chains of live shops if the first chain of the
 * options is no test chain. Adds each known chain that the options name, and each named token that test mode can make
 * up. A merchant can therefore test with the options of the live page. A wrong chain id or symbol gives the same error
 * as on the live page.
 */
export function testRegistry(options: Named): Registry {
  const ids = chainsIn(options);
  const isLive = ids.length > 0 && TEST_CHAINS.every(({ id }) => id !== ids[0]);
  const usual = isLive ? LIVE_CHAINS : TEST_CHAINS;
  const added = ids.filter((id) => usual.every((each) => each.id !== id));
  const all = [...usual, ...added.flatMap((id) => knownChain(id) ?? [])];
  return { chains: all.map((each) => currenciesIn(options).reduce(withCurrency, each)) };
}

/** Returns the ids of the chains that the options name, each once. */
const chainsIn = (options: Named): number[] => {
  const { destinationChainId, originChainId, origins = [] } = options;
  const ids = [destinationChainId, originChainId, ...origins, ...payingTokens(options).map(({ chainId }) => chainId)];
  return [...new Set(ids.filter((id) => id !== undefined))];
};

/** Returns the currencies that the options name. */
const currenciesIn = (options: Named): readonly Wanted[] => [
  { chainId: options.destinationChainId ?? 0, text: options.destinationCurrency },
  { chainId: options.originChainId ?? 0, text: options.originCurrency },
  ...payingTokens(options),
];

/**
 * True for a public test chain, where tokens have no worth. In test mode, only these chains have deposit addresses,
 * because nobody has the keys of such addresses, and real money that is sent there would be lost.
 */
export const isTestChain = (chainId: number): boolean => TEST_CHAINS.some(({ id }) => id === chainId);

/** A currency by its symbol or address; without `chainId`, on every chain. */
type Wanted = { chainId?: number | undefined; text?: string | undefined };

/** Returns the tokens that the option `tokens` names, without those that it excludes. */
export const payingTokens = ({ tokens = [] }: Pick<SessionOptions, 'tokens'>): Wanted[] =>
  tokens.flatMap((word) => {
    const [, chainId, text] = /^(?:(\d+):)?([^-*:].*)$/.exec(word) ?? [];
    return text === undefined ? [] : [{ text, ...(chainId !== undefined && { chainId: Number(chainId) }) }];
  });

/**
 * Returns the currency with its price, or null if the chain lacks the currency. ETH and WETH cost 2500 dollars, and any
 * other currency one dollar.
 */
export function pricedCurrency(record: ChainRecord, address: string): PricedCurrency | null {
  const found = pinnedCurrency(record, address);
  return found ? { ...found, price: /^W?ETH$/.test(found.symbol) ? 2_500_000_000n : 1_000_000n } : null;
}

/**
 * Returns each token of this registry that test mode had to make up, with the ids of its chains. A developer compares
 * them with the service's tokens before the page goes live.
 */
export function inventionsIn({ chains }: Registry): string[] {
  const places = new Map<string, number[]>();
  for (const { id, erc20Currencies = [] } of chains) {
    const own = knownChain(id)?.erc20Currencies;
    for (const one of erc20Currencies.filter((each) => !own?.includes(each))) {
      const token = `${one.symbol} ${one.address}`;
      places.set(token, [...(places.get(token) ?? []), id]);
    }
  }
  return [...places].map(([token, ids]) => `${token} on chain ${ids.join(', ')}`);
}

/** Returns the ids that the options name, and that test mode does not know. */
export const unknownChains = (options: Named): number[] => chainsIn(options).filter((id) => !knownChain(id));

/** Returns the chain, with this currency added if it is missing. An unknown symbol changes nothing. */
function withCurrency(record: ChainRecord, { chainId = record.id, text }: Wanted): ChainRecord {
  if (record.id !== chainId || !text || text === 'native') return record;
  const wanted = text.toLowerCase();
  if (currenciesOf(record).some(({ address, symbol }) => address === wanted || symbol.toLowerCase() === wanted))
    return record;
  const added = madeUp(wanted);
  return added ? { ...record, erc20Currencies: [...(record.erc20Currencies ?? []), added] } : record;
}

/** Makes up a token for an address, or for a symbol in `TOKENS`. Returns undefined for any other text. */
function madeUp(wanted: string): ChainCurrency | undefined {
  if (isHexAccount(wanted))
    return { id: `test-${wanted}`, symbol: 'TEST', name: 'Test token', address: wanted, decimals: 6 };
  const [symbol, decimals] = tokenOf(wanted) ?? [];
  return symbol && decimals ? { id: wanted, symbol, name: symbol, address: standIn(wanted), decimals } : undefined;
}
