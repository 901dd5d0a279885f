/**
 * The chunk that loads when the payer opens a payment or the page finds an unfinished one. It contains the payment
 * logic, its screens and their English texts. The entry contains everything that is needed earlier.
 */
import type * as Deposit from '../ui/deposit/chunk.js';
import type * as History from '../ui/history/payment-list.js';

export { en } from '../i18n/locales/en.js';
export { createPaymentSession } from '../payment/session/session.js';
export { screens } from '../ui/screens.js';

// The imports are here, and not in the entry, so that the loaded code can share the parts of the screens.

/** Loads the screens for paying to a deposit address. */
export const loadDeposit = (): Promise<typeof Deposit> => import('../ui/deposit/chunk.js');

/** Loads the list of past payments. */
export const loadHistory = (): Promise<typeof History> => import('../ui/history/payment-list.js');
