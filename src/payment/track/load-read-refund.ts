/** Loads the code that looks for a refund on the chains. */
import type * as ReadRefund from './read-refund.js';

/**
 * Resolves with null if the code could not be loaded. Without this code, the page shows the refund that the service
 * reports, without a proof from a chain.
 */
export const loadReadRefund = (): Promise<typeof ReadRefund | null> => import('./read-refund.js').catch(() => null);
