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
const KNOWN: readonly ChainRecord[] = [
  chain(84532, 'Base Sepolia', [usdc('0x036cbd53842c5426634e7929541ec2318f3dcf7e')]),
  chain(11155111, 'Sepolia', [usdc('0x1c7d4b196cb0c7b01d743fbc6116a902379c7238')]),
  chain(421614, 'Arbitrum Sepolia', [usdc('0x75faf114eafb1bdbe2f0316df893fd58ce46aa4d')]),
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
  const added = [...new Set(ids)].filter((id) => KNOWN.every((each) => each.id !== id));
  const all = [...KNOWN, ...added.map((id) => chain(id, `Test chain ${id}`, [usdc(standIn('usdc'))]))];
  const named = [
    [destinationChainId, destinationCurrency],
    [originChainId, originCurrency],
  ] as const;
  return { chains: all.map((each) => named.reduce((record, [id, text]) => withCurrency(record, id, text), each)) };
}

/** Returns the currency with its price. A currency without a known price is worth one dollar. */
export function pricedCurrency(record: ChainRecord, address: string): PricedCurrency | null {
  const found = pinnedCurrency(record, address);
  return found ? { ...found, price: found.id === ETH.id ? 2_500_000_000n : 1_000_000n } : null;
}

function chain(id: number, displayName: string, erc20Currencies: ChainCurrency[]): ChainRecord {
  return {
    id,
    name: displayName.toLowerCase().replaceAll(' ', '-'),
    displayName,
    vmType: 'evm',
    httpRpcUrl: `${TEST_ORIGIN}/rpc/${id}`,
    currency: ETH,
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
