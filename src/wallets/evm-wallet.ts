/**
 * Wraps an EIP-1193 provider as an `EvmWallet`. The `EvmWallet` checks the provider's accounts, forwards the events
 * that the package needs, and caches nothing.
 */
import { HubPayError } from '../errors.js';
import { readAccounts } from './read-answer.js';
import { CODES, refusalOf, saidBy, walletFailure, walletMessage } from './wallet-errors.js';
import type { EIP1193Provider, EvmWallet, WalletInfo, WalletListener } from './wallet.js';

/**
 * Creates an `EvmWallet` for the provider.
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
 * Returns the accounts that the wallet shares with this page now, in lower case and in the wallet's own order. The list
 * is empty if the wallet shares no account that can be read, for example because the wallet is locked.
 * @throws HubPayError `wallet-rejected`, `wallet-busy`; `wallet-failed` if the wallet lost its connection to the page;
 *   `wallet-locked` after any other error
 */
export async function addressesOf(provider: EIP1193Provider): Promise<readonly string[]> {
  try {
    return readAccounts(await provider.request({ method: 'eth_accounts' }));
  } catch (cause) {
    const what = 'The wallet did not name its accounts';
    if (saidBy(cause) === 'wallet-gone') throw walletFailure(cause, what);
    throw new HubPayError(refusalOf(cause) ?? 'wallet-locked', what, { details: walletMessage(cause), cause });
  }
}

function subscribe(provider: EIP1193Provider, listener: WalletListener): () => void {
  const listeners: [string, (value: unknown) => void][] = [
    ['accountsChanged', (value) => listener({ type: 'accounts-changed', addresses: readAccounts(value) })],
    ['chainChanged', () => listener({ type: 'chain-changed' })],
    ['connect', () => listener({ type: 'back' })],
    [
      'disconnect',
      (value) => {
        // MetaMask still shares its accounts with the page.
        if ((value as { code?: unknown } | undefined)?.code !== CODES.reconnecting) listener({ type: 'disconnected' });
      },
    ],
  ];
  for (const [event, each] of listeners) provider.on?.(event, each);
  return () => {
    for (const [event, each] of listeners) provider.removeListener?.(event, each);
  };
}
