/** Loads the code for payments that an earlier page or another tab has stored. */
import type * as Recall from './recall-payment.js';

/** Null if the code could not be loaded. The payment then has no terms, and its end is not known. */
export const loadRecall = (): Promise<typeof Recall | null> => import('./recall-payment.js').catch(() => null);
