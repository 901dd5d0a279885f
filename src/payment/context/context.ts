/** Defines the context of the session's code, such as options, client of the service, journal, locks and state. */
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
   * The key under which the journal is stored. The lock that a tab takes before it begins a payment has the same name.
   */
  readonly key: string;
  /**
   * Returns the hashes of the order's names, which `orderNames` makes from the payment options. The first name contains
   * the currencies as the merchant wrote them, apart from the letter case of symbols and hex addresses. As soon as all
   * addresses of the currencies are known, a second name contains these addresses.
   */
  orderHashes(): readonly string[];
  /** Aborts when the session is destroyed, or when it restarts with other options. */
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
   * Returns the connected wallet of the chain's family if it has this id, and prompts no wallet. If no wallet of the
   * family is connected, first waits for the attempt to reconnect the last one. Returns null if the wallet with this id
   * is not connected, or if the chain is unknown or of an unsupported family.
   */
  wallet(id: string, chainId: number): Promise<Wallet | null>;
  /**
   * The providers of the wallets to which this session sends no further batch, so that each step gets its own prompt.
   * Such a wallet refused an earlier batch as unsupported, reported a rejected account upgrade, gave no clear answer,
   * or did not answer before the payment left the state `authorizing`.
   */
  readonly walletsWithoutBatching: WeakSet<EIP1193Provider>;
  /**
   * The names, by id, of the wallets that were asked only to sign but returned another transaction or no valid one, and
   * that can send transactions themselves. Later payments ask such a wallet to send, if it can send them.
   */
  readonly sendingWallets: Map<string, string>;
  /**
   * The accounts, by `accountId`, for which a wallet could not sign a permit. Later quotes for such an account use no
   * permit.
   */
  readonly accountsWithoutPermits: Set<string>;
  /**
   * The ids of the wallets that can open their prompt without a press of the payer, as an earlier request has shown.
   */
  readonly walletsPromptingAlone: Set<string>;
  /**
   * Hashes of the transactions for which a report to the service was begun since the session last started or restarted.
   */
  readonly notified: Set<string>;
  /**
   * Ids of the earlier payments about which the session has warned the payer, and the id `unchecked` after a warning
   * about the payments that were not checked. If several warnings come at the same time, the payer sees only the first.
   * Until a restart, the session warns only once for each id, so one id stops at most one attempt to pay.
   */
  readonly askedAbout: Set<string>;
  /** Returns the ids of the settled payments that count as seen by the payer. */
  settledBefore(): ReadonlySet<string>;
  /**
   * Marks every settled payment of the order as seen by the payer, for example when the payer opens the checkout or
   * starts over.
   */
  markSettledSeen: () => void;
  /**
   * The budget for questions about payments that are not on the screen. All sessions of the page that send their
   * requests with the same function share it.
   */
  readonly questions: QuestionBudget;
  /**
   * Waits until the page may ask a question about a tracked payment, or until the signal is aborted. Absent where
   * nothing has to wait, for example in the checks after a press.
   * @param isLate true for a question that can wait until the other payments have asked theirs
   */
  readonly turn?: (signal: AbortSignal, isLate?: boolean) => Promise<void>;
  /** Loads the chain list if needed, and resolves even if the load fails. */
  loadChains(): Promise<void>;
  /** Resolves when `reached` returns true for the state, or when `signal` aborts. */
  until(reached: (state: PaymentState) => boolean): Promise<void>;
  visible(): boolean;
  /**
   * Adds a callback, and returns a function that removes it. The callback runs at the events `woken` and `abandoned`,
   * and when `visibility-changed` reports a visible page. The element dispatches `woken` when the page gets the focus,
   * is shown again or is online again. A late answer of a wallet causes `woken` too, also without the element.
   */
  onWake(wake: () => void): () => void;
}
