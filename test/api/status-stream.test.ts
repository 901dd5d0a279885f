import { expect } from 'chai';
import { openStatusStream } from '../../src/api/status-stream.js';
import type { WireStatus } from '../../src/api/responses/types.js';
import { VirtualClock } from '../support/clock.js';
import { FakeStream, type StreamMode } from '../support/fake-stream.js';
import { HOUR } from '../support/times.js';

const ID = `0x${'5a'.repeat(32)}`;
const URL = 'wss://hub.test/stream';

/** The window. In Node, which has no window, a target in its place. */
const page: EventTarget = 'document' in globalThis ? window : new EventTarget();

/** Watches a status stream until `stop` aborts. `share` is the random byte (0 to 255) that varies the retry delays. */
function openStream(mode: StreamMode = 'honest', share = 255) {
  const stream = new FakeStream();
  stream.mode = mode;
  const clock = new VirtualClock();
  const stop = new AbortController();
  const statuses: string[] = [];
  const live: boolean[] = [];
  const done = openStatusStream({
    url: URL,
    requestId: ID,
    clock,
    signal: stop.signal,
    WebSocket: stream.WebSocket,
    random: (bytes) => new Uint8Array(bytes).fill(share),
    onStatus: ({ status }: WireStatus) => statuses.push(status),
    onLive: (isLive) => live.push(isLive),
  });
  const kinds = (): string[] => stream.messages.map(({ type }) => type);
  return { stream, clock, stop, statuses, live, done, kinds };
}

describe('status stream', () => {
  before(() => {
    if (page === globalThis) return;
    const listen = (name: 'addEventListener' | 'removeEventListener'): unknown => page[name].bind(page);
    for (const name of ['addEventListener', 'removeEventListener'] as const)
      Object.defineProperty(globalThis, name, { configurable: true, value: listen(name) });
  });
  after(() => {
    if (page === globalThis) return;
    for (const name of ['addEventListener', 'removeEventListener']) Reflect.deleteProperty(globalThis, name);
  });

  it('F-116 subscribes to one request when the service is ready and emits only the statuses of that request', async () => {
    const { stream, clock, statuses, live } = openStream();
    await clock.advance(100);
    expect(stream.urls).to.deep.equal([URL]);
    expect(stream.messages).to.deep.equal([{ connection: 1, type: 'subscribe', id: ID }]);
    expect(live).to.deep.equal([true]);
    stream.sendStatus(ID, 'pending');
    stream.sendStatus(`0x${'77'.repeat(32)}`, 'success');
    stream.sendStatus(ID, 'success', { txHashes: [`0x${'fe'.repeat(32)}`] });
    expect(statuses).to.deep.equal(['pending', 'success']);
  });

  it('unsubscribes, closes and leaves no timer when it is aborted', async () => {
    const { stream, clock, stop, done, kinds } = openStream();
    await clock.advance(100);
    stop.abort(new Error('left'));
    await done;
    expect(kinds()).to.deep.equal(['subscribe', 'unsubscribe']);
    expect([stream.open, clock.pending]).to.deep.equal([0, 0]);
  });

  it('closes once it is open when it is aborted during connection', async () => {
    const { stream, clock, stop, kinds } = openStream();
    stop.abort(new Error('left'));
    expect([stream.open, stream.closedEarly]).to.deep.equal([1, false]);
    await clock.advance(100);
    expect([stream.open, stream.closedEarly, clock.pending]).to.deep.equal([0, false, 0]);
    expect(kinds()).to.deep.equal([]);
  });

  it('F-159 closes when the page goes into the page cache, and reconnects when the page comes back', async () => {
    const { stream, clock, stop, live, done } = openStream();
    await clock.advance(100);
    page.dispatchEvent(new Event('pagehide'));
    await clock.advance(0);
    expect([stream.open, live]).to.deep.equal([0, [true, false]]);
    // In the page cache, no timer runs.
    clock.sleep(HOUR);
    await clock.advance(1_100);
    expect([stream.open, live]).to.deep.equal([1, [true, false, true]]);
    stop.abort(new Error('left'));
    await done;
    page.dispatchEvent(new Event('pagehide'));
    expect(stream.urls).to.have.length(2);
  });

  it('sends a request every 20 s and reconnects when no answer comes within 10 s', async () => {
    const normal = openStream();
    await normal.clock.advance(45_000);
    expect(normal.kinds()).to.deep.equal(['subscribe', 'subscribe', 'subscribe']);
    expect(normal.stream.urls).to.have.length(1);
    const half = openStream('half-open');
    await half.clock.advance(29_000);
    expect([half.stream.urls.length, half.live]).to.deep.equal([1, [true]]);
    await half.clock.advance(3_000);
    expect([half.stream.urls.length, half.live]).to.deep.equal([2, [true, false, true]]);
  });

  it('doubles its reconnect pause up to one minute when the service does not answer', async () => {
    const { stream, clock } = openStream('dead');
    const at: number[] = [];
    for (let second = 0; second < 400; second += 1) {
      const before = stream.urls.length;
      await clock.advance(1_000);
      if (stream.urls.length > before) at.push(second);
    }
    const gaps = at.slice(1).map((time, index) => time - at[index]!);
    expect(gaps.slice(0, 6)).to.deep.equal([2, 4, 8, 16, 32, 60]);
    expect(Math.max(...gaps)).to.equal(60);
  });

  it('F-115 waits between 50 % and 100 % of the reconnect pause depending on the random value', async () => {
    const [soon, late] = [openStream('dead', 0), openStream('dead', 255)];
    await Promise.all([soon.clock.advance(499), late.clock.advance(999)]);
    expect([soon.stream.urls.length, late.stream.urls.length]).to.deep.equal([1, 1]);
    await Promise.all([soon.clock.advance(20), late.clock.advance(20)]);
    expect([soon.stream.urls.length, late.stream.urls.length]).to.deep.equal([2, 2]);
  });

  it('starts again with a short reconnect pause when the service has answered', async () => {
    const { stream, clock } = openStream();
    for (let restart = 0; restart < 6; restart += 1) {
      await clock.advance(1_500);
      stream.restart();
    }
    await clock.advance(1_500);
    expect(stream.urls).to.have.length(7);
  });

  for (const [id, mode] of [
    ['F-116', 'garbage'],
    ['F-114', 'silent'],
    ['F-113', 'refused'],
  ] as const) {
    it(`${id} emits no status and is not live when the stream is ${mode}`, async () => {
      const { stream, clock, statuses, live, stop } = openStream(mode);
      await clock.advance(25_000);
      expect(stream.urls.length).to.be.greaterThan(1);
      expect([statuses, live.includes(true)]).to.deep.equal([[], false]);
      stop.abort(new Error('left'));
      await clock.advance(0);
      expect(clock.pending).to.equal(0);
    });
  }
});
