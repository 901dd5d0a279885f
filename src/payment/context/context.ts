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
  /**
   * The key under which the journal is stored. The lock for wallet prompts has this key as its name. A tab holds this
   * lock while the tab prompts a wallet.
   */
  readonly key: string;
  /**
   * The hashes of the names of the merchant's order. A name is a text that contains the payment options of the order.
   * The first name contains the currencies as the merchant wrote them. After the chain list is loaded, the order also
   * has a second name, which contains the addresses of the currencies.
   */
  orderHashes(): readonly string[];
  /** Aborts when the session is destroyed or the options change. */
  readonly signal: AbortSignal;
  state(): PaymentState;
  dispatch(event: PaymentEvent): void;
  emit: Emit;
  /**
   * Looks up a chain in the merchant's registry, then in the service's listing. Returns undefined if neither the
   * registry nor the listing contains the chain, for example before the listing is loaded.
   */
  chain(chainId: number): ChainRecord | undefined;
  /**
   * Returns the wallet with this id that pays from the chain, without a prompt. Waits while the last wallet reconnects.
   * Returns null if the page has no access to the wallet's account, or if the chain is unknown.
   */
  wallet(id: string, chainId: number): Promise<Wallet | null>;
  /** Wallets that have failed to send a batch. A wallet in this set gets a separate prompt for each step. */
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
   * Ids of earlier payments that the page could not check. The page has already warned the payer once about each of
   * these payments. The next press on the pay button starts a payment, although these payments could not be checked.
   */
  readonly askedAbout: Set<string>;
  /** Ids of the payments that were already settled when the payer opened the checkout or started over. */
  settledBefore(): ReadonlySet<string>;
  /**
   * Marks every settled payment of the order as seen by the payer. Call this only when the payer opens the checkout or
   * starts over.
   */
  markSettledSeen: () => void;
  /** The budget for questions about payments that are not on the screen. All elements of the page share it. */
  readonly questions: QuestionBudget;
  /**
   * Waits until the tracking of a payment may ask a question. The value is absent outside of the tracking of a payment,
   * such as after a press, where nothing waits.
   * @param isLate true for a question that can wait until the other payments have asked theirs
   */
  readonly turn?: (signal: AbortSignal, isLate?: boolean) => Promise<void>;
  /** Loads the chain list if needed. Resolves even if loading fails. */
  loadChains(): Promise<void>;
  /** Resolves when `reached` returns true for the state, or when the signal aborts. */
  until(reached: (state: PaymentState) => boolean): Promise<void>;
  visible(): boolean;
  /**
   * Adds a callback. Returns a function that removes the callback. The callback runs when the page becomes visible or
   * online again, and when the payer starts over.
   */
  onWake(wake: () => void): () => void;
}
