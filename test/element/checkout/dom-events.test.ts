/** Tests the DOM events: their order, their number, and what a listener can cancel or change. */
import { expect } from '@open-wc/testing';
import { restore, stub } from 'sinon';
import { eventTable } from '../../../src/element/reference.js';
import { createPaymentSession } from '../../../src/payment/session/session.js';
import type { ErrorReason } from '../../../src/errors.js';
import type { HubPayEventMap } from '../../../src/events.js';
import {
  asset,
  cleanUp,
  create,
  pay,
  payment,
  quote,
  receipt,
  record,
  rendered,
  requestId,
} from '../../support/pages/element.js';
import { earlyPage } from '../../support/pages/early-frame.js';

const all = eventTable.map(({ name }) => name);

describe('events', () => {
  afterEach(() => {
    cleanUp();
    restore();
  });

  it('bubble out of every shadow root, except the native `change`', async () => {
    const outer = document.createElement('div');
    document.body.append(outer);
    const element = await pay({}, outer.attachShadow({ mode: 'open' }));
    const events = record(document, ...all);
    element.fake.goTo('succeeded');
    element.fake.store.emit('hub-success', receipt);
    expect(new Set(events.map(({ target }) => target))).to.deep.equal(new Set([outer]));
    expect(events.map(({ type }) => type))
      .to.include('hub-success')
      .and.not.to.include('change');
    outer.remove();
  });

  it('pass on every session event unchanged', async () => {
    const element = await pay();
    const reported = all.filter(
      (type) => !['hub-open', 'hub-close', 'hub-confirm', 'hub-view', 'hub-pick', 'change', 'hub-error'].includes(type),
    );
    const events = record(element, ...reported);
    for (const type of reported) element.fake.store.emit(type as 'hub-ready', { type } as never);
    expect((events as CustomEvent<unknown>[]).map(({ type, detail }) => [type, detail])).to.deep.equal(
      reported.map((type) => [type, { type }]),
    );
  });

  it('name each screen once when the payer sees it, and again after the sheet was closed', async () => {
    const element = await pay();
    const views = record(element, 'hub-view');
    const seen = async (): Promise<unknown[]> => {
      await rendered(element);
      return views.splice(0).map(({ detail }) => detail.view);
    };
    expect(await seen()).to.deep.equal([]);
    element.show();
    expect(await seen()).to.deep.equal(['selecting']);
    element.requestUpdate();
    expect(await seen()).to.deep.equal([]);
    element.fake.goTo('reviewing');
    expect(await seen()).to.deep.equal(['reviewing']);
    element.close();
    expect(await seen()).to.deep.equal([]);
    element.show();
    expect(await seen()).to.deep.equal(['selecting']);
  });

  it('name the token that the payer picks, without an address, and nothing that the session chooses', async () => {
    const element = await pay({ layout: 'panel' });
    const picks = record(element, 'hub-pick');
    element.fake.goTo('selecting');
    await rendered(element);
    const row = element.shadowRoot?.querySelector<HTMLElement>('[part="asset"]');
    row?.click();
    row?.click();
    expect(picks.map(({ detail }) => detail)).to.deep.equal([
      { side: 'pay', chainId: asset.chainId, symbol: asset.symbol },
    ]);
    element.fake.store.dispatch({ type: 'back' });
    element.fake.goTo('reviewing');
    expect(picks).to.have.length(1);
  });

  it('warn once about the base URL without a listing of the chains, and about a server of the page that fails', async () => {
    const warn = stub(console, 'warn');
    const element = await pay();
    const problem = (message: string, reason: ErrorReason) =>
      ({ code: 'service-down', money: 'not-sent', message, reason, retryable: true, docsUrl }) as const;
    const docsUrl = 'https://docs.example';
    const reason = 'listing-unavailable';
    element.fake.store.emit('hub-error', problem('GET /hub/chains answered 403: No.', reason));
    for (let times = 0; times < 2; times += 1)
      element.fake.store.emit('hub-error', problem('GET /hub/chains answered 404', reason));
    element.fake.store.emit('hub-error', problem('POST /hub/quote/v2 answered 404', 'not-found'));
    element.fake.store.emit('hub-error', problem('confirm-url: /confirm answered 503', 'merchant-unavailable'));
    expect(warn.args.map(([message]) => String(message).replace(/^<.*?> /u, ''))).to.deep.equal([
      'Check base-url (https://shop.example/hub), CORS and connect-src: ' +
        'GET /hub/chains answered 403: No. (https://docs.example)',
      'Check base-url (https://shop.example/hub), CORS and connect-src: ' +
        'GET /hub/chains answered 404 (https://docs.example)',
      'confirm-url: /confirm answered 503 (https://docs.example)',
    ]);
  });

  it('report a blocked address as not sent, unless the shown payment may be out', async () => {
    stub(console, 'warn');
    const element = await pay();
    const errors = record(element, 'hub-error');
    const block = (blockedURI: string): boolean =>
      document.dispatchEvent(
        new SecurityPolicyViolationEvent('securitypolicyviolation', {
          blockedURI,
          disposition: 'enforce',
          effectiveDirective: 'connect-src',
          violatedDirective: 'connect-src',
          documentURI: '',
          originalPolicy: '',
          statusCode: 0,
        }),
      );
    block('https://shop.example/hub/chains');
    element.fake.goTo('processing');
    element.statusStreamUrl = 'wss://stream.example';
    block('wss://stream.example/');
    expect(errors.map(({ detail }) => [detail.reason, detail.money])).to.deep.equal([
      ['blocked-by-policy', 'not-sent'],
      ['blocked-by-policy', 'unknown'],
    ]);
  });

  it('have a deeply frozen detail that can be written as JSON', async () => {
    const element = await pay();
    const events = record(element, 'hub-quote');
    element.fake.store.emit('hub-quote', { quote: structuredClone(quote) });
    const { detail } = events[0]!;
    expect(() => (detail.quote.pays.amount = '1')).to.throw(TypeError);
    expect(JSON.parse(JSON.stringify(detail))).to.deep.equal({ quote });
  });

  it('follow the state change that they report, in the documented order', async () => {
    const element = await pay();
    const seen: string[] = [];
    for (const type of ['hub-statechange', 'hub-success']) {
      element.addEventListener(type, () => void seen.push(`${type} ${element.state.name} ${element.value}`));
    }
    element.addEventListener('change', () => void seen.push(`change ${element.value}`));
    element.fake.goTo('processing');
    seen.length = 0;
    element.fake.goTo('succeeded');
    element.fake.store.emit('hub-success', receipt);
    expect(seen).to.deep.equal([
      `hub-statechange succeeded ${requestId}`,
      `hub-success succeeded ${requestId}`,
      `change ${requestId}`,
    ]);
  });

  it('include `hub-statechange` with both states only when the name of the state changes', async () => {
    const element = await pay();
    const events = record(element, 'hub-statechange');
    element.press('button');
    element.fake.goTo('reviewing');
    expect(events.map(({ detail }) => `${detail.previous} ${detail.state}`)).to.deep.equal([
      'idle selecting',
      'selecting quoting',
      'quoting reviewing',
    ]);
  });

  it('are emitted after the upgrade when the session emitted them before a listener could exist', async () => {
    const element = create({ 'base-url': null });
    element.createdWith = (session) => session.dispatch({ type: 'resumed', payment, status: 'pending', since: 0 });
    const events = record(element, 'hub-statechange');
    document.body.append(element);
    await element.updateComplete;
    expect(events.map(({ detail }) => detail)).to.deep.equal([{ state: 'processing', previous: 'idle' }]);
    element.remove();
  });

  it('wait for DOMContentLoaded when the element is upgraded earlier', async () => {
    const { order } = await earlyPage();
    expect(order.slice(0, 2)).to.deep.equal(['upgraded true interactive', 'DOMContentLoaded']);
    expect(order.slice(2).sort()).to.deep.equal(['hub-error', 'hub-open', 'hub-statechange', 'hub-statechange']);
  });

  it('F-174 continue when a listener of the page throws', async () => {
    const element = await pay();
    const reported: unknown[] = [];
    stub(console, 'error');
    const { onerror } = window;
    window.onerror = (...[, , , , thrown]) => reported.push(thrown) > 0;
    const error = new Error('the page’s own');
    element.addEventListener('hub-statechange', () => {
      throw error;
    });
    const later = record(element, 'hub-statechange');
    element.press('button');
    window.onerror = onerror;
    expect(reported).to.deep.equal([error]);
    expect(later).to.have.lengthOf(1);
    expect(element.state.name).to.equal('selecting');
  });

  describe('hub-confirm', () => {
    type Heard = { waits: unknown[]; prevented: number; keys: string[] };

    /** Makes the session emit `hub-confirm`. The page has one listener, which calls `veto`. */
    async function confirm(veto: (event: HubPayEventMap['hub-confirm']) => void): Promise<Heard> {
      const element = await pay();
      const heard: Heard = { waits: [], prevented: 0, keys: [] };
      element.addEventListener('hub-confirm', (event) => {
        heard.keys = Object.keys(event.detail);
        veto(event);
      });
      element.fake.store.emit('hub-confirm', {
        quote,
        waitUntil: (promise: Promise<unknown>) => heard.waits.push(promise),
        preventDefault() {
          heard.prevented++;
        },
      });
      return heard;
    }

    it('lets the payment continue when no listener objects', async () => {
      let shown: unknown;
      const { prevented } = await confirm((event) => {
        shown = event.detail.quote;
      });
      expect([shown, prevented]).to.deep.equal([quote, 0]);
    });

    it('prevents the payment when a listener cancels it', async () => {
      const { prevented } = await confirm((event) => {
        event.preventDefault();
      });
      expect(prevented).to.equal(1);
    });

    it('collects each promise that a listener passes to `waitUntil`', async () => {
      const stock = Promise.resolve();
      const { waits } = await confirm((event) => {
        event.detail.waitUntil(stock);
        event.detail.waitUntil(stock);
      });
      expect(waits).to.deep.equal([stock, stock]);
    });

    it('prevents the payment, and reports the error, when the form cannot be checked', async () => {
      const reported = stub(globalThis, 'reportError');
      const form = document.createElement('form');
      document.body.append(form);
      const element = await pay({ 'submit-on-success': '' }, form);
      const error = new Error('replaced by the page');
      const noValidate = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'noValidate')!;
      Object.defineProperty(HTMLFormElement.prototype, 'noValidate', {
        ...noValidate,
        get: () => {
          throw error;
        },
      });
      let prevented = 0;
      const asked = record(element, 'hub-confirm');
      const preventDefault = (): void => void (prevented += 1);
      element.fake.store.emit('hub-confirm', { quote, waitUntil: () => undefined, preventDefault });
      Object.defineProperty(HTMLFormElement.prototype, 'noValidate', noValidate);
      form.remove();
      expect([prevented, asked.length, reported.firstCall.args[0]]).to.deep.equal([1, 0, error]);
    });

    /** Emits `hub-confirm` to this listener. Returns what the emitter returns, and the errors that the window hears. */
    async function heard(listener: () => void): Promise<[hasThrown: boolean, errors: unknown[]]> {
      if (!('restore' in console.error)) stub(console, 'error');
      const element = await pay();
      const errors: unknown[] = [];
      const { onerror } = window;
      window.onerror = (...[, , , , thrown]) => errors.push(thrown) > 0;
      element.addEventListener('hub-confirm', listener);
      const detail = { quote, waitUntil: () => undefined, preventDefault: () => undefined };
      const hasThrown = element.fake.store.emit('hub-confirm', detail);
      window.onerror = onerror;
      return [hasThrown, errors];
    }

    it('F-174 tells the session that a listener of the page has thrown, and lets the browser report it once', async () => {
      const reported = stub(globalThis, 'reportError');
      const error = new Error('the page’s own');
      const answer = await heard(() => {
        throw error;
      });
      expect(answer).to.deep.equal([true, [error]]);
      expect(reported.callCount).to.equal(0);
      expect(await heard(() => undefined)).to.deep.equal([false, []]);
    });

    it('F-174 takes no error for that of a listener when a script only dispatches it', async () => {
      const error = new Error('the page’s own');
      const dispatched = await heard(() => window.dispatchEvent(new ErrorEvent('error', { error })));
      expect(dispatched).to.deep.equal([false, [error]]);
    });

    it('has only `quote` and `waitUntil` in its detail', async () => {
      const { keys } = await confirm(() => undefined);
      expect(keys).to.deep.equal(['quote', 'waitUntil']);
    });
  });

  for (const code of ['config', 'service-refused'] as const) {
    it(`F-2 log ${code} on the console once when it is emitted twice`, async () => {
      const warn = stub(console, 'warn');
      const element = await pay();
      const problem = {
        code,
        money: 'not-sent',
        message: code === 'config' ? 'amount: wrong. See https://docs.example' : 'amount: wrong',
        retryable: false,
        docsUrl: 'https://docs.example',
      } as const;
      element.fake.store.emit('hub-error', problem);
      element.fake.store.emit('hub-error', problem);
      expect(warn.callCount).to.equal(1);
      expect(warn.firstCall.args[0]).to.contain('<test-pay> amount: wrong').and.to.contain('https://docs.example');
    });
  }

  it('report a config error and no request when a real session has no `base-url`', async () => {
    stub(console, 'warn');
    const fetch = stub(globalThis, 'fetch').rejects(new Error('no network in this test'));
    const element = create({ 'base-url': null, layout: 'panel' });
    element.realSession = createPaymentSession;
    const events = record(element, 'hub-error');
    document.body.append(element);
    await rendered(element);
    await rendered(element);
    expect(events.map(({ detail }) => `${detail.code} ${detail.attribute}`)).to.deep.equal(['config base-url']);
    expect(element.state.name).to.equal('idle');
    expect(fetch.callCount).to.equal(0);
    element.remove();
  });
});
