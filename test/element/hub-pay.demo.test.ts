/** Tests test mode (`base-url="demo:"`) in the element: a whole payment in the page, without a request. */
import { expect } from '@open-wc/testing';
import sinon, { type SinonFakeTimers } from 'sinon';
import { HubPay } from '../../src/element/hub-pay.js';
import { setTestOutcome } from '../../src/testing/index.js';
import { record } from '../support/pages/element.js';
import { until as untilUpdate } from '../support/until.js';

class DemoPay extends HubPay {}
DemoPay.define('demo-pay');

const attributes = {
  'base-url': 'demo:',
  'destination-chain-id': '84532',
  'destination-currency': 'USDC',
  amount: '25.00',
  recipient: `0x${'aa'.repeat(20)}`,
  merchant: 'Acme Coffee',
};

const EVENTS = [
  'hub-open',
  'hub-ready',
  'hub-connect',
  'hub-statechange',
  'hub-quote',
  'hub-confirm',
  'hub-step',
  'hub-sent',
  'hub-status',
  'hub-success',
  'hub-close',
];

describe('hub-pay in test mode', () => {
  const added: HubPay[] = [];
  let warnings: string[];
  let clock: SinonFakeTimers;
  beforeEach(() => {
    clock = sinon.useFakeTimers({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    sessionStorage.clear();
    warnings = [];
    sinon.stub(console, 'warn').callsFake((text: unknown) => void warnings.push(String(text)));
  });
  afterEach(() => {
    for (const element of added.splice(0)) element.remove();
    clock.restore();
    sinon.restore();
  });

  /** Lets the time pass until the condition of the element is true. */
  async function until(element: HubPay, reached: () => unknown): Promise<void> {
    const wait = { isOver: false };
    const done = untilUpdate(element, reached).finally(() => (wait.isOver = true));
    // In small steps, because some of the element's code does not wait for timers, for example for the lock of a tab.
    while (!wait.isOver) await clock.tickAsync(50);
    await done;
  }

  function add(extra: Readonly<Record<string, string>> = {}): HubPay {
    const element = new DemoPay();
    for (const [name, value] of Object.entries({ ...attributes, ...extra })) element.setAttribute(name, value);
    setTestOutcome(element, 'success', 0);
    added.push(element);
    document.body.append(element);
    return element;
  }
  const part = (element: HubPay, name: string): HTMLElement | null =>
    element.shadowRoot?.querySelector<HTMLElement>(`[part~="${name}"]`) ?? null;
  const lines = (element: HubPay): (string | null)[] =>
    [...(element.shadowRoot?.querySelectorAll('.test-line') ?? [])].map(({ textContent }) => textContent);
  /** Presses the primary button as soon as the payer has had time to read the review. */
  const pay = async (element: HubPay): Promise<void> => {
    await until(element, () => element.state.name === 'reviewing');
    await until(element, () => {
      if (element.state.name !== 'reviewing') return true;
      part(element, 'primary')?.click();
      return false;
    });
  };
  const stored = (store: Storage): string[] =>
    Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');

  it('pays with two presses, sends no request and says `test` in every event', async () => {
    const fetch = sinon.stub(globalThis, 'fetch').rejects(new Error('test mode sends no request'));
    const before = stored(localStorage);
    const element = add();
    const events = record(element, ...EVENTS) as CustomEvent<Record<string, unknown>>[];
    await until(element, () => part(element, 'button'));
    part(element, 'button')?.click();
    await pay(element);
    await until(element, () => element.state.name === 'succeeded');
    element.close();
    expect(fetch.args).to.deep.equal([]);
    expect(events.filter(({ detail }) => detail['test'] !== true).map(({ type }) => type)).to.deep.equal([]);
    expect(new Set(events.map(({ type }) => type))).to.deep.equal(new Set(EVENTS));
    expect(events.every(({ detail }) => Object.isFrozen(detail))).to.equal(true);
    expect(stored(localStorage)).to.deep.equal(before);
    expect(stored(sessionStorage).every((key) => key.startsWith('hub-pay-test/'))).to.equal(true);
  });

  it('says below the button and in the sheet that no money moves, and announces it once', async () => {
    const element = add({ lang: 'de' });
    await until(element, () => lines(element).length > 0);
    element.show();
    await until(element, () => element.state.name === 'reviewing');
    await until(element, () => lines(element)[0] === 'Testmodus: Es fließt kein Geld');
    expect(lines(element).length).to.equal(2);
    const said = (): string[] =>
      [...element.querySelectorAll('[slot="hub-announcer"]')].map(({ textContent }) => textContent);
    await until(element, () => said().includes('Testmodus: Es fließt kein Geld'));
    await element.updateComplete;
    expect(said().filter((text) => text.startsWith('Testmodus')).length).to.equal(1);
    expect(warnings.filter((text) => text.includes('test mode')).length).to.equal(1);
  });

  it('shows the line in a panel', async () => {
    const element = add({ layout: 'panel' });
    await until(element, () => lines(element).length === 1);
    expect(lines(element)).to.deep.equal(['Test mode: no money moves']);
  });

  it('names once, and with the status, that the merchant’s server refused the payment', async () => {
    const fetch = sinon.stub(globalThis, 'fetch').callsFake(async () => new Response(null, { status: 409 }));
    const element = add({ layout: 'panel', 'confirm-url': '/confirm', reference: 'order-1042' });
    await until(element, () => element.state.name === 'reviewing');
    const { state } = element;
    await until(element, () => {
      if ('problem' in element.state) return true;
      part(element, 'primary')?.click();
      return false;
    });
    expect(element.state).to.include({ name: state.name }).and.have.nested.property('problem.code', 'service-refused');
    expect(fetch.callCount).to.equal(1);
    const lines = warnings.filter((text) => text.includes('confirm-url'));
    expect(lines.length).to.equal(1);
    expect(lines[0]).to.contain(`confirm-url: ${location.origin}/confirm answered 409: the payment did not start`);
  });

  it('asks the merchant’s server by the property `fetch`, also by one that the page sets later', async () => {
    const own = sinon.stub(globalThis, 'fetch').rejects(new Error('the page has another fetch'));
    const element = add({ layout: 'panel', 'confirm-url': '/confirm', reference: 'order-1042' });
    await until(element, () => element.state.name === 'reviewing');
    const replaced = sinon.fake.resolves(new Response(null, { status: 204 }));
    element.fetch = replaced;
    await pay(element);
    await until(element, () => element.state.name === 'succeeded');
    expect(own.args).to.deep.equal([]);
    expect(replaced.args.map(([url]) => url as string)).to.deep.equal([`${location.origin}/confirm`]);
  });

  it('sends the merchant’s server the token of the page', async () => {
    const meta = Object.assign(document.createElement('meta'), { name: 'csrf-token', content: 'abc' });
    document.head.append(meta);
    const fetch = sinon.stub(globalThis, 'fetch').resolves(new Response(null, { status: 204 }));
    const element = add({ layout: 'panel', 'confirm-url': '/confirm' });
    await pay(element);
    await until(element, () => element.state.name === 'succeeded');
    meta.remove();
    expect(fetch.firstCall.args[1]).to.have.nested.property('headers.x-csrf-token', 'abc');
  });

  it('moves no button when the line appears, because the pointer may be about to press', async () => {
    const element = add();
    await until(element, () => part(element, 'button'));
    const place = (): string => JSON.stringify(part(element, 'button')?.getBoundingClientRect());
    const before = place();
    void element.load();
    await until(element, () => lines(element).length > 0);
    expect(place()).to.equal(before);
  });

  it('writes the line in at most two rows below a short button, and moves nothing beside it', async () => {
    const place = document.createElement('p');
    document.body.append(place);
    const element = add();
    place.append(element, 'beside');
    const beside = (): number => {
      const range = document.createRange();
      range.selectNode(place.lastChild!);
      return range.getBoundingClientRect().left;
    };
    const label = Object.assign(document.createElement('span'), { slot: 'label', textContent: 'Paid' });
    await until(element, () => part(element, 'button'));
    element.append(label);
    const [before, button] = [beside(), part(element, 'button')!.getBoundingClientRect()];
    void element.load();
    await until(element, () => lines(element).length > 0);
    const line = element.shadowRoot!.querySelector('.test-line')!;
    const { left, right, width } = line.getBoundingClientRect();
    const { paddingBlockStart, fontSize } = getComputedStyle(line);
    const rows = (line.clientHeight - 2 * parseFloat(paddingBlockStart)) / (1.4 * parseFloat(fontSize));
    expect(Math.round(rows)).to.be.at.most(2);
    expect([beside(), element.offsetWidth]).to.deep.equal([before, Math.round(button.width)]);
    // A page has a wider margin than this, so the line causes no scroll bar.
    for (const each of [button.left - left, right - button.right]) expect(each).to.be.within(0, 16);
    label.textContent = 'A button that is wider than the line';
    const wide = part(element, 'button')!.getBoundingClientRect().width;
    expect(width).to.be.below(wide);
    expect(line.getBoundingClientRect().width).to.equal(wide);
    place.remove();
  });

  it('offers no wallet of the browser', async () => {
    const asked = sinon.spy();
    window.addEventListener('eip6963:requestProvider', asked);
    const element = add({ layout: 'panel' });
    await until(element, () => element.state.name === 'reviewing');
    window.removeEventListener('eip6963:requestProvider', asked);
    expect(asked.called).to.equal(false);
  });

  for (const [outcome, state] of [
    ['refund', 'refunded'],
    ['failure', 'failed'],
  ] as const) {
    it(`ends as a test wants it: ${outcome}`, async () => {
      const element = add({ layout: 'panel' });
      setTestOutcome(element, outcome, 0);
      await pay(element);
      await until(element, () => element.state.name === state);
    });
  }

  for (const layout of ['panel', 'sheet that is open'] as const) {
    it(`offers a payment that a reload interrupted in a ${layout} when resume="ask", and starts none`, async () => {
      const extra: Record<string, string> = layout === 'panel' ? { layout } : { open: '' };
      const first = add(extra);
      setTestOutcome(first, 'success', 600_000);
      await pay(first);
      await until(first, () => first.state.name === 'processing' && first.state.sent);
      first.remove();
      const states: string[] = [];
      const next = add({ ...extra, resume: 'ask' });
      next.addEventListener('hub-statechange', ({ detail }) => states.push(detail.state));
      await until(next, () => lines(next).length > 0 && 'unfinished' in next.state);
      await next.updateComplete;
      expect(part(next, 'banner')?.textContent).to.contain('25.00 USDC');
      expect(states).to.deep.equal([]);
      next.reset();
    });
  }

  it('refuses a real service after test mode, and test mode after a real service', async () => {
    const element = add({ layout: 'panel' });
    await until(element, () => element.state.name === 'reviewing');
    element.baseUrl = 'https://hub.example';
    await until(element, () => 'problem' in element.state && element.state.problem.code === 'config');
    const other = add({ layout: 'panel', 'base-url': 'https://hub.example' });
    sinon.stub(globalThis, 'fetch').rejects(new Error('offline'));
    await until(other, () => other.session);
    other.baseUrl = 'demo:';
    await until(other, () => 'problem' in other.state && other.state.problem.code === 'config');
    expect(lines(other)).to.deep.equal([]);
  });
});
