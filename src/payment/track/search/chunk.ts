/**
 * Exports the code that tracks payments whose transaction is not known, and that checks earlier payments. The page
 * loads this code only when it needs it.
 */
export { pollForTransaction } from './find-transaction.js';
export { addRecordHashes } from '../status/read-status.js';
export { recheckPayments } from './recheck-payments.js';
export { trackBatch } from './track-batch.js';
export { trackPermit } from './track-permit.js';
export { trackRefused } from './track-refused.js';
export { trackSignedTransfer } from './track-signed-transfer.js';
