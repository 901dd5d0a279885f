import { expect } from 'chai';
import { claim } from '../../src/payment/claims.js';
import type { Payment } from '../../src/types.js';
import { amounts, people, tokens } from '../support/quotes.js';
import { ETH, World, type Tab } from '../support/world.js';
import { addressOf, BASE_URL, chainsOfWorld } from '../support/world-service.js';
import { entryOf, factsOf, shownId } from './sent.js';

/** Who gets it back: nobody that the merchant or the service has named. */
const REFUND_TO = '0x1234567890123456789012345678901234567890';
const GETH = { type: 'asset-picked', ...ETH } as const;

async function choosing(world: World, options = {}): Promise<Tab> {
  const tab = world.open({ useDepositAddress: true, ...options });
  await tab.do({ type: 'opened' });
  await world.clock.until(() => tab.state.name === 'selecting' && tab.state.receives !== null);
  await tab.do({ type: 'deposit-address-picked' });
  await world.clock.until(() => tab.state.name !== 'selecting' || tab.state.assets.length > 0);
  return tab;
}

async function awaiting(world = new World(), options = {}): Promise<{ world: World; tab: Tab; address: string }> {
  const tab = await choosing(world, options);
  await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
  await tab.reach('awaiting-deposit');
  return { world, tab, address: addressOf(shownId(tab)) };
}

/** Somebody sends so much to an address, with any wallet. */
function send(world: World, to: string, value: bigint): string {
  const hash = world.chain.send({ from: people.attacker, to, data: '0x', value });
  world.chain.mine();
  return hash;
}

/** Changes what is stored of the payment. */
function rewrite(world: World, change: (payment: Payment) => Partial<Payment>): void {
  const entry = entryOf(world);
  const key = [...world.storage.items.keys()].find((name) => /^hub-pay\/1\/[0-9a-f]{16}$/.test(name))!;
  const payment = { ...entry.payment, ...change(entry.payment) };
  world.storage.items.set(key, JSON.stringify([{ ...entry, payment }]));
}

const record = (id: string, status: string, more: object = {}): Record<string, unknown> => ({ id, status, ...more });

describe('sending to an address', () => {
  it('asks for what the service takes in that way and for a refund address, and for no wallet', async () => {
    const world = new World();
    const tab = await choosing(world);
    expect(tab.state).to.deep.include({ name: 'selecting', asset: ETH, byAddress: ['refundTo'], accounts: [] });
    await tab.do({ type: 'quote-asked' });
    expect(tab.state.name, 'nothing is typed yet').to.equal('selecting');
    expect(world.service.bodies).to.deep.equal([]);
    await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
    const state = await tab.reach('awaiting-deposit');
    expect(state)
      .to.include({ depositAddress: addressOf(shownId(tab)) })
      .and.to.have.nested.property('amount.amount', String(amounts.eth));
    expect(world.service.bodies[0]).to.include({
      ...{ useDepositAddress: true, strict: true, user: REFUND_TO, refundTo: REFUND_TO, recipient: people.recipient },
      ...{ originChainId: 8453, originCurrency: tokens.eth.address, tradeType: 'EXACT_OUTPUT' },
    });
    expect(tab.told.filter((name) => /^hub-(quote|confirm|connect)/.test(name))).to.deep.equal([
      'hub-quote',
      'hub-confirm',
    ]);
    expect(world.prompts).to.deep.equal([]);
  });

  it('leaves nothing of it to a payment by wallet', async () => {
    const world = new World();
    const tab = await choosing(world);
    await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'wallet-dropped' });
    await tab.review();
    expect(world.service.bodies.at(-1)).to.include({ refundTo: people.payer, user: people.payer });
    expect(world.service.bodies.at(-1)).not.to.have.any.keys('useDepositAddress', 'strict');
  });

  it('F-194 takes the merchant’s refund address, and never the recipient', async () => {
    const { world } = await awaiting(new World(), { refundTo: people.attacker });
    expect(world.service.bodies[0]).to.include({ user: people.attacker, refundTo: people.attacker });
    const open = await choosing(new World(), { recipient: undefined });
    expect(open.state).to.deep.include({ byAddress: ['recipient', 'refundTo'] });
  });

  it('F-194 asks again for a refund address whose checksum is wrong, and asks for no quote', async () => {
    const world = new World();
    const tab = await choosing(world);
    const refundTo = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('5aAe', '5aae');
    await tab.do({ type: 'refund-to-typed', refundTo }, { type: 'quote-asked' });
    await tab.reach('selecting');
    expect(tab.state).to.not.have.nested.property('intent.refundTo');
    expect(world.service.bodies).to.deep.equal([]);
  });

  it('is not strict where the payer says how much they send', async () => {
    const world = new World();
    const options = {
      amount: undefined,
      tradeType: 'EXACT_INPUT' as const,
      originChainId: 8453,
      originCurrency: 'ETH',
    };
    const tab = await choosing(world, options);
    await tab.do(
      { type: 'refund-to-typed', refundTo: REFUND_TO },
      { type: 'amount-typed', amount: String(amounts.eth) },
      { type: 'quote-asked' },
    );
    await tab.reach('awaiting-deposit', 'selecting');
    expect(world.service.bodies[0]).to.include({ useDepositAddress: true }).and.not.have.any.keys('strict');
  });

  it('says so where nothing can be sent in that way', async () => {
    const world = new World();
    world.service.addressCurrencies.length = 0;
    const tab = world.open({ useDepositAddress: true });
    await tab.do({ type: 'opened' });
    await world.clock.until(() => tab.state.name === 'selecting' && tab.state.receives !== null);
    await tab.do({ type: 'deposit-address-picked' });
    await world.clock.until(() => 'problem' in tab.state);
    expect(tab.state).to.have.nested.property('problem.code', 'no-route');
  });

  it('shows no address that the page objects to, and none that could not be written down', async () => {
    const world = new World();
    const tab = await choosing(world);
    const off = tab.session.on('hub-confirm', (detail) => {
      (detail as { preventDefault: () => void }).preventDefault();
    });
    await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
    await tab.reach('selecting');
    expect(tab.state).not.to.have.property('problem');
    off();
    expect(world.of('state').some(({ state }) => state.name === 'awaiting-deposit')).to.equal(false);
  });

  it('G21 shows no address that is not the one in the order', async () => {
    const world = new World();
    const tab = await choosing(world);
    world.service.tamper = (text) => text.replace(/"depositAddress":"0x/u, '"depositAddress":"0xee');
    await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
    await tab.reach('selecting');
    expect(tab.state).to.have.nested.property('problem.code', 'quote-unsafe');
  });

  it('G60 shows no address that the pinned solver has not signed for, where that is required', async () => {
    const registry = { chains: chainsOfWorld() };
    for (const [attestation, signs, name] of [
      ['required', 'honestly', 'awaiting-deposit'],
      ['required', 'forged', 'selecting'],
      ['warn', 'forged', 'selecting'],
    ] as const) {
      const world = new World();
      world.service.signs = signs;
      const tab = await choosing(world, { registry, attestation });
      await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
      await tab.reach('awaiting-deposit', 'selecting');
      expect(tab.state.name, `${attestation} ${signs}`).to.equal(name);
      if (name === 'selecting') expect(tab.state).to.have.nested.property('problem.code', 'quote-unsafe');
    }
    const world = new World();
    world.service.unsigned = { status: 404, json: {} };
    const { tab } = await awaiting(world, { registry });
    expect('payment' in tab.state && tab.state.payment.quote.warnings.map(({ rule }) => rule)).to.include('G60');
  });

  it('takes no more than the chain takes while it is disabled in part', async () => {
    const world = new World();
    world.service.incidents[8453] = { partialDisableLimit: 10 };
    const tab = await choosing(world);
    await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
    await tab.reach('selecting');
    expect(tab.state).to.have.nested.property('problem.code', 'amount-too-high');
  });

  it('says of no failure that nothing was sent once an address was shown', async () => {
    const { world, tab } = await awaiting();
    await tab.do({ type: 'back' });
    world.service.outages.set('/quote/v2', { status: 500 });
    await tab.do(GETH);
    await tab.reach('selecting');
    expect(tab.state).to.have.nested.property('problem.money', 'unknown');
    tab.kill();
    world.service.outages.set('/chains', { status: 500 });
    const next = world.open({ useDepositAddress: true, resume: 'off' });
    await next.do({ type: 'opened' });
    await world.clock.until(() => 'problem' in next.state);
    expect(next.state).to.have.nested.property('problem.money', 'unknown');
  });

  it('looks at an address that was left before another one is shown', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    await tab.do({ type: 'back' });
    world.service.words.set(requestId, { status: 'pending', inTxHashes: [send(world, address, amounts.eth)] });
    await tab.do(GETH);
    await tab.reach('processing', 'awaiting-deposit');
    expect([tab.state.name, shownId(tab)]).to.deep.equal(['processing', requestId]);
  });

  it('shows none where the page has set calls, which nobody could send along', async () => {
    const world = new World();
    const tab = await choosing(world, { txs: [{ to: people.attacker, value: '0', data: '0x' }] });
    await tab.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
    await tab.reach('selecting');
    expect(tab.state).to.have.nested.property('problem.code', 'quote-unsafe');
  });

  it('F-20 shows no address twice for one id', async () => {
    const { world, tab } = await awaiting();
    world.service.reuse = shownId(tab);
    world.service.words.set(shownId(tab), { status: 'success', inTxHashes: [send(world, '0xad', 1n)] });
    await tab.reach('succeeded');
    const other = await choosing(world, { reference: 'order-7', amount: '26' });
    await other.do({ type: 'refund-to-typed', refundTo: REFUND_TO }, { type: 'quote-asked' });
    await other.reach('selecting', 'succeeded');
    expect(other.state.name).not.to.equal('awaiting-deposit');
  });
});

describe('a deposit', () => {
  it('is seen, and delivered: each fact once', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    const hash = send(world, address, amounts.eth);
    world.service.words.set(requestId, { status: 'pending', inTxHashes: [hash] });
    await tab.reach('processing');
    expect(tab.state).to.include({ status: 'pending' });
    world.service.words.set(requestId, { status: 'success', inTxHashes: [hash], txHashes: [`0x${'fe'.repeat(32)}`] });
    await tab.reach('succeeded');
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status pending', 'hub-status success', 'hub-success']);
    expect(tab.detail('hub-sent')).to.have.nested.property('transaction.hash', hash);
    expect(tab.detail('hub-success')).to.have.nested.property('origin[0].hash', hash);
  });

  it('F-193 of too little is told while it goes back, and when it is back', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    const hash = send(world, address, (amounts.eth * 99n) / 100n);
    const inTxs = [{ chainId: 8453, hash }];
    world.service.words.set(requestId, { status: 'pending', inTxHashes: [hash] });
    world.service.atAddress.push(record(requestId, 'pending', { data: { inTxs } }));
    await tab.reach('processing');
    await world.clock.advance(20_000);
    expect(tab.state).to.have.nested.property('payment.deposit.arrived', String((amounts.eth * 99n) / 100n));
    world.service.words.set(requestId, { status: 'refund', inTxHashes: [hash], txHashes: [hash] });
    world.service.atAddress[0] = record(requestId, 'refund', { data: { inTxs } });
    await tab.reach('refunded');
    expect(tab.state).to.have.nested.property('payment.deposit.arrived', String((amounts.eth * 99n) / 100n));
  });

  it('F-193 of too much is delivered, and the rest is told as a request of its own, also after the end', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    const hash = send(world, address, (amounts.eth * 101n) / 100n);
    const child = `0x${'ce'.repeat(32)}`;
    const back = `0x${'ba'.repeat(32)}`;
    world.service.words.set(requestId, { status: 'success', inTxHashes: [hash], txHashes: [hash] });
    const own = record(requestId, 'success', { data: { inTxs: [{ chainId: 8453, hash }] } });
    world.service.atAddress.push(record(child, 'pending'), own);
    await tab.reach('succeeded');
    await world.clock.advance(4_000);
    expect(tab.state).to.have.nested.property('payment.deposit.others[0].status', 'pending');
    world.service.atAddress[0] = record(child, 'refund', { data: { outTxs: [{ chainId: 8453, hash: back }] } });
    await world.clock.advance(16_000);
    expect(tab.state).to.have.nested.property('payment.deposit.others[0].transaction.hash', back);
    expect(tab.state.name).to.equal('succeeded');
    expect(entryOf(world).payment.deposit?.others[0]?.status).to.equal('refund');
    const asked = world.asked('/requests/v2').length;
    await world.clock.advance(3_600_000);
    expect(world.asked('/requests/v2').length - asked).to.be.within(10, 25);
    const over = world.log.length;
    await world.clock.advance(3_600_000);
    expect(world.log.slice(over).filter(({ kind }) => kind === 'request')).to.deep.equal([]);
  });

  it('F-193 that comes a second time is told also after a reload, and in every tab that shows the end', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    const hash = send(world, address, amounts.eth);
    world.service.words.set(requestId, { status: 'success', inTxHashes: [hash], txHashes: [hash] });
    await tab.reach('succeeded');
    await world.clock.advance(400_000);
    const [next, other] = [world.open({ useDepositAddress: true }), world.open({ useDepositAddress: true })];
    await Promise.all([next.reach('succeeded'), other.reach('succeeded')]);
    const own = record(requestId, 'success', { data: { inTxs: [{ chainId: 8453, hash }] } });
    world.service.atAddress.push(record(`0x${'2d'.repeat(32)}`, 'refund'), own);
    await world.clock.advance(20_000);
    for (const each of [next, other])
      expect(each.state).to.have.nested.property('payment.deposit.others[0].status', 'refund');
    expect(next.state.name).to.equal('succeeded');
  });

  it('F-193 is measured on the chain where the service’s history is not for everybody', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    world.service.outages.set('/requests/v2', { status: 401, json: { error: 'Unauthorized' } });
    const hash = send(world, address, amounts.eth + 5n);
    world.service.words.set(requestId, { status: 'success', inTxHashes: [hash], txHashes: [hash] });
    await tab.reach('succeeded');
    expect(tab.state).to.have.nested.property('payment.deposit.arrived', String(amounts.eth + 5n));
  });

  it('is the one that the service goes on with in its place, and nothing that came on top', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    const hash = send(world, address, amounts.eth);
    const again = `0x${'5a'.repeat(32)}`;
    const data = { inTxs: [{ chainId: 8453, hash }], outTxs: [{ chainId: 10, hash }] };
    world.service.words.set(requestId, { status: 'pending', inTxHashes: [hash] });
    world.service.atAddress.push(
      record(again, 'success', { data }),
      record(requestId, 'pending', { supersededByRequestId: again }),
    );
    await tab.reach('succeeded');
    expect(tab.state).to.have.nested.property('payment.deposit.others').that.deep.equals([]);
    expect(shownId(tab)).to.equal(requestId);
  });

  it('F-193 that came late is told as such', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    expect(tab.state).to.not.have.nested.property('payment.deposit.isLate');
    const deadline = world.clock.now() + 60_000;
    rewrite(world, ({ deposit }) => ({ deposit: { ...deposit!, deadline } }));
    const hash = send(world, address, amounts.eth);
    const inTxs = [{ chainId: 8453, hash, timestamp: deadline / 1_000 }];
    world.service.words.set(requestId, { status: 'pending', inTxHashes: [hash] });
    world.service.atAddress.push(record(requestId, 'pending', { data: { inTxs } }));
    await tab.reach('processing');
    await world.clock.advance(20_000);
    expect(tab.state).to.have.nested.property('payment.deposit.isLate', true);
  });

  it('to an open address may be a request of its own, and pays what it is', async () => {
    const { world, tab, address } = await awaiting();
    rewrite(world, ({ intent: { strict: _, ...intent } }) => ({ intent }));
    const hash = send(world, address, amounts.eth / 2n);
    const data = { inTxs: [{ chainId: 8453, hash }], outTxs: [{ chainId: 10, hash }] };
    world.service.atAddress.push(record(`0x${'0e'.repeat(32)}`, 'success', { data }));
    await tab.reach('succeeded');
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status success', 'hub-success']);
    expect(tab.detail('hub-success')).to.have.nested.property('paid.amount', String(amounts.eth / 2n));
  });

  it('to an open address is not one that has paid another order', async () => {
    const { world, tab, address } = await awaiting();
    rewrite(world, ({ intent: { strict: _, ...intent } }) => ({ intent }));
    const [before, now] = [send(world, address, amounts.eth), send(world, address, amounts.eth)];
    claim(world.storage, before, 'another');
    const data = (hash: string) => ({ inTxs: [{ chainId: 8453, hash }], outTxs: [{ chainId: 10, hash }] });
    world.service.atAddress.push(record(`0x${'0e'.repeat(32)}`, 'success', { data: data(before) }));
    await world.clock.advance(60_000);
    expect(tab.state.name).to.equal('awaiting-deposit');
    world.service.atAddress.unshift(record(`0x${'0f'.repeat(32)}`, 'success', { data: data(now) }));
    await tab.reach('succeeded');
    expect(tab.state).to.have.nested.property('receipt.origin[0].hash', now);
  });
});

describe('an address that was shown', () => {
  it('is shown again after a reload', async () => {
    const { world, tab, address } = await awaiting();
    tab.kill();
    const next = world.open({ useDepositAddress: true });
    await next.reach('awaiting-deposit');
    expect(next.state).to.include({ depositAddress: address });
    world.service.words.set(shownId(next), { status: 'success', inTxHashes: [send(world, address, amounts.eth)] });
    await next.reach('succeeded');
  });

  it('stays watched when the payer goes back, and comes back when something arrives', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    await tab.do({ type: 'back' });
    expect(tab.state).to.deep.include({ name: 'selecting', asset: null, byAddress: ['refundTo'] });
    expect(tab.state, 'it is not asked twice').to.have.nested.property('intent.refundTo', REFUND_TO);
    await world.clock.advance(60_000);
    const hash = send(world, address, amounts.eth);
    world.service.words.set(requestId, { status: 'pending', inTxHashes: [hash] });
    await tab.reach('processing');
    expect(shownId(tab)).to.equal(requestId);
    world.service.words.set(requestId, { status: 'success', inTxHashes: [hash] });
    await tab.reach('succeeded');
    expect(world.facts()).to.deep.equal([`hub-sent ${requestId}`, `hub-success ${requestId}`]);
  });

  it('is not the only one: of two, each is watched, and each end is told once', async () => {
    const { world, tab, address } = await awaiting();
    const first = shownId(tab);
    await tab.do({ type: 'back' }, GETH);
    await tab.reach('awaiting-deposit');
    const second = shownId(tab);
    expect(second).not.to.equal(first);
    world.service.words.set(first, { status: 'success', inTxHashes: [send(world, address, amounts.eth)] });
    await tab.reach('succeeded');
    const hash = send(world, addressOf(second), amounts.eth);
    world.service.words.set(second, { status: 'success', inTxHashes: [hash] });
    await world.clock.advance(60_000);
    expect(world.facts().sort()).to.deep.equal(
      [`hub-sent ${first}`, `hub-sent ${second}`, `hub-success ${first}`, `hub-success ${second}`].sort(),
    );
  });

  it('is told once with two tabs, and both show the end', async () => {
    const { world, tab, address } = await awaiting();
    const other = world.open({ useDepositAddress: true });
    await other.reach('awaiting-deposit');
    const requestId = shownId(tab);
    world.service.words.set(requestId, { status: 'success', inTxHashes: [send(world, address, amounts.eth)] });
    await Promise.all([tab.reach('succeeded'), other.reach('succeeded')]);
    expect(world.facts()).to.deep.equal([`hub-sent ${requestId}`, `hub-success ${requestId}`]);
  });

  it('is not given up when its order ends without a deposit: money may come late', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    world.service.words.set(requestId, { status: 'failure' });
    await world.clock.advance(60_000);
    expect(tab.state.name).to.equal('awaiting-deposit');
    const { deadline } = (tab.state as { payment: Payment }).payment.deposit!;
    expect(deadline, 'its time is over, and no longer').to.be.within(
      world.clock.now() - 61_000,
      world.clock.now() - 55_000,
    );
    const hash = send(world, address, amounts.eth);
    world.service.words.set(requestId, { status: 'refund', inTxHashes: [hash], txHashes: [hash] });
    await tab.reach('refunded');
  });

  it('I24 is asked after once a second at most, and once in fifteen seconds where nobody sees it', async () => {
    const { world, tab } = await awaiting();
    const times = (): number[] => world.of('request').map(({ at }) => at);
    const most = (span: number): number =>
      Math.max(...times().map((from) => times().filter((at) => at >= from && at < from + span).length));
    world.log.length = 0;
    await world.clock.advance(300_000);
    expect(most(1_000)).to.equal(1);
    expect(world.asked('/requests/v2').length).to.be.within(15, 21);
    await tab.do({ type: 'visibility-changed', visible: false });
    await world.clock.advance(2_000);
    world.log.length = 0;
    await world.clock.advance(300_000);
    expect(most(15_000)).to.equal(1);
  });

  it('is no reason for another tab not to pay by wallet, and is looked after when it does', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    await tab.do({ type: 'back' }, { type: 'wallet-dropped' });
    await tab.review();
    const hash = send(world, address, amounts.eth);
    world.service.words.set(requestId, { status: 'pending', inTxHashes: [hash] });
    await tab.press();
    await tab.reach('processing');
    expect(shownId(tab), BASE_URL).to.equal(requestId);
    expect(world.prompts).to.deep.equal([]);
  });
});
