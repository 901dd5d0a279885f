/** Tests what a page shows of a payment that an earlier page has stored. */
import { expect } from 'chai';
import { amountOf, people, tokens } from '../../../support/quotes.js';
import { OPTIONS, type World } from '../../../support/world.js';
import { SECOND } from '../../../support/times.js';
import { journalKey } from '../../../../src/payment/journal/keys.js';
import { awaiting, REFUND_TO } from '../../deposits.js';
import { entryOf, sent, shownId } from '../../sent.js';

describe('recall-payment', () => {
  it('S-1 shows the amounts and the recipient of the service’s record after a reload', async () => {
    const { world, tab } = await sent();
    tab.kill();
    const next = world.open();
    await world.clock.advance(SECOND);
    const first = world.of('state').find((entry) => entry.tab === 1)?.state;
    expect(first).to.have.nested.property('payment.quote.pays.amount', null);
    expect(next.state).to.have.nested.property('payment.quote.pays.symbol', 'ETH');
    expect(next.state).to.have.nested.property('payment.quote.receives.amount', '25000000');
    expect(next.state).to.have.nested.property('payment.quote.recipient', people.recipient);
  });

  const others: [string, object][] = [
    ['another recipient', { recipient: people.attacker }],
    ['another currency', { currencyOut: amountOf(10, tokens.eth, 25_000_000n, '25', '25') }],
    ['another chain', { currencyOut: amountOf(8453, tokens.usdc, 25_000_000n, '25', '25') }],
    ['less', { currencyOut: amountOf(10, tokens.usdcOut, 2_500_000n, '2.5', '2.5') }],
  ];
  for (const [title, metadata] of others) {
    it(`S-3 asks the payer, and does not say that it is paid, when the record names ${title}`, async () => {
      const { world, tab, requestId, say } = await sent();
      tab.kill();
      const record = world.service.ownRecords.get(requestId)!;
      const { data } = record as { data: { metadata: object } };
      const own = { ...record, recipient: undefined, data: { metadata: { ...data.metadata, ...metadata } } };
      world.service.records.set(requestId, own);
      world.chain.mine();
      say('success');
      const next = world.open();
      await world.clock.advance(30 * SECOND);
      expect(next.state).to.include({ name: 'processing', status: 'unknown' });
      expect(next.emitted).to.not.include('hub-success');
      world.service.records.delete(requestId);
      await next.reach('succeeded');
    });
  }

  it('S-3 asks the payer when the storage names a payment of another order', async () => {
    const { world, tab, say } = await sent();
    world.chain.mine();
    say('success');
    await tab.reach('succeeded');
    tab.kill();
    const planted = { ...entryOf(world), id: 'planted', stage: 'sent', status: 'waiting', emitted: [] };
    world.storage.items.set(journalKey({ ...OPTIONS, reference: 'order-8' }), JSON.stringify([planted]));
    const next = world.open({ reference: 'order-8' });
    await world.clock.advance(30 * SECOND);
    expect(next.state).to.include({ name: 'processing', status: 'unknown' });
    expect(next.emitted).to.not.include('hub-success');
  });

  for (const [told, later] of [
    ['success', 'refund'],
    ['refund', 'success'],
  ] as const) {
    it(`I14 tells no second end, and asks again, when the service says ${later} after a ${told}`, async () => {
      const { world, tab, say } = await sent();
      world.chain.mine();
      say(told);
      await tab.reach(told === 'success' ? 'succeeded' : 'refunded');
      tab.kill();
      say(later);
      const next = world.open();
      await next.do({ type: 'opened' });
      await world.clock.advance(30 * SECOND);
      expect(next.state).to.include({ name: 'processing', status: 'unknown' });
      say(told);
      await world.clock.advance(90 * SECOND);
      await next.reach(told === 'success' ? 'succeeded' : 'refunded');
      expect(next.emitted).to.not.include.oneOf(['hub-success', 'hub-refund']);
    });
  }

  it('shows the success that it tells when the storage does not say that a page has told it', async () => {
    const { world, tab, requestId, say } = await sent();
    world.chain.mine();
    say('success');
    await tab.reach('succeeded');
    tab.kill();
    const key = journalKey(OPTIONS);
    world.storage.items.set(key, JSON.stringify([{ ...entryOf(world), emitted: [] }]));
    const next = world.open();
    await world.clock.advance(30 * SECOND);
    expect(next.emitted.filter((name) => name === 'hub-success')).to.have.length(1);
    expect(next.state).to.include({ name: 'succeeded' });
    expect(next.state).to.have.nested.property('receipt.requestId', requestId);
  });

  it('S-3 takes the service’s word when it refuses access to its records', async () => {
    const { world, tab, say } = await sent();
    tab.kill();
    world.service.outages.set('/requests/v2', { status: 401, json: { error: 'Unauthorized' } });
    world.chain.mine();
    say('success');
    const next = world.open();
    await next.reach('succeeded');
    expect(next.detail('hub-success')).to.have.nested.property('paid.amount', null);
    expect(next.detail('hub-success')).to.have.nested.property('received.amount', '25000000');
  });

  it('shows an order as delivered after a reload when less than expected may arrive', async () => {
    const less = (world: World): void => {
      world.service.tamper = (text) => {
        const quote = JSON.parse(text) as { details: { currencyOut: object } };
        const out = { amount: '24700000', minimumAmount: '24600000', amountFormatted: '24.7' };
        Object.assign(quote.details.currencyOut, out);
        return JSON.stringify(quote);
      };
    };
    const { world, tab, say } = await sent(undefined, less, { tradeType: 'EXPECTED_OUTPUT' });
    world.chain.mine();
    tab.kill();
    say('success');
    const next = world.open({ tradeType: 'EXPECTED_OUTPUT' });
    await next.reach('succeeded');
    expect(next.detail('hub-success')).to.have.nested.property('received.amount', '24600000');
  });

  for (const status of [404, 503]) {
    it(`allows another payment of a failed order when the status answers ${status} after a reload`, async () => {
      const { world, tab, hash, say } = await sent();
      world.chain.mine();
      say('failure', { inTxHashes: [hash] });
      await tab.reach('failed');
      tab.kill();
      world.service.outages.set('/intents/status/v3', { status, json: { message: 'Request not found' } });
      const next = world.open();
      await world.clock.advance(30 * SECOND);
      expect(next.state).to.include({ name: 'processing', status: 'unknown' });
      await next.do({ type: 'abandoned' });
      expect(next.state.name).to.be.oneOf(['selecting', 'quoting', 'reviewing']);
    });
  }

  it('S-1 keeps the recipient open after a reload when the page does not fix it', async () => {
    const { world, tab } = await sent();
    tab.kill();
    const next = world.open({ recipient: 'payer' });
    await world.clock.advance(5 * SECOND);
    expect(next.state).to.have.nested.property('payment.quote.pays.symbol', 'ETH');
    expect(next.state).to.have.nested.property('payment.quote.recipient', '');
  });

  it('S-2 shows the deposit address again when the record could not be read at first', async () => {
    const { world, tab, address } = await awaiting();
    tab.kill();
    world.service.outages.set('/requests/v2', { status: 503 });
    const next = world.open({ useDepositAddress: true });
    await world.clock.advance(30 * SECOND);
    expect(next.state.name).to.equal('idle');
    world.service.outages.clear();
    await next.reach('awaiting-deposit');
    await next.do({ type: 'refund-to-typed', refundTo: REFUND_TO });
    expect(next.state).to.include({ depositAddress: address });
  });

  it('S-2 shows the deposit address again when the page allows it after the first reading', async () => {
    const { world, tab, address } = await awaiting();
    tab.kill();
    const next = world.open();
    await world.clock.advance(5 * SECOND);
    expect(next.state.name).to.equal('idle');
    next.configure({ useDepositAddress: true });
    await next.do({ type: 'opened' });
    await next.reach('awaiting-deposit');
    await next.do({ type: 'refund-to-typed', refundTo: REFUND_TO });
    expect(next.state).to.include({ depositAddress: address });
  });

  it('S-2 says that an address was shown, without it, when the page does not fix the recipient', async () => {
    const { world, tab } = await awaiting();
    const requestId = shownId(tab);
    tab.kill();
    const next = world.open({ useDepositAddress: true, recipient: 'payer' });
    await next.reach('awaiting-deposit');
    expect(shownId(next)).to.equal(requestId);
    await next.do({ type: 'refund-to-typed', refundTo: REFUND_TO });
    expect(next.state).to.include({ name: 'awaiting-deposit', depositAddress: '' });
    world.service.statuses.set(requestId, { status: 'success' });
    await next.reach('succeeded');
    expect(next.emitted).to.include('hub-success');
  });

  it('S-2 offers another payment when the payer leaves an address that is not shown again', async () => {
    const { world, tab } = await awaiting();
    tab.kill();
    const next = world.open({ useDepositAddress: true, recipient: 'payer' });
    await next.reach('awaiting-deposit');
    await next.do({ type: 'back' });
    expect(next.state.name).to.be.oneOf(['idle', 'selecting']);
    next.kill();
    const last = world.open({ useDepositAddress: true, recipient: 'payer' });
    await world.clock.advance(60 * SECOND);
    expect(last.state.name).to.equal('idle');
  });

  const unconfirmed: [string, object, (world: World, id: string) => void][] = [
    ['the attribute is not set', { useDepositAddress: false }, () => undefined],
    ['the record names another address', {}, (world, id) => rename(world, id, { address: people.attacker })],
    ['the record names another amount', {}, (world, id) => pays(world, id, { amount: '836000000000000000' })],
    [
      'the record names another token',
      {},
      (world, id) => pays(world, id, amountOf(8453, tokens.usdc, 25_080_000n, '25.08', '25.08')),
    ],
    ['the record names another refund address', {}, (world, id) => refundTo(world, id, people.attacker)],
    ['the record names no address', {}, (world, id) => rename(world, id, undefined)],
    ['the service has no record', {}, (world, id) => void world.service.ownRecords.delete(id)],
  ];
  for (const [title, options, change] of unconfirmed) {
    it(`S-2 shows no deposit address after a reload when ${title}`, async () => {
      const { world, tab } = await awaiting();
      const requestId = shownId(tab);
      tab.kill();
      change(world, requestId);
      const next = world.open({ useDepositAddress: true, ...options });
      await world.clock.advance(60 * SECOND);
      expect(next.state).to.deep.equal({ name: 'idle' });
      expect(entryOf(world)).to.include({ stage: 'awaiting-deposit' });
    });
  }
});

/** The record says that the payer sends this. */
function pays({ service }: World, id: string, change: object): void {
  const record = service.ownRecords.get(id) as { data: { metadata: { currencyIn: object } } };
  const { metadata } = record.data;
  const currencyIn = { ...metadata.currencyIn, ...change };
  service.records.set(id, { ...record, data: { metadata: { ...metadata, currencyIn } } });
}

function refundTo({ service }: World, id: string, user: string): void {
  service.records.set(id, { ...service.ownRecords.get(id), user });
}

function rename({ service }: World, id: string, depositAddress: unknown): void {
  service.records.set(id, { ...service.ownRecords.get(id), depositAddress });
}
