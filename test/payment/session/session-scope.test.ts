import { expect } from 'chai';
import sinon from 'sinon';
import { settle } from '../../support/clock.js';
import type { SessionOptions } from '../../../src/payment/model/options.js';
import { OPTIONS, World, type Tab } from '../../support/world.js';
import { sent } from '../sent.js';

/** Options without a reference. */
const UNNAMED = { reference: undefined } as unknown as Partial<SessionOptions>;

/** Two tabs of an order without a reference. The first reviews, and then the second has paid. */
async function paidInOtherTab(): Promise<{ world: World; one: Tab }> {
  const world = new World();
  const [one, two] = [world.open(UNNAMED), world.open(UNNAMED)];
  await one.review();
  await two.review();
  await two.press();
  await two.reach('succeeded');
  return { world, one };
}

/** Reviews in this tab again, and presses the pay button. */
async function pressAgain(world: World, tab: Tab): Promise<void> {
  await tab.review();
  await tab.press();
  await world.clock.advance(3_000);
}

describe('session-scope', () => {
  afterEach(() => sinon.restore());

  for (const [name, options] of [
    ['amount', { amount: '25,00' }],
    ['resume', { resume: 'yes' }],
    ['origins', { origins: [] }],
  ] as const)
    it(`does not say that nothing was sent when the option ${name} is wrong and a payment of the order is out`, async () => {
      const { world, tab } = await sent();
      tab.kill();
      const next = world.open(options as unknown as Partial<SessionOptions>);
      await next.do({ type: 'opened' });
      expect(next.state).to.have.nested.property('problem.code', 'config');
      expect(next.state).to.have.nested.property('problem.money', 'unknown');
      const other = world.open({ ...options, reference: 'another order' } as unknown as Partial<SessionOptions>);
      await other.do({ type: 'opened' });
      expect(other.state).to.have.nested.property('problem.money', 'not-sent');
    });

  it('emits hub-ready again only when the service’s address changes', async () => {
    const world = new World();
    const tab = world.open();
    await tab.do({ type: 'opened' });
    tab.session.configure({ ...OPTIONS, amount: '26' });
    await settle();
    expect(tab.emitted.filter((name) => name === 'hub-ready')).to.have.length(1);
    tab.session.configure({ ...OPTIONS, baseUrl: 'https://hub.test/other' });
    await settle();
    expect(tab.emitted.filter((name) => name === 'hub-ready')).to.have.length(2);
  });

  it('requests the chains listing once when two sessions of a page use the same fetch and service', async () => {
    const world = new World();
    const send: typeof fetch = () => Promise.reject(new Error('never called'));
    const [one, two] = [1, 2].map(() => world.open({}, { sender: () => send }));
    await one!.do({ type: 'opened' });
    await two!.do({ type: 'opened' });
    expect(world.requestsTo('/chains')).to.have.length(1);
    expect(two!.session.chain(8453)).to.have.property('name', 'base');
    expect([one, two].map((tab) => tab!.emitted.includes('hub-ready'))).to.deep.equal([true, true]);
    const elsewhere = world.open({ baseUrl: 'https://hub.test/other' }, { sender: () => send });
    await elsewhere.do({ type: 'opened' });
    expect(world.log.filter((entry) => entry.kind === 'request' && entry.path.endsWith('/chains'))).to.have.length(2);
  });

  it('F-21 requests the chains listing again for the second session when the first request failed', async () => {
    const world = new World();
    const send: typeof fetch = () => Promise.reject(new Error('never called'));
    const [one, two] = [1, 2].map(() => world.open({}, { sender: () => send }));
    world.service.outages.set('/chains', { status: 400 });
    await one!.do({ type: 'opened' });
    expect(one!.state).to.have.property('problem');
    world.service.outages.clear();
    const before = world.requestsTo('/chains').length;
    await two!.do({ type: 'opened' });
    expect([two!.state.name, world.requestsTo('/chains').length]).to.deep.equal(['selecting', before + 1]);
  });

  it('F-22 uses a newer listing when the old listing refuses the intent', async () => {
    const world = new World();
    const tab = world.open();
    world.service.incidents[10] = { disabled: true };
    await tab.do({ type: 'opened' });
    expect(tab.state).to.have.nested.property('problem.code', 'chain-paused');
    delete world.service.incidents[10];
    await tab.do({ type: 'opened' });
    expect(tab.state, 'the listing is young').to.have.nested.property('problem.code', 'chain-paused');
    await world.clock.advance(61_000);
    await tab.do({ type: 'opened' });
    expect(tab.state.name).to.equal('selecting');
  });

  it('I24 keeps polling slowly when the page is hidden during the change', async () => {
    const world = new World();
    world.service.outcome = 'none';
    const tab = world.open();
    await tab.review();
    await tab.press();
    await tab.reach('processing');
    tab.kill();
    const next = world.open({ reference: 'order-8' });
    await next.hide();
    next.session.configure(OPTIONS);
    await settle();
    expect(next.state.name).to.equal('processing');
    const before = world.requestsTo('/intents/status/v3').length;
    await world.clock.advance(60_000);
    expect(world.requestsTo('/intents/status/v3').length - before).to.be.at.most(5);
  });

  for (const [title, changes] of [
    ['a new attribute', [{ referrer: 'shop' }]],
    ['another amount and the first amount again', [{ amount: '26' }, {}]],
  ] as const) {
    it(`shows the payment of another tab after ${title}, and opens no prompt for an order without a reference`, async () => {
      const { world, one } = await paidInOtherTab();
      for (const change of changes) one.configure({ ...UNNAMED, ...change });
      await one.reach('succeeded');
      expect(await world.deposits()).to.equal(1);
    });
  }

  for (const [title, leave] of [
    ['the options have changed', []],
    ['the payer has opened the checkout again', [{ type: 'closed' }, { type: 'opened' }]],
    ['the payer has started over', [{ type: 'reset' }, { type: 'opened' }]],
  ] as const) {
    it(`pays an order without a reference again when its end was on the screen and ${title}`, async () => {
      const world = new World();
      const tab = world.open(UNNAMED);
      await pressAgain(world, tab);
      await tab.reach('succeeded');
      await tab.do(...leave);
      tab.configure({ ...UNNAMED, amount: '26' });
      await tab.reach('selecting');
      tab.configure(UNNAMED);
      await pressAgain(world, tab);
      expect(await world.deposits()).to.equal(2);
    });
  }

  it('reports options that contain themselves whenever the page sets them, and recovers', async () => {
    const tab = new World().open();
    for (const name of ['quoteOptions', 'amount']) {
      for (let times = 1; times <= 2; times += 1) {
        const value: { self?: object } = {};
        value.self = value;
        tab.session.configure({ ...OPTIONS, [name]: value });
        await tab.do({ type: 'opened' });
        expect(tab.state, name).to.have.nested.property('problem.attribute', name);
      }
    }
    tab.session.configure(OPTIONS);
    await settle();
    expect(tab.state).to.include({ name: 'selecting' }).and.not.have.property('problem');
  });

  it('reports an invalid attribute, and recovers when the attribute is corrected', async () => {
    const world = new World();
    const tab = world.open({ recipient: 'alice' });
    await tab.do({ type: 'opened' });
    expect(tab.state).to.have.nested.property('problem.attribute', 'recipient');
    tab.session.configure(OPTIONS);
    await settle();
    expect(tab.state).to.include({ name: 'selecting' }).and.not.have.property('problem');
  });
});
