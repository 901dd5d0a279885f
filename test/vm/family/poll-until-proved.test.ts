import { expect } from 'chai';
import { pollUntilProved, type Polling } from '../../../src/vm/family/poll-until-proved.js';
import { VirtualClock } from '../../support/clock.js';
import { SECOND } from '../../support/times.js';

type Seen = { outcome: string };
const A: Seen = { outcome: 'a' };
const B: Seen = { outcome: 'b' };

/** Polls a chain that shows these observations, and the last one from then on. An error is a chain that is down. */
function polled(list: readonly (Seen | Error | null)[], more: Partial<Polling<Seen>> = {}) {
  const clock = new VirtualClock();
  const stop = new AbortController();
  const [start, polls] = [clock.now(), [] as number[]];
  const asked: number[] = [];
  let end: { seen?: Seen; error?: unknown } | undefined;
  const observe = async (): Promise<Seen | null> => {
    const seen = list[Math.min(polls.push(clock.now() - start), list.length) - 1];
    if (seen instanceof Error) throw seen;
    return seen ?? null;
  };
  const isSame = (seen: Seen, before: Seen): boolean => seen.outcome === before.outcome;
  const isProved = async (_seen: Seen, since: number): Promise<boolean> => {
    asked.push(since - start);
    return true;
  };
  pollUntilProved({ clock, signal: stop.signal }, { observe, isSame, isProved, ...more }).then(
    (seen) => (end = { seen }),
    (error: unknown) => (end = { error }),
  );
  return { clock, stop, polls, asked, ended: () => end };
}

describe('pollUntilProved', () => {
  it('needs the same observation twice in a row', async () => {
    const { clock, polls, ended } = polled([A, B, A, B, B]);
    await clock.advance(3 * SECOND);
    expect([polls.length, ended()]).to.deep.equal([4, undefined]);
    await clock.advance(SECOND);
    expect([polls.length, ended()]).to.deep.equal([5, { seen: B }]);
  });

  it('tells since when the chain shows the observation', async () => {
    const { clock, asked, ended } = polled([A, B, B]);
    await clock.advance(2 * SECOND);
    expect([asked, ended()]).to.deep.equal([[SECOND], { seen: B }]);
  });

  it('keeps the last observation when the chain cannot be read, and forgets it when the chain shows nothing', async () => {
    const kept = polled([A, new Error('down'), A]);
    await kept.clock.advance(10 * SECOND);
    expect([kept.polls.length, kept.ended()]).to.deep.equal([3, { seen: A }]);
    const gone = polled([A, null, A, A]);
    await gone.clock.advance(10 * SECOND);
    expect([gone.polls.length, gone.ended()]).to.deep.equal([4, { seen: A }]);
  });

  it('polls on, more rarely, while the observation is not proved or the proof fails', async () => {
    let proofs = 0;
    const isProved = async (): Promise<boolean> => {
      proofs += 1;
      if (proofs === 1) throw new Error('the proof cannot be read');
      return proofs === 3;
    };
    const { clock, polls, ended } = polled([A], { isProved });
    await clock.advance(60 * SECOND);
    expect([polls, ended()]).to.deep.equal([[0, SECOND, 3 * SECOND, 7 * SECOND], { seen: A }]);
  });

  it('polls at most every four seconds while the chain shows nothing', async () => {
    const { clock, polls } = polled([null]);
    await clock.advance(60 * SECOND);
    expect(polls.at(-1)! - polls.at(-2)!).to.equal(4 * SECOND);
  });

  it('rejects with the reason of an abort, and reads nothing more', async () => {
    const { clock, stop, polls, ended } = polled([null]);
    await clock.advance(2 * SECOND);
    const reason = new Error('left');
    stop.abort(reason);
    await clock.advance(60 * SECOND);
    expect([polls.length, ended()?.error]).to.deep.equal([2, reason]);
  });
});
