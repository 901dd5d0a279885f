/**
 * The chunk that loads when a payment is opened or an unfinished payment is found: the payment logic, its screens and
 * their English texts. Everything needed earlier is in the entry.
 */
import type * as Deposit from '../ui/deposit/chunk.js';
import type * as History from '../ui/history/payment-list.js';

export { en } from '../i18n/locales/en.js';
export { createPaymentSession } from '../payment/session/session.js';
export { screens } from '../ui/screens.js';

// These imports are in this chunk, so that the code they load shares the parts of the screens.

/** Loads the screens of paying to a deposit address. */
export const loadDeposit = (): Promise<typeof Deposit> => import('../ui/deposit/chunk.js');

/** Loads the list of past payments. */
export const loadHistory = (): Promise<typeof History> => import('../ui/history/payment-list.js');
