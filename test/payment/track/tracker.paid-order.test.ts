/** Tests that a reloaded page shows the outcome of a paid order and offers no second payment. */
import { expect } from 'chai';
import type { SessionOptions } from '../../../src/payment/session/session.js';
import { settle } from '../../support/clock.js';
import { people } from '../../support/quotes.js';
import { SECOND } from '../../support/times.js';
import { OPTIONS, World, type Tab } from '../../support/world.js';

/** An order was paid, and its page is closed. */
async function paidBefore(options: Partial<SessionOptions> = {}): Promise<{ world: World; requestId: string }> {
  const world = new World();
  const tab = world.open(options);
  await tab.review();
  await tab.press();
  await tab.reach('succeeded');
  await world.clock.advance(5_000);
  const requestId = 'payment' in tab.state ? tab.state.payment.requestId : '';
  tab.kill();
  return { world, requestId };
}

const name = ({ state }: Tab): string => state.name;

describe('session with a paid order', () => {
  it('F-156 shows the order as paid, after one question to the service, when the page reloads', async () => {
    const { world, requestId } = await paidBefore();
    const before = world.requestsTo('/intents/status/v3').length;
    const facts = world.facts().length;
    const next = world.open();
    await settle();
    expect(next.state).to.deep.include({ name: 'succeeded' });
    expect(next.state).to.have.nested.property('receipt.requestId', requestId);
    expect(next.state).to.have.nested.property('receipt.received.amountFormatted', '25');
    expect(next.state).to.have.property('at').that.is.below(world.clock.now());
    await next.do({ type: 'opened' }, { type: 'closed' }, { type: 'opened' });
    await world.clock.advance(60_000);
    expect(name(next)).to.equal('succeeded');
    expect(next.emitted).to.deep.equal(['hub-ready', 'hub-statechange']);
    expect([world.requestsTo('/intents/status/v3').length, world.facts().length]).to.deep.equal([before + 1, facts]);
  });

  for (const resume of ['ask', 'off'] as const) {
    it(`shows the order as paid after a reload when resume="${resume}"`, async () => {
      const { world } = await paidBefore();
      const next = world.open({ resume });
      await settle();
      expect(name(next)).to.equal('succeeded');
    });
  }

  it('shows the order as paid in an element that existed before when it opens', async () => {
    const world = new World();
    const [one, other] = [world.open(), world.open()];
    await one.review();
    await one.press();
    await one.reach('succeeded');
    await other.do({ type: 'opened' });
    expect(name(other)).to.equal('succeeded');
  });

  it('P-38 allows another payment after reset(), asks once for it after a reload, and then shows the newer one', async () => {
    const { world, requestId } = await paidBefore();
    const next = world.open();
    await settle();
    await next.do({ type: 'reset' }, { type: 'opened' });
    expect(name(next)).to.equal('reviewing');
    next.kill();
    const third = world.open();
    await settle();
    expect(name(third)).to.equal('idle');
    await third.review();
    await third.press();
    await world.clock.advance(5 * SECOND);
    // After a reload, only the storage knows of the reset.
    expect(third.state).to.have.nested.property('problem').that.includes({ reason: 'paid-before', money: 'delivered' });
    expect(world.promptsFor('pay')).to.equal(1);
    await third.press();
    await third.reach('succeeded');
    expect(world.promptsFor('pay')).to.equal(2);
    third.kill();
    const fourth = world.open();
    await settle();
    expect(fourth.state).to.have.nested.property('receipt.requestId').that.is.not.equal(requestId);
  });

  it('F-162 shows the order as paid at the press of another tab when the first tab has reset it', async () => {
    const world = new World();
    const [one, two] = [world.open(), world.open()];
    await two.review();
    await world.clock.advance(1_000);
    await one.review();
    await one.press();
    await one.reach('succeeded');
    await one.do({ type: 'reset' });
    await two.press();
    await two.reach('succeeded');
    expect(world.promptsFor('pay')).to.equal(1);
  });

  it('allows a payment when the attributes or the order differ, or when there is no order', async () => {
    for (const [paid, later] of [
      [{}, { amount: '26' }],
      [{}, { recipient: people.payer }],
      [{}, { reference: 'order-8' }],
      [{ reference: undefined }, { reference: undefined }],
    ] as const) {
      const { world } = await paidBefore(paid as never);
      const next = world.open(later as never);
      await settle();
      expect(next.state, JSON.stringify(later)).to.deep.equal({ name: 'idle' });
      await next.do({ type: 'opened' });
      expect(name(next)).to.be.oneOf(['selecting', 'reviewing']);
    }
  });

  it('F-156 shows the order as paid when only the notation or options outside the payment differ', async () => {
    const upper = `0x${people.recipient.slice(2).toUpperCase()}`;
    for (const later of [
      { amount: '25.00' },
      { amount: '025' },
      { recipient: upper },
      { tradeType: 'EXACT_OUTPUT' },
      { slippageTolerance: '100' },
      { origins: [8453] },
      { originChainId: 8453, originCurrency: 'ETH' },
      { referrer: 'shop.test' },
      { refundTo: people.payer },
      { quoteOptions: { maxRouteLength: 2 } },
    ] as const) {
      const { world } = await paidBefore();
      const next = world.open(later);
      await settle();
      expect(name(next), JSON.stringify(later)).to.equal('succeeded');
    }
  });

  it('keeps the order as paid when configure changes nothing of the payment', async () => {
    const { world } = await paidBefore();
    const next = world.open();
    await settle();
    next.session.configure({ ...OPTIONS, wallets: [], resume: 'ask' });
    await settle();
    expect(name(next)).to.equal('succeeded');
    next.session.configure({ ...OPTIONS, wallets: [], amount: '26' });
    await settle();
    expect(name(next)).to.equal('idle');
  });

  it('rejects assets() with invalid-state when the order is paid', async () => {
    const { world } = await paidBefore();
    const { session } = world.open();
    await settle();
    const error = await session.assets().catch((cause: unknown) => cause);
    expect(error).to.include({ code: 'invalid-state', money: 'unknown' });
  });

  for (const [title, outage] of [
    ['does not answer', { status: 503 }],
    ['does not know the payment', { status: 404, json: { message: 'Request not found' } }],
  ] as const) {
    it(`S-3 does not say that the order is paid, and asks the payer, when the service ${title}`, async () => {
      const { world } = await paidBefore();
      world.service.outages.set('/intents/status/v3', outage);
      const next = world.open();
      await world.clock.advance(30_000);
      expect(next.state).to.deep.equal({ name: 'idle' });
      await next.do({ type: 'opened' });
      await world.clock.advance(60_000);
      expect(next.state).to.include({ name: 'processing', status: 'unknown', told: true });
      await next.do({ type: 'abandoned' });
      world.service.outages.clear();
      await next.review();
      await next.press();
      await world.clock.advance(5_000);
      expect([name(next), world.promptsFor('pay')], 'it is asked again before the prompt').to.deep.equal([
        'succeeded',
        1,
      ]);
    });
  }

  it('S-3 shows the order as paid as soon as the service says so again', async () => {
    const { world, requestId } = await paidBefore();
    world.service.statuses.set(requestId, { status: 'pending' });
    const next = world.open();
    await world.clock.advance(30_000);
    expect(next.state).to.deep.equal({ name: 'idle' });
    world.service.statuses.delete(requestId);
    await next.reach('succeeded');
    expect(world.facts().filter((fact) => fact.startsWith('hub-success'))).to.have.length(1);
  });

  it('S-3 tracks a payment that the storage calls settled when no page has told its end', async () => {
    const { world, requestId } = await paidBefore();
    const [key, text] = world.journalItem();
    world.storage.items.set(key, text.replace(/"emitted":\[[^\]]*\]/, '"emitted":[]'));
    world.service.statuses.set(requestId, { status: 'pending' });
    const next = world.open();
    await next.reach('processing');
    world.service.statuses.delete(requestId);
    await next.reach('succeeded');
  });
});
