import { expect } from 'chai';
import type { RefundResult } from '../../../../src/types.js';
import type { FakeChain } from '../../../support/fake-chain.js';
import { contracts, people, tokens } from '../../../support/quotes.js';
import { PINNED, World, type Tab } from '../../../support/world.js';
import { MINUTE } from '../../../support/times.js';
import { transferLog } from '../../../support/transfer-log.js';
import { awaiting, REFUND_TO, send } from '../../deposits.js';
import { entryOf, sent, shownId, type Sent } from '../../sent.js';

const WEI = 8_000_000_000_000_000n;
const INVENTED = `0x${'fe'.repeat(32)}`;

/** The log of a token transfer to the payer. */
const tokenLog = (token: string, amount: bigint): unknown => transferLog(token, contracts.solver, people.payer, amount);

/** Sends this amount of the native currency from the contract that took the payment. */
function sendBack(chain: FakeChain, value: bigint): string {
  const hash = chain.send({ from: contracts.depository, to: people.payer, value });
  chain.mine();
  return hash;
}

/** The payment is mined. */
async function paid(): Promise<Sent> {
  const given = await sent();
  given.world.chain.mine();
  return given;
}

/** The payment is mined, and the page pins the registry. The wallet is on another chain. */
async function pinned(): Promise<{ world: World; tab: Tab; requestId: string }> {
  const world = new World();
  world.service.outcome = 'none';
  const tab = world.open(PINNED);
  await tab.review();
  await tab.press();
  await tab.reach('processing');
  world.wallet.chainId = 1;
  return { world, tab, requestId: entryOf(world).payment.requestId };
}

const refundOf = ({ state }: Tab): RefundResult | undefined => (state.name === 'refunded' ? state.refund : undefined);

describe('read-refund', () => {
  it('F-110 S-13 emits hub-refund with amount and transaction when the chain shows the refund after the payment', async () => {
    const { world, tab, say } = await sent(undefined, undefined, PINNED);
    world.chain.mine();
    const back = sendBack(world.chain, WEI);
    say('refund', { txHashes: [back] });
    await tab.reach('refunded');
    expect(tab.detail('hub-refund')).to.deep.include({
      confirmed: true,
      transaction: { chainId: 8453, hash: back, url: `https://scan.test/tx/${back}` },
    });
    expect(tab.detail('hub-refund')).to.have.nested.property('returned.amountFormatted', '0.008');
  });

  it('F-110 settles the refund when the service names no transaction', async () => {
    const { tab, say } = await paid();
    say('refund');
    await tab.reach('refunded');
    expect(refundOf(tab))
      .to.deep.include({ reference: 'order-7', returned: null })
      .and.not.to.have.property('confirmed');
  });

  const claims: [title: string, hash: (given: Sent) => string][] = [
    ['the hash is invented', () => INVENTED],
    ['the transaction is the payment itself', ({ hash }) => hash],
    ['the transfer is tiny', ({ world }) => sendBack(world.chain, 1n)],
    ['more than a tenth is missing', ({ world }) => sendBack(world.chain, 7_500_000_000_000_000n)],
    [
      'the transfer goes to somebody else',
      ({ world }) => {
        const hash = world.chain.send({ from: people.payer, to: people.attacker, value: WEI });
        world.chain.mine();
        return hash;
      },
    ],
  ];
  for (const [title, hashOf] of claims) {
    it(`S-13 leaves the refund the service’s word when ${title}`, async () => {
      const given = await paid();
      const { world, tab, say } = given;
      say('refund', { txHashes: [hashOf(given)] });
      await tab.reach('refunded');
      await world.clock.advance(30 * MINUTE);
      expect(refundOf(tab)?.confirmed).to.equal(undefined);
    });
  }

  it('S-13 leaves the refund the service’s word when the transfer was there before the payment', async () => {
    let early = '';
    const { world, tab, say } = await sent(undefined, ({ chain }) => {
      early = sendBack(chain, WEI);
    });
    world.chain.mine();
    say('refund', { txHashes: [early] });
    await tab.reach('refunded');
    expect(refundOf(tab)?.confirmed).to.equal(undefined);
  });

  it('S-13 confirms one refund by one transaction, also when the service names it for two orders', async () => {
    const world = new World();
    world.service.outcome = 'none';
    const tabs = ['order-1', 'order-2'].map((reference) => world.open({ ...PINNED, reference }));
    for (const tab of tabs) {
      await tab.review();
      await tab.press();
      await tab.reach('processing');
    }
    await world.clock.advance(2_000);
    const back = sendBack(world.chain, WEI);
    for (const tab of tabs) {
      world.service.statuses.set(shownId(tab), { status: 'refund', txHashes: [back] });
      await tab.reach('refunded');
    }
    await world.clock.advance(MINUTE);
    expect(tabs.map((tab) => refundOf(tab)?.confirmed)).to.deep.equal([true, undefined]);
    const own = sendBack(world.chain, WEI);
    world.service.statuses.set(shownId(tabs[1]!), { status: 'refund', txHashes: [own] });
    await world.clock.advance(10 * MINUTE);
    expect(refundOf(tabs[1]!), 'the order has a refund of its own').to.include({ confirmed: true });
  });

  it('F-193 S-13 confirms the refund of a deposit that was too small', async () => {
    const { world, tab, address } = await awaiting(new World(), PINNED);
    const little = WEI / 2n;
    const hash = send(world, address, little);
    world.service.statuses.set(shownId(tab), { status: 'pending', inTxHashes: [hash] });
    await tab.reach('processing');
    const back = world.chain.send({ from: contracts.solver, to: REFUND_TO, value: little - 1n });
    world.chain.mine();
    world.service.statuses.set(shownId(tab), { status: 'refund', inTxHashes: [hash], txHashes: [back] });
    await tab.reach('refunded');
    expect(refundOf(tab)).to.include({ confirmed: true });
  });

  it('S-13 leaves the refund the service’s word when only the listing’s own node shows it', async () => {
    const { world, tab, say } = await paid();
    world.wallet.chainId = 1;
    say('refund', { txHashes: [sendBack(world.chain, WEI)] });
    await tab.reach('refunded');
    await world.clock.advance(30 * MINUTE);
    expect(refundOf(tab)?.confirmed).to.equal(undefined);
    expect(refundOf(tab)?.returned?.amountFormatted).to.equal('0.008');
  });

  it('S-13 confirms the refund later when the node lags', async () => {
    const { world, tab, say } = await paid();
    const back = world.chain.send({ from: contracts.depository, to: people.payer, value: WEI });
    say('refund', { txHashes: [back] });
    await tab.reach('refunded');
    expect(refundOf(tab)?.confirmed).to.equal(undefined);
    world.chain.mine();
    await world.clock.advance(MINUTE);
    expect(refundOf(tab)).to.deep.include({ confirmed: true });
    expect(tab.emitted.filter((name) => name === 'hub-refund')).to.have.length(1);
  });

  it('S-13 looks at the chain again when another page shows the stored refund', async () => {
    const { world, tab, say, requestId } = await paid();
    say('refund', { txHashes: [INVENTED] });
    await tab.reach('refunded');
    tab.kill();
    const entry = entryOf(world);
    const planted = { ...entry, outcome: { refund: { requestId, returned: null, confirmed: true } } };
    const [key] = world.journalItem();
    world.storage.setItem(key, JSON.stringify([planted]));
    const next = world.open();
    void next.session.resume(requestId);
    await next.reach('refunded');
    await world.clock.advance(30 * MINUTE);
    expect(refundOf(next)?.confirmed).to.equal(undefined);
  });

  for (const reference of ['order-7', undefined]) {
    it(`S-13 asks before another payment of ${reference ?? 'no named order'} after a reload when only the service tells the refund`, async () => {
      const { world, tab, say } = await sent(undefined, undefined, { reference } as never);
      world.chain.mine();
      say('refund', { txHashes: [INVENTED] });
      await tab.reach('refunded');
      tab.kill();
      const next = world.open({ reference } as never);
      await next.do({ type: 'opened' });
      await next.reach('refunded');
      expect(refundOf(next)?.confirmed).to.equal(undefined);
      expect(next.emitted).to.not.include('hub-refund');
      await next.do({ type: 'reset' }, { type: 'opened' });
      expect(next.state.name).to.equal('reviewing');
      next.kill();
      const third = world.open({ reference } as never);
      await third.do({ type: 'opened' });
      expect(third.state.name).to.be.oneOf(['selecting', 'reviewing']);
    });
  }

  for (const [title, to, value] of [
    ['goes to the account that the record names', people.attacker, WEI],
    ['is of one unit, as the record says of the payment', people.payer, 1n],
    ['is right', people.payer, WEI],
  ] as const) {
    it(`S-13 leaves the refund the service’s word after a reload, because nothing else names the terms, when it ${title}`, async () => {
      const { world, tab, say, requestId } = await sent(undefined, undefined, PINNED);
      world.chain.mine();
      tab.kill();
      const record = world.service.ownRecords.get(requestId) as { data: { metadata: { currencyIn: object } } };
      const { metadata } = record.data;
      const currencyIn = { ...metadata.currencyIn, ...(value === 1n && { amount: '1' }) };
      world.service.records.set(requestId, { ...record, user: to, data: { metadata: { ...metadata, currencyIn } } });
      const back = world.chain.send({ from: contracts.solver, to, value });
      world.chain.mine();
      say('refund', { txHashes: [back] });
      const next = world.open(PINNED);
      await next.reach('refunded');
      expect(refundOf(next)?.confirmed).to.equal(undefined);
      expect(entryOf(world).unconfirmed).to.equal(true);
    });
  }

  it('S-13 offers the next payment after a reload when a chain has shown the refund', async () => {
    const { world, tab, say } = await sent(undefined, undefined, PINNED);
    world.chain.mine();
    say('refund', { txHashes: [sendBack(world.chain, WEI)] });
    await tab.reach('refunded');
    tab.kill();
    const next = world.open(PINNED);
    await next.do({ type: 'opened' });
    expect(next.state.name).to.be.oneOf(['selecting', 'reviewing']);
  });

  it('W-7 names the destination chain and its token when the refund is there', async () => {
    const { world, tab, requestId } = await pinned();
    const chain = world.destinationChain;
    const back = chain.send({
      from: contracts.solver,
      to: tokens.usdcOut.address,
      logs: [tokenLog(tokens.usdcOut.address, 24_900_000n)],
    });
    chain.mine();
    world.service.statuses.set(requestId, { status: 'refund', txHashes: [back] });
    await tab.reach('refunded');
    expect(refundOf(tab)).to.deep.include({ confirmed: true, transaction: { chainId: 10, hash: back, url: null } });
    expect(refundOf(tab)?.returned).to.include({ chainId: 10, symbol: 'USDC', amountFormatted: '24.9' });
  });

  it('W-7 takes the chain of the request record when no chain shows the transaction', async () => {
    const { world, tab, requestId } = await pinned();
    const record = { id: requestId, status: 'refund', data: { inTxs: [], outTxs: [{ chainId: 10, hash: INVENTED }] } };
    world.service.records.set(requestId, record);
    world.service.statuses.set(requestId, { status: 'refund', txHashes: [INVENTED] });
    await tab.reach('refunded');
    expect(refundOf(tab)).to.deep.include({ transaction: { chainId: 10, hash: INVENTED, url: null } });
  });

  it('W-7 gives no link when neither chain shows the transaction', async () => {
    const { tab, say } = await sent(undefined, undefined, PINNED);
    say('refund', { txHashes: [INVENTED] });
    await tab.reach('refunded');
    expect(refundOf(tab)).to.deep.include({ transaction: { chainId: 8453, hash: INVENTED, url: null } });
  });
});
