/**
 * What loads when a payment is opened, or found unfinished: the flow and its screens. Everything before that is the
 * entry's.
 */
import type * as Late from '../ui/merge--late.js';
import type * as Past from '../ui/history/payment-list.js';

export { createPaymentSession } from '../payment/session/session.js';
export { screens } from '../ui/screens.js';

/** What the screens need only now and then. */
export const loadLate = (): Promise<typeof Late> => import('../ui/merge--late.js');

/** The list of past payments: from here, so that it shares the screens' parts. */
export const loadHistory = (): Promise<typeof Past> => import('../ui/history/payment-list.js');
