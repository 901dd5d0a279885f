import { expect } from 'chai';
import { createPaymentSession } from '../../../src/payment/session/session.js';
import { FakeStream, type StreamMode } from '../../support/fake-stream.js';
import { OPTIONS } from '../../support/world.js';
import { MINUTE } from '../../support/times.js';
import { factsOf, polls, sent, type Sent } from '../sent.js';

const URL_OF_STREAM = 'wss://hub.test/stream';

/** Sends a payment on a page with a status stream. `tell` sets the status for polls and for the stream. */
async function streamed(mode: StreamMode = 'honest'): Promise<Sent & { stream: FakeStream; tell: Sent['say'] }> {
  const stream = new FakeStream();
  stream.mode = mode;
  const deps = { WebSocket: stream.WebSocket };
  const payment = await sent(undefined, (world) => {
    const open = world.open.bind(world);
    world.open = (options, more) => open({ statusStreamUrl: URL_OF_STREAM, ...options }, { ...deps, ...more });
  });
  await payment.world.clock.advance(2_000);
  const tell: Sent['say'] = (status, more) => {
    payment.say(status, more);
    stream.sendStatus(payment.requestId, status, more);
  };
  return { ...payment, stream, tell };
}

/** The largest number of status requests within `span` milliseconds. */
function busiest({ world }: Sent, span: number): number {
  const times = world.requestsTo('/intents/status/v3').map(({ at }) => at);
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + span).length));
}

const STORY = [
  ['pending', 4_000],
  ['failure', 3_000],
  ['pending', 3_000],
  ['refund', 20_000],
] as const;
const TOLD = [
  'hub-sent',
  'hub-status pending',
  'hub-status failure',
  'hub-status pending',
  'hub-status refund',
  'hub-refund',
];

describe('tracked-payment with a status stream', () => {
  it('updates the status before a poll would, and reduces the polls, when it is connected', async () => {
    const { world, tab, tell, stream, requestId } = await streamed();
    const asked = polls(world);
    await world.clock.advance(14_000);
    expect(polls(world) - asked).to.be.at.most(1);
    tell('pending');
    expect(tab.state).to.include({ name: 'processing', status: 'pending' });
    tell('success');
    await world.clock.advance(3_000);
    expect(tab.state.name).to.equal('succeeded');
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status pending', 'hub-status success', 'hub-success']);
    expect(stream.urls).to.deep.equal([URL_OF_STREAM]);
    expect(stream.messages.map(({ type, id }) => `${type} ${id}`)).to.deep.equal([
      `subscribe ${requestId}`,
      `unsubscribe ${requestId}`,
    ]);
    expect(stream.open).to.equal(0);
  });

  it('F-102 leads to one refund and each status once when it delivers pending, failure, pending, refund', async () => {
    const { world, tab, tell } = await streamed();
    for (const [word, ms] of STORY) {
      tell(word);
      await world.clock.advance(ms);
    }
    await world.clock.advance(MINUTE);
    expect(tab.state.name).to.equal('refunded');
    expect(factsOf(tab)).to.deep.equal(TOLD);
  });

  for (const word of ['success', 'refund', 'failure']) {
    it(`I17 triggers a poll at once and settles nothing by itself when it delivers ${word}`, async () => {
      const { world, tab, say, stream, requestId } = await streamed();
      say('pending');
      stream.sendStatus(requestId, 'pending');
      await world.clock.advance(2_000);
      const asked = polls(world);
      stream.sendStatus(requestId, word);
      await world.clock.advance(1_500);
      expect(polls(world)).to.be.greaterThan(asked);
      await world.clock.advance(MINUTE);
      expect(tab.state).to.include({ name: 'processing', status: 'pending' });
      expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status pending']);
      say('success');
      await world.clock.advance(MINUTE);
      expect(tab.state.name).to.equal('succeeded');
    });
  }

  for (const [id, mode] of [
    ['F-113', 'dead'],
    ['F-113', 'refused'],
    ['F-114', 'silent'],
    ['F-114', 'half-open'],
    ['F-114', 'mute'],
    ['F-116', 'garbage'],
  ] as const) {
    it(`${id} I17 leads to the same events as polling when it is ${mode}`, async () => {
      const { world, tab, tell, stream } = await streamed(mode);
      for (const [word, ms] of STORY) {
        tell(word);
        // The page polls at least every 15 s, even if the stream sends no status.
        await world.clock.until(() => word === tab.detail('hub-status')?.['status'], 15_000);
        await world.clock.advance(Math.min(ms, 3_000));
      }
      expect(tab.state.name).to.equal('refunded');
      expect(factsOf(tab)).to.deep.equal(TOLD);
      await world.clock.advance(MINUTE);
      expect(stream.open).to.equal(0);
    });
  }

  it('F-116 emits each status once and never goes back when it repeats statuses and mixes their order', async () => {
    const { world, tab, say, stream, requestId } = await streamed();
    say('pending');
    for (const word of ['pending', 'depositing', 'pending', 'waiting', 'submitted', 'pending'])
      stream.sendStatus(requestId, word);
    await world.clock.advance(2_000);
    expect(tab.state).to.include({ name: 'processing', status: 'submitted' });
    say('success');
    for (const word of ['success', 'pending', 'success']) stream.sendStatus(requestId, word);
    await world.clock.advance(MINUTE);
    expect(factsOf(tab)).to.deep.equal([
      'hub-sent',
      'hub-status pending',
      'hub-status submitted',
      'hub-status success',
      'hub-success',
    ]);
  });

  it('F-114 reconnects within 30 s when it stops answering, and leaves the polls at one a second', async () => {
    const { world, stream } = await streamed('half-open');
    expect(stream.messages).to.have.length(1);
    await world.clock.advance(30_000);
    expect(stream.urls.length).to.be.at.least(2);
    stream.mode = 'silent';
    stream.restart();
    await world.clock.advance(1_000);
    const asked = polls(world);
    await world.clock.advance(10_000);
    expect(polls(world) - asked).to.be.within(9, 11);
  });

  it('leaves the polls at one a second when a poll has found a status that it missed', async () => {
    const { world, tell } = await streamed('mute');
    tell('pending');
    await world.clock.advance(16_000);
    const asked = polls(world);
    await world.clock.advance(10_000);
    expect(polls(world) - asked).to.be.within(9, 11);
  });

  it('F-115 subscribes again when the server restarts, with growing delays when it fails, and polls meanwhile', async () => {
    const { world, stream, requestId } = await streamed();
    stream.restart();
    await world.clock.advance(1_100);
    expect([stream.urls.length, stream.open]).to.deep.equal([2, 1]);
    expect(stream.messages.filter(({ type, id }) => type === 'subscribe' && id === requestId)).to.have.length(2);
    const asked = polls(world);
    stream.mode = 'dead';
    stream.restart();
    await world.clock.advance(10 * MINUTE);
    expect(stream.urls.length).to.be.within(14, 26);
    expect(polls(world) - asked).to.be.within(590, 603);
    stream.mode = 'honest';
    await world.clock.advance(MINUTE);
    expect(stream.open).to.equal(1);
  });

  it('disconnects for good when the element closes', async () => {
    const { world, tab, stream } = await streamed();
    tab.close();
    expect(stream.open).to.equal(0);
    await world.clock.advance(MINUTE);
    expect(stream.urls).to.have.length(1);
  });

  it('stays off when no address is set, and is a config error when the address is invalid or could hold a key', async () => {
    const stream = new FakeStream();
    await sent(undefined, (world) => {
      const open = world.open.bind(world);
      world.open = () => open({}, { WebSocket: stream.WebSocket });
    });
    expect(stream.urls).to.deep.equal([]);
    for (const statusStreamUrl of ['https://hub.test', 'wss://u:p@hub.test', 'wss://hub.test/?apiKey=1', 'hub.test']) {
      const session = createPaymentSession({ ...OPTIONS, statusStreamUrl });
      await Promise.resolve();
      expect(session.$state.get(), statusStreamUrl).to.have.nested.property('problem.attribute', 'statusStreamUrl');
      session.destroy();
    }
  });
});

describe('status requests over five minutes', () => {
  for (const mode of ['none', 'honest', 'half-open', 'dead'] as const) {
    const named = mode === 'none' ? 'no stream' : `a stream that is ${mode}`;
    const open = (): Promise<Sent & { tell: Sent['say'] }> =>
      mode === 'none' ? sent().then((payment) => ({ ...payment, tell: payment.say })) : streamed(mode);

    it(`I24 are at most one a second when the page is visible, with ${named}`, async () => {
      const payment = await open();
      const { world, tab, tell } = payment;
      tell('pending');
      for (let second = 0; second < 300; second += 1) {
        await world.clock.advance(1_000);
        // Frequent wake-ups must not cause more polls.
        if (second % 7 === 0) await tab.do({ type: 'woken' });
      }
      expect(busiest(payment, 1_000)).to.equal(1);
      expect(polls(world)).to.be.within(20, 303);
      tell('success');
      await tab.reach('succeeded');
      const asked = polls(world);
      await world.clock.advance(5 * MINUTE);
      expect(polls(world)).to.equal(asked);
    });

    it(`I24 are at most one in 15 s when the page is hidden, with ${named}`, async () => {
      const payment = await open();
      const { world, tab } = payment;
      await tab.hide();
      await world.clock.advance(2_000);
      world.log.length = 0;
      await world.clock.advance(5 * MINUTE);
      expect(busiest(payment, 15_000)).to.equal(1);
      expect(polls(world)).to.be.within(18, 20);
    });

    it(`I24 are none when Retry-After has not passed, with ${named}`, async () => {
      const { world, tab } = await open();
      world.service.outages.set('/intents/status/v3', { status: 429, retryAfter: '90' });
      await world.clock.until(() => world.requestsTo('/intents/status/v3').length > 0, 20_000);
      await world.clock.advance(16_000);
      world.log.length = 0;
      for (let second = 0; second < 70; second += 1) {
        await world.clock.advance(1_000);
        await tab.do({ type: 'woken' });
      }
      expect(polls(world)).to.equal(0);
    });
  }
});
