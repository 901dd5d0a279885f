/** Loads the code that looks for a refund on the chains. */
import type * as ReadRefund from './read-refund.js';

/** Null if the code could not be loaded. Only the service then says that the money came back. */
export const loadReadRefund = (): Promise<typeof ReadRefund | null> => import('./read-refund.js').catch(() => null);
