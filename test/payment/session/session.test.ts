import { expect } from 'chai';
import sinon from 'sinon';
import { HubPayError } from '../../../src/errors.js';
import { createPaymentSession, type PaymentSession } from '../../../src/payment/session/session.js';
import { settle } from '../../support/clock.js';
import { walletError } from '../../support/fake-evm-wallet.js';
import { fakeSvmWallet } from '../../support/fake-svm-wallet.js';
import { amounts, contracts, people, tokens } from '../../support/quotes.js';
import { ETH, OPTIONS, USDC, World, type Tab } from '../../support/world.js';
import { HOUR } from '../../support/times.js';
import type { PaymentResult } from '../../../src/types.js';
import { families } from '../../../src/vm/families.js';
import { watched } from './watched.js';

async function paid(tab: Tab, pay: { chainId: number; currency: string } = ETH): Promise<void> {
  await tab.review(pay);
  await tab.press();
  await tab.reach('succeeded');
}

describe('session from opening to outcome', () => {
  it('opens one prompt and emits every event once and in order when the payer pays the native currency', async () => {
    const world = new World();
    const tab = world.open();
    await paid(tab);
    // Ignores `hub-step confirmed`, because its position depends on timing.
    expect(tab.emitted.filter((name) => name !== 'hub-step confirmed')).to.deep.equal([
      'hub-statechange',
      'hub-ready',
      'hub-connect',
      'hub-statechange',
      'hub-statechange',
      'hub-quote',
      'hub-confirm',
      'hub-statechange',
      'hub-step prompting',
      'hub-statechange',
      'hub-step submitted',
      'hub-sent',
      'hub-status pending',
      'hub-status success',
      'hub-statechange',
      'hub-success',
    ]);
    expect(
      world
        .of('event')
        .filter(({ type }) => type === 'hub-statechange')
        .map(({ detail }) => detail['state']),
    ).to.deep.equal(['selecting', 'quoting', 'reviewing', 'authorizing', 'processing', 'succeeded']);
    expect([world.prompts.length, await world.deposits()]).to.deep.equal([1, 1]);
  });

  it('opens a prompt for the approval, then one for the deposit, when the payer pays with a token', async () => {
    const world = new World();
    const tab = world.open();
    await paid(tab, USDC);
    expect(world.prompts.map(({ step, transaction }) => [step, transaction.to])).to.deep.equal([
      ['approve', tokens.usdc.address],
      ['pay', contracts.depository],
    ]);
    expect(tab.state).to.have.nested.property('receipt.origin.length', 2);
  });

  it('F-183 pays the same amount whatever the service says that it is worth in dollars', async () => {
    for (const usd of ['0', '25.08', '999999999.999999', '0.1e1', 'NaN']) {
      const world = new World();
      world.service.tamper = (text) => text.replaceAll(/"amountUsd":"[^"]*"/g, `"amountUsd":"${usd}"`);
      const tab = world.open();
      await paid(tab);
      expect(
        world.prompts.map(({ transaction }) => BigInt(transaction.value)),
        usd,
      ).to.deep.equal([amounts.eth]);
      expect(tab.detail('hub-success'), usd).to.deep.nested.include({
        'paid.amount': String(amounts.eth),
        'received.amount': String(amounts.out),
      });
    }
  });

  it('replaces the state before it emits the events of the change', async () => {
    const world = new World();
    const tab = world.open();
    const seen: string[] = [];
    for (const type of ['hub-statechange', 'hub-success', 'hub-quote'] as const)
      tab.session.on(type, () => seen.push(`${type} ${tab.state.name}`));
    await paid(tab);
    expect(seen).to.include('hub-quote reviewing').and.include('hub-success succeeded');
    expect(seen.at(-2)).to.equal('hub-statechange succeeded');
  });

  it('accepts only events of the payer, and gives each listener the detail of its event', () => {
    const { session } = new World().open();
    const amounts: (string | null)[] = [];
    session.on('hub-success', ({ received }) => amounts.push(received.amount));
    // @ts-expect-error Only the session's own effects dispatch this event.
    const inner: Parameters<typeof session.dispatch>[0] = { type: 'sent' };
    // @ts-expect-error A session emits no such event.
    const type: Parameters<typeof session.on>[0] = 'hub-open';
    expect([inner.type, type, amounts]).to.deep.equal(['sent', 'hub-open', []]);
  });

  it('emits plain data in every event but hub-confirm, and freezes it', async () => {
    const world = new World();
    const tab = world.open();
    await paid(tab);
    for (const { type, detail } of world.of('event')) {
      if (type === 'hub-confirm') continue;
      expect(JSON.parse(JSON.stringify(detail)), type).to.deep.equal(detail);
    }
    const success = tab.detail('hub-success') as { paid: { amount: string } };
    expect(() => {
      success.paid = { amount: '0' };
    }).to.throw(TypeError);
  });

  it('F-196 sends the recipient and the refund address with every quote request, and the reference with no request', async () => {
    const world = new World();
    const bodies: string[] = [];
    const tab = world.open({}, {});
    const spy = sinon.spy(world.service, 'answer');
    await paid(tab);
    for (const [method, url, body] of spy.args) {
      bodies.push(`${url.href} ${JSON.stringify(body)}`);
      if (method === 'POST' && url.pathname === '/quote/v2')
        expect(body).to.include({ recipient: people.recipient, refundTo: people.payer, user: people.payer });
    }
    expect(bodies.join('\n')).not.to.include('order-7');
  });

  it('I24 requests the chain list once and polls at most once a second until the outcome', async () => {
    const world = new World();
    world.service.outcome = 'none';
    const tab = world.open();
    await tab.review(USDC);
    await tab.press();
    await tab.reach('processing');
    await world.clock.advance(60_000);
    world.service.outcome = 'success';
    await tab.reach('succeeded');
    const polls = world.requestsTo('/intents/status/v3').map(({ at }) => at);
    for (const [index, at] of polls.slice(1).entries()) expect(at - polls[index]!).to.be.at.least(1_000);
    expect(world.requestsTo('/chains')).to.have.length(1);
    await world.clock.advance(HOUR);
    expect(world.requestsTo('/intents/status/v3')).to.have.length(polls.length);
  });
});

describe('session without a user interface', () => {
  it('pays in the four calls connect, assets, quote and confirm', async () => {
    const world = new World();
    const { session } = world.open();
    const account = watched(session.connect());
    await settle();
    expect(account.value).to.deep.include({ address: people.payer, wallet: 'one.test' });
    const assets = watched(session.assets());
    await world.clock.advance(3_000);
    expect(assets.value?.map(({ symbol }) => symbol).sort()).to.deep.equal(['ETH', 'USDC']);
    const quote = watched(session.quote(USDC));
    await world.clock.advance(1_000);
    expect(quote.value?.pays).to.include({ symbol: 'USDC', amount: '25080000' });
    const result = watched(session.confirm());
    await world.clock.advance(20_000);
    expect(result.value).to.deep.include({ reference: 'order-7', requestId: quote.value?.requestId });
    expect(session.committed).to.equal(true);
  });

  it('rejects assets and quote with the problem when no asset could be loaded, until they load', async () => {
    const world = new World();
    const { session } = world.open();
    const failing = sinon.stub(families['evm']!, 'load').rejects(new HubPayError('service-down', 'No code.'));
    watched(session.connect());
    const [assets, quote] = [watched(session.assets()), watched(session.quote(USDC))];
    await world.clock.advance(3_000);
    failing.restore();
    for (const call of [assets, quote, watched(session.assets())]) {
      await world.clock.advance(1_000);
      expect(call.error).to.include({ code: 'service-down', money: 'not-sent', message: 'No code.' });
    }
    watched(session.connect());
    const again = watched(session.assets());
    await world.clock.advance(3_000);
    expect(again.value).to.have.length(2);
  });

  it('resolves assets with an empty list when the account has nothing and another connection has failed', async () => {
    const world = new World();
    world.balances.clear();
    const { session } = world.open();
    watched(session.connect());
    await world.clock.advance(3_000);
    const other = fakeSvmWallet({ name: 'Two' });
    other.always('connect', () => Promise.reject(walletError(4001, 'no')));
    watched(session.connect(other.wallet));
    await world.clock.advance(3_000);
    expect(session.$state.get()).to.have.nested.property('problem.code', 'wallet-rejected');
    const assets = watched(session.assets());
    await world.clock.advance(3_000);
    expect(assets.value).to.deep.equal([]);
  });

  it('lists and quotes an asset when the merchant has fixed it', async () => {
    const world = new World();
    const { session } = world.open({ originChainId: 8453, originCurrency: 'USDC' });
    watched(session.connect());
    await world.clock.advance(3_000);
    const assets = watched(session.assets());
    await world.clock.advance(3_000);
    expect(assets.value?.map(({ symbol }) => symbol)).to.deep.equal(['USDC']);
    const quote = watched(session.quote(USDC));
    await world.clock.advance(3_000);
    expect(quote.value?.pays.symbol).to.equal('USDC');
  });

  it('quotes the named asset when another one is on the screen', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review(ETH);
    const quote = watched(tab.session.quote(USDC));
    await world.clock.advance(3_000);
    expect(quote.value?.pays.symbol).to.equal('USDC');
    const none = watched(tab.session.quote({ chainId: 1, currency: tokens.usdc.address }));
    await world.clock.advance(3_000);
    expect(none.error).to.include({ name: 'HubPayError', code: 'no-route' });
    const details = `chain 1, currency ${tokens.usdc.address}`;
    expect(none.error, 'W-11 the unknown chain is named').to.include({ details });
  });

  it('rejects confirm with the error that stopped the payment when it does not start', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    const early = await tab.session.confirm().catch((error: unknown) => error);
    expect(early).to.include({ code: 'invalid-state', money: 'not-sent' });
    await tab.review();
    const refused = watched(tab.session.confirm());
    await settle();
    world.prompts[0]!.reject(4001);
    await settle();
    expect(refused.error).to.include({ name: 'HubPayError', code: 'wallet-rejected', money: 'not-sent' });
    tab.session.on('hub-confirm', (detail) => detail.preventDefault());
    const vetoed = watched(tab.session.confirm());
    await settle();
    expect(vetoed.error).to.have.property('name', 'HubPayError');
  });

  it('I13 rejects confirm with outcome-unknown when the payer abandons or another tab has the payment', async () => {
    const world = new World();
    world.payer = 'waits';
    const [tab, other] = [world.open(), world.open()];
    await other.review();
    await tab.review();
    const given = watched(tab.session.confirm());
    await settle();
    const shown = watched(other.session.confirm());
    await settle();
    expect([other.state.name, world.prompts.length]).to.deep.equal(['processing', 1]);
    expect(shown.error).to.include({ code: 'outcome-unknown', money: 'unknown' });
    await tab.do({ type: 'wallet-closed' });
    expect(given).to.deep.equal({});
    await tab.do({ type: 'abandoned' });
    expect(tab.state.name).to.equal('selecting');
    expect(given.error).to.include({ code: 'outcome-unknown', money: 'unknown' });
  });

  it('rejects confirm when a failure settles, and resolves it when a refund arrives', async () => {
    for (const [word, name] of [
      ['failure', 'failed'],
      ['refund', 'refunded'],
    ] as const) {
      const world = new World();
      const tab = world.open();
      await tab.review();
      world.service.outcome = 'none';
      const result = watched(tab.session.confirm());
      await tab.reach('processing');
      world.service.statuses.set((tab.state as { payment: { requestId: string } }).payment.requestId, { status: word });
      await tab.reach(name);
      await settle();
      if (word === 'failure') expect(result.error).to.have.property('code', 'failed');
      else expect(result.value).to.have.property('returned', null);
    }
  });

  it('I13 rejects confirm with money unknown when the session ends during the payment', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review();
    const result = watched(tab.session.confirm());
    await settle();
    tab.session.destroy();
    await settle();
    expect(result.error).to.include({ name: 'HubPayError', money: 'unknown' });
  });

  it('I17 pays once when there are no locks and the storage keeps nothing', async () => {
    const world = new World();
    const tab = world.open(
      {},
      { locks: undefined, storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined } },
    );
    await paid(tab);
    expect(world.promptsFor('pay')).to.equal(1);
  });

  it('emits a config error to a listener that is added right after the creation', async () => {
    const heard: unknown[] = [];
    const session = createPaymentSession({ baseUrl: 'nonsense' });
    session.on('hub-error', (detail) => heard.push(detail.code));
    await settle();
    expect(heard).to.deep.equal(['config']);
    session.destroy();
  });

  it('sends and emits nothing when it is destroyed at once', async () => {
    const world = new World();
    const tab = world.open();
    tab.session.destroy();
    await tab.do({ type: 'opened' });
    await world.clock.advance(60_000);
    expect([tab.state, world.log.length]).to.deep.equal([{ name: 'idle' }, 0]);
  });
});

describe('session after destroy', () => {
  const calls: Record<string, (session: PaymentSession) => Promise<unknown>> = {
    connect: (session) => session.connect(),
    assets: (session) => session.assets(),
    quote: (session) => session.quote(ETH),
    confirm: (session) => session.confirm(),
    resume: (session) => session.resume(`0x${'1'.repeat(64)}`),
    history: (session) => session.history(),
  };

  for (const [name, call] of Object.entries(calls)) {
    it(`rejects ${name} with invalid-state, and does nothing else, in the review`, async () => {
      const world = new World();
      const tab = world.open({ confirmUrl: 'https://shop.test/confirm' });
      await tab.review();
      tab.session.destroy();
      const [state, logged] = [tab.state, world.log.length];
      const result = watched(call(tab.session));
      await world.clock.advance(60_000);
      expect(result.error).to.include({ name: 'HubPayError', code: 'invalid-state' });
      expect([tab.state, world.log.length]).to.deep.equal([state, logged]);
    });

    // The assets are already known in the review.
    if (name === 'assets') continue;
    it(`rejects ${name} with an error of this package when the session ends during the call`, async () => {
      const world = new World();
      const tab = world.open();
      await tab.review();
      world.wallet.always('eth_requestAccounts', () => new Promise(() => undefined));
      for (const path of ['/requests/v2', '/quote/v2']) world.service.outages.set(path, 'silent');
      const result = watched(call(tab.session));
      await settle();
      tab.session.destroy();
      await world.clock.advance(60_000);
      expect(result.error).to.include({ name: 'HubPayError' });
    });
  }

  it('ignores new options', async () => {
    const world = new World();
    const tab = world.open();
    await tab.do({ type: 'opened' });
    tab.session.destroy();
    const [state, logged] = [tab.state, world.log.length];
    tab.session.configure({ ...OPTIONS, amount: '26' });
    await world.clock.advance(60_000);
    expect([tab.state, world.log.length]).to.deep.equal([state, logged]);
  });

  it('asks neither the page nor the wallet when a listener ends the session at the press', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    tab.session.$state.listen((state) => {
      if (state.name === 'reviewing' && state.confirming) tab.session.destroy();
    });
    await tab.press();
    await world.clock.advance(60_000);
    expect([world.prompts.length, tab.emitted.includes('hub-confirm')]).to.deep.equal([0, false]);
  });
});

describe('session with changed attributes', () => {
  afterEach(() => sinon.restore());

  it('rejects history with invalid-state when new options abort the call', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    world.service.outages.set('/requests/v2', 'silent');
    const result = watched(tab.session.history());
    await settle();
    tab.session.configure({ ...OPTIONS, amount: '26' });
    await settle();
    expect(result.error).to.include({ name: 'HubPayError', code: 'invalid-state' });
  });

  it('restarts the selection with the new attributes when nothing was pressed', async () => {
    const world = new World();
    const tab = world.open();
    await tab.review();
    tab.session.configure({ ...OPTIONS, wallets: [], amount: '26' });
    await settle();
    expect(tab.state).to.include({ name: 'selecting' }).and.to.have.nested.property('intent.amount', '26000000');
  });

  it('updates the wallet list and nothing else when only options outside the payment change', async () => {
    const warn = sinon.stub(console, 'warn');
    const world = new World();
    const tab = world.open({ origins: [8453], wallets: [] });
    await tab.do({ type: 'opened' });
    const before = tab.emitted;
    const { info, provider } = world.wallet;
    const options = { ...OPTIONS, origins: [8453], wallets: [{ info, provider }] };
    tab.session.configure(options);
    await settle();
    expect(tab.state).to.have.nested.property('wallets[0].id', 'one.test');
    expect([tab.emitted, world.requestsTo('/chains').length]).to.deep.equal([before, 1]);
    await tab.review();
    await tab.press();
    tab.session.configure({ ...options, resume: 'off', wallets: [] });
    await tab.reach('succeeded');
    tab.session.configure({ ...options, resume: 'off', wallets: [] });
    expect([tab.state.name, warn.callCount]).to.deep.equal(['succeeded', 0]);
  });

  it('stays closed when it was closed before the change', async () => {
    const world = new World();
    const tab = world.open();
    tab.session.configure({ ...OPTIONS, amount: '26' });
    await settle();
    expect(tab.state).to.deep.equal({ name: 'idle' });
  });

  it('F-173 applies the change after outcome and reset, with one warning, when a payment is running', async () => {
    const warn = sinon.stub(console, 'warn');
    const world = new World();
    world.service.outcome = 'none';
    const tab = world.open();
    await tab.review();
    await tab.press();
    await tab.reach('processing');
    tab.session.configure({ ...OPTIONS, amount: '26' });
    tab.session.configure({ ...OPTIONS, amount: '27' });
    expect(warn.args).to.deep.equal([['<hub-pay> new attributes or options wait for the payment']]);
    await tab.do({ type: 'reset' });
    expect(tab.state.name).to.equal('processing');
    world.service.outcome = 'success';
    await tab.reach('succeeded');
    expect(tab.state).to.have.nested.property('receipt.received.amount', '25000000');
    await tab.do({ type: 'reset' });
    expect(tab.state).to.have.nested.property('intent.amount', '27000000');
  });

  it('P-9 starts the next order at once when a payment ends and the checkout is closed', async () => {
    const warn = sinon.stub(console, 'warn');
    const world = new World();
    world.service.outcome = 'none';
    const tab = world.open();
    await tab.review();
    await tab.press();
    await tab.reach('processing');
    await tab.do({ type: 'closed' });
    tab.session.configure({ ...OPTIONS, reference: 'order-8' });
    world.service.outcome = 'success';
    await world.clock.until(() => world.facts().length === 2);
    expect([tab.state, warn.callCount]).to.deep.equal([{ name: 'idle' }, 1]);
    await paid(tab);
    expect(tab.detail('hub-success')).to.include({ reference: 'order-8' });
  });

  for (const next of ['closed', 'opened'] as const) {
    it(`P-9 shows the end in the open checkout, and starts the next order when it is ${next}`, async () => {
      sinon.stub(console, 'warn');
      const world = new World();
      const tab = world.open();
      await tab.review();
      await tab.press();
      tab.session.configure({ ...OPTIONS, reference: 'order-8' });
      await tab.reach('succeeded');
      await world.clock.advance(5_000);
      expect(tab.state).to.have.nested.property('receipt.reference', 'order-7');
      await tab.do({ type: next });
      expect(tab.state.name).to.be.oneOf(['idle', 'reviewing']);
      await paid(tab);
      expect(tab.detail('hub-success')).to.include({ reference: 'order-8' });
    });
  }

  it('P-9 keeps the end on the closed checkout when the changed attributes are of the same order', async () => {
    sinon.stub(console, 'warn');
    const world = new World();
    const { reference: _, ...options } = OPTIONS;
    const tab = world.open({ reference: undefined } as never);
    await tab.review();
    await tab.press();
    tab.session.configure({ ...options, slippageTolerance: '50' });
    await tab.do({ type: 'closed' });
    await tab.reach('succeeded');
    await world.clock.advance(5_000);
    expect(tab.state.name).to.equal('succeeded');
  });

  it('P-9 keeps the end in the open checkout when attributes of the same order change after the end', async () => {
    sinon.stub(console, 'warn');
    const world = new World();
    const { reference: _, ...options } = OPTIONS;
    const tab = world.open({ reference: undefined } as never);
    await paid(tab);
    const { requestId } = tab.detail('hub-success') as PaymentResult;
    tab.session.configure({ ...options, slippageTolerance: '50' });
    await world.clock.advance(5_000);
    expect(tab.state).to.have.nested.property('receipt.requestId', requestId);
    await tab.do({ type: 'reset' });
    await world.clock.advance(5_000);
    expect(tab.state).to.have.nested.property('intent.slippageTolerance', '50');
  });

  it('F-173 applies the change at once when the payer rejects the running payment', async () => {
    sinon.stub(console, 'warn');
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review();
    await tab.press();
    tab.session.configure({ ...OPTIONS, amount: '26' });
    world.prompts[0]!.reject(4001);
    await settle();
    expect(tab.state).to.include({ name: 'selecting' }).and.to.have.nested.property('intent.amount', '26000000');
  });

  it('starts a new payment when the payment before the change is settled', async () => {
    const world = new World();
    const tab = world.open();
    await paid(tab);
    tab.session.configure({ ...OPTIONS, reference: 'order-8' });
    await settle();
    expect(tab.state.name, 'with the last used asset').to.equal('reviewing');
  });
});

describe('session with a failing storage', () => {
  for (const fault of ['full', 'broken'] as const) {
    for (const locks of ['with', 'without'] as const) {
      it(`F-165 F-166 pays once and emits each fact once when the storage is ${fault}, ${locks} Web Locks`, async () => {
        const world = new World();
        world.storage.fault = fault;
        const tab = world.open({}, locks === 'with' ? {} : { locks: undefined });
        await paid(tab, USDC);
        expect([world.promptsFor('pay'), await world.deposits()]).to.deep.equal([1, 1]);
        expect(world.factNames()).to.deep.equal(['hub-sent', 'hub-success']);
      });
    }
  }

  it('F-167 tracks the payment to success when the storage is emptied during it', async () => {
    const world = new World();
    world.service.outcome = 'none';
    const tab = world.open();
    await tab.review();
    await tab.press();
    await world.clock.advance(5_000);
    world.storage.items.clear();
    await world.clock.advance(5_000);
    world.service.outcome = 'success';
    await tab.reach('succeeded');
    expect(world.factNames()).to.deep.equal(['hub-sent', 'hub-success']);
  });

  it('F-167 keeps the hash when the storage is emptied during the wallet prompt', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review();
    await tab.press();
    world.storage.items.clear();
    world.prompts[0]!.approve();
    await tab.reach('succeeded');
    expect(tab.state).to.have.nested.property('receipt.origin.length', 1);
  });
});
