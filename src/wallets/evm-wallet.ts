/**
 * Wraps an EIP-1193 provider as an `EvmWallet`, which checks the provider's answers, forwards its events, and caches
 * nothing.
 */
import { isHexAccount } from '../shared/chain.js';
import { HubPayError } from '../errors.js';
import { refusalOf, walletMessage } from './wallet-errors.js';
import type { EIP1193Provider, EvmWallet, WalletInfo, WalletListener } from './wallet.js';

/**
 * Creates the wallet.
 * @param disconnect ends the connection, for example by revoking the page's permission
 */
export function evmWallet(info: WalletInfo, provider: EIP1193Provider, disconnect: () => Promise<void>): EvmWallet {
  return {
    id: info.id,
    name: info.name,
    icon: info.icon,
    vmType: 'evm',
    provider,
    addresses: () => addressesOf(provider),
    subscribe: (listener) => subscribe(provider, listener),
    disconnect,
  };
}

/**
 * Returns the accounts that the wallet shares with this page now, in lower case and with the active one first. The list
 * is empty if the wallet is locked or not connected.
 * @throws HubPayError `wallet-rejected`, `wallet-busy`, `wallet-locked`
 */
export async function addressesOf(provider: EIP1193Provider): Promise<readonly string[]> {
  try {
    return readAddresses(await provider.request({ method: 'eth_accounts' }));
  } catch (cause) {
    throw new HubPayError(
      refusalOf(cause) ?? 'wallet-locked',
      'The wallet did not say which accounts it shares with this page',
      {
        details: walletMessage(cause),
        cause,
      },
    );
  }
}

/** Returns the valid addresses in the wallet's answer, in lower case. */
export function readAddresses(answer: unknown): string[] {
  const list: unknown[] = Array.isArray(answer) ? answer : [];
  return list
    .filter((each): each is string => typeof each === 'string' && isHexAccount(each))
    .map((each) => each.toLowerCase());
}

/**
 * The code with which MetaMask emits `disconnect` if it temporarily has no network connection, while it still shares
 * its accounts with the page.
 */
const RECONNECTING = 1013;

function subscribe(provider: EIP1193Provider, listener: WalletListener): () => void {
  const listeners: [string, (value: unknown) => void][] = [
    ['accountsChanged', (value) => listener({ type: 'accounts-changed', addresses: readAddresses(value) })],
    ['chainChanged', (value) => listener({ type: 'chain-changed', chainId: Number(value) })],
    ['connect', () => listener({ type: 'back' })],
    [
      'disconnect',
      (value) => {
        if ((value as { code?: unknown } | undefined)?.code !== RECONNECTING) listener({ type: 'disconnected' });
      },
    ],
  ];
  for (const [event, each] of listeners) provider.on?.(event, each);
  return () => {
    for (const [event, each] of listeners) provider.removeListener?.(event, each);
  };
}
