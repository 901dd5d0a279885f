/** Loads the code for payments to a deposit address. This is the only `import()` of track-deposit. */
import type * as TrackDeposit from './track-deposit.js';

/** Null if the code could not be loaded. */
export const loadTrackDeposit = (): Promise<typeof TrackDeposit | null> =>
  import('./track-deposit.js').catch(() => null);
