/** Defines the context that all parts of a session share: options, service, journal, locks, state and events. */
import type { HubClient } from '../../api/client.js';
import type { Emit } from '../../events.js';
import type { ChainRecord } from '../../types.js';
import type { Platform, Locks } from '../../shared/platform.js';
import type { SessionOptions } from '../model/options.js';
import type { Journal } from '../journal/entry.js';
import type { PaymentEvent, PaymentState } from '../model/state.js';
import type { Wallet } from '../../wallets/wallet.js';

export interface PaymentContext {
  readonly options: SessionOptions;
  readonly deps: Platform;
  readonly client: HubClient;
  readonly journal: Journal;
  readonly locks: Locks;
  /** The journal's key in the storage, and the name of a lock. A tab holds this lock while it prompts a wallet. */
  readonly key: string;
  /**
   * The hashes of the order's names. An order has a second name, with addresses instead of symbols, as soon as the
   * chain list is loaded.
   */
  orderHashes(): readonly string[];
  /** Aborts when the session is destroyed or the options change. */
  readonly signal: AbortSignal;
  state(): PaymentState;
  dispatch(event: PaymentEvent): void;
  emit: Emit;
  /**
   * Looks up a chain in the merchant's registry, then in the service's listing. Undefined if neither contains the
   * chain, for example before the listing is loaded.
   */
  chain(chainId: number): ChainRecord | undefined;
  /** Returns the wallet with this id, without a prompt. Null if the page has no access to the wallet's account. */
  wallet(id: string): Promise<Wallet | null>;
  /** Wallets that have failed to send a batch. These wallets get a separate prompt for each step. */
  readonly walletsWithoutBatching: WeakSet<Wallet['provider']>;
  /** Hashes of the transactions that the service was told about. */
  readonly notified: Set<string>;
  /** Ids of the earlier payments that could not be checked and that the payer was asked about. */
  readonly askedAbout: Set<string>;
  /** Ids of the payments that were already settled when the payer opened the checkout or started over. */
  settledBefore(): ReadonlySet<string>;
  /** Marks every settled payment as seen. Call this only when the payer opens the checkout or starts over. */
  markSettledSeen: () => void;
  /** Loads the chain list if needed. Resolves even if loading fails. */
  loadChains(): Promise<void>;
  /** Resolves when `reached` returns true for the state, or when the signal aborts. */
  until(reached: (state: PaymentState) => boolean): Promise<void>;
  visible(): boolean;
  /**
   * Adds a callback and returns a function that removes it. The callback runs when the page becomes visible or online
   * again, and when the payer starts over.
   */
  onWake(wake: () => void): () => void;
}
