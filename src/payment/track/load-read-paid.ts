/** Loads the code that reads the paid amount from the origin chain. */
import type * as ReadPaid from './read-paid.js';

/** Null if the code could not be loaded. The receipt then shows the quoted amount. */
export const loadReadPaid = (): Promise<typeof ReadPaid | null> => import('./read-paid.js').catch(() => null);
