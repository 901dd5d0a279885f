/** Tests that everything that the element tells about its session names attributes, and the session names options. */
import { expect } from '@open-wc/testing';
import { restore } from 'sinon';
import { config, errorInfo, HubPayError, type ErrorInfo } from '../../../src/errors.js';
import { attributeOf, inAttributeNames } from '../../../src/element/checkout/attribute-names.js';
import { properties } from '../../../src/element/property-list.js';
import { createPaymentSession } from '../../../src/payment/session/session.js';
import {
  asset,
  cleanUp,
  create,
  FakeSession,
  pay,
  payment,
  receipt,
  recordWarnings,
  rendered,
  requestId,
} from '../../support/pages/element.js';

const WRONG = config('tradeType', 'EXACT_INPUT also needs ', { option: 'originChainId' });
const TEXT = 'trade-type: EXACT_INPUT also needs origin-chain-id. See ';

const sessionOf = (): FakeSession => new FakeSession({ baseUrl: 'https://hub.test' }, {});
const problemOf = (state: object): ErrorInfo | undefined => (state as { problem?: ErrorInfo }).problem;

describe('attribute-names', () => {
  let warnings: string[];
  beforeEach(() => {
    warnings = recordWarnings();
  });
  afterEach(() => {
    cleanUp();
    restore();
  });

  it('knows the attribute of each property, and leaves every other name', () => {
    for (const [name, { attribute }] of Object.entries(properties))
      expect(attributeOf(name)).to.equal(attribute || name);
    for (const name of ['apiKey', 'toString', 'quoteOptions.depositFeePayer']) expect(attributeOf(name)).to.equal(name);
  });

  it('writes the problem of the state, of the event, of the console and of a rejected promise', async () => {
    const element = create({ 'trade-type': 'EXACT_INPUT', layout: 'panel' });
    element.realSession = createPaymentSession;
    const details: ErrorInfo[] = [];
    element.addEventListener('hub-error', ({ detail }) => details.push(detail));
    document.body.append(element);
    await rendered(element);
    await rendered(element);
    const { docsUrl } = WRONG;
    const message = `trade-type: EXACT_INPUT also needs origin-chain-id and origin-currency. See ${docsUrl}`;
    expect(details).to.deep.equal([
      { code: 'config', money: 'not-sent', message, retryable: false, docsUrl, attribute: 'trade-type' },
    ]);
    expect(problemOf(element.state)).to.equal(details[0]);
    expect(element.session?.$state.get()).to.equal(element.state);
    expect(warnings.filter((line) => line.includes(message))).to.have.length(1);
    const thrown = await element.resumePayment(requestId).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(HubPayError).and.to.include({ message, attribute: 'trade-type' });
    element.remove();
  });

  it('tells test mode to the author of a tag without an address of the service', async () => {
    const element = create({ 'base-url': '/hub', layout: 'panel' });
    element.realSession = createPaymentSession;
    document.body.append(element);
    await rendered(element);
    await rendered(element);
    expect(problemOf(element.state)?.message).to.match(/^base-url: "\/hub" is no full .* or "demo:"\. See /u);
    element.remove();
  });

  it('gives one problem one object, in the state and in each event', () => {
    const session = sessionOf();
    const own = inAttributeNames(session);
    const seen: (ErrorInfo | undefined)[] = [];
    own.on('hub-error', (problem) => seen.push(problem));
    own.$state.listen((state, old) => seen.push(problemOf(state), problemOf(old ?? {})));
    const stop = own.$state.subscribe((state) => seen.push(problemOf(state)));
    session.dispatch({ type: 'unavailable', problem: errorInfo(WRONG) });
    const told = problemOf(own.$state.get());
    expect(told?.message).to.equal(`${TEXT}${WRONG.docsUrl}`);
    expect(seen).to.deep.equal([undefined, told, undefined, told, told]);
    expect(seen.at(-1)).to.equal(told);
    expect([own.$state.get(), own.$state.value].every((state) => state === own.$state.get())).to.equal(true);
    expect(problemOf(session.state)?.message).to.match(/^tradeType: /u);
    stop();
    session.dispatch({ type: 'closed' });
    expect(seen.slice(5)).to.deep.equal([undefined, told]);
  });

  it('writes the error of a failure, the problem of a page of payments, and each thrown error', async () => {
    const session = sessionOf();
    const own = inAttributeNames(session);
    const failures: ErrorInfo[] = [];
    own.on('hub-failure', ({ error }) => failures.push(error));
    const problem = errorInfo(WRONG);
    session.store.emit('hub-failure', { requestId, reference: null, error: problem });
    const message = `${TEXT}${WRONG.docsUrl}`;
    expect(failures.map((error) => error.message)).to.deep.equal([message]);
    session.pages.push({ payments: [], problem }, WRONG, new TypeError('no'));
    expect((await own.history()).problem?.message).to.equal(message);
    const thrown = await own.history().catch((error: unknown) => error);
    expect(thrown).to.include({ message, cause: WRONG }).and.not.to.have.property('parts');
    expect(await own.history().catch((error: unknown) => error)).to.be.instanceOf(TypeError);
  });

  it('passes on everything that names no option, as the same object', () => {
    const session = sessionOf();
    const own = inAttributeNames(session);
    const details: unknown[] = [];
    own.on('hub-success', (detail) => details.push(detail));
    own.on('hub-error', (detail) => details.push(detail));
    own.on('hub-failure', (detail) => details.push(detail));
    const offline = errorInfo(new HubPayError('offline', 'The browser is offline.'));
    const failure = { requestId, reference: payment.reference, error: offline };
    session.store.emit('hub-success', receipt);
    session.store.emit('hub-error', offline);
    session.store.emit('hub-failure', failure);
    for (const [at, given] of [receipt, offline, failure].entries()) expect(details[at]).to.equal(given);
    session.goTo('selecting');
    expect(own.$state.get()).to.equal(session.state);
    own.dispatch({ type: 'asset-picked', chainId: asset.chainId, currency: asset.currency });
    expect(own.$state.get().name).to.equal('quoting');
  });

  it('writes the errors of the element’s own rules, with the attribute that they are about', async () => {
    const element = await pay({ amount: null, 'min-amount': '5,00', open: '' });
    await rendered(element);
    const { message, attribute, parts } = problemOf(element.state) ?? {};
    expect(message).to.match(/^min-amount: "5,00" is no decimal above zero/u);
    expect([attribute, parts]).to.deep.equal(['min-amount', undefined]);
  });
});
