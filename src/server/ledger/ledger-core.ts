/** What the parts of one ledger share. */
import type { Clock } from '../../shared/time/clock.js';
import type { Registry } from '../../types.js';
import type { LedgerDatabase } from './database/database.js';
import type { Events } from './database/events.js';
import type { Store } from './database/store.js';
import type { LedgerOptions } from './types.js';

/** The database of a ledger with its statements, the clock, and the options that several parts use. */
export type LedgerCore<T> = {
  db: LedgerDatabase<T>;
  store: Store;
  events: Events;
  clock: Clock;
  now: () => number;
  registry: Registry | undefined;
  onPaid: LedgerOptions<T>['onPaid'];
};
