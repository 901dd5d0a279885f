import { expect } from 'chai';
import fc from 'fast-check';
import { isKnownStatus, isNews, isSeen, watchStatus, type StatusWatch } from '../../src/payment/status.js';
import { HubPayError } from '../../src/errors.js';
import type { ErrorInfo } from '../../src/types.js';
import { VirtualClock, settle } from '../support/clock.js';
import { idOf, NOW } from './samples.js';

type Said = string | HubPayError;

/** A watch of a service that says `said`, one after the other, and then the last of it for ever. */
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
  const page = { isVisible: o.isVisible ?? true, wake: (): void => undefined };
  const watch: StatusWatch = {
    client: {
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
    },
    onStatus({ status }) {
      seen.heard.push(status);
      return status === 'success';
    },
    money: () => 'on-its-way',
    onSilent: (problem) => seen.silences.push(problem),
  };
  const end = watchStatus(watch).then(() => {
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
const unknown = new HubPayError('service-down', 'GET answered 404', { details: '404' });

describe('watching the status', () => {
  it('F-101 asks once a second while it is seen, once in 15 s while it is not', async () => {
    const { clock, seen, page } = watching(['pending']);
    await clock.advance(5_000);
    expect(seen.asked).to.deep.equal([0, 1_000, 2_000, 3_000, 4_000, 5_000]);
    page.isVisible = false;
    await clock.advance(46_000);
    expect(seen.asked.slice(6)).to.deep.equal([6_000, 21_000, 36_000, 51_000]);
  });

  it('ends with the word that ends it, and asks nothing after', async () => {
    const { clock, seen } = watching(['pending', 'success']);
    await clock.advance(60_000);
    expect(seen).to.deep.include({ ended: true, heard: ['pending', 'success'], asked: [0, 1_000] });
    expect(clock.pending).to.equal(0);
  });

  it('F-105 never asks a second question while the first is open', async () => {
    const { clock, seen, page } = watching(['pending'], { takes: 4_000 });
    for (let n = 0; n < 20; n += 1) {
      page.wake();
      await clock.advance(1_000);
    }
    expect(seen.most).to.equal(1);
  });

  it('F-99 a request that is not known yet is no fault, for as long as it takes', async () => {
    const { clock, seen } = watching([unknown]);
    await clock.advance(660_000);
    expect(seen.silences).to.deep.equal([]);
    expect(seen.asked.length).to.be.at.least(600);
  });

  it('F-100 an outage of hours is said, slowed down for, and outlived', async () => {
    const { clock, seen } = watching([...Array.from({ length: 380 }, () => down()), 'success']);
    await clock.advance(6 * 60 * 60 * 1000);
    const gaps = seen.asked.slice(1).map((at, index) => at - seen.asked[index]!);
    expect(gaps.slice(0, 8)).to.deep.equal([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect(Math.max(...gaps)).to.equal(60_000);
    await clock.advance(60 * 60 * 1000);
    expect(seen.ended).to.equal(true);
    expect(seen.silences[0]).to.include({ code: 'service-down', money: 'on-its-way' });
    expect(seen.silences.at(-1)).to.equal(null);
  });

  it('one answer that is lost is no news', async () => {
    const { clock, seen } = watching(['pending', down(), 'pending', 'success']);
    await clock.advance(10_000);
    expect(seen.silences.filter((problem) => problem !== null)).to.deep.equal([]);
  });

  it('F-101 I24 waits as long as the service asks it to, at most five minutes', async () => {
    const { clock, seen } = watching([down(40), down(900), 'success']);
    await clock.advance(400_000);
    expect(seen.asked).to.deep.equal([0, 40_000, 340_000]);
  });

  it('F-101 I24 nobody’s focus shortens the time that the service asked for', async () => {
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

  it('F-160 asks at once when the page comes back', async () => {
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

  it('F-160 a page that comes back while a question is open is seen at the next one', async () => {
    const { clock, seen, page } = watching(['pending'], { isVisible: false, takes: 500 });
    await clock.advance(200);
    page.isVisible = true;
    page.wake();
    await clock.advance(2_000);
    expect(seen.asked).to.deep.equal([0, 1_500]);
  });

  it('I24 a page that comes and goes asks no more than once a second', async () => {
    const { clock, seen, page } = watching(['pending']);
    for (let n = 0; n < 400; n += 1) {
      page.wake();
      await clock.advance(50);
    }
    expect(seen.asked.length).to.be.at.most(21);
  });

  it('stops with its signal, in whatever it was doing, and leaves no timer', async () => {
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

  it('an answer that comes after the end is dropped', async () => {
    const { clock, seen, stop } = watching(['success'], { takes: 1_000 });
    await clock.advance(500);
    stop.abort(new Error('gone'));
    await clock.advance(5_000);
    expect(seen.heard).to.deep.equal([]);
  });
});

describe('what a status says', () => {
  const words = [
    'waiting',
    'depositing',
    'pending',
    'submitted',
    'success',
    'refund',
    'failure',
    'delayed',
    'unknown',
    'Success',
    '',
  ];

  it('F-104 I11 an earlier stage after a later one is a stale answer', () => {
    const stages = words.slice(0, 4);
    for (const [at, shown] of stages.entries()) {
      for (const [next, word] of stages.entries())
        expect(isNews(shown, word), `${shown} → ${word}`).to.equal(next > at);
    }
  });

  it('I10 success and refund absorb every word', () => {
    for (const end of ['success', 'refund'])
      for (const word of words) expect(isNews(end, word), `${end} → ${word}`).to.equal(false);
  });

  it('F-102 failure gives way to what comes later and not to a stale first stage; every stage gives way to an end', () => {
    const stale = ['failure', 'waiting', 'depositing'];
    for (const word of words) expect(isNews('failure', word), word).to.equal(!stale.includes(word));
    for (const shown of ['waiting', 'submitted', 'failure', 'unknown']) {
      for (const end of ['success', 'refund']) expect(isNews(shown, end)).to.equal(true);
    }
  });

  it('F-106 only the document’s words are known, and only those past `waiting` mean that the deposit was seen', () => {
    expect(words.filter(isKnownStatus)).to.deep.equal([
      'waiting',
      'depositing',
      'pending',
      'submitted',
      'success',
      'refund',
      'failure',
    ]);
    expect(words.filter(isSeen)).to.deep.equal(['depositing', 'pending', 'submitted', 'success', 'refund', 'failure']);
    expect(
      ['constructor', 'toString', '__proto__', 'hasOwnProperty'].filter((word) => isKnownStatus(word) || isSeen(word)),
    ).to.deep.equal([]);
  });

  it('I11 whatever order answers come in, what is shown only moves on, and ends where it ends', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words.slice(0, 7)), { maxLength: 30 }), (answers) => {
        const stages: string[] = ['waiting', 'depositing', 'pending', 'submitted', 'failure', 'success', 'refund'];
        let shown = 'waiting';
        for (const word of answers) {
          if (!isNews(shown, word)) continue;
          expect(['success', 'refund']).not.to.include(shown);
          if (shown !== 'failure') expect(stages.indexOf(word)).to.be.greaterThan(stages.indexOf(shown));
          shown = word;
        }
        const end = answers.find((word) => word === 'success' || word === 'refund');
        if (end) expect(shown).to.equal(end);
      }),
    );
  });
});
