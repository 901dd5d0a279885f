/** Defines the interface of a wallet, which is the same for every chain family. */
import type { ErrorInfo, HubPayError } from '../errors.js';
import type { Platform } from '../shared/platform.js';
import type { Clock } from '../shared/time/clock.js';
import type { Account } from '../types.js';

/** Provider as defined by EIP-1193. */
export interface EIP1193Provider {
  /**
   * Sends a JSON-RPC request to the wallet. If the request fails, the promise rejects with a provider error (EIP-1193).
   */
  request(request: {
    /** The method, such as `eth_accounts`. */
    method: string;
    /** The parameters; absent if the method has none. */
    params?: unknown;
  }): Promise<unknown>;
  /** Adds a listener for an event, such as `accountsChanged`; absent if the provider emits no events. */
  on?(event: string, listener: (value: never) => void): unknown;
  /** Removes a listener; absent if the provider emits no events. */
  removeListener?(event: string, listener: (value: never) => void): unknown;
}

/** Connector of a wagmi config, with the members that this package uses. */
export interface WagmiConnector {
  /** The id of the connector, such as `injected`. */
  readonly id: string;
  /** The id of this connector instance, which wagmi creates. */
  readonly uid: string;
  /** The name to show. */
  readonly name: string;
  /** The type of the connector. */
  readonly type: string;
  /** The icon: a `data:` URL; absent if the wallet has none. */
  readonly icon?: string | undefined;
  /** The wallet's reverse domain names; absent if they are unknown. */
  readonly rdns?: string | readonly string[] | undefined;
  /** Opens the wallet's connect prompt. */
  connect(): Promise<unknown>;
  /** Disconnects the wallet. */
  disconnect(): Promise<void>;
  /** Resolves with the EIP-1193 provider. */
  getProvider(): Promise<unknown>;
}

/** A wallet of the Wallet Standard, for payments from SVM chains, with the members that this package uses. */
export interface WalletStandardWallet {
  /** The version of the standard. */
  readonly version: string;
  /** The name to show. It is also the wallet's id, unless another wallet has the same id. */
  readonly name: string;
  /** The icon: a `data:` URL. */
  readonly icon: string;
  /** The chains of the wallet, such as `solana:mainnet`. */
  readonly chains: readonly string[];
  /** The features by name, such as `standard:connect`. */
  readonly features: Readonly<Record<string, unknown>>;
  /** The accounts that the wallet shares with this page now. */
  readonly accounts: readonly WalletStandardAccount[];
}

/** Account of a wallet of the Wallet Standard. */
export interface WalletStandardAccount {
  /** The address in base58. */
  readonly address: string;
  /** The public key. */
  readonly publicKey: ArrayLike<number>;
  /** The chains of the account. */
  readonly chains: readonly string[];
  /** The names of the features that work with the account. */
  readonly features: readonly string[];
}

/**
 * Entry of the `wallets` property. For EVM chains, this is an EIP-1193 provider, an object with a provider and its
 * EIP-6963 info, or a connector of the page's wagmi config. For SVM chains, this is a wallet object in the form of the
 * Wallet Standard.
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
  | WagmiConnector
  | WalletStandardWallet;

/** The wallet's description of itself, as the wallet list shows it. */
export type WalletInfo = {
  /**
   * The wallet's id: its `rdns`, or else its name, or else a text such as `page-1` or `browser`. If the id is taken, a
   * number or the name of the chain family follows. The attribute `data-wallet` has the same value.
   */
  id: string;
  /** The name to show; empty if it is unknown, as for most providers without EIP-6963 info. */
  name: string;
  /** The icon: a `data:` URL, or null if the wallet has no usable icon. */
  icon: string | null;
  /** The chain family of the wallet's accounts. */
  vmType: WalletFamily;
  /**
   * True if another wallet of this page announces the same reverse domain name, or registers under the same name. One
   * of the two may be false. Absent otherwise.
   */
  isTwin?: true;
  /**
   * The link that opens the app of a connected wallet on a phone; absent for all other wallets, and if it is unknown.
   */
  appLink?: string;
};

// `npm run docs` writes the names from the rows of `src/vm/families.ts`.
/** A chain family whose wallets can be connected. */
export type WalletFamily = 'evm' | 'svm';

/** Receives the events of a wallet. */
export type WalletListener = (event: WalletEvent) => void;

/** Options of a connection to a wallet. */
export type ConnectOptions = {
  /** An abort ends the connect request. It also ends the calls of `listen`, even after the wallet has connected. */
  signal: AbortSignal;
  /** Receives the wallet's events, including events before the answer to the first request. */
  listen?: WalletListener;
};

/** Options of a connect prompt. */
export type PromptOptions = ConnectOptions & {
  /**
   * Shows the payer a code by which a wallet outside this browser connects. A wallet on a phone scans the code, or a
   * link with the code opens a wallet's app on this device. The wallet calls this for each new code, before `connect`
   * resolves. A wallet that uses the relay also calls this with null when its attempt to connect fails. An answer to an
   * earlier code still counts. `isWalletCode` defines what a code can be. A wallet in this browser has no code to show.
   */
  onCode?: (code: string | null) => void;
};

/** A wallet that the payer can connect. */
export interface WalletOption extends WalletInfo {
  /**
   * The wallet's own object: an EIP-1193 provider or a wallet of the Wallet Standard. Absent for a connector, and for
   * the wallet that uses the relay.
   */
  own?: object;
  /**
   * Opens the wallet's connect prompt. Reports the answer to `listen` as `connect-answered`, even if it names no
   * account. An abort means that the payer has given up. The payer can still answer a code that was shown before, but
   * this answer must then connect no wallet.
   * @throws HubPayError `wallet-rejected`, `wallet-busy`, `wallet-locked`, `wallet-failed`, `wallet-not-found`; for a
   *   wallet on another device also `wallet-unable`, `config`, `service-down`; after an abort, the signal's reason
   */
  connect(o: PromptOptions): Promise<Wallet>;
  /**
   * Opens no prompt, but waits for the payer's answer to a prompt that the wallet already shows. Resolves when the
   * wallet reports an account that it shares with this page.
   * @throws the error of the wallet's connector, or of the code for the relay; after an abort, the signal's reason
   */
  answered(o: ConnectOptions): Promise<Wallet>;
  /**
   * Resolves with the wallet if it already shares an account with this page, or else with null. Opens no prompt. The
   * promise stays pending if the wallet never answers.
   * @throws the error of the wallet's connector, or of the code for the relay
   */
  reconnect(o?: ConnectOptions): Promise<Wallet | null>;
  /** Checks the connection to a wallet on another device, for example after this device has slept. */
  wake?(): void;
  /** Returns, once, the error that an earlier page of this tab was left while it showed a code of this wallet. */
  interruption?(): HubPayError | null;
}

/** The settings for the connection to a wallet on another device by the relay of WalletConnect. */
export type RemoteSettings = {
  /** The merchant's project at the company that runs the relay. */
  projectId: string;
  /**
   * The ws or wss URL of the relay.
   * @default the public relay
   */
  relayUrl?: string | undefined;
  /** Resolves with the ids of the chains from which the payer can pay. */
  chains: () => Promise<readonly number[]>;
  platform: Platform;
};

/**
 * An event of a wallet. `addresses` is in the order of `Wallet.addresses`, and EVM addresses are in lower case.
 * - `connect-answered`: the connect request has an answer, usually from the payer.
 * - `accounts-changed`: these are the accounts that the wallet shares now.
 * - `chain-changed`: another chain is active in the wallet.
 * - `disconnected`: the wallet has lost its connection to its chains, but can still share its accounts.
 * - `back`: the wallet has its connection to its chains again.
 * - `gone`: the page can no longer use the wallet.
 * - `late-answer`: the wallet has answered a request after the page stopped waiting for it. `refused` is set if the
 *   wallet has refused to pay, and if no other request to pay on this chain is open.
 */
export type WalletEvent =
  | { type: 'connect-answered' | 'accounts-changed'; addresses: readonly string[] }
  | { type: 'chain-changed' | 'disconnected' | 'back' | 'gone' }
  | { type: 'late-answer'; refused?: { chainId: number; problem: ErrorInfo } };

/** The functions that find the wallets of one chain family. Their module loads on first use. */
export interface WalletDiscovery {
  /** Returns a list of the wallets that were found in this browser, to which a caller can subscribe. */
  discoverWallets(): { subscribe(listener: (wallets: readonly WalletOption[]) => void): () => void };
  /** Returns options for those entries that are wallets of this family. */
  walletOptionsOf(entries: readonly WalletEntry[]): WalletOption[];
  /**
   * Returns an option for a wallet on another device, or null if it cannot be used. Absent for a family without such
   * wallets.
   */
  remoteOption?(settings: RemoteSettings): WalletOption | null;
  /**
   * Reconnects the last connected wallet of this family without a prompt. Returns null if no wallet of this family can
   * be reconnected.
   */
  reconnectWallet(options: () => readonly WalletOption[], o: ReconnectOptions): Promise<Wallet | null>;
}

/**
 * The functions that load the wallet discovery of each family on first use. A family that is missing here has no
 * wallets of its own.
 */
export type WalletDiscoveries = Readonly<Partial<Record<WalletFamily, () => Promise<WalletDiscovery>>>>;

/** Options of the attempt to reconnect the last connected wallet. */
export type ReconnectOptions = ConnectOptions & {
  clock?: Clock;
  /** Called with the last connected wallet if it is there but shares no account now, such as a locked wallet. */
  locked?: (option: WalletOption) => void;
};

/** A change of the connection to the payer's wallet. */
export type ConnectionEvent =
  | { type: 'wallets-found'; wallets: readonly WalletInfo[] }
  /**
   * `code` is the code that the wallet shows; absent or null if there is none. `stalled` is true if the wallet has
   * neither answered nor shown a code for a while.
   */
  | { type: 'connecting'; wallet: string; code?: string | null; stalled?: boolean }
  /**
   * `problem` is the error with which the wallet did not connect, or with which code for wallets could not be loaded.
   * It is never null in an event of `connection.ts`. If it is null, the screen shows no error.
   */
  | { type: 'connect-failed'; problem: ErrorInfo | null }
  | { type: 'connected'; account: Account }
  /** The wallet may have sent something in the meantime, so code that searches for a payment should search now. */
  | { type: 'woken' }
  /** A wallet has refused to pay on this chain after the page stopped waiting. This proves nothing. */
  | { type: 'answered-late'; wallet: string; chainId: number; problem: ErrorInfo }
  | { type: 'disconnected'; vmType: WalletFamily };

/**
 * A connected wallet of any family. Each method asks the wallet again, because this package does not store its answers.
 */
export interface Wallet extends WalletInfo {
  /**
   * Reads the accounts that the wallet shares with this page now, without a prompt. They are in the wallet's own order,
   * which need not begin with the active account. Accounts of an SVM wallet that can pay come first.
   */
  addresses(): Promise<readonly string[]>;
  /** Calls `listener` for each change that the wallet reports, until a call of the returned function. */
  subscribe(listener: WalletListener): () => void;
  /** Disconnects the wallet. The page does not reconnect it after a reload. */
  disconnect(): Promise<void>;
}

/** A connected wallet that pays from EVM chains. */
export interface EvmWallet extends Wallet {
  vmType: 'evm';
  /**
   * The wallet's provider. The payment code calls it without a library, because a library could send a request twice.
   */
  readonly provider: EIP1193Provider;
}

/** The form of an SVM transaction: version 0, or the older form, which cannot use lookup tables. */
export type SvmVersion = 0 | 'legacy';

/**
 * A connected wallet that pays from SVM chains. The parameter `bytes` is a whole serialized transaction. Its signatures
 * can still be empty.
 */
export interface SvmWallet extends Wallet {
  vmType: 'svm';
  /**
   * Returns the forms of transactions that the wallet signs, and those that it sends, with this account. An account can
   * have fewer features than its wallet. Both lists are empty if the wallet cannot pay with this account.
   */
  versions(address: string): { signs: readonly SvmVersion[]; sends: readonly SvmVersion[] };
  /**
   * Prompts the payer to sign, and resolves with the signed transaction. The caller must compare it with `bytes`,
   * because the wallet can have changed the transaction.
   * @throws HubPayError `wallet-rejected`, `wallet-busy` or `wallet-locked`; `wallet-unable` if the account has no such
   *   method; `outcome-unknown` in all other cases
   */
  signTransaction(bytes: Uint8Array, address: string): Promise<Uint8Array>;
  /**
   * Prompts the payer to sign, lets the wallet send the transaction, and resolves with the signature in base58.
   * @throws HubPayError `wallet-rejected`, `wallet-busy`, `wallet-locked` or `wallet-unable` if the wallet certainly
   *   sent nothing; `outcome-unknown` in all other cases
   */
  signAndSend(bytes: Uint8Array, address: string): Promise<string>;
}

/** Creates an `Account` from a wallet and one of its addresses. */
export const accountOf = (wallet: WalletInfo, address: string): Account => ({
  address,
  vmType: wallet.vmType,
  wallet: wallet.id,
});

/** The id of the remote wallet, also in `data-wallet`. */
export const REMOTE_WALLET = 'walletconnect';
