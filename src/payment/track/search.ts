/** The code for payments whose transaction is not known. It loads when there is such a payment. */
export { pollForTransaction } from './find-transaction.js';
export { addDepositHashes } from './read-status.js';
export { recheckPayments } from './recheck-payments.js';
export { trackCalls } from './track-calls.js';
export { trackPermit } from './track-permit.js';
