/** Tests each way in which the code of the checkout loads, and what the element does before it has loaded. */
import { expect } from '@open-wc/testing';
import { Checkout } from '../../src/element/checkout/checkout.js';
import { HubPay } from '../../src/element/hub-pay.js';
import type { CheckoutCode } from '../../src/element/checkout-code.js';
import { errorInfo } from '../../src/errors.js';
import { unreadableError } from '../../src/payment/context/blockers.js';
import type { SessionOptions } from '../../src/payment/model/options.js';
import { createPaymentSession, hasPaymentInMemory, type PaymentSession } from '../../src/payment/session/session.js';
import { loaded } from '../../src/shared/load-code.js';
import type { Platform } from '../../src/shared/platform.js';
import { attributes, FakeSession, record } from '../support/pages/element.js';
import { until } from '../support/until.js';

/** The element with code that arrives or fails when the test says so. */
class LatePay extends HubPay {
  loads = 0;
  reloads = 0;
  readonly sessions: FakeSession[] = [];
  /** The code that another element has loaded. */
  loaded: CheckoutCode | undefined;
  #settle: { arrive: () => void; fail: () => void } | undefined;
  #begin: () => void = () => undefined;
  /** Resolves when the first load begins. */
  readonly begun = new Promise<void>((resolve) => (this.#begin = resolve));

  protected override get code(): CheckoutCode | undefined {
    return this.loaded;
  }

  protected override async loadCode(): Promise<CheckoutCode> {
    this.loads += 1;
    this.#begin();
    await new Promise<void>((resolve, reject) => {
      this.#settle = { arrive: resolve, fail: () => reject(new TypeError('Failed to fetch')) };
    });
    return (this.loaded = { Checkout, createPaymentSession, hasPaymentInMemory });
  }

  protected override reload(): void {
    this.reloads += 1;
  }

  protected override createSession(options: SessionOptions, deps: Partial<Platform>): PaymentSession {
    const session = new FakeSession(options, deps);
    this.sessions.push(session);
    return session;
  }

  async arrive(): Promise<void> {
    this.#settle?.arrive();
    await settled(this);
  }

  async fail(): Promise<void> {
    this.#settle?.fail();
    await settled(this);
  }

  find(part: string): HTMLElement | null {
    return this.shadowRoot?.querySelector<HTMLElement>(`[part~="${part}"]`) ?? null;
  }
}
LatePay.define('slow-pay');

async function settled(element: LatePay): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  for (let turn = 0; turn < 3; turn += 1) await element.updateComplete;
}

const journal = `hub-pay/1/${'0'.repeat(16)}`;
const elements: LatePay[] = [];

/** An element below the viewport, so that it does not load when the page is idle. */
async function late(extra: Readonly<Record<string, string>> = {}, code?: CheckoutCode): Promise<LatePay> {
  const element = new LatePay();
  element.loaded = code;
  elements.push(element);
  element.style.position = 'absolute';
  element.style.top = '500vh';
  for (const [name, value] of Object.entries({ ...attributes, ...extra })) element.setAttribute(name, value);
  document.body.append(element);
  await element.updateComplete;
  return element;
}

describe('code of the checkout', () => {
  afterEach(() => {
    for (const element of elements.splice(0)) element.remove();
    localStorage.clear();
  });

  it('does not load while a button is off the screen and untouched, and the label is complete', async () => {
    const element = await late({ lang: 'de' });
    expect([element.loads, element.state.name, element.value]).to.deep.equal([0, 'idle', '']);
    expect(element.find('button')?.textContent.trim()).to.equal('25,00 USDC zahlen');
  });

  it('leaves no early listener when a library takes a function as third argument of addEventListener for true', async () => {
    const { addEventListener } = EventTarget.prototype;
    // As default-passive-events does, also with the function that Lit passes.
    EventTarget.prototype.addEventListener = function added(type, listener, options) {
      const capture = typeof options === 'object' ? options : { capture: !!options };
      addEventListener.call(this, type, listener, capture);
    };
    const errors: string[] = [];
    const note = (event: ErrorEvent): void => {
      event.preventDefault();
      event.stopImmediatePropagation();
      errors.push(event.message);
    };
    addEventListener.call(window, 'error', note as EventListener, true);
    try {
      const element = await late();
      element.show();
      await element.arrive();
      const closed = new Promise((resolve) => element.find('dialog')?.addEventListener('close', resolve));
      element.close();
      await closed;
      expect([element.open, errors]).to.deep.equal([false, []]);
    } finally {
      EventTarget.prototype.addEventListener = addEventListener;
      removeEventListener('error', note, true);
    }
  });

  for (const type of ['pointerenter', 'focusin']) {
    it(`loads once when the element gets ${type}, and shows nothing when that fails`, async () => {
      const element = await late();
      const errors = record(element, 'hub-error');
      element.dispatchEvent(new Event(type));
      element.dispatchEvent(new Event(type));
      expect(element.loads).to.equal(1);
      await element.fail();
      expect([errors.length, element.state.name, 'problem' in element.state]).to.deep.equal([0, 'idle', false]);
      element.dispatchEvent(new Event(type));
      await element.arrive();
      expect([element.loads, element.sessions.length]).to.deep.equal([2, 1]);
    });
  }

  it('loads when the page is idle and the button is on the screen, and creates no session', async () => {
    const element = await late();
    element.style.top = '0';
    await element.begun;
    await element.arrive();
    expect([element.loads, element.sessions.length]).to.deep.equal([1, 0]);
  });

  it('loads when the page is idle and the button of an element without a box is on the screen', async () => {
    const element = await late();
    element.style.cssText = 'display: contents';
    document.body.prepend(element);
    await element.begun;
    expect(element.loads).to.equal(1);
  });

  for (const [name, value] of [
    ['layout', 'panel'],
    ['open', ''],
  ] as const) {
    it(`loads at once with ${name}, and then starts the payment`, async () => {
      const element = await late({ [name]: value });
      expect(element.loads).to.equal(1);
      expect(element.shadowRoot?.querySelector('[data-view]')?.textContent).to.contain('Looking up');
      if (name === 'layout') element.style.position = 'static';
      await element.arrive();
      await until(element, () => element.state.name === 'selecting');
    });
  }

  for (const width of [320, 760]) {
    it(`keeps the height of a panel of ${width} px when its code arrives`, async () => {
      const element = await late({ layout: 'panel' });
      element.style.position = 'static';
      element.style.inlineSize = `${width}px`;
      const { height } = element.getBoundingClientRect();
      expect(height).to.be.at.least(544);
      await element.arrive();
      await until(element, () => element.state.name === 'selecting');
      expect(element.getBoundingClientRect().height).to.equal(height);
    });
  }

  it('loads at once when this site has a stored payment', async () => {
    for (const [text, loads] of [
      ['[{"v":1,"stage":"sent"}]', 1],
      ['[]', 0],
    ] as const) {
      localStorage.setItem(journal, text);
      const element = await late();
      expect(element.loads, text).to.equal(loads);
    }
  });

  it('starts at once when the page keeps a payment that the storage could not store', async () => {
    for (const isKept of [true, false]) {
      const code = { Checkout, createPaymentSession, hasPaymentInMemory: () => isKept };
      const element = await late({}, code);
      await settled(element);
      expect(element.sessions, String(isKept)).to.have.length(isKept ? 1 : 0);
    }
  });

  it('loads at once when a required attribute is missing, so that the error is reported', async () => {
    const broken = new LatePay();
    elements.push(broken);
    document.body.append(broken);
    await broken.updateComplete;
    expect(broken.loads).to.equal(1);
  });

  it('shows the frame of the sheet in the task of the press and keeps the press', async () => {
    const element = await late();
    const events = record(element, 'hub-open', 'hub-statechange');
    element.find('button')?.click();
    await element.updateComplete;
    const dialog = element.find('dialog');
    expect([element.open, dialog?.matches(':modal')]).to.deep.equal([true, true]);
    expect([element.matches(':state(open)'), element.hasAttribute('open')]).to.deep.equal([true, false]);
    expect(dialog?.textContent).to.contain('Acme Coffee').and.to.contain('25.00 USDC');
    expect(events).to.deep.equal([]);
    await element.arrive();
    expect([element.state.name, dialog?.matches(':modal'), element.find('dialog') === dialog]).to.deep.equal([
      'selecting',
      true,
      true,
    ]);
    expect(events.map(({ type }) => type)).to.deep.equal(['hub-open', 'hub-statechange']);
    expect(element.sessions[0]?.count('opened')).to.equal(1);
  });

  it('shows the frame of the sheet only in a visible place, and without a box only when the code has loaded', async () => {
    for (const [isOpen, style] of [
      [true, ''],
      [true, 'display: contents'],
      [false, ''],
      [false, 'display: contents'],
    ] as const) {
      const details = document.createElement('details');
      details.append(document.createElement('summary'));
      details.open = isOpen;
      document.body.append(details);
      const element = await late();
      element.style.cssText = style;
      details.append(element);
      element.show();
      await element.updateComplete;
      // An invisible modal dialog would block the page.
      expect(element.find('dialog')?.matches(':modal'), `${isOpen} ${style}`).to.equal(isOpen && !style);
      await element.arrive();
      expect(element.find('dialog')?.matches(':modal'), `${isOpen} ${style}, loaded`).to.equal(isOpen);
      element.remove();
      details.remove();
    }
  });

  it('opens the sheet when `open` was set before the element was defined', async () => {
    const element: HTMLElement & { open?: boolean; loads?: number } = document.createElement('defined-later');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.body.append(element);
    element.open = true;
    LatePay.define('defined-later');
    await new Promise((resolve) => setTimeout(resolve));
    expect([element.loads, element.open]).to.deep.equal([1, true]);
    element.remove();
  });

  it('opens no sheet when the payer closed the frame before the code arrived', async () => {
    const element = await late();
    const events = record(element, 'hub-open', 'hub-close');
    element.find('button')?.click();
    await element.updateComplete;
    element.find('close')?.click();
    await element.updateComplete;
    expect([element.open, element.find('dialog')?.hasAttribute('open')]).to.deep.equal([false, false]);
    expect(element.matches(':state(open)')).to.equal(false);
    await element.arrive();
    expect([element.state.name, element.open, events.length]).to.deep.equal(['idle', false, 0]);
  });

  it('closes the frame when the page disables the element while the code loads', async () => {
    const element = await late();
    element.find('button')?.click();
    await element.updateComplete;
    expect(element.find('dialog')?.matches(':modal')).to.equal(true);
    element.disabled = true;
    await element.updateComplete;
    await element.arrive();
    expect([element.open, element.matches(':state(open)')]).to.deep.equal([false, false]);
    expect(element.shadowRoot?.querySelector('dialog:modal')).to.equal(null);
  });

  it('closes the frame when the browser closes it', async () => {
    const element = await late();
    element.show();
    await element.updateComplete;
    element.find('dialog')?.dispatchEvent(new Event('close'));
    await element.updateComplete;
    expect(element.open).to.equal(false);
  });

  it('opens the list of past payments when it was asked for before the code arrived', async () => {
    const element = await late();
    element.show('history');
    await element.updateComplete;
    await element.arrive();
    await until(element, () => element.shadowRoot?.querySelector('[data-view=history]') != null);
  });

  it('counts properties that were set while the code loads', async () => {
    const element = await late();
    element.show();
    element.setAttribute('amount', '30');
    element.summary = [{ label: 'Beans', amount: '30' }];
    await element.arrive();
    expect(element.sessions[0]?.options).to.include({ amount: '30' });
  });

  it('passes listeners and calls of the early session to the real session', async () => {
    const element = await late();
    const { session } = element;
    expect([session?.$state.get().name, element.loads]).to.deep.equal(['idle', 0]);
    const states: string[] = [];
    session?.on('hub-statechange', ({ state }) => states.push(state));
    const history = session?.history();
    expect(element.loads).to.equal(1);
    await element.arrive();
    expect(await history).to.deep.equal({ payments: [] });
    session?.dispatch({ type: 'opened' });
    expect([element.state.name, states]).to.deep.equal(['selecting', ['selecting']]);
    expect(element.session).to.equal(session);
  });

  it('F-161 I13 says in the sheet that the code cannot be loaded, shows the fallback, and reloads the page on a press', async () => {
    const element = await late();
    const link = document.createElement('a');
    link.textContent = 'Pay another way';
    element.append(link);
    const errors = record(element, 'hub-error');
    element.find('button')?.click();
    await element.updateComplete;
    await element.fail();
    expect(errors.map(({ detail }) => [detail.code, detail.money, detail.reason])).to.deep.equal([
      ['service-down', 'not-sent', 'not-loaded'],
    ]);
    expect(element.find('dialog')?.textContent).to.contain('Payments are not available right now');
    expect(link.assignedSlot?.assignedNodes({ flatten: true })).to.contain(link);
    // The sheet can open under the browser's pointer, and a pointer that reaches the element loads the code once more.
    const { loads } = element;
    element.find('primary')?.click();
    expect([element.loads, element.reloads]).to.deep.equal([loads, 1]);
  });

  it('marks the error of a failed load as a test only in test mode', async () => {
    for (const [baseUrl, mark] of [
      ['demo:', true],
      ['https://shop.example/hub', undefined],
    ] as const) {
      const element = await late({ 'base-url': baseUrl });
      const errors = record(element, 'hub-error');
      element.show();
      await element.fail();
      const [detail] = errors.map((event) => event.detail);
      expect([detail?.reason, Object.isFrozen(detail), detail?.test]).to.deep.equal(['not-loaded', true, mark]);
    }
  });

  it('shows the page’s own content when the code takes longer than eight seconds', async () => {
    const element = await late();
    element.find('button')?.click();
    await element.updateComplete;
    const slot = element.find('dialog')?.querySelector<HTMLSlotElement>('slot.later');
    const [animation] = slot?.getAnimations() ?? [];
    expect(slot && getComputedStyle(slot).visibility).to.equal('hidden');
    animation?.finish();
    expect(slot && getComputedStyle(slot).visibility).to.equal('visible');
  });

  it('F-161 I13 says that the money may have been sent when a stored payment is not finished', async () => {
    localStorage.setItem(journal, '[{"stage":"prompted"}]');
    const element = await late();
    const errors = record(element, 'hub-error');
    await element.fail();
    expect(errors.map(({ detail }) => detail.money)).to.deep.equal(['unknown']);
    element.show();
    await element.fail();
    expect(element.find('dialog')?.textContent).to.contain('It may have been sent.');
  });

  it('reloads the page on another try when code of the payment could not be loaded', async () => {
    const element = await late();
    element.show();
    await element.arrive();
    const [session] = element.sessions;
    const problem = errorInfo(await loaded(Promise.reject(new TypeError()), 'pays').catch((error: unknown) => error));
    session?.dispatch({ type: 'unavailable', problem });
    await element.updateComplete;
    element.find('primary')?.click();
    expect([element.reloads, session?.count('opened')]).to.deep.equal([1, 1]);
  });

  it('reloads the page on another try when this version cannot read a stored payment, and goes on when nothing was sent', async () => {
    const element = await late();
    element.show();
    await element.arrive();
    const [session] = element.sessions;
    session?.dispatch({ type: 'unavailable', problem: errorInfo(unreadableError()) });
    await element.updateComplete;
    element.find('primary')?.click();
    expect([element.reloads, session?.count('opened')]).to.deep.equal([1, 1]);
    element.find('secondary')?.click();
    expect([element.reloads, session?.count('abandoned')]).to.deep.equal([1, 1]);
  });

  it('attaches when the element is added again after it was removed while the code loaded', async () => {
    const element = await late();
    element.show();
    await element.updateComplete;
    const waiting = element.session?.assets().catch((error: unknown) => error);
    element.remove();
    await element.arrive();
    expect(element.sessions).to.have.lengthOf(0);
    expect(await waiting).to.include({ code: 'invalid-state' });
    document.body.append(element);
    await settled(element);
    expect(element.sessions).to.have.lengthOf(1);
  });

  it('loads for two elements separately', async () => {
    const [first, second] = [await late(), await late()];
    first.show();
    await first.updateComplete;
    await first.arrive();
    expect([first.state.name, second.state.name, second.loads]).to.deep.equal(['selecting', 'idle', 0]);
    first.close();
  });

  it('resolves `load()` when the session is ready', async () => {
    const element = await late();
    const loaded = element.load();
    await element.arrive();
    await loaded;
    expect(element.session?.$state.get().name).to.equal('idle');
    expect(element.sessions).to.have.lengthOf(1);
  });
});
