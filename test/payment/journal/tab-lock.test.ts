import { expect } from '@open-wc/testing';
import type { Platform, Locks } from '../../../src/shared/platform.js';
import { locksOf, takeLock, tryLock } from '../../../src/payment/journal/tab-lock.js';
import { settle, VirtualClock } from '../../support/clock.js';
import { SharedLocks, SharedStorage } from '../../support/world-platform.js';

const never = new AbortController().signal;

describe('tab-lock with Web Locks', () => {
  const { locks } = navigator;

  it('I18 is held by one caller, and passes to the next when it is released', async () => {
    const first = await tryLock(locks, 'lock-test');
    expect(await tryLock(locks, 'lock-test')).to.equal(null);
    let taken = false;
    const second = takeLock(locks, 'lock-test', never).then((release) => {
      taken = true;
      return release;
    });
    await settle();
    expect(taken).to.equal(false);
    first!();
    (await second)();
    const third = await tryLock(locks, 'lock-test-other');
    expect(third).to.be.a('function');
    third!();
  });

  it('ends the wait when the signal aborts', async () => {
    const first = await tryLock(locks, 'lock-test-2');
    const stop = new AbortController();
    const waiting = takeLock(locks, 'lock-test-2', stop.signal).then(
      () => 'taken',
      () => 'given up',
    );
    stop.abort(new Error('enough'));
    expect(await waiting).to.equal('given up');
    first!();
  });

  it('is held by one tab, and passes to the next when released, with the test world’s locks', async () => {
    const shared = new SharedLocks();
    const [one, two] = [shared.of({}), shared.of({})];
    const first = await tryLock(one, 'a');
    expect(await tryLock(two, 'a')).to.equal(null);
    const next = takeLock(two, 'a', never);
    first!();
    (await next)();
    await settle();
    expect(shared.held).to.equal(0);
  });
});

describe('tab-lock with a lease in storage', () => {
  /** `ahead`: how far a page's clock is ahead of the others, in milliseconds. */
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
  /** The result of a promise after this time; `'waiting'` if it is pending. */
  async function after<T>(clock: VirtualClock, ms: number, promise: Promise<T>): Promise<T | 'waiting'> {
    let value: T | 'waiting' = 'waiting';
    void promise.then((result) => {
      value = result;
    });
    await clock.advance(ms);
    return value;
  }

  it('F-162 is held by one tab, and free again when the tab releases it', async () => {
    const { clock, storage, tab } = setUp();
    const first = await after(clock, 100, tryLock(tab(1), 'pay'));
    expect(first).to.be.a('function');
    expect(await after(clock, 100, tryLock(tab(2), 'pay'))).to.equal(null);
    (first as () => void)();
    await settle();
    expect([...storage.items]).to.deep.equal([]);
    expect(await after(clock, 100, tryLock(tab(2), 'pay'))).to.be.a('function');
  });

  it('F-162 goes to exactly one tab when two tabs try at the same moment', async () => {
    const { clock, tab } = setUp();
    const both = Promise.all([tryLock(tab(1), 'pay'), tryLock(tab(2), 'pay')]);
    const taken = await after(clock, 100, both);
    expect((taken as unknown[]).filter((release) => release !== null)).to.have.length(1);
  });

  it('stays held when the holder lives for a minute', async () => {
    const { clock, tab } = setUp();
    await after(clock, 100, tryLock(tab(1), 'pay'));
    await clock.advance(60_000);
    expect(await after(clock, 100, tryLock(tab(2), 'pay'))).to.equal(null);
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
    await after(dead, 100, tryLock(gone, 'pay'));
    const turn = takeLock(tab(1), 'pay', never);
    expect(await after(clock, 3_000, turn)).to.equal('waiting');
    expect(await after(clock, 5_000, turn)).to.be.a('function');
  });

  const AHEAD = 3_600_000;

  it('F-164 F-176 is free after five seconds when the tab that died had a clock one hour ahead', async () => {
    const { clock, storage, tab } = setUp();
    storage.items.set('pay/lease', `0909 ${clock.now() + AHEAD}`);
    const next = tab(1);
    expect(await after(clock, 100, tryLock(next, 'pay'))).to.equal(null);
    await clock.advance(4_000);
    expect(await after(clock, 100, tryLock(next, 'pay'))).to.equal(null);
    await clock.advance(1_000);
    expect(await after(clock, 100, tryLock(next, 'pay'))).to.be.a('function');
  });

  it('F-176 stays held when the living holder has a clock one hour ahead', async () => {
    const { clock, tab } = setUp();
    await after(clock, 100, tryLock(tab(1, AHEAD), 'pay'));
    const turn = takeLock(tab(2), 'pay', never);
    expect(await after(clock, 120_000, turn)).to.equal('waiting');
  });

  it('I24 leaves no timer when it is released and a waiting tab aborts', async () => {
    const { clock, tab } = setUp();
    const first = await after(clock, 100, tryLock(tab(1), 'pay'));
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
    await after(clock, 100, tryLock(tab(1), 'pay'));
    expect(await after(clock, 100, tryLock(tab(2), 'watch'))).to.be.a('function');
  });

  it('F-169 is free when the stored text is not a lease', async () => {
    const { clock, storage, tab } = setUp();
    for (const text of ['x', 'abc NaN', 'abc Infinity', `abc ${'9'.repeat(40)}`, ' ']) {
      storage.items.set('pay/lease', text);
      const release = await after(clock, 100, tryLock(tab(1), 'pay'));
      expect(release, text).to.be.a('function');
      (release as () => void)();
      await settle();
    }
  });

  for (const fault of ['full', 'broken'] as const) {
    it(`F-165 F-166 is granted when the storage is ${fault}`, async () => {
      const { clock, storage, tab } = setUp();
      storage.fault = fault;
      expect(await after(clock, 100, tryLock(tab(1), 'pay'))).to.be.a('function');
      expect(await after(clock, 10_000, takeLock(tab(1), 'watch', never))).to.be.a('function');
    });
  }

  it('F-165 is granted when the platform refuses Web Locks, as in a sandboxed frame', async () => {
    const clock = new VirtualClock();
    const refusing: Locks = { request: () => Promise.reject(new DOMException('no access', 'SecurityError')) };
    const locks = locksOf({
      locks: refusing,
      storage: new SharedStorage(),
      clock,
      random: (bytes: number) => new Uint8Array(bytes),
    } as unknown as Platform);
    expect(await after(clock, 100, tryLock(locks, 'pay'))).to.be.a('function');
    expect(await after(clock, 100, takeLock(locks, 'watch', never))).to.be.a('function');
  });
});
