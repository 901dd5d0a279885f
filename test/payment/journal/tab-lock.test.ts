import { expect } from '@open-wc/testing';
import type { Platform, Locks } from '../../../src/shared/platform.js';
import { locksOf, takeLock, tryLock } from '../../../src/payment/journal/tab-lock.js';
// Loads this module before the tests, because loading takes real time, but the tests use virtual time.
import '../../../src/payment/journal/lease-lock.js';
import { settle, VirtualClock } from '../../support/clock.js';
import { SharedLocks, SharedStorage } from '../../support/world/world-platform.js';
import { resultAfter } from './result-after.js';

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

  it('F-165 is granted when the platform refuses Web Locks, as in a sandboxed frame', async () => {
    const clock = new VirtualClock();
    const refusing: Locks = { request: () => Promise.reject(new DOMException('no access', 'SecurityError')) };
    const locks = locksOf({
      locks: refusing,
      storage: new SharedStorage(),
      clock,
      random: (bytes: number) => new Uint8Array(bytes),
    } as unknown as Platform);
    expect(await resultAfter(clock, 100, tryLock(locks, 'pay'))).to.be.a('function');
    expect(await resultAfter(clock, 100, takeLock(locks, 'watch', never))).to.be.a('function');
  });
});
