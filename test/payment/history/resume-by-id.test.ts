/** Tests how a session resumes a payment by its id: a payment of this or another device, or an unknown id. */
import { expect } from 'chai';
import type { Platform } from '../../../src/shared/platform.js';
import { settle } from '../../support/clock.js';
import { people } from '../../support/quotes.js';
import { ETH, FACTS, PINNED, World, type Tab } from '../../support/world.js';
import { SharedLocks, SharedStorage } from '../../support/world/world-platform.js';
import { idOf } from '../../support/samples.js';
import { DAY } from '../../support/times.js';
import { type Outcome, watched, hash, FOREIGN, foreign } from './foreign-payment.js';

const shown = ({ state }: Tab): string => ('payment' in state ? state.payment.requestId : '');

async function paid(tab: Tab): Promise<string> {
  await tab.review();
  await tab.press();
  await tab.reach('succeeded');
  return shown(tab);
}

/** Another device: its storage is empty, and its locks are separate. */
const another = (): Partial<Platform> => ({ storage: new SharedStorage(), locks: new SharedLocks().of({}) });

describe('resume-payment from another device', () => {
  it('shows the payment from the service’s record and tracks it to success when no wallet is connected', async () => {
    const world = foreign();
    const tab = world.open(PINNED);
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
    world.service.statuses.set(FOREIGN, { status: 'success', inTxHashes: [hash], txHashes: [idOf(78)] });
    await tab.reach('succeeded');
    await settle();
    expect(end.value).to.deep.include({ requestId: FOREIGN, reference: null });
    expect(end.value).to.have.nested.property('destination[0].hash', idOf(78));
    expect([world.prompts.length, world.wallet.requests.length]).to.deep.equal([0, 0]);
    expect(world.facts()).to.deep.equal([`hub-sent ${FOREIGN}`, `hub-success ${FOREIGN}`]);
  });

  it('neither shows the payment nor blocks the order when the page reloads', async () => {
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

  it('emits each fact once when the page resumes the payment again after a reload', async () => {
    const world = foreign();
    world.service.statuses.set(FOREIGN, { status: 'success', inTxHashes: [hash] });
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
    const asked = world
      .of('request')
      .slice(before)
      .map(({ path }) => path);
    expect(asked, 'the stored end counts only with the word of the service').to.deep.equal([
      '/intents/status/v3',
      '/chains',
      '/requests/v2',
      // The status names no delivery, so the record is read again for the link.
      '/requests/v2',
    ]);
  });

  it('emits each fact once and resolves both promises when it is called twice at once', async () => {
    const world = foreign();
    const tab = world.open();
    const ends = [
      watched(tab.session.resume(FOREIGN)),
      watched(tab.session.resume(FOREIGN.toUpperCase().replace('X', 'x'))),
    ];
    await tab.reach('processing');
    world.service.statuses.set(FOREIGN, { status: 'refund', inTxHashes: [hash] });
    await tab.reach('refunded');
    await settle();
    for (const { value, error } of ends) expect([value?.requestId, error]).to.deep.equal([FOREIGN, undefined]);
    expect(world.facts()).to.deep.equal([`hub-sent ${FOREIGN}`, `hub-refund ${FOREIGN}`]);
  });

  it('emits hub-success on this device too when another device has already emitted it', async () => {
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

describe('resume-payment with invalid input', () => {
  for (const text of ['0x12', '', 'order-7', `${idOf(1)}0`, null as unknown as string]) {
    it(`rejects with a config error before any request or load when the id is ${JSON.stringify(text)}`, async () => {
      const world = new World();
      const { session } = world.open();
      const end = watched(session.resume(text));
      await settle(1);
      expect(end.error).to.include({ name: 'HubPayError', code: 'config', attribute: 'requestId' });
      expect(world.of('request')).to.deep.equal([]);
    });
  }

  it('rejects with the config error of the attribute when an attribute is invalid', async () => {
    const world = new World();
    const end = watched(world.open({ amount: '25,00' }).session.resume(FOREIGN));
    await settle();
    expect(end.error).to.include({ code: 'config', attribute: 'amount' });
  });
});

describe('resume-payment on this device', () => {
  it('asks the service once and repeats no fact when the payment has succeeded', async () => {
    const world = new World();
    const tab = world.open({ reference: undefined } as never);
    const requestId = await paid(tab);
    tab.kill();
    const next = world.open({ reference: undefined } as never);
    await world.clock.advance(1_000);
    const polls = world.requestsTo('/intents/status/v3').length;
    const before = world.facts().length;
    const end = watched(next.session.resume(requestId));
    await world.clock.advance(10_000);
    expect(end.value).to.deep.include({ requestId, reference: null });
    expect(next.state).to.have.nested.property('receipt.requestId', requestId);
    expect([world.requestsTo('/intents/status/v3').length, world.facts().length]).to.deep.equal([polls + 1, before]);
  });

  it('resolves with the refund and shows it, without a repeated fact, when the payment was refunded', async () => {
    const world = new World();
    world.service.outcome = 'refund';
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

  it('rejects with wallet-rejected when the payer has rejected the payment in the wallet', async () => {
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

  it('resolves with the outcome when the payment is on the screen', async () => {
    const world = new World();
    world.service.outcome = 'none';
    const tab = world.open();
    await tab.review();
    await tab.press();
    await tab.reach('processing');
    const end = watched(tab.session.resume(shown(tab)));
    await world.clock.advance(5_000);
    expect(end).to.deep.equal({});
    world.service.outcome = 'success';
    await tab.reach('succeeded');
    await settle();
    expect(end.value).to.have.property('requestId', shown(tab));
    const again = watched(tab.session.resume(shown(tab)));
    await settle();
    expect(again.value).to.deep.equal(end.value);
  });

  it('tracks a failed payment again and shows its later refund when it failed days ago', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    await tab.press();
    await tab.reach('processing');
    const requestId = shown(tab);
    world.service.statuses.set(requestId, { status: 'failure', inTxHashes: [hash] });
    await tab.reach('failed');
    tab.kill();
    await world.clock.advance(3 * DAY);
    const next = world.open();
    await world.clock.advance(5_000);
    expect(next.state.name).to.equal('failed');
    const end = watched(next.session.resume(requestId));
    await next.reach('failed');
    await settle();
    expect(end.error).to.have.property('code', 'failed');
    world.service.statuses.set(requestId, { status: 'refund', inTxHashes: [hash] });
    await next.reach('refunded');
    expect(world.facts().filter((fact) => fact.startsWith('hub-failure'))).to.have.length(1);
  });

  it('resolves a settled payment and rejects any other when another payment is committed', async () => {
    const world = foreign();
    const first = world.open();
    const done = await paid(first);
    await first.do({ type: 'reset' });
    await world.clock.advance(1_000);
    world.service.outcome = 'none';
    await first.review();
    await first.press();
    await first.reach('processing');
    const running = shown(first);
    const before = [first.state, world.requestsTo('/requests/v2').length];
    const [own, other] = [watched(first.session.resume(done)), watched(first.session.resume(FOREIGN))];
    await settle();
    expect(own.value).to.have.property('requestId', done);
    expect(other.error).to.include({ code: 'invalid-state', money: 'unknown' });
    expect([first.state, world.requestsTo('/requests/v2').length]).to.deep.equal(before);
    expect(shown(first)).to.equal(running);
  });

  it('rejects and keeps the confirmed payment when the payer confirms during its request', async () => {
    const world = foreign();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review(ETH);
    world.service.outages.set('/requests/v2', { status: 429, retryAfter: '2' });
    const end = watched(tab.session.resume(FOREIGN));
    await settle();
    expect(world.requestsTo('/requests/v2')).to.have.length(1);
    await tab.press();
    expect(tab.state.name).to.equal('authorizing');
    const own = shown(tab);
    world.service.outages.clear();
    await world.clock.advance(20_000);
    expect(end.error).to.have.property('code', 'invalid-state');
    expect(shown(tab)).to.equal(own);
    expect(world.requestsTo('/intents/status/v3').filter(({ query }) => query.includes(FOREIGN))).to.have.length(1);
  });

  it('resolves with the outcome when a listener of the page calls it', async () => {
    const world = foreign();
    const tab = world.open();
    let end: Outcome = {};
    tab.session.on('hub-statechange', (detail) => {
      if (detail.state === 'selecting') end = watched(tab.session.resume(FOREIGN));
    });
    world.service.statuses.set(FOREIGN, { status: 'success', inTxHashes: [hash] });
    await tab.do({ type: 'opened' });
    await tab.reach('succeeded');
    await settle();
    expect(end.value).to.have.property('requestId', FOREIGN);
    expect(world.facts().every((fact) => FACTS.includes(fact.split(' ')[0]!))).to.equal(true);
  });

  it('I13 rejects with money unknown when the session ends first', async () => {
    const world = foreign();
    const tab = world.open();
    const end = watched(tab.session.resume(FOREIGN));
    await tab.reach('processing');
    tab.session.destroy();
    await settle();
    expect(end.error).to.include({ code: 'outcome-unknown', money: 'unknown' });
  });

  it('emits no success again when a page of another order on this device has emitted it', async () => {
    const world = new World();
    const first = world.open({ reference: undefined } as never);
    const requestId = await paid(first);
    first.session.destroy();
    const told = world.facts();
    const next = world.open({ reference: undefined, amount: '26' } as never);
    const end = watched(next.session.resume(requestId));
    await next.reach('succeeded');
    await settle();
    expect(end.value).to.have.property('requestId', requestId);
    expect(world.facts()).to.deep.equal(told);
  });
});
