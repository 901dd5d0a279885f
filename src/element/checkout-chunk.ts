/**
 * The chunk that loads when a payment is opened or an unfinished payment is found: the payment logic and its screens.
 * Everything needed earlier is in the entry.
 */
import type * as Late from '../ui/merge--late.js';
import type * as Past from '../ui/history/payment-list.js';

export { createPaymentSession } from '../payment/session/session.js';
export { screens } from '../ui/screens.js';

/** Loads the parts of the screens that are rarely needed. */
export const loadLate = (): Promise<typeof Late> => import('../ui/merge--late.js');

/**
 * Loads the list of past payments. The import stands in this chunk so that the list shares the parts of the screens.
 */
export const loadHistory = (): Promise<typeof Past> => import('../ui/history/payment-list.js');
