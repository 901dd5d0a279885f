/**
 * Wraps an EIP-1193 provider as a `Wallet`. It checks the provider's answers, forwards its events and caches nothing.
 */
import { isHexAccount } from '../shared/chain.js';
import { HubPayError } from '../errors.js';
import { refusalOf, walletMessage } from './wallet-errors.js';
import type { EIP1193Provider, Wallet, WalletEvent, WalletInfo } from './wallet.js';

/** @param disconnect ends the connection, for example by revoking the page's permission */
export function evmWallet(info: WalletInfo, provider: EIP1193Provider, disconnect: () => Promise<void>): Wallet {
  return {
    id: info.id,
    name: info.name,
    icon: info.icon,
    vmType: info.vmType,
    provider,
    addresses: () => addressesOf(provider),
    subscribe: (listener) => subscribe(provider, listener),
    disconnect,
  };
}

/**
 * The accounts that the wallet shares with this page now, in lower case. The active account is first. Empty if the
 * wallet is locked or not connected.
 * @throws HubPayError `wallet-rejected`, `wallet-busy`, `wallet-locked`
 */
export async function addressesOf(provider: EIP1193Provider): Promise<readonly string[]> {
  try {
    return readAddresses(await provider.request({ method: 'eth_accounts' }));
  } catch (cause) {
    throw new HubPayError(refusalOf(cause) ?? 'wallet-locked', 'The wallet does not tell its accounts', {
      details: walletMessage(cause),
      cause,
    });
  }
}

/** Returns only the valid addresses. */
export function readAddresses(answer: unknown): string[] {
  const list: unknown[] = Array.isArray(answer) ? answer : [];
  return list
    .filter((each): each is string => typeof each === 'string' && isHexAccount(each))
    .map((each) => each.toLowerCase());
}

/** MetaMask's code for a temporary loss of connection. The wallet stays connected. */
const RECONNECTING = 1013;

function subscribe(provider: EIP1193Provider, listener: (event: WalletEvent) => void): () => void {
  let last: string | undefined;
  // Some wallets emit the same change several times.
  const notify = (event: WalletEvent): void => {
    const text = JSON.stringify(event);
    if (text === last) return;
    last = text;
    listener(event);
  };
  const listeners: [string, (value: unknown) => void][] = [
    ['accountsChanged', (value) => notify({ type: 'accounts-changed', addresses: readAddresses(value) })],
    ['chainChanged', (value) => notify({ type: 'chain-changed', chainId: Number(value) })],
    [
      'disconnect',
      (value) => (value as { code?: unknown } | undefined)?.code !== RECONNECTING && notify({ type: 'disconnected' }),
    ],
  ];
  for (const [event, each] of listeners) provider.on?.(event, each);
  return () => {
    for (const [event, each] of listeners) provider.removeListener?.(event, each);
  };
}
