/**
 * Lists the chains that test mode knows, with their tokens. On these chains, test mode makes up any other token that
 * the options name by its address, and some common tokens that the options name by their symbol.
 */
import { sameAddress, ZERO_ADDRESS } from '../chain.js';
import type { ChainCurrency, ChainRecord } from '../../types.js';

/** The origin of the URLs that test mode itself answers. The top-level domain `invalid` never exists (RFC 2606). */
export const TEST_ORIGIN = 'https://test-mode.invalid';

/** The contract that receives the deposits on every chain of test mode, except those to a deposit address. */
export const DEPOSITORY = `0x${'de'.repeat(20)}`;

/** The native currency of most chains. */
export const ETH = { id: 'eth', symbol: 'ETH', name: 'Ether', address: ZERO_ADDRESS, decimals: 18 } as const;

/** Returns USDC with the given address on one chain. */
export const usdc = (address: string): ChainCurrency => ({
  id: 'usdc',
  symbol: 'USDC',
  name: 'USD Coin',
  address,
  decimals: 6,
});

/** Public test chains, with the addresses of USDC on them. */
export const TEST_CHAINS: readonly ChainRecord[] = [
  testChain(84532, 'Base Sepolia', [usdc('0x036cbd53842c5426634e7929541ec2318f3dcf7e')]),
  testChain(11155111, 'Sepolia', [usdc('0x1c7d4b196cb0c7b01d743fbc6116a902379c7238')]),
  testChain(421614, 'Arbitrum Sepolia', [usdc('0x75faf114eafb1bdbe2f0316df893fd58ce46aa4d')]),
];

/** Live chains that test mode offers to a page with the options of a live shop, with the addresses of the real USDC. */
export const LIVE_CHAINS: readonly ChainRecord[] = [
  testChain(8453, 'Base', [usdc('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')]),
  testChain(1, 'Ethereum', [usdc('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')]),
  testChain(42161, 'Arbitrum', [usdc('0xaf88d065e77c8cc2239327c5edb3a432268e5831')]),
  testChain(10, 'Optimism', [usdc('0x0b2c639c533813f4aa9d7837caf62653d097ff85')]),
  testChain(137, 'Polygon', [usdc('0x3c499c542cef5e3811e1192ce70d8cc03d5c3359')], coin('POL')),
];

/**
 * Other live chains that the options can name, with their name and, if it is not ETH, their native currency. Test mode
 * makes up their other tokens.
 */
const OTHER_CHAINS: Readonly<Record<number, [name: string, native?: string]>> = {
  56: ['BNB Chain', 'BNB'],
  100: ['Gnosis', 'XDAI'],
  130: ['Unichain'],
  146: ['Sonic', 'S'],
  324: ['ZKsync'],
  480: ['World Chain'],
  2741: ['Abstract'],
  5000: ['Mantle', 'MNT'],
  34443: ['Mode'],
  42220: ['Celo', 'CELO'],
  43114: ['Avalanche', 'AVAX'],
  57073: ['Ink'],
  59144: ['Linea'],
  80094: ['Berachain', 'BERA'],
  81457: ['Blast'],
  534352: ['Scroll'],
  7777777: ['Zora'],
};

/** Returns the chain with this id, or undefined if test mode does not know it. */
export function knownChain(id: number): ChainRecord | undefined {
  const found = [...TEST_CHAINS, ...LIVE_CHAINS].find((each) => each.id === id);
  const [name, native] = OTHER_CHAINS[id] ?? [];
  return found ?? (name === undefined ? undefined : testChain(id, name, [], native ? coin(native) : ETH));
}

/**
 * Returns a currency of a chain, or null if test mode does not know the chain or would have to make the currency up.
 */
export function knownToken(chainId: number, address: string): ChainCurrency | null {
  const { currency, erc20Currencies = [] } = knownChain(chainId) ?? {};
  const tokens = [...erc20Currencies, ...(currency ? [currency] : [])];
  return tokens.find((each) => sameAddress(each.address, address)) ?? null;
}

/** Returns a native currency with this symbol, for a chain that does not use ETH. */
function coin(symbol: string): ChainCurrency {
  return { id: symbol.toLowerCase(), symbol, name: symbol, address: ZERO_ADDRESS, decimals: 18 };
}

/** Creates an EVM chain of test mode, with ETH as the default native currency. */
export function testChain(
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
