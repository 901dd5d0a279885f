/** Tests the element's life cycle: when a session starts and ends, and that two elements share no payment state. */
import { expect } from '@open-wc/testing';
import { restore, stub } from 'sinon';
import type { HubPayError } from '../../src/errors.js';
import {
  asset,
  cleanUp,
  create,
  intent,
  pay,
  payer,
  payment,
  receives,
  record,
  rendered,
  requestId,
  type TestPay,
} from '../support/pages/element.js';
import { until } from '../support/until.js';

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('element in the page', () => {
  afterEach(() => {
    cleanUp();
    restore();
  });

  it('shows a button with the price', async () => {
    const element = await pay();
    expect(element.find('button')?.textContent.trim()).to.equal('Pay 25.00 USDC');
    expect(element.state.name).to.equal('idle');
  });

  it('sends no request when it is not opened', async () => {
    const element = await pay();
    await nextTask();
    expect(element.fake.eventTypes).to.deep.equal([]);
  });

  it('starts a panel by itself without button, close button or open state', async () => {
    const element = await pay({ layout: 'panel' });
    await rendered(element);
    expect(element.state.name).to.equal('selecting');
    expect(element.find('panel')?.dataset['state']).to.equal('selecting');
    expect(element.find('button') === null).to.equal(true);
    expect(element.find('close') === null).to.equal(true);
    const events = record(element, 'hub-open', 'hub-close');
    element.open = true;
    element.close();
    expect([element.open, element.matches(':state(open)'), events.length]).to.deep.equal([false, false, 0]);
  });

  it('starts a payment once while its code loads, and again after it was closed', async () => {
    const element = create({ open: '' });
    element.createdWith = (session) => {
      session.dispatch = (event) => void session.events.push(event);
    };
    document.body.append(element);
    await rendered(element);
    element.requestUpdate();
    await rendered(element);
    expect(element.fake.eventTypes).to.deep.equal(['opened']);
    element.close();
    element.show();
    await rendered(element);
    expect(element.fake.eventTypes).to.deep.equal(['opened', 'closed', 'opened']);
    element.remove();
  });

  for (const [stage, money] of [
    ['sent', 'unknown'],
    ['cancelled', 'not-sent'],
  ] as const)
    it(`says that the money is ${money} when an attribute is wrong and a stored payment is ${stage}`, async () => {
      stub(console, 'warn');
      localStorage.setItem('hub-pay/1/0123456789abcdef', JSON.stringify([{ v: 1, id: 'a', stage, payment: {} }]));
      const element = await pay({ layout: 'panel', theme: 'blue' });
      await rendered(element);
      localStorage.clear();
      expect(element.state).to.have.nested.property('problem.attribute', 'theme');
      expect(element.state).to.have.nested.property('problem.money', money);
      const text = element.find('panel')?.textContent;
      expect(text).to.contain(money === 'unknown' ? 'don’t pay twice' : 'Nothing was sent.');
      expect(text).not.to.contain(money === 'unknown' ? 'Nothing was sent.' : 'don’t pay twice');
    });

  it('keeps a shown deposit address on the screen when an attribute becomes wrong', async () => {
    stub(console, 'warn');
    const element = await pay({ layout: 'panel' });
    await rendered(element);
    const deposit = { address: payment.quote.recipient } as never;
    element.fake.dispatch({ type: 'deposit-awaited', payment: { ...payment, deposit } });
    await rendered(element);
    expect(element.state.name).to.equal('awaiting-deposit');
    element.setAttribute('theme', 'blue');
    await rendered(element);
    expect(element.state.name).to.equal('awaiting-deposit');
  });

  it('offers no deposit address when it becomes disabled while the payer chooses what to send', async () => {
    const element = await pay({ layout: 'panel', 'use-deposit-address': '' });
    await rendered(element);
    const refundTo = { refundTo: payer.address };
    element.fake.dispatch({
      type: 'intent-parsed',
      intent: { ...intent, ...refundTo },
      receives,
      open: [],
      asset: null,
    });
    element.fake.dispatch({ type: 'deposit-address-picked' });
    element.fake.dispatch({ type: 'assets-loaded', assets: [{ ...asset, account: null, balance: null }], done: true });
    element.disabled = true;
    await until(element, () => element.find('asset'));
    element.press('asset');
    expect(element.state.name).to.equal('selecting');
    element.disabled = false;
    await rendered(element);
    element.press('asset');
    expect(element.state.name).to.equal('quoting');
  });

  it('starts a hidden panel only when it becomes visible', async () => {
    const parent = document.createElement('div');
    parent.hidden = true;
    document.body.append(parent);
    const element = await pay({ layout: 'panel' }, parent);
    await nextTask();
    expect(element.fake.eventTypes).to.deep.equal([]);
    const opened = new Promise((resolve) => element.addEventListener('hub-statechange', resolve));
    parent.hidden = false;
    await opened;
    expect(element.state.name).to.equal('selecting');
    parent.remove();
  });

  it('offers an unfinished payment in a panel and starts none before the payer chooses when resume="ask"', async () => {
    const element = create({ layout: 'panel', resume: 'ask' });
    element.createdWith = (session) => session.dispatch({ type: 'unfinished-found', payment });
    document.body.append(element);
    await rendered(element);
    expect(element.find('banner')?.textContent).to.contain('25.00 USDC');
    expect(element.fake.count('opened')).to.equal(0);
    element.press('primary');
    expect(element.fake.count('resume-asked')).to.equal(1);
    element.press('secondary');
    expect(element.state.name).to.equal('selecting');
    element.remove();
  });

  it('offers an unfinished payment beside the button and opens it on View when resume="ask"', async () => {
    const element = create({ resume: 'ask' });
    element.createdWith = (session) => session.dispatch({ type: 'unfinished-found', payment });
    document.body.append(element);
    await rendered(element);
    element.find('banner')?.querySelector('button')?.click();
    expect(element.fake.eventTypes).to.deep.equal(['unfinished-found', 'resume-asked']);
    expect(element.open).to.equal(true);
    element.remove();
  });

  it('retries after an outage but not after a config error when the sheet is opened again', async () => {
    for (const [code, times] of [
      ['service-down', 1],
      ['config', 0],
    ] as const) {
      const element = await pay();
      const problem = { code, money: 'not-sent', message: 'no answer', retryable: true, docsUrl: '' } as const;
      stub(console, 'warn');
      element.fake.dispatch({ type: 'unavailable', problem });
      element.show();
      await rendered(element);
      expect(element.fake.count('opened'), code).to.equal(times);
      restore();
      cleanUp();
    }
  });

  it('F-171 keeps its session when it is moved within one task', async () => {
    const element = await pay({ open: '' });
    element.fake.goTo('reviewing');
    const box = document.createElement('section');
    document.body.append(box);
    const events = record(element, 'hub-close', 'hub-open');
    element.remove();
    await Promise.resolve();
    box.append(element);
    await nextTask();
    await rendered(element);
    expect(element.sessions).to.have.lengthOf(1);
    expect(element.fake.destroyed).to.equal(false);
    expect(element.state.name).to.equal('reviewing');
    expect(element.find('dialog')?.matches(':modal')).to.equal(true);
    expect(events).to.deep.equal([]);
    box.remove();
  });

  it('F-171 destroys its session when it is removed and makes a new one when it is added again', async () => {
    const element = await pay();
    const first = element.fake;
    element.remove();
    await nextTask();
    expect(first.destroyed).to.equal(true);
    const before = first.events.length;
    window.dispatchEvent(new Event('online'));
    expect(first.events).to.have.lengthOf(before);
    document.body.append(element);
    await rendered(element);
    expect(element.sessions).to.have.lengthOf(2);
    element.press('button');
    expect(element.fake.state.name).to.equal('selecting');
  });

  it('forgets what the payer typed when it is removed, because its new session does not know it', async () => {
    const element = await pay({ layout: 'panel', amount: null });
    const field = (): HTMLInputElement | null => element.find('amount') as HTMLInputElement | null;
    const { amount: _, ...unpriced } = intent;
    const askAmount = async (): Promise<void> => {
      await rendered(element);
      element.fake.dispatch({ type: 'intent-parsed', intent: unpriced, receives, open: ['amount'], asset: null });
      await until(element, () => field() !== null);
    };
    await askAmount();
    field()!.value = '25';
    field()!.dispatchEvent(new Event('input', { bubbles: true }));
    await rendered(element);
    expect(element.fake.count('amount-typed')).to.equal(1);
    element.remove();
    await nextTask();
    document.body.append(element);
    await askAmount();
    expect([element.sessions.length, field()!.value]).to.deep.equal([2, '']);
  });

  it('F-159 N8 notifies the session when the page comes back or changes its visibility', async () => {
    const element = await pay();
    const ways: readonly (readonly [target: EventTarget, event: Event, type: string])[] = [
      [window, new Event('online'), 'woken'],
      [window, new PageTransitionEvent('pageshow', { persisted: true }), 'woken'],
      [window, new Event('focus'), 'woken'],
      [document, new Event('visibilitychange'), 'visibility-changed'],
    ];
    for (const [target, event, type] of ways) {
      const before = element.fake.events.length;
      target.dispatchEvent(event);
      expect(
        element.fake.events.slice(before).map((heard) => heard.type),
        event.type,
      ).to.deep.equal([type]);
    }
  });

  it('I25 keeps its state apart when a page has two elements', async () => {
    const one = await pay();
    const other = await pay({ amount: '3.00' });
    const events = record(other, 'hub-statechange');
    one.press('button');
    one.fake.goTo('reviewing');
    await rendered(one);
    await rendered(other);
    expect(other.state.name).to.equal('idle');
    expect(events).to.deep.equal([]);
    expect(one.fake).not.to.equal(other.fake);
  });

  it('works inside the shadow root of another element, also a closed one', async () => {
    const outer = document.createElement('div');
    const mode: ShadowRootMode = 'closed';
    const root = outer.attachShadow({ mode });
    document.body.append(outer);
    const events = record(document, 'hub-statechange');
    const element = await pay({}, root);
    element.press('button');
    await rendered(element);
    expect(element.find('dialog')?.matches(':modal')).to.equal(true);
    expect(events.map(({ detail }) => detail.state)).to.deep.equal(['selecting']);
    outer.remove();
  });

  it('R3 passes changed attributes to a running session without changing the state itself', async () => {
    const element = await pay();
    element.fake.goTo('processing');
    element.amount = '99';
    await rendered(element);
    expect(element.fake.configured).to.have.lengthOf(1);
    expect(element.state.name).to.equal('processing');
  });

  it('keeps an ongoing payment and warns once when it is reset', async () => {
    const element = await pay();
    element.fake.goTo('processing');
    const warn = stub(console, 'warn');
    element.reset();
    element.reset();
    expect(warn.callCount).to.equal(1);
    expect(element.state.name).to.equal('processing');
    element.fake.goTo('succeeded');
    element.reset();
    expect(element.state.name).to.equal('idle');
  });

  it('starts a new payment when it is reset in an open sheet', async () => {
    const element = await pay({ open: '' });
    element.fake.goTo('succeeded');
    element.reset();
    await rendered(element);
    expect(element.state.name).to.equal('selecting');
  });

  it('requests a new quote when `refreshQuote()` is called in the review', async () => {
    const element = await pay();
    element.fake.goTo('reviewing');
    element.refreshQuote();
    expect(element.state.name).to.equal('quoting');
  });

  it('resumes a payment by its id and rejects when that is not possible', async () => {
    const element = await pay();
    const rejected = await element.resumePayment('0x12').then(
      () => false,
      () => true,
    );
    expect([rejected, element.fake.resumed]).to.deep.equal([true, ['0x12']]);
    const nowhere = await create()
      .resumePayment('0x12')
      .then(
        () => null,
        (error: unknown) => (error as HubPayError).code,
      );
    expect(nowhere).to.equal('config');
  });
});

describe('session of an element that cannot start one yet', () => {
  afterEach(() => {
    cleanUp();
    restore();
  });

  /** Settles with the code and the message of the rejection. Waits for it at most 20 tasks. */
  const refusal = async (call: Promise<unknown> | undefined): Promise<string> => {
    let end = 'is pending';
    call?.then(
      () => (end = 'resolved'),
      (error: unknown) => (end = `${(error as HubPayError).code} ${(error as HubPayError).message}`),
    );
    for (let turn = 0; turn < 20 && end === 'is pending'; turn += 1) await nextTask();
    return end;
  };

  it('rejects with the reason when a property is invalid, at each call', async () => {
    stub(console, 'warn');
    const element = await pay({ theme: 'blue' });
    const reason = /^config theme: "blue" is none of auto, light, dark/u;
    expect(await refusal(element.resumePayment(requestId))).to.match(reason);
    expect(await refusal(element.session?.assets())).to.match(reason);
    expect(await refusal(element.session?.assets())).to.match(reason);
    expect(await refusal(element.resumePayment(requestId))).to.match(reason);
  });

  it('has the problem of the element as its own, and tells each listener once', async () => {
    stub(console, 'warn');
    const element = create({ theme: 'blue' });
    document.body.append(element);
    const codes: string[] = [];
    element.session?.on('hub-error', ({ code }) => codes.push(code));
    await rendered(element);
    await refusal(element.session?.assets());
    await refusal(element.session?.assets());
    expect(codes).to.deep.equal(['config']);
    const late: TestPay = await pay({ theme: 'blue' });
    expect(late.session?.$state.get()).to.deep.equal(late.state);
    element.remove();
  });

  it('becomes the real session when the page corrects the property', async () => {
    stub(console, 'warn');
    const element = await pay({ theme: 'blue' });
    const { session } = element;
    element.theme = 'dark';
    const history = session?.history();
    expect(await history).to.deep.equal({ payments: [] });
    session?.dispatch({ type: 'opened' });
    expect([element.fake.state.name, element.session]).to.deep.equal(['selecting', session]);
  });

  it('resumes a payment when the registry has loaded', async () => {
    let answer: (response: Response) => void = () => undefined;
    stub(globalThis, 'fetch').returns(new Promise((resolve) => (answer = resolve)));
    const element = await pay({ registry: '/registry.json' });
    const ended = refusal(element.resumePayment(requestId));
    await rendered(element);
    expect(element.sessions).to.deep.equal([]);
    answer(Response.json({ chains: [{ id: 1, vmType: 'evm' }] }));
    await until(element, () => element.sessions.length > 0 && element.fake.resumed.length > 0);
    expect(element.fake.resumed).to.deep.equal([requestId]);
    await ended;
  });
});
