/** The code for payments whose transaction is not known. It loads when there is such a payment. */
export { pollForTransaction, recheckAbandoned } from './find-transaction.js';
export { trackCalls } from './track-calls.js';
export { trackPermit } from './track-permit.js';
