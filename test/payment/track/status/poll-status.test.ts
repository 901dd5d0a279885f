import { expect } from 'chai';
import { pollStatus, type StatusPoll } from '../../../../src/payment/track/status/poll-status.js';
import { HubPayError } from '../../../../src/errors.js';
import type { ErrorInfo } from '../../../../src/types.js';
import { VirtualClock, settle } from '../../../support/clock.js';
import { idOf, NOW } from '../../../support/samples.js';
import { HOUR } from '../../../support/times.js';

type Said = string | HubPayError;

/** Polls a fake service that returns the statuses in `said`. After that, the service repeats the last status. */
function watching(said: Said[], o: { isVisible?: boolean; takes?: number } = {}) {
  const clock = new VirtualClock(NOW);
  const stop = new AbortController();
  const seen = {
    asked: [] as number[],
    heard: [] as string[],
    silences: [] as (ErrorInfo | null)[],
    open: 0,
    most: 0,
    ended: false,
  };
  const page = { isVisible: o.isVisible ?? true, wake: (): void => undefined, isWakeable: false };
  const watch: StatusPoll = {
    source: {
      async status() {
        seen.asked.push(clock.now() - NOW);
        seen.most = Math.max(seen.most, (seen.open += 1));
        if (o.takes) await new Promise<void>((resolve) => clock.setTimeout(resolve, o.takes!));
        seen.open -= 1;
        const word = said.length > 1 ? said.shift()! : said[0]!;
        if (word instanceof HubPayError) throw word;
        return { status: word };
      },
    },
    clock,
    requestId: idOf(1),
    signal: stop.signal,
    urgent: () => page.isVisible,
    onWake: (wake) => {
      page.wake = wake;
      page.isWakeable = true;
      return () => {
        page.isWakeable = false;
      };
    },
    onStatus({ status }) {
      seen.heard.push(status);
      return status === 'success';
    },
    money: () => 'on-its-way',
    onSilent: (problem) => seen.silences.push(problem),
  };
  const end = pollStatus(watch).then(() => {
    seen.ended = true;
  });
  return { clock, stop, seen, page, end };
}

const down = (retryAfter?: number): HubPayError =>
  new HubPayError(
    retryAfter === undefined ? 'service-down' : 'rate-limited',
    'no',
    retryAfter === undefined ? {} : { retryAfter },
  );
const unknown = new HubPayError('service-down', 'GET answered 404', { reason: 'not-found' });

describe('poll-status', () => {
  it('F-101 polls once a second when it is visible and once in 15 s when it is hidden', async () => {
    const { clock, seen, page } = watching(['pending']);
    await clock.advance(5_000);
    expect(seen.asked).to.deep.equal([0, 1_000, 2_000, 3_000, 4_000, 5_000]);
    page.isVisible = false;
    await clock.advance(46_000);
    expect(seen.asked.slice(6)).to.deep.equal([6_000, 21_000, 36_000, 51_000]);
  });

  it('ends and polls no more when the outcome arrives', async () => {
    const { clock, seen, page } = watching(['pending', 'success']);
    expect(page.isWakeable).to.equal(true);
    await clock.advance(60_000);
    expect(seen).to.deep.include({ ended: true, heard: ['pending', 'success'], asked: [0, 1_000] });
    expect(page.isWakeable).to.equal(false);
    expect(clock.pending).to.equal(0);
  });

  it('F-105 sends no second request when the first is pending', async () => {
    const { clock, seen, page } = watching(['pending'], { takes: 4_000 });
    for (let n = 0; n < 20; n += 1) {
      page.wake();
      await clock.advance(1_000);
    }
    expect(seen.most).to.equal(1);
  });

  it('F-99 keeps polling without a problem when the service does not know the request', async () => {
    const { clock, seen } = watching([unknown]);
    await clock.advance(660_000);
    expect(seen.silences).to.deep.equal([]);
    expect(seen.asked.length).to.be.at.least(600);
  });

  it('F-100 reports an outage and slows down to one request a minute, and recovers when it ends', async () => {
    const { clock, seen } = watching([...Array.from({ length: 380 }, () => down()), 'success']);
    await clock.advance(6 * HOUR);
    const gaps = seen.asked.slice(1).map((at, index) => at - seen.asked[index]!);
    expect(gaps.slice(0, 8)).to.deep.equal([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect(Math.max(...gaps)).to.equal(60_000);
    await clock.advance(HOUR);
    expect(seen.ended).to.equal(true);
    expect(seen.silences[0]).to.include({ code: 'service-down', money: 'on-its-way' });
    expect(seen.silences.at(-1)).to.equal(null);
  });

  it('reports no problem when a single answer is lost', async () => {
    const { clock, seen } = watching(['pending', down(), 'pending', 'success']);
    await clock.advance(10_000);
    expect(seen.silences.filter((problem) => problem !== null)).to.deep.equal([]);
  });

  it('F-101 I24 waits for Retry-After, at most five minutes, when the service sends it', async () => {
    const { clock, seen } = watching([down(40), down(900), 'success']);
    await clock.advance(400_000);
    expect(seen.asked).to.deep.equal([0, 40_000, 340_000]);
  });

  it('F-101 I24 waits for the whole Retry-After when the page wakes repeatedly', async () => {
    const { clock, seen, page } = watching([down(40), 'success']);
    for (let n = 0; n < 39; n += 1) {
      await clock.advance(1_000);
      page.wake();
      await settle();
    }
    expect(seen.asked).to.deep.equal([0]);
    await clock.advance(1_000);
    expect(seen.asked).to.deep.equal([0, 40_000]);
  });

  it('F-160 polls at once when the page wakes', async () => {
    const { clock, seen, page } = watching([down(), down(), down(), down(), down(), down(), 'pending'], {
      isVisible: false,
    });
    await clock.advance(100_000);
    const before = seen.asked.length;
    page.wake();
    await settle();
    expect(seen.asked.length).to.equal(before + 1);
    expect(seen.asked.at(-1)).to.equal(100_000);
  });

  it('F-160 polls a second after the pending answer when the page wakes during that request', async () => {
    const { clock, seen, page } = watching(['pending'], { isVisible: false, takes: 500 });
    await clock.advance(200);
    page.isVisible = true;
    page.wake();
    await clock.advance(2_000);
    expect(seen.asked).to.deep.equal([0, 1_500]);
  });

  it('I24 polls at most once a second when the page wakes repeatedly', async () => {
    const { clock, seen, page } = watching(['pending']);
    for (let n = 0; n < 400; n += 1) {
      page.wake();
      await clock.advance(50);
    }
    expect(seen.asked.length).to.be.at.most(21);
  });

  it('ends and leaves no timer when its signal aborts', async () => {
    for (const said of [['pending'], [down(100)]]) {
      const { clock, seen, stop } = watching(said);
      await clock.advance(2_500);
      stop.abort(new Error('gone'));
      await settle();
      const { length } = seen.asked;
      await clock.advance(600_000);
      expect(seen.asked.length).to.equal(length);
      expect([seen.ended, clock.pending]).to.deep.equal([true, 0]);
    }
  });

  it('drops an answer when it arrives after the abort', async () => {
    const { clock, seen, stop } = watching(['success'], { takes: 1_000 });
    await clock.advance(500);
    stop.abort(new Error('gone'));
    await clock.advance(5_000);
    expect(seen.heard).to.deep.equal([]);
  });
});
