/** Loads the code for payments to a deposit address. */
import type * as TrackDeposit from './track-deposit.js';

/** Resolves with null if the code could not be loaded. */
export const loadTrackDeposit = (): Promise<typeof TrackDeposit | null> =>
  import('./track-deposit.js').catch(() => null);
