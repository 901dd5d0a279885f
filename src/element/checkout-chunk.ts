/**
 * The chunk that loads when the payer opens a payment or when the page finds an unfinished payment. It contains the
 * payment logic, its screens and their English texts. The main bundle contains the code that is needed earlier.
 */
import type * as Deposit from '../ui/deposit/chunk.js';
import type * as History from '../ui/history/payment-list.js';

export { en } from '../i18n/locales/en.js';
export { createPaymentSession } from '../payment/session/session.js';
export { screens } from '../ui/screens.js';

// These dynamic imports are in this chunk and not in the main bundle. The imported chunks can then share `src/ui/parts`
// with this chunk.

/** Loads the screens for paying to a deposit address. */
export const loadDeposit = (): Promise<typeof Deposit> => import('../ui/deposit/chunk.js');

/** Loads the list of past payments. */
export const loadHistory = (): Promise<typeof History> => import('../ui/history/payment-list.js');
