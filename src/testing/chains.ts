/** The chains and tokens of test mode. They exist only in the page. */
import type { SessionOptions } from '../payment/model/options.js';
import type { ChainCurrency, ChainRecord, Registry } from '../types.js';
import { currenciesOf, pinnedCurrency } from '../vm/registry.js';
import { ETH, knownChain, LIVE_CHAINS, TEST_CHAINS, testChain, usdc } from '../shared/test-chains.js';

/** The account that delivers payments. */
export const SOLVER = `0x${'50'.repeat(20)}`;

/** A currency of test mode, with its price in millionths of a dollar. */
export type PricedCurrency = ChainCurrency & { price: bigint };

/** Returns an address for a currency that the merchant names by its symbol. Its digits are the symbol's characters. */
const standIn = (symbol: string): string => {
  const digits = [...new TextEncoder().encode(symbol)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `0x7e57${digits.slice(0, 36).padEnd(36, '0')}`;
};

type Named = Pick<
  SessionOptions,
  'destinationChainId' | 'destinationCurrency' | 'originChainId' | 'originCurrency' | 'origins' | 'tokens'
>;

/**
 * Returns the chains for these options: public test chains, or the chains of live shops if the options name another
 * chain. Adds each chain and each currency that the options name. A merchant can then test with the options of the live
 * page.
 */
export function testRegistry(options: Named): Registry {
  const { destinationChainId, destinationCurrency, originChainId, originCurrency, origins = [] } = options;
  const wanted = payingTokens(options);
  const ids = [destinationChainId, originChainId, ...origins, ...wanted.map(({ chainId }) => chainId)].filter(
    (id) => id !== undefined,
  );
  const isLive = ids.length > 0 && TEST_CHAINS.every(({ id }) => id !== ids[0]);
  const usual = isLive ? LIVE_CHAINS : TEST_CHAINS;
  const added = [...new Set(ids)].filter((id) => usual.every((each) => each.id !== id));
  const all = [...usual, ...added.map((id) => knownChain(id) ?? inventedChain(id))];
  const named: readonly Wanted[] = [
    { chainId: destinationChainId ?? 0, text: destinationCurrency },
    { chainId: originChainId ?? 0, text: originCurrency },
    ...wanted,
  ];
  return { chains: all.map((each) => named.reduce(withCurrency, each)) };
}

/**
 * True for a public test chain, where tokens have no worth. Only these chains have deposit addresses in test mode,
 * because nobody has the key of such an address.
 */
export const isTestChain = (chainId: number): boolean => TEST_CHAINS.some(({ id }) => id === chainId);

/** A currency by its symbol or address. Without a chain, every chain has the currency. */
type Wanted = { chainId?: number | undefined; text?: string | undefined };

/** Returns the tokens that the option `tokens` allows by name. */
export const payingTokens = ({ tokens = [] }: Pick<SessionOptions, 'tokens'>): Wanted[] =>
  tokens.flatMap((word) => {
    const [, chainId, text] = /^(?:(\d+):)?([^-*:].*)$/.exec(word) ?? [];
    return text === undefined ? [] : [{ text, ...(chainId !== undefined && { chainId: Number(chainId) }) }];
  });

/** Returns the currency with its price. A currency without a known price is worth one dollar. */
export function pricedCurrency(record: ChainRecord, address: string): PricedCurrency | null {
  const found = pinnedCurrency(record, address);
  return found ? { ...found, price: found.id === ETH.id ? 2_500_000_000n : 1_000_000n } : null;
}

/**
 * Returns what test mode had to invent for these options: each chain, and each currency. A developer compares them with
 * the chains of the service before the page goes live.
 */
export function inventionsIn({ chains }: Registry): string[] {
  return chains.flatMap((each) => {
    const own = knownChain(each.id);
    const currencies = (each.erc20Currencies ?? []).filter((one) => !own?.erc20Currencies?.includes(one));
    return own
      ? currencies.map(({ symbol, address }) => `${symbol} ${address} on chain ${each.id}`)
      : `chain ${each.id}`;
  });
}

const inventedChain = (id: number): ChainRecord => testChain(id, `Test chain ${id}`, [usdc(standIn('usdc'))]);

/** Returns the chain with this currency. The text is an address, a symbol or `native`. */
function withCurrency(record: ChainRecord, { chainId = record.id, text }: Wanted): ChainRecord {
  if (record.id !== chainId || !text || text === 'native') return record;
  const wanted = text.toLowerCase();
  if (currenciesOf(record).some(({ address, symbol }) => address === wanted || symbol.toLowerCase() === wanted))
    return record;
  const added = wanted.startsWith('0x')
    ? { id: `test-${wanted}`, symbol: 'TEST', name: 'Test token', address: wanted, decimals: 6 }
    : { id: wanted, symbol: text, name: text, address: standIn(wanted), decimals: 6 };
  return { ...record, erc20Currencies: [...(record.erc20Currencies ?? []), added] };
}
