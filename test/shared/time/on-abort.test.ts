import { expect } from 'chai';
import sinon from 'sinon';
import { childController, onAbort } from '../../../src/shared/time/on-abort.js';

describe('onAbort', () => {
  it('calls every function once, except the cancelled ones', () => {
    const stop = new AbortController();
    const runs = [sinon.spy(), sinon.spy(), sinon.spy()];
    const [, cancel] = runs.map((run) => onAbort(stop.signal, run));
    cancel?.();
    stop.abort();
    stop.abort();
    expect(runs.map(({ callCount }) => callCount)).to.deep.equal([1, 0, 1]);
  });

  it('adds one listener for all functions of a signal', () => {
    const { signal } = new AbortController();
    const added = sinon.spy(signal, 'addEventListener');
    for (let n = 0; n < 100; n += 1) onAbort(signal, () => undefined);
    expect(added.callCount).to.equal(1);
  });

  it('never calls a function that comes during or after the abort', () => {
    const stop = new AbortController();
    const run = sinon.spy();
    onAbort(stop.signal, () => void onAbort(stop.signal, run));
    stop.abort();
    onAbort(stop.signal, run);
    expect(run.callCount).to.equal(0);
  });
});

describe('childController', () => {
  it('is aborted with its parent, for the same reason, also if the parent is aborted already', () => {
    const parent = new AbortController();
    const child = childController(parent.signal);
    const reason = new Error('the page is closed');
    parent.abort(reason);
    expect([child.signal.reason, childController(parent.signal).signal.reason]).to.deep.equal([reason, reason]);
  });

  it('is aborted alone, and then waits for its parent no longer', () => {
    const parent = new AbortController();
    const child = childController(parent.signal);
    const reason = new Error('another search');
    child.abort(reason);
    parent.abort();
    expect(child.signal.reason).to.equal(reason);
  });
});
