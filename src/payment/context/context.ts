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
  /** Storage key of the journal, and name of the lock that a tab holds while it prompts a wallet. */
  readonly key: string;
  /** Aborted when the session is destroyed or the options change. */
  readonly signal: AbortSignal;
  state(): PaymentState;
  dispatch(event: PaymentEvent): void;
  emit: Emit;
  /** The chain as in the merchant's registry, else as listed. Undefined before the listing is loaded. */
  chain(chainId: number): ChainRecord | undefined;
  /** The wallet of this id, if it already shows this page an account; opens no prompt. */
  wallet(id: string): Promise<Wallet | null>;
  /** Wallets that were given a batch and did not send it: they get single steps. */
  readonly walletsWithoutBatching: WeakSet<Wallet['provider']>;
  /**
   * Ids of the payments that had settled when the payer opened the checkout. The payer has not seen those that settle
   * later.
   */
  endedBefore(): ReadonlySet<string>;
  /** The payer opens the checkout: counts every payment that has settled until now as seen. */
  markEndedSeen(): void;
  /** Loads the chain list if needed. Also resolves if it cannot be loaded. */
  chainsKnown(): Promise<void>;
  /** Resolves once the state satisfies `reached`, or the signal is aborted. */
  until(reached: (state: PaymentState) => boolean): Promise<void>;
  visible(): boolean;
  /**
   * Adds a callback for when the page is visible, awake or online again, or the payer starts over. Returns a function
   * that removes it.
   */
  onWake(wake: () => void): () => void;
}
