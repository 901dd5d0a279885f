import { expect } from 'chai';
import sinon from 'sinon';
import { createEmitter, report, ReportedError } from '../../../src/payment/model/emitter.js';
import { account, quote } from '../../support/samples.js';

const opened = { state: 'selecting', previous: 'idle' } as const;

/** Replaces the function that reports the errors of a page's event listeners. */
const stubReport = (): sinon.SinonStub =>
  typeof globalThis.reportError === 'function' ? sinon.stub(globalThis, 'reportError') : sinon.stub(console, 'error');

describe('emitter', () => {
  afterEach(() => sinon.restore());

  it('calls the listeners of the event, in the order in which they were added, when an event is emitted', () => {
    const { emit, on } = createEmitter();
    const heard: unknown[] = [];
    on('hub-connect', (detail) => heard.push(['first', detail]));
    on('hub-statechange', (detail) => heard.push(['other event', detail]));
    on('hub-connect', (detail) => heard.push(['second', detail]));
    emit('hub-connect', account);
    expect(heard).to.deep.equal([
      ['first', account],
      ['second', account],
    ]);
  });

  it('calls a listener no more when it was removed', () => {
    const { emit, on } = createEmitter();
    const [listener, other] = [sinon.spy(), sinon.spy()];
    const leave = on('hub-statechange', listener);
    on('hub-statechange', other);
    emit('hub-statechange', { ...opened });
    leave();
    emit('hub-statechange', { state: 'idle', previous: 'selecting' });
    expect([listener.callCount, other.callCount]).to.deep.equal([1, 2]);
  });

  it('freezes the detail with everything in it when an event is emitted', () => {
    const { emit, on } = createEmitter();
    const frozen: boolean[] = [];
    on('hub-quote', (detail) =>
      frozen.push(
        ...[detail, detail.quote, detail.quote.pays, detail.quote.warnings].map((each) => Object.isFrozen(each)),
      ),
    );
    emit('hub-quote', { quote: structuredClone(quote) });
    expect(frozen).to.deep.equal([true, true, true, true]);
  });

  it('F-174 returns whether a listener has thrown, and reports no error that the browser has reported', () => {
    const reported = stubReport();
    const { emit, on } = createEmitter();
    on('hub-ready', () => undefined);
    expect(emit('hub-ready', { chains: 1 })).to.equal(false);
    const leave = on('hub-ready', () => {
      throw new ReportedError();
    });
    expect(emit('hub-ready', { chains: 1 })).to.equal(true);
    expect(reported.callCount).to.equal(0);
    leave();
    expect(emit('hub-ready', { chains: 1 })).to.equal(false);
  });

  it('reports the error and calls the other listeners when a listener throws', () => {
    const reported = stubReport();
    const { emit, on } = createEmitter();
    const later = sinon.spy();
    const oops = new Error('the page’s own');
    on('hub-statechange', () => {
      throw oops;
    });
    on('hub-statechange', later);
    emit('hub-statechange', { ...opened });
    expect(reported.args).to.deep.equal([[oops]]);
    expect(later.args).to.deep.equal([[opened]]);
  });
});

describe('report', () => {
  const before = globalThis.reportError;
  const oops = new Error('the page’s own');

  afterEach(() => {
    globalThis.reportError = before;
    sinon.restore();
  });

  it('passes the error to reportError when the platform has it', () => {
    const [reported, logged] = [sinon.spy(), sinon.stub(console, 'error')];
    globalThis.reportError = reported;
    report(oops);
    expect([reported.args, logged.args]).to.deep.equal([[[oops]], []]);
  });

  it('logs the error when the platform has no reportError', () => {
    const logged = sinon.stub(console, 'error');
    globalThis.reportError = undefined as unknown as typeof before;
    report(oops);
    expect(logged.args).to.deep.equal([[oops]]);
  });
});
