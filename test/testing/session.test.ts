/** Tests whole payments of test mode through the real session and the real guard, on virtual time. */
import '../support/world/chunks.js';
import { expect } from 'chai';
import type { SessionEventMap } from '../../src/events.js';
import { createPaymentSession, type PaymentSession, type SessionOptions } from '../../src/payment/session/session.js';
import { MemoryStore } from '../../src/shared/memory-store.js';
import { readTestId } from '../../src/shared/test-mode/test-id.js';
import type { TestPlan } from '../../src/testing/outcome.js';
import { createTestSession } from '../../src/testing/session.js';
import { VirtualClock, settle } from '../support/clock.js';
import { jsonResponse } from '../support/json-response.js';
import { SharedLocks } from '../support/world/world-platform.js';

const RECIPIENT = `0x${'aa'.repeat(20)}`;
const OPTIONS: SessionOptions = {
  baseUrl: 'demo:',
  destinationChainId: 84532,
  destinationCurrency: 'USDC',
  amount: '25.00',
  recipient: RECIPIENT,
};

/** A page that is paid on a live chain. */
const LIVE = { destinationChainId: 8453, destinationCurrency: 'USDC' };

const TYPES = [
  'hub-quote',
  'hub-confirm',
  'hub-sent',
  'hub-success',
  'hub-refund',
  'hub-failure',
  'hub-error',
] as const;

class Payer {
  readonly clock = new VirtualClock();
  readonly storage = new MemoryStore();
  // A browser grants a real lock in a task, which the virtual clock does not wait for.
  readonly locks = new SharedLocks();
  plan: TestPlan = { outcome: 'success', delayMs: 3_000 };
  planChanged = (): void => undefined;
  readonly events: [type: string, detail: Record<string, unknown>][] = [];
  /** The requests to the merchant's server, the status of its answers, and the lines on the console. */
  readonly asked: unknown[] = [];
  status = 204;
  readonly warned: string[] = [];
  session!: PaymentSession;

  /** Opens the checkout, and waits for the quote. */
  async review(options: Partial<SessionOptions> = {}): Promise<void> {
    this.open({ ...OPTIONS, ...options });
    this.session.dispatch({ type: 'opened' });
    await this.reach('reviewing');
  }

  open(options: SessionOptions): void {
    const { storage, clock } = this;
    const locks = this.locks.of(this);
    this.session = createTestSession(createPaymentSession, options, {
      ...{ storage, clock, locks, plan: () => this.plan },
      onPlan: (listener) => {
        this.planChanged = listener;
        return () => (this.planChanged = () => undefined);
      },
      send: (url, init) => {
        this.asked.push([url, JSON.parse(init?.body as string)]);
        return Promise.resolve(Response.json({}, { status: this.status }));
      },
      warn: (text) => void this.warned.push(text),
    });
    for (const type of TYPES)
      this.session.on(type, (detail: SessionEventMap[typeof type]) => void this.events.push([type, { ...detail }]));
  }

  async reach(name: string): Promise<void> {
    const state = (): { name: string; problem?: unknown } => this.session.$state.get();
    await this.clock.until(() => state().name === name || !!state().problem, 60_000);
    expect(state().problem, JSON.stringify(state().problem)).to.equal(undefined);
    expect(state().name).to.equal(name);
  }

  async pay(): Promise<void> {
    this.session.dispatch({ type: 'confirmed' });
    await settle();
  }

  detail(type: (typeof TYPES)[number]): Record<string, unknown> | undefined {
    return this.events.find(([each]) => each === type)?.[1];
  }
}

describe('a session of test mode', () => {
  const realFetch = globalThis.fetch;
  const realJson = Response.json.bind(Response);
  let requests: unknown[];
  beforeEach(() => {
    requests = [];
    // A browser reads the body of a real response in tasks, which the virtual clock does not wait for.
    Response.json = (value: unknown, init?: ResponseInit) => jsonResponse(() => value, { status: init?.status ?? 200 });
    globalThis.fetch = (...request) => {
      requests.push(request[0]);
      return Promise.reject(new Error('the page must send no request'));
    };
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
    Response.json = realJson;
    expect(requests).to.deep.equal([]);
  });

  it('reviews at once and is delivered after one press, with `test` in every detail', async () => {
    const payer = new Payer();
    await payer.review();
    await payer.pay();
    await payer.reach('succeeded');
    expect(payer.events.map(([type]) => type)).to.deep.equal(['hub-quote', 'hub-confirm', 'hub-sent', 'hub-success']);
    expect(payer.events.map(([, detail]) => detail['test'])).to.deep.equal([true, true, true, true]);
    expect(payer.detail('hub-success')).to.include({ test: true });
    expect(payer.detail('hub-success')).to.have.nested.property('received.amount', '25000000');
    expect(payer.detail('hub-success')).not.to.have.property('warnings');
  });

  it('sends the money back with an amount that the chain proves, for the outcome `refund`', async () => {
    const payer = new Payer();
    payer.plan = { outcome: 'refund', delayMs: 0 };
    await payer.review();
    await payer.pay();
    await payer.reach('refunded');
    expect(payer.detail('hub-refund')).to.include({ test: true, confirmed: true });
    expect(payer.detail('hub-refund')).to.have.nested.property('returned.amount', '25000000');
  });

  it('asks for a new quote when the plan changes in a review, because the id tells a server the plan', async () => {
    const payer = new Payer();
    await payer.review();
    payer.plan = { outcome: 'refund', delayMs: 0 };
    payer.planChanged();
    await payer.clock.until(() => payer.events.length === 2, 60_000);
    await payer.reach('reviewing');
    const [before, after] = payer.events.map(([, detail]) => (detail['quote'] as { requestId: string }).requestId);
    expect([before, after].map((id) => readTestId(id ?? '')?.outcome)).to.deep.equal(['success', 'refund']);
    payer.planChanged();
    await settle();
    expect(payer.events).to.have.length(2);
  });

  it('listens for no plan after it is destroyed', async () => {
    const payer = new Payer();
    await payer.review();
    const { planChanged } = payer;
    payer.session.destroy();
    expect(payer.planChanged).not.to.equal(planChanged);
  });

  for (const [what, options, problem] of [
    ['symbol', { destinationCurrency: 'EUR' }, '"EUR" is no currency of chain 84532; it has ETH, USDC'],
    ['chain', { destinationChainId: 8543 }, 'the service does not know chain 8543'],
  ] as const) {
    it(`reports the error of a live page for an unknown ${what}, and takes no payment`, async () => {
      const payer = new Payer();
      payer.open({ ...OPTIONS, ...options });
      payer.session.dispatch({ type: 'opened' });
      await payer.clock.until(() => !!payer.detail('hub-error'), 60_000);
      expect(payer.detail('hub-error')).to.include({ code: 'config', test: true });
      expect(payer.detail('hub-error')).to.have.property('message').that.contains(problem);
      expect(payer.session.$state.get().name).to.equal('idle');
    });
  }

  it('tells a server by the request id that the payment is pending, and later how it ended', async () => {
    const payer = new Payer();
    payer.plan = { outcome: 'refund', delayMs: 3_000 };
    await payer.review();
    await payer.pay();
    const { requestId } = payer.detail('hub-quote')?.['quote'] as { requestId: string };
    const told = readTestId(requestId);
    expect(told).to.include({ outcome: 'refund', chainId: 84532, amount: 25_000_000n, isMadeUp: false });
    await payer.reach('refunded');
    expect(payer.clock.now()).to.be.at.least(told?.endsAt ?? Infinity);
  });

  it('says that the merchant pays the fees, which the payer then does not pay', async () => {
    const payer = new Payer();
    await payer.review({ subsidizeFees: true });
    expect(payer.detail('hub-quote')).to.have.nested.property('quote.pays.amountFormatted', '25');
    expect(payer.detail('hub-quote')).to.have.nested.property('quote.sponsored.total.amountUsd', '0.05');
    expect(payer.detail('hub-quote')).to.have.nested.property('quote.sponsored.userPays.amount', '0');
  });

  for (const [outcome, end] of [
    ['success', 'succeeded'],
    ['refund', 'refunded'],
  ] as const) {
    it(`pays to a deposit address after twenty seconds, for the outcome \`${outcome}\``, async () => {
      const payer = new Payer();
      payer.plan = { outcome, delayMs: 3_000 };
      await payer.review({ useDepositAddress: true, originChainId: 11155111, originCurrency: 'USDC' });
      payer.session.dispatch({ type: 'back' });
      payer.session.dispatch({ type: 'wallet-dropped' });
      payer.session.dispatch({ type: 'deposit-address-picked' });
      payer.session.dispatch({ type: 'refund-to-typed', refundTo: `0x${'bb'.repeat(20)}` });
      await settle();
      payer.session.dispatch({ type: 'quote-asked' });
      await settle();
      await payer.reach('awaiting-deposit');
      const state = payer.session.$state.get();
      expect(state.name === 'awaiting-deposit' && state.depositAddress).to.match(/^0x7e57/u);
      const opened = payer.clock.now();
      await payer.reach('processing');
      expect(payer.clock.now() - opened).to.be.within(19_000, 36_000);
      await payer.reach(end);
    });
  }

  it('fails for the outcome `failure`', async () => {
    const payer = new Payer();
    payer.plan = { outcome: 'failure', delayMs: 0 };
    await payer.review();
    await payer.pay();
    await payer.clock.until(() => !!payer.detail('hub-failure'), 60_000);
    expect(payer.detail('hub-failure')).to.include({ test: true });
    expect(payer.session.$state.get().name).to.equal('failed');
  });

  const kinds: Record<string, Partial<SessionOptions>> = {
    'the native currency': { originChainId: 11155111, originCurrency: 'native' },
    'a payment of an exact amount': { tradeType: 'EXACT_INPUT', originChainId: 11155111, originCurrency: 'USDC' },
    'a delivery in the native currency': { destinationCurrency: 'native', amount: '0.01' },
    'a payment within one chain': { originChainId: 84532, originCurrency: 'USDC' },
    'fees of the merchant': { appFees: [{ recipient: RECIPIENT, fee: '100' }] },
    'a top-up of gas': { topupGas: true },
    'calls on the destination chain': { txs: [{ to: RECIPIENT, value: '0', data: '0x4e71d92d' }] },
    'a slippage tolerance': { slippageTolerance: '50' },
    'a permit': { usePermit: true },
    'an attestation': { attestation: 'required' },
    'a status stream': { statusStreamUrl: 'wss://status.example' },
    'a chain and a token of the live page': {
      destinationChainId: 8453,
      destinationCurrency: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
      origins: [8453, 10],
    },
    'a usual stablecoin on a usual chain': { destinationChainId: 43114, destinationCurrency: 'usdt' },
    'a token by its address': { destinationCurrency: `0x${'ab'.repeat(20)}` },
    'a symbol on a chain of the live page': { destinationChainId: 8453, destinationCurrency: 'USDC' },
  };
  for (const [name, options] of Object.entries(kinds)) {
    it(`delivers with ${name}`, async () => {
      const payer = new Payer();
      await payer.review(options);
      const { state, warnings } = await reviewed(payer);
      expect([state, warnings]).to.deep.equal(['reviewing', []]);
      await payer.pay();
      await payer.reach('succeeded');
      expect(payer.detail('hub-success')).not.to.have.property('warnings');
    });
  }

  async function reviewed(payer: Payer): Promise<{ state: string; warnings: unknown }> {
    await settle();
    const state = payer.session.$state.get();
    return { state: state.name, warnings: state.name === 'reviewing' ? state.quote.warnings : null };
  }

  it('asks the merchant’s own server at confirm-url, and pays only when it agrees', async () => {
    const payer = new Payer();
    payer.status = 409;
    const url = 'https://shop.example/confirm';
    await payer.review({ confirmUrl: url, reference: 'order-1042' });
    await payer.pay();
    const problem = (): unknown => (payer.session.$state.get() as { problem?: unknown }).problem;
    await payer.clock.until(() => problem() !== undefined, 60_000);
    expect(problem()).to.include({ code: 'service-refused', money: 'unknown' });
    expect(problem()).to.have.property('message', `confirmUrl: ${url} answered 409: the payment did not start`);
    expect(payer.warned).to.deep.equal([]);
    payer.status = 204;
    await payer.pay();
    await payer.reach('succeeded');
    const { requestId } = payer.detail('hub-success') as { requestId: string };
    const request = [url, { requestId, reference: 'order-1042' }];
    expect(payer.asked.at(-1)).to.deep.equal(request);
    expect(payer.asked.length).to.equal(2);
  });

  it('F-174 stops the payment if the only listener throws, as a live page does', async () => {
    const { reportError } = globalThis;
    globalThis.reportError = () => undefined;
    const payer = new Payer();
    await payer.review({ reference: 'order-1042' });
    payer.session.on('hub-confirm', () => expect.fail('as a page could'));
    await payer.pay();
    await settle();
    globalThis.reportError = reportError;
    expect(payer.session.$state.get()).to.include({ name: 'reviewing', confirming: false });
  });

  it('lets the payer choose another token, of which the review then asks', async () => {
    const payer = new Payer();
    await payer.review();
    payer.session.dispatch({ type: 'back' });
    const state = payer.session.$state.get();
    const assets = state.name === 'selecting' ? state.assets : [];
    expect(assets.map(({ symbol }) => symbol)).to.include.members(['ETH', 'USDC']);
    const ether = assets.find(({ symbol }) => symbol === 'ETH');
    payer.session.dispatch({ type: 'asset-picked', chainId: ether?.chainId ?? 0, currency: ether?.currency ?? '' });
    await payer.reach('reviewing');
    await payer.pay();
    await payer.reach('succeeded');
    expect(payer.detail('hub-success')).to.have.nested.property('paid.symbol', 'ETH');
  });

  for (const [tokens, symbol] of [
    [['DAI'], 'DAI'],
    [['WETH'], 'WETH'],
    [['USDC', 'USDT', 'DAI'], 'DAI'],
  ] as const) {
    it(`has enough ${symbol} to pay with, if the page allows ${tokens.join(' ')}`, async () => {
      const payer = new Payer();
      await payer.review({ ...LIVE, tokens });
      payer.session.dispatch({ type: 'back' });
      const state = payer.session.$state.get();
      const asset = state.name === 'selecting' ? state.assets.find((each) => each.symbol === symbol) : undefined;
      expect(asset).to.have.nested.property('balance.amountFormatted', '1000000');
      payer.session.dispatch({ type: 'asset-picked', chainId: asset?.chainId ?? 0, currency: asset?.currency ?? '' });
      await payer.reach('reviewing');
      await payer.pay();
      await payer.reach('succeeded');
      expect(payer.detail('hub-success')).to.have.nested.property('paid.symbol', symbol);
    });
  }

  it('offers only the test wallet', async () => {
    const payer = new Payer();
    const other = { request: () => Promise.reject(new Error('asked a real wallet')) };
    await payer.review({ wallets: [other] });
    expect(payer.session.$state.get()).to.have.nested.property('account.wallet', 'dev.hub-pay.test');
    payer.session.dispatch({ type: 'back' });
    const state = payer.session.$state.get();
    expect(state.name === 'selecting' && state.wallets.map(({ name }) => name)).to.deep.equal(['Test wallet']);
  });

  it('goes on after a reload', async () => {
    const payer = new Payer();
    payer.plan = { outcome: 'success', delayMs: 30_000 };
    await payer.review();
    await payer.pay();
    await payer.reach('processing');
    await payer.clock.advance(5_000);
    payer.session.destroy();
    payer.open(OPTIONS);
    await payer.reach('succeeded');
    expect(payer.detail('hub-success')).to.include({ test: true });
  });

  it('never becomes a real session, and reports the error `config` instead', async () => {
    const payer = new Payer();
    await payer.review();
    payer.session.configure({ ...OPTIONS, baseUrl: 'https://hub.example' });
    await settle();
    const state = payer.session.$state.get();
    expect(state).to.have.nested.property('problem.code', 'config');
    expect(state).to.have.nested.property('problem.message').that.contains('demo: cannot become https://hub.example');
  });

  it('gives every request an id that starts with 0x7e57, so that a log shows a test', async () => {
    const payer = new Payer();
    await payer.review();
    expect(payer.detail('hub-quote'))
      .to.have.nested.property('quote.requestId')
      .that.matches(/^0x7e57[0-9a-f]{60}$/);
  });
});
