/**
 * What loads when a payment is opened, or found unfinished: the flow and its screens. Everything before that is the
 * entry's.
 */
export { createPaymentSession } from './payment/session.js';
export { screens } from './ui/screens.js';
