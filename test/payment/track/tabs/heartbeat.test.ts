import { expect } from 'chai';
import { beat, lastBeat } from '../../../../src/payment/track/tabs/heartbeat.js';
import { MemoryStore } from '../../../../src/shared/memory-store.js';
import { VirtualClock } from '../../../support/clock.js';
import { SharedStorage } from '../../../support/world/world-platform.js';

describe('heartbeat', () => {
  it('P-6 changes its sign of life every 5 seconds and removes it at the end', async () => {
    const [clock, storage, stop] = [new VirtualClock(), new MemoryStore(), new AbortController()];
    void beat(storage, 'lock', clock, stop.signal);
    const seen = new Set<string | null>();
    for (let second = 0; second < 20; second += 1) {
      await clock.advance(1_000);
      seen.add(lastBeat(storage, 'lock'));
    }
    expect(seen.size).to.equal(5);
    stop.abort();
    await clock.advance(1);
    expect(lastBeat(storage, 'lock')).to.equal(null);
  });

  it('P-6 gives no sign of life, and ends, when the storage is broken', async () => {
    const [clock, storage, stop] = [new VirtualClock(), new SharedStorage(), new AbortController()];
    storage.fault = 'broken';
    const ended = beat(storage, 'lock', clock, stop.signal);
    await clock.advance(10_000);
    expect(lastBeat(storage, 'lock')).to.equal(null);
    stop.abort();
    await ended;
  });
});
