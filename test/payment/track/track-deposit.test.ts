import { expect } from 'chai';
import { claimTransaction } from '../../../src/payment/journal/transaction-owners.js';
import type { StoredEntry } from '../../../src/payment/journal/stored-entry.js';
import type { Payment } from '../../../src/types.js';
import { amounts, people, tokens } from '../../support/quotes.js';
import type { Tab, World } from '../../support/world.js';
import { addressOf, BASE_URL } from '../../support/world-service.js';
import { HOUR } from '../../support/times.js';
import { entryOf, factsOf, shownId } from '../sent.js';
import { REFUND_TO, GETH, awaiting, send } from '../deposits.js';

/** Changes the stored payment. */
function rewrite(world: World, change: (payment: StoredEntry['payment']) => Partial<StoredEntry['payment']>): void {
  const entry = entryOf(world);
  const [key] = world.journalItem();
  const payment = { ...entry.payment, ...change(entry.payment) };
  world.storage.items.set(key, JSON.stringify([{ ...entry, payment }]));
}

/** A page shows the address again. Its merchant lets the payer choose the amount to send. */
async function awaitingOpen(): Promise<{ world: World; tab: Tab; address: string }> {
  const { world, tab: before, address } = await awaiting();
  before.kill();
  const origin = { tradeType: 'EXACT_INPUT', originChainId: 8453, originCurrency: 'ETH' } as const;
  const tab = world.open({ useDepositAddress: true, amount: undefined, ...origin } as never);
  await tab.reach('awaiting-deposit');
  return { world, tab, address };
}

const record = (id: string, status: string, more: object = {}): Record<string, unknown> => ({ id, status, ...more });

describe('track-deposit', () => {
  it('emits each fact once when the deposit arrives and is delivered', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    const hash = send(world, address, amounts.eth);
    world.service.statuses.set(requestId, { status: 'pending', inTxHashes: [hash] });
    await tab.reach('processing');
    expect(tab.state).to.include({ status: 'pending' });
    world.service.statuses.set(requestId, {
      status: 'success',
      inTxHashes: [hash],
      txHashes: [`0x${'fe'.repeat(32)}`],
    });
    await tab.reach('succeeded');
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status pending', 'hub-status success', 'hub-success']);
    expect(tab.detail('hub-sent')).to.have.nested.property('transaction.hash', hash);
    expect(tab.detail('hub-success')).to.have.nested.property('origin[0].hash', hash);
  });

  it('F-193 shows the arrived amount during and after the refund when the deposit is too small', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    const hash = send(world, address, (amounts.eth * 99n) / 100n);
    const inTxs = [{ chainId: 8453, hash }];
    world.service.statuses.set(requestId, { status: 'pending', inTxHashes: [hash] });
    world.service.atAddress.push(record(requestId, 'pending', { data: { inTxs } }));
    await tab.reach('processing');
    await world.clock.advance(20_000);
    expect(tab.state).to.have.nested.property('payment.deposit.arrived', String((amounts.eth * 99n) / 100n));
    world.service.statuses.set(requestId, { status: 'refund', inTxHashes: [hash], txHashes: [hash] });
    world.service.atAddress[0] = record(requestId, 'refund', { data: { inTxs } });
    await tab.reach('refunded');
    expect(tab.state).to.have.nested.property('payment.deposit.arrived', String((amounts.eth * 99n) / 100n));
  });

  it('F-193 shows no arrived amount, and the refund, when another token arrived', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    const hash = world.chain.send({ from: people.attacker, to: tokens.usdc.address, data: '0xa9059cbb', value: 0n });
    world.chain.mine();
    const inTxs = [{ chainId: 8453, hash }];
    world.service.statuses.set(requestId, { status: 'failure', inTxHashes: [hash] });
    world.service.atAddress.push(record(requestId, 'failure', { data: { inTxs } }));
    await tab.reach('processing');
    await world.clock.advance(5_000);
    expect(tab.state).to.include({ status: 'failure' }).and.not.have.nested.property('payment.deposit.arrived');
    world.service.statuses.set(requestId, { status: 'refund', inTxHashes: [hash], txHashes: [hash] });
    world.service.atAddress[0] = record(requestId, 'refund', { data: { inTxs } });
    await tab.reach('refunded');
    expect(tab.state).to.not.have.nested.property('payment.deposit.arrived');
    expect(address).to.equal((tab.state as { payment: Payment }).payment.deposit?.address);
    expect(factsOf(tab).filter((name) => !name.startsWith('hub-status'))).to.deep.equal(['hub-sent', 'hub-refund']);
  });

  it('F-193 lists the surplus as an extra deposit, also after the payment succeeded, when the deposit is too large', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    const hash = send(world, address, (amounts.eth * 101n) / 100n);
    const child = `0x${'ce'.repeat(32)}`;
    const back = `0x${'ba'.repeat(32)}`;
    world.service.statuses.set(requestId, { status: 'success', inTxHashes: [hash], txHashes: [hash] });
    const own = record(requestId, 'success', { data: { inTxs: [{ chainId: 8453, hash }] } });
    world.service.atAddress.push(record(child, 'pending'), own);
    await tab.reach('succeeded');
    await world.clock.advance(4_000);
    expect(tab.state).to.have.nested.property('payment.deposit.extraDeposits[0].status', 'pending');
    world.service.atAddress[0] = record(child, 'refund', { data: { outTxs: [{ chainId: 8453, hash: back }] } });
    await world.clock.advance(16_000);
    expect(tab.state).to.have.nested.property('payment.deposit.extraDeposits[0].transaction.hash', back);
    expect(tab.state.name).to.equal('succeeded');
    const asked = world.requestsTo('/requests/v2').length;
    await world.clock.advance(HOUR);
    expect(world.requestsTo('/requests/v2').length - asked).to.be.within(10, 25);
    const over = world.log.length;
    await world.clock.advance(HOUR);
    expect(world.log.slice(over).filter(({ kind }) => kind === 'request')).to.deep.equal([]);
  });

  it('F-193 lists a second deposit after a reload, in every tab, when the payment has succeeded', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    const hash = send(world, address, amounts.eth);
    world.service.statuses.set(requestId, { status: 'success', inTxHashes: [hash], txHashes: [hash] });
    await tab.reach('succeeded');
    await world.clock.advance(400_000);
    const [next, other] = [world.open({ useDepositAddress: true }), world.open({ useDepositAddress: true })];
    await Promise.all([next.reach('succeeded'), other.reach('succeeded')]);
    const own = record(requestId, 'success', { data: { inTxs: [{ chainId: 8453, hash }] } });
    world.service.atAddress.push(record(`0x${'2d'.repeat(32)}`, 'refund'), own);
    await world.clock.advance(20_000);
    for (const each of [next, other])
      expect(each.state).to.have.nested.property('payment.deposit.extraDeposits[0].status', 'refund');
    expect(next.state.name).to.equal('succeeded');
  });

  it('F-193 reads the arrived amount from the chain when the service refuses access to its records', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    world.service.outages.set('/requests/v2', { status: 401, json: { error: 'Unauthorized' } });
    const hash = send(world, address, amounts.eth + 5n);
    world.service.statuses.set(requestId, { status: 'success', inTxHashes: [hash], txHashes: [hash] });
    await tab.reach('succeeded');
    expect(tab.state).to.have.nested.property('payment.deposit.arrived', String(amounts.eth + 5n));
  });

  it('settles by the new request and lists no extra deposit when the service supersedes the request', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    const hash = send(world, address, amounts.eth);
    const again = `0x${'5a'.repeat(32)}`;
    const data = { inTxs: [{ chainId: 8453, hash }], outTxs: [{ chainId: 10, hash }] };
    world.service.statuses.set(requestId, { status: 'pending', inTxHashes: [hash] });
    world.service.atAddress.push(
      record(again, 'success', { data }),
      record(requestId, 'pending', { supersededByRequestId: again }),
    );
    await tab.reach('succeeded');
    expect(tab.state).to.have.nested.property('payment.deposit.extraDeposits').that.deep.equals([]);
    expect(shownId(tab)).to.equal(requestId);
  });

  it('F-193 marks the deposit with isLate when it arrives at its deadline or later', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    expect(tab.state).to.not.have.nested.property('payment.deposit.isLate');
    const deadline = world.clock.now() + 60_000;
    rewrite(world, ({ deposit }) => ({ deposit: { ...deposit!, deadline } }));
    const hash = send(world, address, amounts.eth);
    const inTxs = [{ chainId: 8453, hash, timestamp: deadline / 1_000 }];
    world.service.statuses.set(requestId, { status: 'pending', inTxHashes: [hash] });
    world.service.atAddress.push(record(requestId, 'pending', { data: { inTxs } }));
    await tab.reach('processing');
    await world.clock.advance(20_000);
    expect(tab.state).to.have.nested.property('payment.deposit.isLate', true);
  });

  it('settles with the deposited amount when a deposit to an open address becomes a request of its own', async () => {
    const { world, tab, address } = await awaitingOpen();
    const hash = send(world, address, amounts.eth / 2n);
    const data = { inTxs: [{ chainId: 8453, hash }], outTxs: [{ chainId: 10, hash }] };
    world.service.atAddress.push(record(`0x${'0e'.repeat(32)}`, 'success', { data }));
    await tab.reach('succeeded');
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status success', 'hub-success']);
    expect(tab.detail('hub-success')).to.have.nested.property('paid.amount', String(amounts.eth / 2n));
  });

  it('ignores a deposit to an open address when it has paid another order', async () => {
    const { world, tab, address } = await awaitingOpen();
    const [before, now] = [send(world, address, amounts.eth), send(world, address, amounts.eth)];
    claimTransaction(world.storage, before, 'another');
    const data = (hash: string) => ({ inTxs: [{ chainId: 8453, hash }], outTxs: [{ chainId: 10, hash }] });
    world.service.atAddress.push(record(`0x${'0e'.repeat(32)}`, 'success', { data: data(before) }));
    await world.clock.advance(60_000);
    expect(tab.state.name).to.equal('awaiting-deposit');
    world.service.atAddress.unshift(record(`0x${'0f'.repeat(32)}`, 'success', { data: data(now) }));
    await tab.reach('succeeded');
    expect(tab.state).to.have.nested.property('receipt.origin[0].hash', now);
  });
});

describe('track-deposit for a shown address', () => {
  it('shows the address again when the page reloads', async () => {
    const { world, tab, address } = await awaiting();
    tab.kill();
    const next = world.open({ useDepositAddress: true });
    await next.reach('awaiting-deposit');
    await next.do({ type: 'refund-to-typed', refundTo: REFUND_TO });
    expect(next.state).to.include({ depositAddress: address });
    world.service.statuses.set(shownId(next), { status: 'success', inTxHashes: [send(world, address, amounts.eth)] });
    await next.reach('succeeded');
  });

  it('keeps polling when the payer goes back, and shows the payment when the deposit arrives', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    await tab.do({ type: 'back' });
    expect(tab.state).to.deep.include({ name: 'selecting', asset: null, depositAddressFields: ['refundTo'] });
    expect(tab.state, 'it is not asked twice').to.have.nested.property('intent.refundTo', REFUND_TO);
    await world.clock.advance(60_000);
    const hash = send(world, address, amounts.eth);
    world.service.statuses.set(requestId, { status: 'pending', inTxHashes: [hash] });
    await tab.reach('processing');
    expect(shownId(tab)).to.equal(requestId);
    world.service.statuses.set(requestId, { status: 'success', inTxHashes: [hash] });
    await tab.reach('succeeded');
    expect(world.facts()).to.deep.equal([`hub-sent ${requestId}`, `hub-success ${requestId}`]);
  });

  it('tracks two addresses and emits each outcome once when both receive a deposit', async () => {
    const { world, tab, address } = await awaiting();
    const first = shownId(tab);
    await tab.do({ type: 'back' }, GETH);
    await tab.reach('awaiting-deposit');
    const second = shownId(tab);
    expect(second).not.to.equal(first);
    world.service.statuses.set(first, { status: 'success', inTxHashes: [send(world, address, amounts.eth)] });
    await tab.reach('succeeded');
    const hash = send(world, addressOf(second), amounts.eth);
    world.service.statuses.set(second, { status: 'success', inTxHashes: [hash] });
    await world.clock.advance(60_000);
    expect(world.facts().sort()).to.deep.equal(
      [`hub-sent ${first}`, `hub-sent ${second}`, `hub-success ${first}`, `hub-success ${second}`].sort(),
    );
  });

  it('emits each fact once and shows the outcome in both tabs when two tabs are open', async () => {
    const { world, tab, address } = await awaiting();
    const other = world.open({ useDepositAddress: true });
    await other.reach('awaiting-deposit');
    const requestId = shownId(tab);
    world.service.statuses.set(requestId, { status: 'success', inTxHashes: [send(world, address, amounts.eth)] });
    await Promise.all([tab.reach('succeeded'), other.reach('succeeded')]);
    expect(world.facts()).to.deep.equal([`hub-sent ${requestId}`, `hub-success ${requestId}`]);
  });

  it('keeps waiting for the deposit when the order ends in failure without one', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    world.service.statuses.set(requestId, { status: 'failure' });
    await world.clock.advance(60_000);
    expect(tab.state.name).to.equal('awaiting-deposit');
    const { deadline } = (tab.state as { payment: Payment }).payment.deposit!;
    expect(deadline, 'its time is over, and no longer').to.be.within(
      world.clock.now() - 61_000,
      world.clock.now() - 55_000,
    );
    const hash = send(world, address, amounts.eth);
    world.service.statuses.set(requestId, { status: 'refund', inTxHashes: [hash], txHashes: [hash] });
    await tab.reach('refunded');
  });

  it('I24 polls at most once a second when the page is visible and once in 15 s when it is hidden', async () => {
    const { world, tab } = await awaiting();
    const times = (): number[] => world.of('request').map(({ at }) => at);
    const most = (span: number): number =>
      Math.max(...times().map((from) => times().filter((at) => at >= from && at < from + span).length));
    world.log.length = 0;
    await world.clock.advance(300_000);
    expect(most(1_000)).to.equal(1);
    expect(world.requestsTo('/requests/v2').length).to.be.within(15, 21);
    await tab.hide();
    await world.clock.advance(2_000);
    world.log.length = 0;
    await world.clock.advance(300_000);
    expect(most(15_000)).to.equal(1);
  });

  it('shows the payment and opens no prompt when the deposit arrives before the payer presses to pay by wallet', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    await tab.do({ type: 'back' }, { type: 'wallet-dropped' });
    await tab.review();
    const hash = send(world, address, amounts.eth);
    world.service.statuses.set(requestId, { status: 'pending', inTxHashes: [hash] });
    await tab.press();
    await tab.reach('processing');
    expect(shownId(tab), BASE_URL).to.equal(requestId);
    expect(world.prompts).to.deep.equal([]);
  });
});
