/**
 * Stores the guarded quote that may be paid, with its wallet requests. The state has only the numbers that the payer
 * sees.
 */
import type { AttestationResult } from '../guard/attestation.js';
import type { GuardedQuote } from './plan-steps.js';

/** `attestation`: result of the attestation check, which starts once when the quote arrives. */
export type PayableQuote = GuardedQuote & { attestation: Promise<AttestationResult> };

export interface GuardedQuotes {
  /** Null while no quote may be paid. */
  readonly current: PayableQuote | null;
  /** The current quote if it has this request id, else null. */
  find(requestId: string): PayableQuote | null;
  /** Replaces the current quote. */
  set(quote: PayableQuote): void;
  /** From now on, no quote may be paid. */
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
