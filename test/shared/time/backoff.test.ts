import { expect } from 'chai';
import { backoff, createSleeper, delayAfter } from '../../../src/shared/time/backoff.js';
import { VirtualClock } from '../../support/clock.js';

describe('delayAfter', () => {
  it('doubles with each failure up to the slowest delay', () => {
    expect([0, 1, 2, 3, 20].map((failures) => delayAfter(failures, 1_000, 5_000))).to.deep.equal([
      1_000, 2_000, 4_000, 5_000, 5_000,
    ]);
  });
});

describe('backoff', () => {
  it('grows by its factor up to its slowest delay, and starts again when it is reset', () => {
    const wait = backoff(100, 1_000, 3);
    const delays = [wait.delay];
    for (let round = 0; round < 3; round += 1) {
      wait.grow();
      delays.push(wait.delay);
    }
    wait.reset();
    expect([...delays, wait.delay]).to.deep.equal([100, 300, 900, 1_000, 100]);
  });

  it('grows by another factor, up to another limit, when these are given', () => {
    const wait = backoff(100, 1_000);
    wait.grow(5);
    expect(wait.delay).to.equal(500);
    wait.grow(5, 800);
    expect(wait.delay).to.equal(800);
  });
});

describe('createSleeper', () => {
  /** Sleeps for `ms` and calls `act` after `at` milliseconds. Returns the time at which the sleep ends. */
  async function slept(ms: number, least: number, act: (wake: () => void, stop: () => void) => void, at = 0) {
    const clock = new VirtualClock();
    const life = new AbortController();
    const sleeper = createSleeper(clock, life.signal);
    const start = clock.now();
    let end: number | undefined;
    void sleeper.sleep(ms, least).then(() => (end = clock.now() - start));
    await clock.advance(at);
    act(
      () => sleeper.wake(),
      () => life.abort(),
    );
    await clock.advance(ms);
    return { end, pending: clock.pending };
  }

  it('ends after its time', async () => {
    expect(await slept(500, 0, () => undefined)).to.deep.equal({ end: 500, pending: 0 });
  });

  it('ends at once, and leaves no timer, when it is woken', async () => {
    expect(await slept(500, 0, (wake) => wake(), 200)).to.deep.equal({ end: 200, pending: 0 });
  });

  it('ends no earlier than its least time when it is woken', async () => {
    expect(await slept(500, 300, (wake) => wake(), 200)).to.deep.equal({ end: 300, pending: 0 });
  });

  it('ends at once, and leaves no timer, when its signal aborts', async () => {
    expect(await slept(500, 300, (_, stop) => stop(), 200)).to.deep.equal({ end: 200, pending: 0 });
  });
});
