/** Loads the code that looks for a second source before a payer may pay again. */
import type * as ConfirmUnpaid from './confirm-unpaid.js';

/**
 * Resolves with null if the code could not be loaded. Without this code, the page cannot find out that nothing was
 * paid, and shows the outcome as unknown.
 */
export const loadConfirmUnpaid = (): Promise<typeof ConfirmUnpaid | null> =>
  import('./confirm-unpaid.js').catch(() => null);
