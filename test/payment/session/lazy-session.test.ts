import { expect } from 'chai';
import { errorInfo, HubPayError } from '../../../src/errors.js';
import { createLazySession } from '../../../src/payment/session/lazy-session.js';
import { createPaymentSession } from '../../../src/payment/session/session.js';
import { settle } from '../../support/clock.js';
import { OPTIONS, World } from '../../support/world.js';

const down = (): ReturnType<typeof errorInfo> =>
  errorInfo(new HubPayError('service-down', 'The code could not be loaded.', { money: 'unknown' }));

/** A lazy session, the number of its loads, and a function that creates the real session. */
function page(): ReturnType<typeof createLazySession> & { loads: () => number; arrive: () => World } {
  let loads = 0;
  const session = createLazySession(() => (loads += 1));
  const arrive = (): World => {
    const world = new World();
    session.attach(
      createPaymentSession(OPTIONS, {
        fetch: () => new Promise<Response>(() => undefined),
        storage: world.storage,
        clock: world.clock,
      }),
    );
    return world;
  };
  return Object.assign(session, { loads: () => loads, arrive });
}

/** Records how a promise ends. */
function watched(promise: Promise<unknown>): { value?: unknown; error?: unknown } {
  const end: { value?: unknown; error?: unknown } = {};
  promise.then(
    (value) => (end.value = value),
    (error: unknown) => (end.error = error),
  );
  return end;
}

describe('lazy-session before the code has loaded', () => {
  it('is idle, loads nothing for a listener or a state, and loads for opened and for each promise', async () => {
    const session = page();
    session.on('hub-statechange', () => undefined);
    session.dispatch({ type: 'woken' });
    expect([session.$state.get().name, session.committed, session.durable, session.chain(1)]).to.deep.equal([
      'idle',
      false,
      true,
      undefined,
    ]);
    expect(session.orderMoney).to.equal('unknown');
    expect(await session.search('usdc')).to.equal(null);
    expect(session.loads()).to.equal(0);
    session.dispatch({ type: 'opened' });
    expect(session.loads()).to.equal(1);
    for (const ask of [
      () => session.connect(),
      () => session.assets(),
      () => session.quote({ chainId: 1, currency: 'x' }),
      () => session.confirm(),
      () => session.resume(`0x${'ab'.repeat(32)}`),
      () => session.history(),
    ])
      watched(ask());
    await settle(1);
    expect(session.loads()).to.equal(7);
  });

  it('F-161 I13 rejects the promises and emits the error when the code cannot be loaded', async () => {
    const session = page();
    const emitted: string[] = [];
    session.on('hub-error', ({ code, money }) => emitted.push(`${code} ${money}`));
    const assets = watched(session.assets());
    session.refuse(down());
    await settle(1);
    expect(assets.error).to.include({ name: 'HubPayError', code: 'service-down', money: 'unknown' });
    expect(emitted).to.deep.equal(['service-down unknown']);
    expect(session.$state.get()).to.have.nested.property('problem.code', 'service-down');
  });

  it('rejects each promise, and emits a problem that lasts only once', async () => {
    const session = page();
    const emitted: string[] = [];
    const states: string[] = [];
    session.on('hub-error', ({ code }) => emitted.push(code));
    session.$state.listen(({ name }) => states.push(name));
    const problem = down();
    for (let turn = 0; turn < 2; turn += 1) {
      const assets = watched(session.assets());
      session.refuse(problem);
      await settle(1);
      expect(assets.error).to.include({ code: 'service-down' });
    }
    expect([emitted, states, session.loads()]).to.deep.equal([['service-down'], ['idle'], 2]);
    session.refuse(down());
    await settle(1);
    expect(emitted).to.deep.equal(['service-down', 'service-down']);
  });

  it('rejects the promises and loads nothing after destroy', async () => {
    const session = page();
    const waiting = watched(session.assets());
    session.destroy();
    const later = watched(session.assets());
    await settle(1);
    for (const { error } of [waiting, later]) expect(error).to.include({ code: 'invalid-state' });
    expect(session.loads()).to.equal(1);
  });
});

describe('lazy-session after attach', () => {
  it('passes the opened payment and the listeners to the real session', async () => {
    const session = page();
    const states: string[] = [];
    session.on('hub-statechange', ({ state }) => states.push(state));
    session.dispatch({ type: 'opened' });
    session.arrive();
    expect(session.$state.get().name).to.equal('selecting');
    expect(states).to.deep.equal(['selecting']);
    session.destroy();
  });

  it('dispatches nothing when the payer closed the sheet before', async () => {
    const session = page();
    session.dispatch({ type: 'opened' });
    session.dispatch({ type: 'closed' });
    session.arrive();
    expect(session.$state.get().name).to.equal('idle');
    session.destroy();
  });

  it('keeps only opened when the code could not be loaded at first', async () => {
    const session = page();
    session.dispatch({ type: 'opened' });
    session.dispatch({ type: 'asset-picked', chainId: 1, currency: 'x' });
    session.refuse(down());
    session.arrive();
    expect(session.$state.get().name).to.equal('selecting');
    session.destroy();
  });

  it('rejects resume and history with money unknown when the code could not be loaded', async () => {
    const session = page();
    const calls = [session.resume(`0x${'1'.repeat(64)}`), session.history()].map((call) =>
      call.then(
        () => null,
        (error: unknown) => error as HubPayError,
      ),
    );
    session.refuse(errorInfo(new HubPayError('service-down', 'The code could not be loaded.', { money: 'not-sent' })));
    for (const error of await Promise.all(calls)) expect(error).to.include({ code: 'service-down', money: 'unknown' });
    session.destroy();
  });

  it('resolves a waiting promise with the result of the real session', async () => {
    const session = page();
    const history = watched(session.history());
    session.arrive();
    await settle();
    expect(history.value).to.deep.include({ payments: [] });
    session.destroy();
  });

  it('no longer calls a removed listener', () => {
    const session = page();
    let calls = 0;
    const removeEarly = session.on('hub-statechange', () => (calls += 1));
    const removeLate = session.on('hub-statechange', () => (calls += 1));
    removeEarly();
    session.arrive();
    removeLate();
    session.dispatch({ type: 'opened' });
    expect(calls).to.equal(0);
    session.destroy();
  });

  it('ignores a second real session', () => {
    const session = page();
    session.arrive();
    session.dispatch({ type: 'opened' });
    session.arrive();
    expect(session.$state.get().name).to.equal('selecting');
    session.destroy();
  });
});
