/** One payment's entry in the journal, and telling its facts: each once, across reloads and tabs. */
import type { TransactionRef } from '../types.js';
import type { Flow } from './flow.js';
import { transactionRef } from './flow.js';
import type { JournalEntry } from './journal.js';
import type { PaymentEvent } from './state.js';

export class PaymentRecord {
  readonly #flow: Flow;
  readonly #id: string;
  #last: JournalEntry | undefined;

  constructor(flow: Flow, id: string) {
    this.#flow = flow;
    this.#id = id;
  }

  /** From the journal, else what was last read of it: a storage that was emptied meanwhile must not end the watch. */
  entry(): JournalEntry | undefined {
    this.#last = this.#flow.journal.find(this.#id) ?? this.#last;
    return this.#last;
  }

  write(change: Partial<JournalEntry>): void {
    const entry = this.entry();
    if (!entry) return;
    this.#last = { ...entry, ...change };
    this.#flow.journal.write(this.#last);
  }

  isShown(): boolean {
    const state = this.#flow.state();
    return 'payment' in state && state.payment.requestId === this.entry()?.payment.requestId;
  }

  /** Dispatches an event about this payment if it is the one on the screen. */
  show(event: PaymentEvent): void {
    if (this.isShown()) this.#flow.dispatch(event);
  }

  /**
   * Tells a fact if it was not told before. What changed, and that it was told, are written together and first: a page
   * that is
   * killed in between tells nothing twice. `shown` replaces the state before the page hears of the fact.
   */
  tell(type: string, detail: unknown, change: Partial<JournalEntry> = {}, shown?: PaymentEvent): void {
    const entry = this.entry();
    if (!entry) return;
    const isNew = !entry.told.includes(type);
    if (isNew) this.write({ ...change, told: [...entry.told, type] });
    else this.write(change);
    if (shown) this.show(shown);
    if (isNew) this.#flow.emit(type, detail);
  }

  refs(chainId: number, hashes: readonly string[]): TransactionRef[] {
    return hashes.map((hash) => transactionRef(this.#flow.chain(chainId), chainId, hash));
  }
}
