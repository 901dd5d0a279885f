import { expect } from 'chai';
import { createLazySession } from '../../../src/payment/session/lazy-session.js';
import { createPaymentSession, type PaymentSession } from '../../../src/payment/session/session.js';
import { settle } from '../../support/clock.js';
import { OPTIONS, World } from '../../support/world.js';
import { shownId } from '../sent.js';

/** A page that cannot load its payment code until the test sets `net.works`. */
function page(world: World, net = { works: false }) {
  const reported: { code: string; money: string }[] = [];
  const seen = { loads: 0 };
  const session: PaymentSession = createLazySession(
    OPTIONS,
    { storage: world.storage, clock: world.clock, fetch: () => new Promise<Response>(() => undefined) },
    () => {
      seen.loads += 1;
      return net.works ? Promise.resolve(createPaymentSession) : Promise.reject(new TypeError('Failed to fetch'));
    },
  );
  session.on('hub-error', (problem) => reported.push(problem));
  return { session, reported, seen, net };
}

/** The page was closed while the wallet showed an unanswered payment prompt. */
async function left(): Promise<{ world: World; requestId: string }> {
  const world = new World();
  world.payer = 'waits';
  const tab = world.open();
  await tab.review();
  await tab.press();
  const requestId = shownId(tab);
  tab.kill();
  return { world, requestId };
}

describe('lazy-session', () => {
  it('I13 reports the money as unknown when the code fails to load and an earlier payment may be out', async () => {
    const { world } = await left();
    const { session, reported } = page(world);
    await settle();
    expect(session.$state.get()).to.have.nested.property('problem.money', 'unknown');
    expect(reported.map(({ code, money }) => `${code} ${money}`)).to.deep.equal(['service-down unknown']);
    const error = await session.assets().catch((cause: unknown) => cause);
    expect(error).to.include({ name: 'HubPayError', money: 'unknown' });
  });

  it('reports the money as not-sent when the code fails to load and there is no earlier payment', async () => {
    const { session, reported } = page(new World());
    session.dispatch({ type: 'opened' });
    await settle();
    expect(session.$state.get()).to.have.nested.property('problem.money', 'not-sent');
    expect(reported).to.have.length(1);
  });

  it('F-161 loads again when the page wakes or is shown, emits the error once and tracks the payment', async () => {
    for (const event of [{ type: 'woken' }, { type: 'visibility-changed', visible: true }] as const) {
      const { world, requestId } = await left();
      const { session, reported, seen, net } = page(world);
      await settle();
      session.dispatch(event);
      await settle();
      expect([seen.loads, reported.length]).to.deep.equal([2, 1]);
      net.works = true;
      session.dispatch(event);
      await settle();
      expect(session.$state.get()).to.include({ name: 'processing', status: 'unknown' });
      expect(session.$state.get()).to.have.nested.property('payment.requestId', requestId);
      session.destroy();
    }
  });

  it('opens the sheet when the code loads after a failure and the payer had opened the sheet', async () => {
    const { world } = await left();
    const key = [...world.storage.items.keys()].find((name) => /^hub-pay\/1\/[0-9a-f]{16}$/.test(name))!;
    world.storage.items.set(key, world.storage.items.get(key)!.replace('"stage":"prompted"', '"stage":"abandoned"'));
    const { session, net } = page(world);
    session.dispatch({ type: 'opened' });
    await settle();
    expect(session.$state.get()).to.have.nested.property('problem.money', 'unknown');
    net.works = true;
    session.dispatch({ type: 'woken' });
    await settle();
    expect(session.$state.get().name).to.equal('selecting');
    session.destroy();
  });

  it('loads nothing when the page wakes without an earlier payment or failure', async () => {
    const { session, seen } = page(new World());
    await settle();
    session.dispatch({ type: 'woken' });
    await settle();
    expect(seen.loads).to.equal(0);
  });
});
