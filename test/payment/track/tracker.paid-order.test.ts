/** Tests that a reloaded page shows the outcome of a paid order and offers no second payment. */
import { expect } from 'chai';
import type { SessionOptions } from '../../../src/payment/session/session.js';
import { settle } from '../../support/clock.js';
import { people } from '../../support/quotes.js';
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
const journalOf = (world: World): string => [...world.storage.items.keys()].find((key) => /\/[0-9a-f]{16}$/.test(key))!;

describe('session with a paid order', () => {
  it('F-156 shows the order as paid, without a request or a repeated fact, when the page reloads', async () => {
    const { world, requestId } = await paidBefore();
    const before = [world.of('request').length, world.of('event').length];
    const next = world.open();
    await settle();
    expect(next.state).to.deep.include({ name: 'succeeded' });
    expect(next.state).to.have.nested.property('receipt.requestId', requestId);
    expect(next.state).to.have.nested.property('receipt.received.amountFormatted', '25');
    expect(next.state).to.have.property('at').that.is.below(world.clock.now());
    await next.do({ type: 'opened' }, { type: 'closed' }, { type: 'opened' });
    await world.clock.advance(60_000);
    expect(name(next)).to.equal('succeeded');
    expect(next.emitted).to.deep.equal(['hub-statechange']);
    expect([world.of('request').length, world.of('event').length - 1]).to.deep.equal(before);
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

  it('allows another payment after reset(), also after a reload, and then shows the newer one', async () => {
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

  it('F-169 shows nothing when the stored receipt is invalid or belongs to another payment', async () => {
    for (const change of [
      (receipt: object) => ({ ...receipt, requestId: `0x${'12'.repeat(32)}` }),
      (receipt: object) => ({ ...receipt, received: null }),
      (receipt: object) => ({ ...receipt, paid: { amount: 25 } }),
      (receipt: object) => ({ ...receipt, origin: 'x' }),
      (receipt: object) => ({ ...receipt, destination: [{ hash: 'x', url: 'javascript:alert(1)' }] }),
      () => true,
    ]) {
      const { world } = await paidBefore();
      const key = journalOf(world);
      const [entry] = JSON.parse(world.storage.items.get(key)!) as { outcome: { receipt: object } }[];
      const tampered = { ...entry, outcome: { receipt: change(entry!.outcome.receipt) } };
      world.storage.items.set(key, JSON.stringify([tampered]));
      const next = world.open();
      await settle();
      expect(next.state).to.deep.equal({ name: 'idle' });
    }
  });
});
