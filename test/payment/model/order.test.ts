/** Tests that an order which is written in two ways is paid once. */
import { expect } from 'chai';
import type { SessionOptions } from '../../../src/payment/model/options.js';
import { isSameOrder, isSamePayment } from '../../../src/payment/model/order.js';
import { tokens } from '../../support/quotes.js';
import { OPTIONS, World, type Tab } from '../../support/world.js';

const NO_REFERENCE = { reference: undefined } as unknown as Partial<SessionOptions>;

async function paid(tab: Tab): Promise<void> {
  await tab.review();
  await tab.press();
  await tab.reach('succeeded');
}

/** A new object that contains itself. */
function circular(): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  value['self'] = value;
  return value;
}

describe('one order in two notations', () => {
  const notations: [string, Partial<SessionOptions>][] = [
    ['a slash after the base URL', { baseUrl: `${OPTIONS.baseUrl}/` }],
    ['the address in place of the symbol', { destinationCurrency: tokens.usdcOut.address }],
    [
      'another letter case of the address',
      { destinationCurrency: `0x${tokens.usdcOut.address.slice(2).toUpperCase()}` },
    ],
  ];
  for (const [title, change] of notations) {
    it(`P-8 shows the order as paid when it has ${title}`, async () => {
      const world = new World();
      const tab = world.open();
      await paid(tab);
      tab.kill();
      const next = world.open(change);
      await next.do({ type: 'opened' });
      await next.reach('succeeded');
      expect(world.promptsFor('pay')).to.equal(1);
    });

    it(`P-8 shows the payment in progress when an order without a reference has ${title}`, async () => {
      const world = new World();
      world.service.outcome = 'none';
      const tab = world.open(NO_REFERENCE);
      await tab.review();
      await tab.press();
      await tab.reach('processing');
      tab.kill();
      const next = world.open({ ...change, ...NO_REFERENCE });
      await next.do({ type: 'opened' });
      await next.reach('processing');
      expect(world.promptsFor('pay')).to.equal(1);
    });
  }

  it('pays two orders without a reference when only their currencies differ', async () => {
    const world = new World();
    world.service.outcome = 'none';
    const tab = world.open(NO_REFERENCE);
    await tab.review();
    await tab.press();
    await tab.reach('processing');
    const other = world.open({ ...NO_REFERENCE, destinationCurrency: 'native' });
    await other.do({ type: 'opened' });
    await world.clock.advance(5_000);
    expect(other.state.name).to.equal('selecting');
  });
});

describe('isSameOrder', () => {
  it('is false when the reference, the service or the terms differ', () => {
    const differs: Partial<SessionOptions>[] = [
      { reference: 'order-8' },
      { baseUrl: 'https://b.test' },
      { amount: '26' },
    ];
    for (const change of differs) expect(isSameOrder(OPTIONS, { ...OPTIONS, ...change })).to.equal(false);
    expect(isSameOrder(OPTIONS, { ...OPTIONS, amount: '25.0', slippageTolerance: '50' })).to.equal(true);
  });

  it('is false when the options of one order have no name', () => {
    for (const amount of [25n, {}, circular()]) {
      const options = { ...OPTIONS, amount } as never;
      expect([isSameOrder(OPTIONS, options), isSameOrder(options, options)]).to.deep.equal([false, false]);
    }
  });
});

describe('isSamePayment', () => {
  const withFields = (quoteOptions: Record<string, unknown>): SessionOptions => ({ ...OPTIONS, quoteOptions });

  it('is false when an option is another value, and when JSON cannot contain its value', () => {
    const before = withFields({ slippage: 5n });
    expect(isSamePayment(before, withFields({ slippage: 5n }))).to.equal(true);
    for (const fields of [circular(), { slippage: 6n }, {}])
      expect(isSamePayment(before, withFields(fields))).to.equal(false);
    expect(isSamePayment(withFields(circular()), withFields(circular()))).to.equal(false);
    const odd = withFields(circular());
    expect(isSamePayment(odd, { ...odd, resume: 'off' })).to.equal(true);
  });
});
