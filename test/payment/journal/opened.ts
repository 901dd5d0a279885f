/** Helper for the journal tests: a journal in a storage, and another page that opens it. */
import type { Journal } from '../../../src/payment/journal/entry.js';
import { createJournal } from '../../../src/payment/journal/storage.js';
import { VirtualClock } from '../../support/clock.js';
import { NOW } from '../../support/samples.js';
import { SharedStorage } from '../../support/world/world-platform.js';

export const KEY = 'hub-pay/1/test';

type Opened = { storage: SharedStorage; clock: VirtualClock; journal: Journal; again: () => Journal };

export function opened(): Opened {
  const storage = new SharedStorage();
  const clock = new VirtualClock(NOW);
  const again = (): Journal => createJournal(storage, KEY, clock);
  return { storage, clock, journal: again(), again };
}
