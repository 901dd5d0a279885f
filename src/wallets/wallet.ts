/** Defines the interface of a wallet, for every chain family. */
import type { ErrorInfo } from '../errors.js';
import type { Account } from '../types.js';

/** Provider as defined by EIP-1193. */
export interface EIP1193Provider {
  /** Sends a JSON-RPC request to the wallet. Rejects with a provider error (EIP-1193). */
  request(request: {
    /** The method, such as `eth_accounts`. */
    method: string;
    /** The parameters. Absent if the method has none. */
    params?: unknown;
  }): Promise<unknown>;
  /** Adds a listener for an event, such as `accountsChanged`. Absent if the provider emits no events. */
  on?(event: string, listener: (value: never) => void): unknown;
  /** Removes a listener. Absent if the provider emits no events. */
  removeListener?(event: string, listener: (value: never) => void): unknown;
}

/** Connector of a wagmi config, with the members that this package uses. */
export interface WagmiConnector {
  /** The id of the connector, such as `injected`. */
  readonly id: string;
  /** The id of this instance. */
  readonly uid: string;
  /** The name to show. */
  readonly name: string;
  /** The type of the connector. */
  readonly type: string;
  /** The icon: a `data:` URL. Absent if there is none. */
  readonly icon?: string | undefined;
  /** The wallet's reverse domain names. Absent if unknown. */
  readonly rdns?: string | readonly string[] | undefined;
  /** Opens the wallet's connect prompt. */
  connect(): Promise<unknown>;
  /** Disconnects the wallet. */
  disconnect(): Promise<void>;
  /** Resolves with the EIP-1193 provider. */
  getProvider(): Promise<unknown>;
}

/**
 * Entry of the `wallets` property: a bare EIP-1193 provider, a provider with its EIP-6963 info, or a connector of the
 * page's wagmi.
 */
export type WalletEntry =
  | EIP1193Provider
  | {
      /** The wallet's description of itself (EIP-6963). */
      info: {
        /** The wallet's id: a reverse domain name. */
        rdns: string;
        /** The name to show. */
        name: string;
        /** The icon: a `data:` URL. */
        icon: string;
      };
      /** The wallet's provider. */
      provider: EIP1193Provider;
    }
  | WagmiConnector;

/** Entry of the wallet list, with the wallet's description of itself. */
export type WalletInfo = {
  /** The wallet's rdns, else its name, else a text such as `page-1`. The attribute `data-wallet` contains this id. */
  id: string;
  /** The name to show. Empty for a bare provider, which has no description. */
  name: string;
  /** The icon: a `data:` URL. Null if there is none. */
  icon: string | null;
  /** The chain family of the wallet's accounts. */
  vmType: 'evm';
};

/** Wallet that can be connected. */
export interface WalletOption extends WalletInfo {
  /**
   * Opens the wallet's connect prompt.
   * @throws HubPayError `wallet-rejected`, `wallet-busy`, `wallet-locked`, `wallet-not-found`
   */
  connect(o: { signal: AbortSignal }): Promise<Wallet>;
  /**
   * Waits for the payer's answer to an earlier request. Resolves when the wallet shares an account with this page.
   * Opens no prompt.
   */
  answered(o: { signal: AbortSignal }): Promise<Wallet>;
  /**
   * Resolves with the wallet if it shares an account without a prompt; otherwise with null. Stays pending if the wallet
   * never answers.
   */
  reconnect(): Promise<Wallet | null>;
}

/** A change that a wallet reports. In `addresses`, the active account is first and all addresses are in lower case. */
export type WalletEvent =
  | { type: 'accounts-changed'; addresses: readonly string[] }
  | { type: 'chain-changed'; chainId: number }
  | { type: 'disconnected' };

/** A change of the connection to the payer's wallet. */
export type ConnectionEvent =
  | { type: 'wallets-found'; wallets: readonly WalletInfo[] }
  | { type: 'connecting'; wallet: string }
  /** `problem` is null if the payer chose another wallet. */
  | { type: 'connect-failed'; problem: ErrorInfo | null }
  | { type: 'connected'; account: Account }
  | { type: 'disconnected' };

/** A connected wallet. The wallet's answers are not cached. */
export interface Wallet extends WalletInfo {
  /** The wallet's provider. The payment code calls it directly, because a library could repeat a request. */
  readonly provider: EIP1193Provider;
  /** The accounts that the wallet shares with this page now, without a prompt. The active account is first. */
  addresses(): Promise<readonly string[]>;
  /** Calls `listener` for each change until the returned function is called. */
  subscribe(listener: (event: WalletEvent) => void): () => void;
  /** Disconnects the wallet. A reload does not reconnect it. */
  disconnect(): Promise<void>;
}

/** Creates an `Account` from a wallet and one of its addresses. */
export const accountOf = (wallet: WalletInfo, address: string): Account => ({
  address,
  vmType: wallet.vmType,
  wallet: wallet.id,
});
