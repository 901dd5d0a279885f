/** The chains and tokens of test mode. They exist only in the page. */
import { ZERO_ADDRESS } from '../shared/chain.js';
import type { SessionOptions } from '../payment/model/options.js';
import type { ChainCurrency, ChainRecord, Registry } from '../types.js';
import { currenciesOf, pinnedCurrency } from '../vm/registry.js';

/** The base URL that the session of test mode uses. The domain `invalid` exists on no network (RFC 2606). */
export const TEST_ORIGIN = 'https://test-mode.invalid';

/** The account that delivers payments. */
export const SOLVER = `0x${'50'.repeat(20)}`;

/** The contract that receives the deposits of every chain. */
export const DEPOSITORY = `0x${'de'.repeat(20)}`;

/** A currency of test mode, with its price in millionths of a dollar. */
export type PricedCurrency = ChainCurrency & { price: bigint };

const ETH = { id: 'eth', symbol: 'ETH', name: 'Ether', address: ZERO_ADDRESS, decimals: 18 } as const;
const usdc = (address: string): ChainCurrency => ({
  id: 'usdc',
  symbol: 'USDC',
  name: 'USD Coin',
  address,
  decimals: 6,
});

/** Returns an address for a currency that the merchant names by its symbol. Its digits are the symbol's characters. */
const standIn = (symbol: string): string => {
  const digits = [...new TextEncoder().encode(symbol)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `0x7e57${digits.slice(0, 36).padEnd(36, '0')}`;
};

/** The chains that test mode always has: public test chains, with the addresses of their USDC. */
const ALWAYS: readonly ChainRecord[] = [
  chain(84532, 'Base Sepolia', [usdc('0x036cbd53842c5426634e7929541ec2318f3dcf7e')]),
  chain(11155111, 'Sepolia', [usdc('0x1c7d4b196cb0c7b01d743fbc6116a902379c7238')]),
  chain(421614, 'Arbitrum Sepolia', [usdc('0x75faf114eafb1bdbe2f0316df893fd58ce46aa4d')]),
];

/** The chains that test mode has if the options name them. The addresses are those of the real USDC. */
const REAL: readonly ChainRecord[] = [
  chain(1, 'Ethereum', [usdc('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')]),
  chain(10, 'Optimism', [usdc('0x0b2c639c533813f4aa9d7837caf62653d097ff85')]),
  chain(137, 'Polygon', [usdc('0x3c499c542cef5e3811e1192ce70d8cc03d5c3359')], {
    id: 'pol',
    symbol: 'POL',
    name: 'POL',
    address: ZERO_ADDRESS,
    decimals: 18,
  }),
  chain(8453, 'Base', [usdc('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')]),
  chain(42161, 'Arbitrum', [usdc('0xaf88d065e77c8cc2239327c5edb3a432268e5831')]),
];

type Named = Pick<
  SessionOptions,
  'destinationChainId' | 'destinationCurrency' | 'originChainId' | 'originCurrency' | 'origins'
>;

/**
 * Returns the chains for these options. Adds each chain and each currency that the options name and that test mode does
 * not know. A merchant can then test with the options of the live page.
 */
export function testRegistry(options: Named): Registry {
  const { destinationChainId, destinationCurrency, originChainId, originCurrency, origins = [] } = options;
  const ids = [destinationChainId, originChainId, ...origins].filter((id) => id !== undefined);
  const added = [...new Set(ids)].filter((id) => ALWAYS.every((each) => each.id !== id));
  const all = [...ALWAYS, ...added.map((id) => REAL.find((each) => each.id === id) ?? inventedChain(id))];
  const named = [
    [destinationChainId, destinationCurrency],
    [originChainId, originCurrency],
  ] as const;
  return { chains: all.map((each) => named.reduce((record, [id, text]) => withCurrency(record, id, text), each)) };
}

/**
 * True for a public test chain, where tokens have no worth. Only these chains have deposit addresses in test mode,
 * because nobody has the key of such an address.
 */
export const isTestChain = (chainId: number): boolean => ALWAYS.some(({ id }) => id === chainId);

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
  const known = [...ALWAYS, ...REAL];
  return chains.flatMap((each) => {
    const own = known.find(({ id }) => id === each.id);
    const currencies = (each.erc20Currencies ?? []).filter((one) => !own?.erc20Currencies?.includes(one));
    return own
      ? currencies.map(({ symbol, address }) => `${symbol} ${address} on chain ${each.id}`)
      : `chain ${each.id}`;
  });
}

const inventedChain = (id: number): ChainRecord => chain(id, `Test chain ${id}`, [usdc(standIn('usdc'))]);

function chain(
  id: number,
  displayName: string,
  erc20Currencies: ChainCurrency[],
  currency: ChainCurrency = ETH,
): ChainRecord {
  return {
    id,
    name: displayName.toLowerCase().replaceAll(' ', '-'),
    displayName,
    vmType: 'evm',
    httpRpcUrl: `${TEST_ORIGIN}/rpc/${id}`,
    currency,
    erc20Currencies,
    protocol: { v2: { chainId: displayName, depository: DEPOSITORY } },
  };
}

/** Returns the chain with this currency. The text is an address, a symbol or `native`. */
function withCurrency(record: ChainRecord, id: number | undefined, text: string | undefined): ChainRecord {
  if (record.id !== id || !text || text === 'native') return record;
  const wanted = text.toLowerCase();
  if (currenciesOf(record).some(({ address, symbol }) => address === wanted || symbol.toLowerCase() === wanted))
    return record;
  const added = wanted.startsWith('0x')
    ? { id: `test-${wanted}`, symbol: 'TEST', name: 'Test token', address: wanted, decimals: 6 }
    : { id: wanted, symbol: text, name: text, address: standIn(wanted), decimals: 6 };
  return { ...record, erc20Currencies: [...(record.erc20Currencies ?? []), added] };
}
