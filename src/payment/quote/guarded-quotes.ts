/**
 * Stores the checked quote that can be paid, with its wallet requests. The state contains only the numbers on the
 * screen.
 */
import type { AttestationResult } from '../guard/attestation.js';
import type { ListedQuote } from './quote-payment.js';

/** `attestation`: the result of the attestation check, which starts once, when the quote arrives. */
export type PayableQuote = ListedQuote & { attestation: Promise<AttestationResult> };

export interface GuardedQuotes {
  /** The quote that can be paid. Null if there is none. */
  readonly current: PayableQuote | null;
  /** The current quote if it has this request id, else null. */
  find(requestId: string): PayableQuote | null;
  /** Replaces the current quote. */
  set(quote: PayableQuote): void;
  /** Removes the current quote. Nothing can be paid until the next `set`. */
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
