/** Loads the code for payments that an earlier page or another tab has stored. */
import type * as Recall from './recall-payment.js';

/**
 * Resolves with null if the code could not be loaded. Without this code, the page cannot learn the amounts, the
 * addresses and the final result of the payment.
 */
export const loadRecall = (): Promise<typeof Recall | null> => import('./recall-payment.js').catch(() => null);
