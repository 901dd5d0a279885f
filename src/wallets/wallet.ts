/** Defines the interface of a wallet, for every chain family. */
import type { ErrorInfo } from '../errors.js';
import type { Account } from '../types.js';

/** Provider as defined by EIP-1193. */
export interface EIP1193Provider {
  request(request: { method: string; params?: unknown }): Promise<unknown>;
  on?(event: string, listener: (value: never) => void): unknown;
  removeListener?(event: string, listener: (value: never) => void): unknown;
}

/** Connector of a wagmi config, with the members that are used. */
export interface WagmiConnector {
  readonly id: string;
  readonly uid: string;
  readonly name: string;
  readonly type: string;
  readonly icon?: string | undefined;
  readonly rdns?: string | readonly string[] | undefined;
  connect(): Promise<unknown>;
  disconnect(): Promise<void>;
  getProvider(): Promise<unknown>;
}

/**
 * Entry of the `wallets` property: a bare EIP-1193 provider, a provider with its EIP-6963 info, or a connector of the
 * page's wagmi. Its members decide which.
 */
export type WalletEntry =
  EIP1193Provider | { info: { rdns: string; name: string; icon: string }; provider: EIP1193Provider } | WagmiConnector;

/**
 * Entry of the wallet list, as the wallet describes itself. `id` is the rdns, else the name, else `page-1`;
 * `data-wallet` holds it. `name` is empty for a bare provider, which has no description.
 */
export type WalletInfo = { id: string; name: string; icon: string | null; vmType: 'evm' };

/** Wallet that can be connected. */
export interface WalletOption extends WalletInfo {
  /**
   * Opens the wallet's connect prompt.
   * @throws HubPayError `wallet-rejected`, `wallet-busy`, `wallet-locked`, `wallet-not-found`
   */
  connect(o: { signal: AbortSignal }): Promise<Wallet>;
  /**
   * Resolves once the wallet shares an account with this page, because the payer answered a pending request in the
   * wallet. Sends no request that prompts.
   */
  answered(o: { signal: AbortSignal }): Promise<Wallet>;
  /** Resolves with the wallet if it shares an account without a prompt, else with null. It may never settle. */
  reconnect(): Promise<Wallet | null>;
}

/** A change that a wallet reports. `addresses` has the active account first, all in lower case. */
export type WalletEvent =
  | { type: 'accounts-changed'; addresses: readonly string[] }
  | { type: 'chain-changed'; chainId: number }
  | { type: 'disconnected' };

/** How the connection of the payer's wallet changes. */
export type ConnectionEvent =
  | { type: 'wallets-found'; wallets: readonly WalletInfo[] }
  | { type: 'connecting'; wallet: string }
  /** `problem` is null when the payer turned to another wallet. */
  | { type: 'connect-failed'; problem: ErrorInfo | null }
  | { type: 'connected'; account: Account }
  | { type: 'disconnected' };

/** Connected wallet. Nothing is cached: each call reads the wallet's current answer. */
export interface Wallet extends WalletInfo {
  /** The wallet's provider. Payment requests use it directly and once, because a library may retry. */
  readonly provider: EIP1193Provider;
  /** The accounts that the wallet shares with this page now, without a prompt, the active one first. */
  addresses(): Promise<readonly string[]>;
  /** Calls `listener` for each change until the returned function is called. */
  subscribe(listener: (event: WalletEvent) => void): () => void;
  /** Disconnects the wallet. It is not reconnected after a reload. */
  disconnect(): Promise<void>;
}

/** The account of a wallet at one of its addresses. */
export const accountOf = (wallet: WalletInfo, address: string): Account => ({
  address,
  vmType: wallet.vmType,
  wallet: wallet.id,
});
