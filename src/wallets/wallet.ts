/** What the flow may ask of any wallet, whatever chain family it is for. */
import type { ErrorInfo } from '../errors.js';
import type { Account } from '../types.js';

/** EIP-1193. */
export interface EIP1193Provider {
  request(request: { method: string; params?: unknown }): Promise<unknown>;
  on?(event: string, listener: (value: never) => void): unknown;
  removeListener?(event: string, listener: (value: never) => void): unknown;
}

/** A connector of a wagmi config, as far as it is used. */
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
 * What a merchant may put in the `wallets` property, told apart by shape: a bare EIP-1193 provider, one with its
 * EIP-6963 info, or a connector of the page's wagmi.
 */
export type WalletEntry =
  EIP1193Provider | { info: { rdns: string; name: string; icon: string }; provider: EIP1193Provider } | WagmiConnector;

/**
 * A row of the wallet list: who it says it is. `id` is what `data-wallet` holds: the rdns, else the name, else
 * `page-1`. `name` is empty for a bare provider, which says nothing of itself.
 */
export type WalletInfo = { id: string; name: string; icon: string | null; vmType: 'evm' };

/** A wallet that can be connected. */
export interface WalletOption extends WalletInfo {
  /**
   * Asks the wallet to connect; opens its prompt.
   * @throws HubPayError `wallet-rejected`, `wallet-busy`, `wallet-locked`, `wallet-not-found`
   */
  connect(o: { signal: AbortSignal }): Promise<Wallet>;
  /** The wallet, once it shows this page an account: a request that waited in it was answered there. Asks nothing. */
  answered(o: { signal: AbortSignal }): Promise<Wallet>;
  /** The wallet, if it shows this page an account without a prompt; null if not. It may never answer. */
  reconnect(): Promise<Wallet | null>;
}

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

/** A connected wallet. Nothing in it is cached: each answer is the wallet's own at the moment of asking. */
export interface Wallet extends WalletInfo {
  /** The wallet itself. The paying request goes through it directly and once: no library may ask again. */
  readonly provider: EIP1193Provider;
  /** The accounts that the wallet shows to this page now, without a prompt; the active one first. */
  addresses(): Promise<readonly string[]>;
  /** Tells of changes until the returned function is called. */
  subscribe(listener: (event: WalletEvent) => void): () => void;
  /** Forgets this wallet: it is not reconnected after a reload. */
  disconnect(): Promise<void>;
}

export const accountOf = (wallet: WalletInfo, address: string): Account => ({
  address,
  vmType: wallet.vmType,
  wallet: wallet.id,
});
