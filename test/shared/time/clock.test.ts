import { expect } from 'chai';
import sinon from 'sinon';
import { beforeLate, inTime, platformClock, systemClock, within } from '../../../src/shared/time/clock.js';
import { VirtualClock } from '../../support/clock.js';
import { HOUR } from '../../support/times.js';

describe('clock', () => {
  const START = Date.UTC(2026, 10, 21);
  let wall: number;
  let steady: number;
  const pass = (ms: number): void => {
    wall += ms;
    steady += ms;
  };

  beforeEach(() => {
    wall = START;
    steady = 5_000;
    sinon.stub(Date, 'now').callsFake(() => wall);
    sinon.stub(performance, 'now').callsFake(() => steady);
  });
  afterEach(() => {
    sinon.restore();
  });

  it('returns the same wall time when pages were opened at different times', () => {
    const first = systemClock();
    pass(HOUR);
    // The monotonic clock drifts by 200 ms. Both pages must still return the same time.
    steady -= 200;
    const second = systemClock();
    pass(HOUR);
    expect([first.now(), second.now()]).to.deep.equal([wall, wall]);
  });

  it('F-176 advances when the machine sleeps', () => {
    const clock = systemClock();
    const before = clock.now();
    wall += HOUR;
    expect(clock.now() - before).to.equal(HOUR);
  });

  it('F-176 never goes back and keeps running when the wall clock is set back', () => {
    const clock = systemClock();
    const before = clock.now();
    wall -= 24 * HOUR;
    pass(1_000);
    expect(clock.now() - before).to.equal(1_000);
    pass(HOUR);
    expect(clock.now() - before).to.equal(HOUR + 1_000);
  });

  it('F-176 advances while the machine sleeps when the wall clock was set back before', () => {
    const clock = systemClock();
    wall -= 24 * HOUR;
    const before = clock.now();
    wall += HOUR;
    expect(clock.now() - before).to.equal(HOUR);
  });

  it('F-176 never goes back when the wall clock is set back repeatedly', () => {
    const clock = systemClock();
    let last = clock.now();
    for (const step of [-HOUR, 10, -2 * HOUR, 24 * HOUR, -24 * HOUR, -1_000, 5]) {
      wall += step;
      pass(2_000);
      const now = clock.now();
      expect(now - last).to.be.at.least(2_000);
      last = now;
    }
  });

  it('follows the wall clock when it is corrected in small steps', () => {
    const clock = systemClock();
    for (let n = 0; n < 1_000; n += 1) {
      pass(1_000);
      wall -= 3;
      clock.now();
    }
    expect(clock.now()).to.equal(wall);
  });

  it('advances when the machine sleeps, also as platformClock', () => {
    const before = platformClock.now();
    wall += HOUR;
    expect(platformClock.now() - before).to.equal(HOUR);
  });
});

describe('inTime', () => {
  const late = (): Error => new Error('late');

  it('rejects with the error of `late` and aborts the operation when the time is over', async () => {
    const clock = new VirtualClock();
    let received: AbortSignal | undefined;
    const answer = inTime({ ms: 1_000, clock, signal: undefined, late }, (given) => {
      received = given;
      return new Promise<number>(() => undefined);
    }).catch((error: unknown) => error);
    await clock.advance(999);
    expect(received?.aborted).to.equal(false);
    await clock.advance(1);
    expect(await answer).to.include({ message: 'late' });
    expect(received?.aborted).to.equal(true);
  });

  it('rejects with the caller’s reason, and starts nothing after an abort', async () => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    const gone = new Error('gone');
    const limit = { ms: 1_000, clock, signal: stop.signal, late };
    const never = (): Promise<number> => new Promise(() => undefined);
    const answer = inTime(limit, never).catch((error: unknown) => error);
    stop.abort(gone);
    expect(await answer).to.equal(gone);
    const run = sinon.spy(never);
    expect(await inTime(limit, run).catch((error: unknown) => error)).to.equal(gone);
    expect([run.callCount, clock.pending]).to.deep.equal([0, 0]);
  });

  it('aborts an operation that rejects, and none that returns a result', async () => {
    const clock = new VirtualClock();
    const limit = { ms: 1_000, clock, signal: undefined, late };
    const received: AbortSignal[] = [];
    await inTime(limit, async (given) => received.push(given));
    const failing = inTime(limit, async (given) => {
      received.push(given);
      throw new Error('no');
    });
    await failing.catch(() => undefined);
    expect(received.map(({ aborted }) => aborted)).to.deep.equal([false, true]);
    expect(clock.pending).to.equal(0);
  });
});

describe('beforeLate', () => {
  it('settles like the promise, or rejects when the time is over, and leaves no timer', async () => {
    const clock = new VirtualClock();
    const limit = { ms: 1_000, clock, late: () => new Error('late') };
    const caught = (error: unknown): unknown => error;
    expect(await beforeLate(limit, Promise.resolve(7))).to.equal(7);
    const own = new Error('own');
    expect(await beforeLate(limit, Promise.reject(own)).catch(caught)).to.equal(own);
    expect(clock.pending).to.equal(0);
    const answer = beforeLate(limit, new Promise<number>(() => undefined)).catch(caught);
    await clock.advance(1_000);
    expect(await answer).to.include({ message: 'late' });
    expect(clock.pending).to.equal(0);
  });
});

describe('within', () => {
  const never = new AbortController().signal;

  it('resolves to the result and leaves no timer when the operation finishes in time', async () => {
    const clock = new VirtualClock();
    expect(await within(1_000, clock, never, async () => 7)).to.equal(7);
    expect(clock.pending).to.equal(0);
  });

  it('aborts what the operation has left behind when it finishes in time', async () => {
    let received: AbortSignal | undefined;
    await within(1_000, new VirtualClock(), never, async (given) => (received = given));
    expect(received?.aborted).to.equal(true);
  });

  it('resolves to null when the operation rejects', async () => {
    const failing = async (): Promise<number> => {
      throw new Error('no');
    };
    expect(await within(1_000, new VirtualClock(), never, failing)).to.equal(null);
  });

  it('resolves to null and leaves no timer when the operation throws synchronously', async () => {
    const clock = new VirtualClock();
    const unable = (): Promise<number> => {
      throw new Error('no');
    };
    expect(await within(1_000, clock, never, unable)).to.equal(null);
    expect(clock.pending).to.equal(0);
  });

  it('resolves to null and aborts the operation when the time is over or the caller’s signal aborts', async () => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    for (const [signal, end] of [
      [never, () => clock.advance(1_000)],
      [stop.signal, async () => stop.abort(new Error('gone'))],
    ] as const) {
      let received: AbortSignal | undefined;
      const answer = within(1_000, clock, signal, (given) => {
        received = given;
        return new Promise<number>(() => undefined);
      });
      await end();
      expect(await answer).to.equal(null);
      expect(received?.aborted).to.equal(true);
      expect(clock.pending).to.equal(0);
    }
  });
});
