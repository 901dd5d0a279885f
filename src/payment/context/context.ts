/** The context shared by all parts of a running session: options, service, journal, locks, state and events. */
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
  /** Storage key of the journal. A tab holds a lock with the same name while it prompts a wallet. */
  readonly key: string;
  /** Aborted when the session is destroyed or the options change. */
  readonly signal: AbortSignal;
  state(): PaymentState;
  dispatch(event: PaymentEvent): void;
  emit: Emit;
  /**
   * Returns the chain from the merchant's registry, or from the listing if the registry lacks it. Undefined if both
   * lack the chain, for example before the listing is loaded.
   */
  chain(chainId: number): ChainRecord | undefined;
  /** The wallet with this id, if this page already has access to its account. Opens no prompt. */
  wallet(id: string): Promise<Wallet | null>;
  /**
   * Wallets that received a batch and did not send it. Later payments prompt these wallets separately for each step.
   */
  readonly walletsWithoutBatching: WeakSet<Wallet['provider']>;
  /**
   * Ids of the payments that had settled when the payer opened the checkout. The payer has not yet seen the payments
   * that settle later.
   */
  endedBefore(): ReadonlySet<string>;
  /** Called when the payer opens the checkout. Marks every settled payment as seen. */
  markEndedSeen(): void;
  /** Loads the chain list if needed. Also resolves if loading fails. */
  chainsKnown(): Promise<void>;
  /** Resolves when the state satisfies `reached`, or when the signal aborts. */
  until(reached: (state: PaymentState) => boolean): Promise<void>;
  visible(): boolean;
  /**
   * Adds a callback that runs when the page becomes visible, returns from sleep or is online again. The callback also
   * runs when the payer starts over. Returns a function that removes the callback.
   */
  onWake(wake: () => void): () => void;
}
