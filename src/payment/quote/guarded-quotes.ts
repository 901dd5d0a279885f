/**
 * Stores the checked quote that can be paid, with its wallet requests. The state contains only the summary of this
 * quote.
 */
import type { AttestationResult } from '../../vm/family/adapter.js';
import type { ListedQuote } from './quote-payment.js';

/** A quote with the result of its attestation check, which starts once, when the quote arrives. */
export type PayableQuote = ListedQuote & { attestation: Promise<AttestationResult> };

export interface GuardedQuotes {
  /** The quote that can be paid, or null if no quote can be paid. */
  readonly current: PayableQuote | null;
  /** Returns the current quote if it has this request id, and null otherwise. */
  find(requestId: string): PayableQuote | null;
  /** Replaces the current quote. */
  set(quote: PayableQuote): void;
  /** Removes the current quote, so that nothing can be paid until the next `set`. */
  clear(): void;
}

export function createGuardedQuotes(): GuardedQuotes {
  let current: PayableQuote | null = null;
  return {
    get current() {
      return current;
    },
    find: (requestId) => (current?.summary.requestId === requestId ? current : null),
    set(quote) {
      current = quote;
    },
    clear() {
      current = null;
    },
  };
}
