/**
 * Defines `PaymentRecord`, which reads and writes the journal entry of one payment. Its method `emitOnce` emits no
 * event that a page has emitted before, as far as the journal shows this.
 */
import type { Money } from '../../errors.js';
import type { SessionEventMap } from '../../events.js';
import type { Payment, TransactionRef } from '../../types.js';
import { claimTransaction } from '../journal/transaction-owners.js';
import type { PaymentContext } from './context.js';
import { transactionRef } from './readers.js';
import { isUnsent, type JournalEntry } from '../journal/entry.js';
import {
  isAbandoned,
  isAwaitingDeposit,
  isGivenUpConfirmed,
  isProvedUnpaid,
  isSent,
  toldEnds,
  writeEvent,
  type Ending,
  type LifecycleEvent,
} from '../journal/lifecycle.js';
import { isShowing, payingOf, type PaymentEvent } from '../model/state.js';
import { isSeenByService } from './status.js';

/** One payment's entry in the journal, by the entry's id. */
export class PaymentRecord {
  readonly #context: PaymentContext;
  readonly #id: string;
  #last: JournalEntry | undefined;

  constructor(context: PaymentContext, id: string) {
    this.#context = context;
    this.#id = id;
  }

  /**
   * Returns the entry from the journal. If the journal does not contain the entry, for example because the storage was
   * cleared, returns the copy that this object has last read or written. Returns undefined if there is no copy either.
   */
  entry(): JournalEntry | undefined {
    this.#last = this.#context.journal.find(this.#id) ?? this.#last;
    return this.#last;
  }

  /**
   * Applies the event to the entry, and writes the result to the journal. Returns false if there is no entry, or if
   * `advance` ignores the event.
   */
  apply(event: LifecycleEvent): boolean {
    const entry = this.entry();
    if (!entry) return false;
    this.#last = writeEvent(this.#context.journal, entry, event);
    return this.#last !== entry;
  }

  /** Keeps the payment's result in page memory, and writes nothing to the storage. */
  remember(outcome: NonNullable<JournalEntry['outcome']>): void {
    const entry = this.entry();
    if (entry) this.#context.journal.remember({ ...entry, outcome });
  }

  /** True if the payment is on the screen. */
  isShown(): boolean {
    const requestId = this.entry()?.payment.requestId;
    return requestId !== undefined && isShowing(this.#context.state(), requestId);
  }

  /** Dispatches an event about this payment if the payment is on the screen. */
  show(event: PaymentEvent): void {
    if (this.isShown()) this.#context.dispatch(event);
  }

  /**
   * Asks the payer whether to keep waiting or to start over, if the screen shows this payment in the state
   * `processing`. Does not ask while the screen shows progress that the service has reported.
   * @param isCertain true: asks even while the screen shows such progress
   * @param sent true if the chain or the venue confirms the payment
   */
  ask(isCertain = false, sent = false): void {
    const entry = this.entry();
    if (!entry || (this.isSeen() && !isCertain)) return;
    const told = isSeenByService(entry.status) || toldEnds(entry).length > 0;
    this.show({ type: 'status', status: 'unknown', sent, told });
  }

  /**
   * True if the screen shows this payment in the state `processing`, with a status that shows that the service has seen
   * the payment (`isSeenByService`). The status `failure` does not count. The screen decides, because another tab can
   * write an older status to the journal.
   */
  isSeen(): boolean {
    const state = this.#context.state();
    if (state.name !== 'processing' || !this.isShown()) return false;
    return isSeenByService(state.status) && state.status !== 'failure';
  }

  /**
   * Emits an event, unless the journal entry shows that it was emitted before. First writes `happened` and the type of
   * a new event to the journal, so that no other page emits it again. Then dispatches `shown` if the payment is on the
   * screen, and emits a new event last. Does none of this if there is no entry, or if `advance` ignores `happened`.
   */
  emitOnce<K extends keyof SessionEventMap>(
    type: K,
    detail: SessionEventMap[K],
    happened: Ending | null = null,
    shown?: PaymentEvent,
  ): void {
    const entry = this.entry();
    if (!entry) return;
    const isNew = !entry.emitted.includes(type);
    const event: LifecycleEvent | null = isNew ? { ...(happened ?? { type: 'told' }), emits: type } : happened;
    if (event && !this.apply(event)) return;
    if (shown) this.show(shown);
    if (isNew) this.#context.emit(type, detail);
  }

  /**
   * Returns where the payer's money is, for a problem of the running payment such as a service that does not answer.
   * Returns `on-its-way` in the stage `sent` if the paying hash is known, or if the service has seen the payment.
   * Otherwise returns `unknown`.
   */
  money(): Money {
    const entry = this.entry();
    if (!entry || !isSent(entry)) return 'unknown';
    return entry.payment.payingHash !== undefined || isSeenByService(entry.status) ? 'on-its-way' : 'unknown';
  }

  /** The paying transaction, or null if the transaction is not known yet. */
  paying(): TransactionRef | null {
    const entry = this.entry();
    return (entry && payingOf(entry.payment)) ?? null;
  }

  /**
   * Marks the payment as sent, even if the wallet returned an error. A failed payment stays failed, and gets only the
   * transactions. If the payment was abandoned, unsent or an awaited deposit, dispatches `resumed`. The screen then
   * shows the payment as one in progress, or as a second payment beside another one of this order. Does nothing for a
   * settled payment. With the status `waiting`, also does nothing for a payment that the payer gave up after its
   * confirmation.
   * @param hashes the transactions on the origin chain, the last of which pays; ignored if the paying hash is known,
   *   unless it was proved that the known transaction did not pay
   * @param status the service's status; `waiting` if only the chain or the wallet shows the payment
   */
  markSent(hashes: readonly string[], status: string = 'waiting'): void {
    const entry = this.entry();
    if (!entry) return;
    if (status === 'waiting' && isGivenUpConfirmed(entry)) return;
    const { quote, payingHash: known } = entry.payment;
    const isSentAgain =
      known !== undefined &&
      isAbandoned(entry) &&
      isProvedUnpaid(entry) &&
      hashes.length > 0 &&
      !hashes.includes(known);
    const found = known === undefined || isSentAgain ? this.refs(quote.pays.chainId, hashes) : [];
    const paying = isSentAgain ? found.at(-1)?.hash : (known ?? found.at(-1)?.hash);
    const earlier = isSentAgain ? withoutPaying(entry.payment) : entry.payment.submissions;
    const submissions = [...earlier, ...found];
    const payment = { ...entry.payment, submissions, ...(paying !== undefined && { payingHash: paying }) };
    if (!this.apply({ type: 'seen', payment })) return;
    // Do not claim a hash that only the service has named. If it belongs to another payment, the claim would hide the
    // transaction from the search for that payment.
    if (status === 'waiting')
      for (const { hash } of found) claimTransaction(this.#context.deps.storage, hash, this.#id);
    const since = isAwaitingDeposit(entry) ? this.#context.deps.clock.now() : entry.createdAt;
    if (isAbandoned(entry) || isAwaitingDeposit(entry) || isUnsent(entry))
      this.#context.dispatch({ type: 'resumed', payment, status, since });
    else if (found.length > 0) this.show({ type: 'payment-updated', payment });
  }

  /**
   * Marks the payment as sent by this transaction, which a chain shows as pending or confirmed. This transaction then
   * pays, even if the page knows another one, such as one that has reverted before the wallet sent the payment again.
   */
  markFound(hash: string): void {
    const entry = this.entry();
    if (!entry || isGivenUpConfirmed(entry)) return;
    const { payment } = entry;
    const { submissions, payingHash } = payment;
    if (payingHash !== undefined && payingHash !== hash) {
      const isKnown = submissions.some((each) => each.hash === hash);
      const found = isKnown ? [] : this.refs(payment.quote.pays.chainId, [hash]);
      const others = withoutPaying(payment);
      this.apply({ type: 'noted', payment: { ...payment, submissions: [...others, ...found], payingHash: hash } });
      claimTransaction(this.#context.deps.storage, hash, this.#id);
    }
    this.markSent([hash]);
  }

  /** The transactions with these hashes, each with its link if the registry names an explorer. */
  refs(chainId: number, hashes: readonly string[]): TransactionRef[] {
    return hashes.map((hash) => transactionRef(this.#context, chainId, hash));
  }
}

/**
 * The transactions without the one that paid. Every transaction beside the paying one counts as an approval, so a
 * reverted payment would count as one if it paid after all.
 */
const withoutPaying = ({ submissions, payingHash }: Payment): TransactionRef[] =>
  submissions.filter(({ hash }) => hash !== payingHash);
