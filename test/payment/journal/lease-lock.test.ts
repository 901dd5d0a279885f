import { expect } from 'chai';
// Loads this module before the tests, because loading takes real time, but the tests use virtual time.
import '../../../src/payment/journal/lease-lock.js';
import type { Platform, Locks } from '../../../src/shared/platform.js';
import { locksOf, takeLock, tryLock } from '../../../src/payment/journal/tab-lock.js';
import { settle, VirtualClock } from '../../support/clock.js';
import { SharedStorage } from '../../support/world/world-platform.js';
import { HOUR } from '../../support/times.js';
import { resultAfter } from './result-after.js';

const never = new AbortController().signal;

describe('lease-lock', () => {
  /** Each tab's clock is `ahead` milliseconds ahead of the virtual clock. */
  function setUp(): { clock: VirtualClock; storage: SharedStorage; tab: (n: number, ahead?: number) => Locks } {
    const clock = new VirtualClock();
    const storage = new SharedStorage();
    const tab = (n: number, ahead = 0): Locks =>
      locksOf({
        locks: undefined,
        storage,
        clock: {
          now: () => clock.now() + ahead,
          setTimeout: (run: () => void, ms: number) => clock.setTimeout(run, ms),
          clearTimeout: (id: unknown) => {
            clock.clearTimeout(id);
          },
        },
        random: (bytes: number) => new Uint8Array(bytes).fill(n),
      } as unknown as Platform);
    return { clock, storage, tab };
  }
  it('F-162 is held by one tab, and free again when the tab releases it', async () => {
    const { clock, storage, tab } = setUp();
    const first = await resultAfter(clock, 100, tryLock(tab(1), 'pay'));
    expect(first).to.be.a('function');
    expect(await resultAfter(clock, 100, tryLock(tab(2), 'pay'))).to.equal(null);
    (first as () => void)();
    await settle();
    expect([...storage.items]).to.deep.equal([]);
    expect(await resultAfter(clock, 100, tryLock(tab(2), 'pay'))).to.be.a('function');
  });

  for (const fault of [null, 'full', 'broken'] as const)
    it(`F-162 is held by one of two payments of a tab when the storage ${fault ? `is ${fault}` : 'works'}`, async () => {
      const { clock, storage, tab } = setUp();
      storage.fault = fault;
      const [one, two] = [tab(1), tab(2)];
      const tries = Promise.all([tryLock(one, 'pay'), tryLock(one, 'pay')]);
      const [first, second] = (await resultAfter(clock, 100, tries)) as (null | (() => void))[];
      expect([typeof first, second]).to.deep.equal(['function', null]);
      expect(await resultAfter(clock, 100, tryLock(one, 'pay'))).to.equal(null);
      const turn = takeLock(one, 'pay', never);
      expect(await resultAfter(clock, 20_000, turn)).to.equal('waiting');
      if (!fault) expect(await resultAfter(clock, 100, tryLock(two, 'pay'))).to.equal(null);
      first?.();
      expect(await resultAfter(clock, 3_000, turn)).to.be.a('function');
      if (!fault) expect(await resultAfter(clock, 100, tryLock(two, 'pay'))).to.equal(null);
    });

  it('F-162 is free for the tab when an earlier request of the tab has lost it or was given up', async () => {
    const { clock, storage, tab } = setUp();
    const one = tab(1);
    const lost = tryLock(one, 'pay');
    await settle();
    storage.items.set('pay/lease', `0202 ${clock.now() + 5_000}`);
    expect(await resultAfter(clock, 100, lost)).to.equal(null);
    storage.items.delete('pay/lease');
    const stop = new AbortController();
    const left = takeLock(one, 'pay', stop.signal).catch(() => 'given up');
    await settle();
    stop.abort(new Error('enough'));
    expect(await left).to.equal('given up');
    expect(await resultAfter(clock, 100, tryLock(one, 'pay'))).to.be.a('function');
  });

  it('F-162 goes to exactly one tab when two tabs try at the same moment', async () => {
    const { clock, tab } = setUp();
    const both = Promise.all([tryLock(tab(1), 'pay'), tryLock(tab(2), 'pay')]);
    const taken = await resultAfter(clock, 100, both);
    expect((taken as unknown[]).filter((release) => release !== null)).to.have.length(1);
  });

  it('stays held when the holder lives for a minute', async () => {
    const { clock, tab } = setUp();
    await resultAfter(clock, 100, tryLock(tab(1), 'pay'));
    await clock.advance(60_000);
    expect(await resultAfter(clock, 100, tryLock(tab(2), 'pay'))).to.equal(null);
  });

  it('F-164 is free after five seconds when the holding tab has died', async () => {
    const { clock, storage, tab } = setUp();
    const dead = new VirtualClock(clock.now());
    const gone = locksOf({
      locks: undefined,
      storage,
      clock: dead,
      random: (bytes: number) => new Uint8Array(bytes).fill(9),
    } as unknown as Platform);
    await resultAfter(dead, 100, tryLock(gone, 'pay'));
    const turn = takeLock(tab(1), 'pay', never);
    expect(await resultAfter(clock, 3_000, turn)).to.equal('waiting');
    expect(await resultAfter(clock, 5_000, turn)).to.be.a('function');
  });

  const AHEAD = HOUR;

  it('F-164 F-176 is free after five seconds when the tab that died had a clock one hour ahead', async () => {
    const { clock, storage, tab } = setUp();
    storage.items.set('pay/lease', `0909 ${clock.now() + AHEAD}`);
    const next = tab(1);
    expect(await resultAfter(clock, 100, tryLock(next, 'pay'))).to.equal(null);
    await clock.advance(4_000);
    expect(await resultAfter(clock, 100, tryLock(next, 'pay'))).to.equal(null);
    await clock.advance(1_000);
    expect(await resultAfter(clock, 100, tryLock(next, 'pay'))).to.be.a('function');
  });

  it('F-176 stays held when the living holder has a clock one hour ahead', async () => {
    const { clock, tab } = setUp();
    await resultAfter(clock, 100, tryLock(tab(1, AHEAD), 'pay'));
    const turn = takeLock(tab(2), 'pay', never);
    expect(await resultAfter(clock, 120_000, turn)).to.equal('waiting');
  });

  it('I24 leaves no timer when it is released and a waiting tab aborts', async () => {
    const { clock, tab } = setUp();
    const first = await resultAfter(clock, 100, tryLock(tab(1), 'pay'));
    const stop = new AbortController();
    const waiting = takeLock(tab(2), 'pay', stop.signal).catch(() => 'given up');
    await clock.advance(100);
    stop.abort(new Error('enough'));
    expect(await waiting).to.equal('given up');
    (first as () => void)();
    await settle();
    expect(clock.pending).to.equal(0);
  });

  it('is free when another name is held', async () => {
    const { clock, tab } = setUp();
    await resultAfter(clock, 100, tryLock(tab(1), 'pay'));
    expect(await resultAfter(clock, 100, tryLock(tab(2), 'watch'))).to.be.a('function');
  });

  it('F-169 is free when the stored text is not a lease', async () => {
    const { clock, storage, tab } = setUp();
    for (const text of ['x', 'abc NaN', 'abc Infinity', `abc ${'9'.repeat(40)}`, ' ']) {
      storage.items.set('pay/lease', text);
      const release = await resultAfter(clock, 100, tryLock(tab(1), 'pay'));
      expect(release, text).to.be.a('function');
      (release as () => void)();
      await settle();
    }
  });

  for (const fault of ['full', 'broken'] as const) {
    it(`F-165 F-166 is granted when the storage is ${fault}`, async () => {
      const { clock, storage, tab } = setUp();
      storage.fault = fault;
      expect(await resultAfter(clock, 100, tryLock(tab(1), 'pay'))).to.be.a('function');
      expect(await resultAfter(clock, 10_000, takeLock(tab(1), 'watch', never))).to.be.a('function');
    });
  }
});
