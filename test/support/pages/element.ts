/**
 * The element with a fake session, which sends no request. The state machine is real. A test dispatches the events that
 * the session's effects would dispatch.
 */
import { stub, useFakeTimers } from 'sinon';
import { Checkout } from '../../../src/element/checkout/checkout.js';
import { HubPay } from '../../../src/element/hub-pay.js';
import type { CheckoutCode } from '../../../src/element/checkout-code.js';
import type { Money } from '../../../src/errors.js';
import type { Platform } from '../../../src/shared/platform.js';
import type { HistoryPage, HistoryQuery } from '../../../src/payment/history/list-payments.js';
import type { SessionOptions } from '../../../src/payment/model/options.js';
import { createPaymentSession, hasPaymentInMemory, type PaymentSession } from '../../../src/payment/session/session.js';
import type { PaymentEvent, PaymentState } from '../../../src/payment/model/state.js';
import { createStore } from '../../../src/payment/model/store.js';
import type { HubPayEventMap } from '../../../src/events.js';
import type {
  Account,
  Asset,
  ChainRecord,
  Payment,
  PaymentIntent,
  PaymentResult,
  QuoteSummary,
  RefundResult,
  StepRef,
  KnownAmount,
} from '../../../src/types.js';

export const requestId = `0x${'ab'.repeat(32)}`;
export const merchantAddress = '0x00000000000000000000000000000000000000aa';
export const payer: Account = {
  address: '0x00000000000000000000000000000000000000bb',
  vmType: 'evm',
  wallet: 'dev.hub-pay.demo',
};
export const chain: ChainRecord = { id: 8453, name: 'base', displayName: 'Base', vmType: 'evm' };

const token = (
  chainId: number,
  symbol: string,
  decimals: number,
  amountFormatted: string,
  amount: string,
): KnownAmount => ({
  chainId,
  currency: `0x00000000000000000000000000000000000000${chainId === 1 ? '01' : '02'}`,
  symbol,
  decimals,
  amount,
  amountFormatted,
});

export const pays: KnownAmount = token(8453, 'ETH', 18, '0.0071', '7100000000000000');
export const receives: KnownAmount = token(1, 'USDC', 6, '25.00', '25000000');

export const asset: Asset = {
  chainId: pays.chainId,
  currency: pays.currency,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  verified: true,
  account: payer.address,
  balance: { ...pays, amount: '420000000000000000', amountFormatted: '0.42', amountUsd: '1480.10' },
  disabled: null,
};

export const intent: PaymentIntent = {
  ...({ tradeType: 'EXACT_OUTPUT', amount: receives.amount, recipient: merchantAddress } as const),
  destinationChainId: receives.chainId,
  destinationCurrency: receives.currency,
};

export const quote: QuoteSummary = {
  requestId,
  pays,
  receives,
  recipient: merchantAddress,
  refundTo: payer.address,
  fees: {},
  sponsored: null,
  timeEstimate: 8,
  warnings: [],
};

export const step: StepRef = { id: 'deposit', kind: 'transaction', index: 0, count: 1 };
export const payment: Payment = { intent, quote, requestId, reference: 'order-1', account: payer, submissions: [] };
export const receipt: PaymentResult = {
  requestId,
  reference: 'order-1',
  paid: pays,
  received: receives,
  origin: [],
  destination: [],
};

const wallet = { id: payer.wallet, name: 'Demo wallet', icon: null, vmType: 'evm' } as const;

/** For each state of a payment without errors, the events that lead to it from the previous state. */
const PATH: readonly (readonly [PaymentState['name'], ...PaymentEvent[]])[] = [
  [
    'selecting',
    { type: 'opened' },
    { type: 'intent-parsed', intent, receives, open: [], asset: null },
    { type: 'wallets-found', wallets: [wallet] },
    { type: 'connected', account: payer },
    { type: 'assets-loaded', assets: [asset], done: true },
  ],
  ['quoting', { type: 'asset-picked', chainId: asset.chainId, currency: asset.currency }],
  ['reviewing', { type: 'quote-guarded', intent: { ...intent, user: payer.address }, quote }],
  ['authorizing', { type: 'confirmed' }, { type: 'authorized', payment, steps: [step] }],
  ['processing', { type: 'step-submitted', payment, paying: true, at: 0 }],
  ['succeeded', { type: 'succeeded', receipt, at: 0 }],
];

export class FakeSession implements PaymentSession {
  /** All dispatched events in order, including the events that the test dispatched. */
  readonly events: PaymentEvent[] = [];
  readonly configured: SessionOptions[] = [];
  readonly resumed: string[] = [];
  readonly store = createStore((_next, _previous, event) => void this.events.push(event));
  readonly $state = this.store.$state;
  readonly on = this.store.on;
  readonly options: SessionOptions;
  readonly deps: Partial<Platform>;
  destroyed = false;
  readonly committed = false;
  durable = true;
  orderMoney: Money = 'not-sent';

  constructor(options: SessionOptions, deps: Partial<Platform>) {
    this.options = options;
    this.deps = deps;
  }

  get state(): PaymentState {
    return this.$state.get();
  }

  dispatch(event: PaymentEvent): void {
    this.store.dispatch(event);
  }

  /** Dispatches the events that lead from the current state to the named state. */
  goTo(name: PaymentState['name']): void {
    const from = PATH.findIndex(([each]) => each === this.state.name);
    const to = PATH.findIndex(([each]) => each === name);
    for (const [, ...events] of PATH.slice(this.state.name === 'selecting' ? 0 : from + 1, to + 1))
      events.forEach((event) => this.dispatch(event));
  }

  /** The types of the dispatched events, without the events that the browser window causes. */
  get eventTypes(): string[] {
    return this.events.map(({ type }) => type).filter((type) => type !== 'woken' && type !== 'visibility-changed');
  }

  /** The number of events of this type. */
  count(type: PaymentEvent['type']): number {
    return this.events.filter((event) => event.type === type).length;
  }

  configure(options: SessionOptions): void {
    this.configured.push(options);
    this.dispatch({ type: 'intent-changed' });
  }

  chain(chainId: number): ChainRecord | undefined {
    return chainId === chain.id ? chain : undefined;
  }

  resume(id: string): Promise<PaymentResult | RefundResult> {
    this.resumed.push(id);
    return Promise.reject(new Error('no such payment'));
  }

  destroy(): void {
    this.destroyed = true;
  }

  /** The results of the next calls of `history`, in order. After these calls, `history` returns an empty page. */
  readonly pages: (HistoryPage | Error | Promise<HistoryPage>)[] = [];
  readonly historyQueries: (HistoryQuery | undefined)[] = [];

  async history(query?: HistoryQuery): Promise<HistoryPage> {
    this.historyQueries.push(query);
    const page = (await this.pages.shift()) ?? { payments: [] };
    if (page instanceof Error) throw page;
    return page;
  }

  connect = unused;
  assets = unused;
  search = unused;
  quote = unused;
  confirm = unused;
}

const unused = (): never => {
  throw new Error('The element must not call this.');
};

/** The element with sessions that the test controls. */
export class TestPay extends HubPay {
  readonly sessions: FakeSession[] = [];

  constructor() {
    super();
    // The code has already loaded, so the first update creates the checkout.
    void this.load();
  }

  protected override get code(): CheckoutCode | undefined {
    return { Checkout, createPaymentSession, hasPaymentInMemory };
  }

  get fake(): FakeSession {
    const session = this.sessions.at(-1);
    if (!session) throw new Error('There is no session yet.');
    return session;
  }

  /**
   * The element calls this function when it creates a session. With this function, a test can simulate a journal or an
   * invalid option.
   */
  createdWith: (session: FakeSession) => void = () => undefined;

  /** If set, creates a real session instead of a fake session. */
  realSession: typeof createPaymentSession | undefined;

  protected override createSession(options: SessionOptions, deps: Partial<Platform>): PaymentSession {
    if (this.realSession) return this.realSession(options, deps);
    const session = new FakeSession(options, deps);
    this.sessions.push(session);
    this.createdWith(session);
    return session;
  }

  /** Returns the first rendered element with this part name. */
  find(name: string): HTMLElement | null {
    return this.shadowRoot?.querySelector<HTMLElement>(`[part~="${name}"]`) ?? null;
  }

  press(name: string): void {
    const found = this.find(name);
    if (!found) throw new Error(`There is no ${name} on the screen.`);
    found.click();
  }
}

customElements.define('test-pay', TestPay);

declare global {
  interface HTMLElementTagNameMap {
    'test-pay': TestPay;
    'late-pay': TestPay;
  }
}

export const attributes: Readonly<Record<string, string>> = {
  'base-url': 'https://shop.example/hub',
  'destination-chain-id': '1',
  'destination-currency': 'USDC',
  amount: '25.00',
  recipient: merchantAddress,
  merchant: 'Acme Coffee',
};

/**
 * Creates an element outside the page. `extra` contains additional attributes. An empty text sets a boolean attribute,
 * and null removes a default attribute.
 */
export function create(extra: Readonly<Record<string, string | null>> = {}): TestPay {
  const element = document.createElement('test-pay');
  for (const [name, value] of Object.entries({ ...attributes, ...extra }))
    if (value !== null) element.setAttribute(name, value);
  return element;
}

const added = new Set<TestPay>();

/** Creates the element in the page and renders it. */
export async function pay(
  extra?: Readonly<Record<string, string | null>>,
  parent: ParentNode & Node = document.body,
): Promise<TestPay> {
  const element = create(extra);
  added.add(element);
  parent.appendChild(element);
  await element.updateComplete;
  return element;
}

/** Removes every element of the test from the page. A test file calls `afterEach(cleanUp)`. */
export function cleanUp(): void {
  for (const element of added) element.remove();
  added.clear();
}

/** Waits for two updates, because rendering after the first event can dispatch another event. */
export async function rendered(element: TestPay): Promise<void> {
  await element.updateComplete;
  await element.updateComplete;
}

type EventOf<K> = K extends keyof HubPayEventMap ? HubPayEventMap[K] : Event;

/** Records the events of these types that reach the target. */
export function record<K extends string>(target: EventTarget, ...types: K[]): EventOf<K>[] {
  const events: EventOf<K>[] = [];
  for (const type of types) target.addEventListener(type, (event) => void events.push(event as EventOf<K>));
  return events;
}

/** Records the texts of `console.warn` instead of printing them, until the test calls sinon's `restore`. */
export function recordWarnings(): string[] {
  const warnings: string[] = [];
  stub(console, 'warn').callsFake((message: unknown) => void warnings.push(String(message)));
  return warnings;
}

/** Sample markup that a merchant writes inside the element. */
export const markup = (html: string): DocumentFragment => document.createRange().createContextualFragment(html);

/** Makes a whole payment with presses on the element's parts. The clock is virtual until the quote has been read. */
export async function walk(element: TestPay): Promise<string> {
  const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
  const clock = useFakeTimers({ toFake: [...toFake], shouldClearNativeTimers: true });
  element.show();
  await rendered(element);
  element.fake.goTo('reviewing');
  await rendered(element);
  await clock.tickAsync(400);
  clock.restore();
  await rendered(element);
  element.press('primary');
  element.fake.goTo('succeeded');
  await rendered(element);
  element.press('primary');
  await rendered(element);
  return `${element.fake.count('confirmed')} ${element.open} ${element.find('button')?.textContent.trim()}`;
}

/**
 * Adds a tick and a fold to the heading, and presses the words of both. Returns whether the tick is set, and whether
 * the fold is open.
 */
export function pressedWords(element: TestPay): boolean[] {
  const own = markup('<label>I agree <input type="checkbox"></label><details><summary>Fees</summary>None</details>');
  const [label, fold] = [own.querySelector('label')!, own.querySelector('details')!];
  element.find('heading')!.append(own);
  label.click();
  fold.querySelector('summary')!.click();
  return [label.querySelector('input')!.checked, fold.open];
}
