/** Any payment by its id: of this device, of another one, or of nobody. */
import { expect } from 'chai';
import { createLazySession } from '../../src/payment/lazy-session.js';
import type { Deps } from '../../src/payment/deps.js';
import type { PaymentSession } from '../../src/payment/session.js';
import { settle } from '../support/clock.js';
import { amountOf, people, tokens } from '../support/quotes.js';
import { ETH, FACTS, OPTIONS, World, type Tab } from '../support/world.js';
import { SharedLocks, SharedStorage } from '../support/world-platform.js';
import { idOf } from './samples.js';

type Outcome = { value?: Awaited<ReturnType<PaymentSession['resume']>>; error?: unknown };

/** What a promise has come to so far. */
function watched(promise: ReturnType<PaymentSession['resume']>): Outcome {
  const outcome: Outcome = {};
  promise.then(
    (value) => (outcome.value = value),
    (error: unknown) => (outcome.error = error),
  );
  return outcome;
}

const shown = ({ state }: Tab): string => ('payment' in state ? state.payment.requestId : '');

async function paid(tab: Tab): Promise<string> {
  await tab.review();
  await tab.press();
  await tab.reach('succeeded');
  return shown(tab);
}

/** Of another device: nothing that the first one stored is there. */
const another = (): Partial<Deps> => ({ storage: new SharedStorage(), locks: new SharedLocks().of({}) });

const hash = idOf(77);
const deposit = { fee: '1', data: {}, hash, type: 'onchain', chainId: 8453, timestamp: 1 };
const record = (id: string, change: object = {}): Record<string, unknown> => ({
  id,
  status: 'pending',
  user: people.payer,
  recipient: people.recipient,
  createdAt: '2026-11-20T23:59:00.000Z',
  data: {
    inTxs: [deposit],
    outTxs: [],
    metadata: {
      recipient: people.recipient,
      currencyIn: amountOf(8453, tokens.eth, 8_360_000_000_000_000n, '25.1', '0.00836'),
      currencyOut: amountOf(10, tokens.usdcOut, 25_000_000n, '25.0', '25'),
    },
  },
  ...change,
});
const FOREIGN = idOf(4711);

/** A payment that another device has made: the service knows it. */
function foreign(change: object = {}): World {
  const world = new World();
  world.service.records.set(FOREIGN, record(FOREIGN, change));
  world.service.words.set(FOREIGN, { status: 'pending', inTxHashes: [hash] });
  return world;
}

describe('a payment of another device', () => {
  it('is shown as far as the service’s record tells, and followed to its end without a wallet', async () => {
    const world = foreign();
    const tab = world.open();
    const end = watched(tab.session.resume(FOREIGN));
    await tab.reach('processing');
    expect(tab.state).to.have.nested.property('payment.quote.pays.amountFormatted', '0.00836');
    expect(tab.state).to.have.nested.property('payment.quote.receives.symbol', 'USDC');
    expect(tab.state).to.have.nested.property('payment.quote.recipient', people.recipient);
    expect(tab.state).to.have.deep.nested.property('payment.submissions', [
      { chainId: 8453, hash, url: `https://scan.test/tx/${hash}` },
    ]);
    expect(tab.state).to.have.nested.property('payment.reference', null);
    await world.clock.advance(1_000);
    expect(tab.state).to.have.property('status', 'pending');
    expect(end).to.deep.equal({});
    world.service.words.set(FOREIGN, { status: 'success', inTxHashes: [hash], txHashes: [idOf(78)] });
    await tab.reach('succeeded');
    await settle();
    expect(end.value).to.deep.include({ requestId: FOREIGN, reference: null });
    expect(end.value).to.have.nested.property('destination[0].hash', idOf(78));
    expect([world.prompts.length, world.wallet.asked.length]).to.deep.equal([0, 0]);
    expect(world.facts()).to.deep.equal([`hub-sent ${FOREIGN}`, `hub-success ${FOREIGN}`]);
  });

  it('is no payment of this order: after a reload it is neither shown nor in the way', async () => {
    const world = foreign();
    const tab = world.open();
    void tab.session.resume(FOREIGN).catch(() => undefined);
    await tab.reach('processing');
    tab.kill();
    const next = world.open();
    await world.clock.advance(5_000);
    expect(next.state).to.deep.equal({ name: 'idle' });
    await paid(next);
    expect(world.promptsFor('pay')).to.equal(1);
  });

  it('tells each fact once on this device, however often the page asks for it', async () => {
    const world = foreign();
    world.service.words.set(FOREIGN, { status: 'success', inTxHashes: [hash] });
    const tab = world.open();
    void tab.session.resume(FOREIGN);
    await tab.reach('succeeded');
    tab.kill();
    const next = world.open();
    const before = world.of('request').length;
    const end = watched(next.session.resume(FOREIGN));
    await world.clock.advance(5_000);
    expect(end.value).to.have.property('requestId', FOREIGN);
    expect(next.state.name).to.equal('succeeded');
    expect(world.facts()).to.deep.equal([`hub-sent ${FOREIGN}`, `hub-success ${FOREIGN}`]);
    expect(world.of('request').length).to.equal(before);
  });

  it('asked for twice at once it is looked up and told once, and both hear of its end', async () => {
    const world = foreign();
    const tab = world.open();
    const ends = [
      watched(tab.session.resume(FOREIGN)),
      watched(tab.session.resume(FOREIGN.toUpperCase().replace('X', 'x'))),
    ];
    await tab.reach('processing');
    world.service.words.set(FOREIGN, { status: 'refund', inTxHashes: [hash] });
    await tab.reach('refunded');
    await settle();
    for (const { value, error } of ends) expect([value?.requestId, error]).to.deep.equal([FOREIGN, undefined]);
    expect(world.facts()).to.deep.equal([`hub-sent ${FOREIGN}`, `hub-refund ${FOREIGN}`]);
  });

  it('whose record the service keeps to itself is followed by its status alone', async () => {
    const world = foreign();
    world.service.outages.set('/requests/v2', { status: 401, json: { message: 'Unauthorized' } });
    world.service.words.set(FOREIGN, {
      status: 'pending',
      inTxHashes: [hash],
      originChainId: 8453,
      destinationChainId: 10,
    });
    const tab = world.open();
    const end = watched(tab.session.resume(FOREIGN));
    await tab.reach('processing');
    expect(tab.state).to.have.nested.property('payment.submissions[0].hash', hash);
    expect(tab.state).to.have.nested.property('payment.quote.receives.chainId', 10);
    expect(tab.state).to.have.nested.property('payment.quote.pays.amount', '');
    world.service.words.set(FOREIGN, { status: 'failure', inTxHashes: [hash] });
    await tab.reach('failed');
    await settle();
    expect(end.error).to.include({ name: 'HubPayError', code: 'failed' });
    const polls = world.asked('/intents/status/v3').map(({ at }) => at);
    for (const [index, at] of polls.slice(1).entries()) expect(at - polls[index]!).to.be.at.least(1_000);
  });

  it('whose record says little, or nonsense, is shown with what can be read of it', async () => {
    for (const data of [undefined, null, 7, { inTxs: 'x', metadata: { currencyIn: { amount: '-1' } } }, {}]) {
      const world = foreign({ data, recipient: 5, createdAt: 'yesterday' });
      const tab = world.open();
      void tab.session.resume(FOREIGN).catch(() => undefined);
      await tab.reach('processing');
      expect(tab.state).to.have.nested.property('payment.quote.pays.amount', '');
      expect(tab.state).to.have.property('since', world.clock.now());
    }
  });

  it('that nobody has paid yet is asked about, and the payer may leave it', async () => {
    const world = foreign({ status: 'waiting', data: {} });
    world.service.words.set(FOREIGN, { status: 'waiting' });
    const tab = world.open();
    const end = watched(tab.session.resume(FOREIGN));
    await tab.reach('processing');
    await world.clock.advance(60_000);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    await tab.do({ type: 'abandoned' });
    expect(tab.state).to.include({ name: 'selecting' });
    expect(tab.state).to.have.nested.property('intent.amount', '25000000');
    expect(end.error).to.include({ code: 'outcome-unknown', money: 'unknown' });
  });

  it('that the service does not know is refused, and nothing changes', async () => {
    const world = new World();
    const tab = world.open();
    const end = watched(tab.session.resume(FOREIGN));
    await world.clock.advance(10_000);
    expect(end.error).to.include({ name: 'HubPayError', code: 'service-refused', money: 'unknown' });
    expect((end.error as Error).message).to.contain(FOREIGN);
    expect(tab.state).to.deep.equal({ name: 'idle' });
    expect(tab.told.filter((name) => name !== 'hub-ready')).to.deep.equal([]);
  });

  it('that cannot be asked about now is refused by the reason, and may be asked for again', async () => {
    const world = foreign();
    world.service.outages.set('/requests/v2', { status: 503 });
    world.service.outages.set('/intents/status/v3', { status: 503 });
    const tab = world.open();
    const end = watched(tab.session.resume(FOREIGN));
    await world.clock.advance(30_000);
    expect(end.error).to.include({ code: 'service-down', money: 'unknown' });
    expect(tab.state).to.deep.equal({ name: 'idle' });
    world.service.outages.clear();
    void tab.session.resume(FOREIGN).catch(() => undefined);
    await tab.reach('processing');
  });

  it('is one of this device’s own on the other: the facts are told there too', async () => {
    const world = new World();
    const requestId = await paid(world.open());
    const tab = world.open({}, another());
    const end = watched(tab.session.resume(requestId));
    await tab.reach('succeeded');
    await settle();
    expect(end.value).to.have.property('requestId', requestId);
    expect(world.facts().filter((fact) => fact.startsWith('hub-success'))).to.have.length(2);
    expect(world.promptsFor('pay')).to.equal(1);
  });
});

describe('an id', () => {
  for (const text of ['0x12', '', 'order-7', `${idOf(1)}0`, null as unknown as string]) {
    it(`such as ${JSON.stringify(text)} is refused at once, before anything is asked or loaded`, async () => {
      const world = new World();
      const { session } = world.open();
      const lazy = createLazySession(OPTIONS, {}, () => Promise.reject(new Error('must not load')));
      for (const each of [session, lazy]) {
        const end = watched(each.resume(text));
        await settle(1);
        expect(end.error).to.include({ name: 'HubPayError', code: 'config', attribute: 'requestId' });
      }
      expect(world.of('request')).to.deep.equal([]);
    });
  }

  it('is not followed where the attributes are wrong', async () => {
    const world = new World();
    const end = watched(world.open({ amount: '25,00' }).session.resume(FOREIGN));
    await settle();
    expect(end.error).to.include({ code: 'config', attribute: 'amount' });
  });
});

describe('a payment of this device', () => {
  it('that has succeeded is answered from the journal, is shown, and no fact is told again', async () => {
    const world = new World();
    const tab = world.open({ reference: undefined } as never);
    const requestId = await paid(tab);
    tab.kill();
    const next = world.open({ reference: undefined } as never);
    await world.clock.advance(1_000);
    const before = [world.of('request').length, world.facts().length];
    const end = watched(next.session.resume(requestId));
    await world.clock.advance(10_000);
    expect(end.value).to.deep.include({ requestId, reference: null });
    expect(next.state).to.have.nested.property('receipt.requestId', requestId);
    expect([world.of('request').length, world.facts().length]).to.deep.equal(before);
  });

  it('that came back is answered and shown as that', async () => {
    const world = new World();
    world.service.fate = 'refund';
    const tab = world.open();
    await tab.review();
    await tab.press();
    await tab.reach('refunded');
    const requestId = shown(tab);
    tab.kill();
    const next = world.open();
    const end = watched(next.session.resume(requestId));
    await world.clock.advance(5_000);
    expect(end.value).to.have.property('requestId', requestId);
    expect(next.state.name).to.equal('refunded');
    expect(world.facts().filter((fact) => fact.startsWith('hub-refund'))).to.have.length(1);
  });

  it('that was refused in the wallet is told as that', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review();
    await tab.press();
    const requestId = shown(tab);
    world.prompts[0]!.reject(4001);
    await settle();
    const end = watched(tab.session.resume(requestId));
    await settle();
    expect(end.error).to.include({ code: 'wallet-rejected', money: 'not-sent' });
    expect(tab.state.name).to.equal('reviewing');
  });

  it('that is on the screen is answered with its end', async () => {
    const world = new World();
    world.service.fate = 'none';
    const tab = world.open();
    await tab.review();
    await tab.press();
    await tab.reach('processing');
    const end = watched(tab.session.resume(shown(tab)));
    await world.clock.advance(5_000);
    expect(end).to.deep.equal({});
    world.service.fate = 'success';
    await tab.reach('succeeded');
    await settle();
    expect(end.value).to.have.property('requestId', shown(tab));
    const again = watched(tab.session.resume(shown(tab)));
    await settle();
    expect(again.value).to.deep.equal(end.value);
  });

  it('that has failed is watched again, and its refund is told', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    await tab.press();
    await tab.reach('processing');
    const requestId = shown(tab);
    world.service.words.set(requestId, { status: 'failure', inTxHashes: [hash] });
    await tab.reach('failed');
    tab.kill();
    await world.clock.advance(3 * 24 * 60 * 60 * 1000);
    const next = world.open();
    await world.clock.advance(5_000);
    expect(next.state.name).to.equal('idle');
    const end = watched(next.session.resume(requestId));
    await next.reach('failed');
    await settle();
    expect(end.error).to.have.property('code', 'failed');
    world.service.words.set(requestId, { status: 'refund', inTxHashes: [hash] });
    await next.reach('refunded');
    expect(world.facts().filter((fact) => fact.startsWith('hub-failure'))).to.have.length(1);
  });

  it('is answered for its own id while another one is committed: by its end, or by a refusal', async () => {
    const world = foreign();
    const first = world.open();
    const done = await paid(first);
    await first.do({ type: 'reset' });
    await world.clock.advance(1_000);
    world.service.fate = 'none';
    await first.review();
    await first.press();
    await first.reach('processing');
    const running = shown(first);
    const before = [first.state, world.asked('/requests/v2').length];
    const [own, other] = [watched(first.session.resume(done)), watched(first.session.resume(FOREIGN))];
    await settle();
    expect(own.value).to.have.property('requestId', done);
    expect(other.error).to.include({ code: 'service-refused', money: 'unknown' });
    expect([first.state, world.asked('/requests/v2').length]).to.deep.equal(before);
    expect(shown(first)).to.equal(running);
  });

  it('gives way to a payment that is confirmed while the service is asked about it', async () => {
    const world = foreign();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review(ETH);
    world.service.outages.set('/requests/v2', { status: 429, retryAfter: '2' });
    const end = watched(tab.session.resume(FOREIGN));
    await settle();
    expect(world.asked('/requests/v2')).to.have.length(1);
    await tab.press();
    expect(tab.state.name).to.equal('authorizing');
    const own = shown(tab);
    world.service.outages.clear();
    await world.clock.advance(20_000);
    expect(end.error).to.have.property('code', 'service-refused');
    expect(shown(tab)).to.equal(own);
    expect(world.asked('/intents/status/v3').filter(({ query }) => query.includes(FOREIGN))).to.have.length(1);
  });

  it('can be asked for by a listener of the page', async () => {
    const world = foreign();
    const tab = world.open();
    let end: Outcome = {};
    tab.session.on('hub-statechange', (detail) => {
      if ((detail as { state: string }).state === 'selecting') end = watched(tab.session.resume(FOREIGN));
    });
    world.service.words.set(FOREIGN, { status: 'success', inTxHashes: [hash] });
    await tab.do({ type: 'opened' });
    await tab.reach('succeeded');
    await settle();
    expect(end.value).to.have.property('requestId', FOREIGN);
    expect(world.facts().every((fact) => FACTS.includes(fact.split(' ')[0]!))).to.equal(true);
  });

  it('I13 says nothing of where the money is when the session ends first', async () => {
    const world = foreign();
    const tab = world.open();
    const end = watched(tab.session.resume(FOREIGN));
    await tab.reach('processing');
    tab.session.destroy();
    await settle();
    expect(end.error).to.include({ code: 'outcome-unknown', money: 'unknown' });
  });
});
