/** Defines the context that all parts of a session share: options, service, journal, locks, state and events. */
import type { HubClient } from '../../api/client.js';
import type { Emit } from '../../events.js';
import type { ChainRecord } from '../../types.js';
import type { Platform, Locks } from '../../shared/platform.js';
import type { SessionOptions } from '../model/options.js';
import type { Journal } from '../journal/entry.js';
import type { PaymentEvent, PaymentState } from '../model/state.js';
import type { EIP1193Provider, Wallet } from '../../wallets/wallet.js';
import type { QuestionBudget } from './question-budget.js';

export interface PaymentContext {
  readonly options: SessionOptions;
  readonly deps: Platform;
  readonly client: HubClient;
  readonly journal: Journal;
  readonly locks: Locks;
  /** The key under which the journal is stored, and the name of the lock that a tab holds while it prompts a wallet. */
  readonly key: string;
  /**
   * The hashes of the names of the merchant's order, which are texts of its payment options. The first name contains
   * the currencies as the merchant wrote them. After the chain list is loaded, the order also has a second name, which
   * contains the addresses of the currencies.
   */
  orderHashes(): readonly string[];
  /** Aborts when the session is destroyed or the options change. */
  readonly signal: AbortSignal;
  state(): PaymentState;
  dispatch(event: PaymentEvent): void;
  emit: Emit;
  /**
   * Looks up a chain in the merchant's registry, then in the service's listing. Returns undefined if neither contains
   * the chain, for example before the listing is loaded.
   */
  chain(chainId: number): ChainRecord | undefined;
  /**
   * Returns the wallet with this id that pays from the chain, without a prompt. Waits while the last wallet reconnects.
   * Returns null if the page has no access to the wallet's account, or if the chain is unknown.
   */
  wallet(id: string, chainId: number): Promise<Wallet | null>;
  /** Wallets that have failed to send a batch, and therefore get a separate prompt for each step. */
  readonly walletsWithoutBatching: WeakSet<EIP1193Provider>;
  /**
   * The wallets that have changed a transaction which they should only sign, and that can send one themselves: the name
   * by the id. Such a wallet sends the next payment.
   */
  readonly sendingWallets: Map<string, string>;
  /** The ids of the wallets that have shown that they open their prompt without a press of the payer. */
  readonly walletsPromptingAlone: Set<string>;
  /** Hashes of the transactions that this page has already reported to the service. */
  readonly notified: Set<string>;
  /**
   * Ids of earlier payments that the page could not check, and about which it has warned the payer once. They no longer
   * prevent a payment at the next press on the pay button.
   */
  readonly askedAbout: Set<string>;
  /** Ids of the payments that were already settled when the payer opened the checkout or started over. */
  settledBefore(): ReadonlySet<string>;
  /**
   * Marks every settled payment of the order as seen by the payer, and is called only when the payer opens the checkout
   * or starts over.
   */
  markSettledSeen: () => void;
  /** The budget for questions about payments that are not on the screen, which all elements of the page share. */
  readonly questions: QuestionBudget;
  /**
   * Waits until the tracking of a payment may ask a question; absent outside of tracking, such as after a press, where
   * nothing waits.
   * @param isLate true for a question that can wait until the other payments have asked theirs
   */
  readonly turn?: (signal: AbortSignal, isLate?: boolean) => Promise<void>;
  /** Loads the chain list if needed, and resolves even if the load fails. */
  loadChains(): Promise<void>;
  /** Resolves when `reached` returns true for the state, or when the signal aborts. */
  until(reached: (state: PaymentState) => boolean): Promise<void>;
  visible(): boolean;
  /**
   * Adds a callback, and returns a function that removes it. The callback runs when the page becomes visible or online
   * again, and when the payer starts over.
   */
  onWake(wake: () => void): () => void;
}
