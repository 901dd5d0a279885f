import { expect } from 'chai';
import sinon from 'sinon';
import { platformClock, systemClock, within } from '../../src/clock.js';
import { VirtualClock } from '../support/clock.js';

const HOUR = 3_600_000;

describe('the platform’s clock', () => {
  const START = Date.UTC(2026, 10, 21);
  let wall: number;
  let steady: number;
  /** Time passes, for people and for the machine. */
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

  it('tells the time of the wall: pages that were opened at different times agree', () => {
    const first = systemClock();
    pass(HOUR);
    // Timers and sleep do not run at one rate: what a page adds up by itself drifts away from the others.
    steady -= 200;
    const second = systemClock();
    pass(HOUR);
    expect([first.now(), second.now()]).to.deep.equal([wall, wall]);
  });

  it('F-176 goes on while the machine sleeps', () => {
    const clock = systemClock();
    const before = clock.now();
    wall += HOUR;
    expect(clock.now() - before).to.equal(HOUR);
  });

  it('F-176 does not go back when somebody sets the wall clock back, and goes on from there', () => {
    const clock = systemClock();
    const before = clock.now();
    wall -= 24 * HOUR;
    pass(1_000);
    expect(clock.now() - before).to.equal(1_000);
    pass(HOUR);
    expect(clock.now() - before).to.equal(HOUR + 1_000);
  });

  it('F-176 set back, it still goes on while the machine sleeps', () => {
    const clock = systemClock();
    wall -= 24 * HOUR;
    const before = clock.now();
    wall += HOUR;
    expect(clock.now() - before).to.equal(HOUR);
  });

  it('F-176 set back again and again, it never goes back', () => {
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

  it('follows the small corrections that every wall clock gets', () => {
    const clock = systemClock();
    for (let n = 0; n < 1_000; n += 1) {
      pass(1_000);
      wall -= 3;
      clock.now();
    }
    expect(clock.now()).to.equal(wall);
  });

  it('of this page is one of these', () => {
    const before = platformClock.now();
    wall += HOUR;
    expect(platformClock.now() - before).to.equal(HOUR);
  });
});

describe('what is waited for within a time', () => {
  const never = new AbortController().signal;

  it('is what it came to', async () => {
    const clock = new VirtualClock();
    expect(await within(1_000, clock, never, async () => 7)).to.equal(7);
    expect(clock.pending).to.equal(0);
  });

  it('is null where it fails', async () => {
    const failing = async (): Promise<number> => {
      throw new Error('no');
    };
    expect(await within(1_000, new VirtualClock(), never, failing)).to.equal(null);
  });

  it('is null where it cannot even begin, with nothing left behind', async () => {
    const clock = new VirtualClock();
    const unable = (): Promise<number> => {
      throw new Error('no');
    };
    expect(await within(1_000, clock, never, unable)).to.equal(null);
    expect(clock.pending).to.equal(0);
  });

  it('is null once the time has passed, or nobody waits any more; what was asked is told to stop', async () => {
    const clock = new VirtualClock();
    const leave = new AbortController();
    for (const [signal, end] of [
      [never, () => clock.advance(1_000)],
      [leave.signal, async () => leave.abort(new Error('gone'))],
    ] as const) {
      let told: AbortSignal | undefined;
      const answer = within(1_000, clock, signal, (given) => {
        told = given;
        return new Promise<number>(() => undefined);
      });
      await end();
      expect(await answer).to.equal(null);
      expect(told?.aborted).to.equal(true);
      expect(clock.pending).to.equal(0);
    }
  });
});
