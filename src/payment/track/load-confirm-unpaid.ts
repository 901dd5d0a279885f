/** Loads the code that looks for a second source before a payer may pay again. */
import type * as ConfirmUnpaid from './confirm-unpaid.js';

/** Null if the code could not be loaded. The outcome of the payment is then unknown. */
export const loadConfirmUnpaid = (): Promise<typeof ConfirmUnpaid | null> =>
  import('./confirm-unpaid.js').catch(() => null);
