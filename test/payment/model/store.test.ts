import { expect } from 'chai';
import sinon from 'sinon';
import { createStore, type Effect } from '../../../src/payment/model/store.js';
import { settle } from '../../support/clock.js';
import { account, problemOf, states } from '../../support/samples.js';

const never = new AbortController().signal;
const events = ['hub-statechange', 'hub-error'] as const;

function setUp(react: Effect = () => undefined) {
  const heard: [string, unknown][] = [];
  const store = createStore(react);
  for (const type of events) store.on(type, (detail) => heard.push([type, detail]));
  return { store, heard };
}

describe('store', () => {
  afterEach(() => sinon.restore());

  it('replaces the state, then emits hub-statechange, then runs the effect when an event is dispatched', () => {
    const order: string[] = [];
    const store = createStore((next, previous) => order.push(`react ${previous.name} ${next.name}`));
    store.$state.listen((state) => order.push(`state ${state.name}`));
    store.on('hub-statechange', (detail) => order.push(`event ${JSON.stringify(detail)}`));
    store.dispatch({ type: 'opened' });
    expect(order).to.deep.equal([
      'state selecting',
      'event {"state":"selecting","previous":"idle"}',
      'react idle selecting',
    ]);
  });

  it('emits hub-statechange only when the name of the state changes', () => {
    const { store, heard } = setUp();
    store.dispatch({ type: 'opened' });
    store.dispatch({ type: 'connected', account });
    store.dispatch({ type: 'opened' });
    expect(heard.map(([type]) => type)).to.deep.equal(['hub-statechange']);
  });

  it('emits hub-error once when a problem is new', () => {
    const { store, heard } = setUp();
    const problem = problemOf('service-down');
    store.dispatch({ type: 'opened' });
    store.dispatch({ type: 'connect-failed', problem });
    store.dispatch({ type: 'assets-loaded', assets: [], done: true });
    expect(heard.filter(([type]) => type === 'hub-error')).to.deep.equal([['hub-error', problem]]);
    store.dispatch({ type: 'connect-failed', problem: problemOf('wallet-rejected') });
    expect(heard.filter(([type]) => type === 'hub-error')).to.have.length(2);
  });

  it('emits no hub-error when a payment fails', () => {
    const { store, heard } = setUp();
    store.dispatch({ type: 'resumed', payment: states.processing.payment, status: 'failure', since: 0 });
    store.dispatch({ type: 'failure-confirmed', problem: problemOf('failed') });
    expect(store.state().name).to.equal('failed');
    expect(heard.filter(([type]) => type === 'hub-error')).to.deep.equal([]);
  });

  it('handles one event after the other when an effect or a listener dispatches more', () => {
    const order: string[] = [];
    const store = createStore((next, _previous, event) => {
      order.push(`${event.type} ${next.name}`);
      if (event.type === 'opened') store.dispatch({ type: 'connected', account });
      order.push(`${event.type} done`);
    });
    store.on('hub-statechange', () => store.dispatch({ type: 'wallets-found', wallets: [] }));
    store.dispatch({ type: 'opened' });
    expect(order).to.deep.equal([
      'opened selecting',
      'opened done',
      'wallets-found selecting',
      'wallets-found done',
      'connected selecting',
      'connected done',
    ]);
  });

  it('F-174 reports the error and runs the other listeners and the effect when a listener throws', () => {
    const isPage = typeof globalThis.reportError === 'function';
    const reported = isPage ? sinon.stub(globalThis, 'reportError') : sinon.stub(console, 'error');
    const reactions: string[] = [];
    const { store, heard } = setUp((_next, _previous, event) => reactions.push(event.type));
    const oops = new Error('the page’s own');
    store.on('hub-statechange', () => {
      throw oops;
    });
    store.$state.listen(() => {
      throw oops;
    });
    const names: string[] = [];
    store.$state.listen(({ name }) => names.push(name));
    store.on('hub-statechange', (detail) => heard.push(['later', detail]));
    store.dispatch({ type: 'opened' });
    store.dispatch({ type: 'closed' });
    expect(reactions).to.deep.equal(['opened', 'closed']);
    expect(names).to.deep.equal(['selecting', 'idle']);
    expect(heard.map(([type]) => type)).to.deep.equal(['hub-statechange', 'later', 'hub-statechange', 'later']);
    expect(reported.args.map(([error]: unknown[]) => error)).to.deep.equal([oops, oops, oops, oops]);
  });

  it('resolves until() when the state matches or the signal aborts', async () => {
    const { store } = setUp();
    const seen: string[] = [];
    const leave = new AbortController();
    void store.until(({ name }) => name === 'selecting', never).then(() => seen.push('selecting'));
    void store.until(({ name }) => name === 'idle', never).then(() => seen.push('idle already'));
    void store.until(({ name }) => name === 'succeeded', leave.signal).then(() => seen.push('left'));
    await settle();
    expect(seen).to.deep.equal(['idle already']);
    store.dispatch({ type: 'opened' });
    await settle();
    leave.abort();
    await settle();
    expect(seen).to.deep.equal(['idle already', 'selecting', 'left']);
  });
});
