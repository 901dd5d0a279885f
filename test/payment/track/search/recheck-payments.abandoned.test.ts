/** Tests that a press checks abandoned payments again, because an abandoned payment can succeed later. */
import { expect } from 'chai';
import { REMOTE_WALLET } from '../../../../src/wallets/wallet.js';
import { people } from '../../../support/quotes.js';
import type { Tab, World } from '../../../support/world.js';
import { SECOND } from '../../../support/times.js';
import { abandoned, anew, stored } from '../../lost-answer.js';
import { entryOf, polls, sent, shownId } from '../../sent.js';

const hash = `0x${'ab'.repeat(32)}`;

/** The payer has abandoned a payment and opened a new page. The new page does not track the abandoned payment. */
async function given(): Promise<{ world: World; next: Tab; requestId: string }> {
  const lost = await abandoned();
  return { ...lost, next: await anew(lost) };
}

/**
 * The paying transaction has reverted. `changeMind` removes that transaction from the chain and sends the payment
 * again. `sendAgain` sends the payment once more with the next nonce, as the wallet's own retry does.
 */
async function reverted(): Promise<{
  world: World;
  next: Tab;
  requestId: string;
  changeMind: () => string;
  sendAgain: () => string;
}> {
  const { world, tab, requestId } = await sent();
  const { transaction } = world.prompts[0]!;
  const asked = { ...transaction, value: BigInt(transaction.value), nonce: 0 };
  const failed = world.chain.send({ ...asked, reverts: true });
  world.chain.mine();
  await tab.reach('reviewing');
  tab.kill();
  expect(entryOf(world)).to.include({ stage: 'abandoned' }).and.to.have.nested.property('payment.payingHash');
  const next = world.open({ resume: 'off' });
  await next.review();
  const changeMind = (): string => {
    world.chain.reorganise(1, [failed]);
    return world.chain.send(asked);
  };
  const sendAgain = (): string => world.chain.send({ ...asked, nonce: 1 });
  return { world, next, requestId, changeMind, sendAgain };
}

describe('recheck-payments after an abandoned payment', () => {
  for (const word of [
    { status: 'depositing' },
    { status: 'pending', inTxHashes: [hash] },
    { status: 'failure', inTxHashes: [hash] },
    { status: 'refund', txHashes: [hash] },
    { status: 'success', inTxHashes: [hash] },
  ]) {
    it(`I2 shows the abandoned payment and opens no prompt when the service has seen it (${word.status})`, async () => {
      const { world, next, requestId } = await given();
      world.service.statuses.set(requestId, word);
      await next.press();
      await world.clock.advance(SECOND);
      expect([shownId(next), world.prompts.length]).to.deep.equal([requestId, 1]);
      expect(stored(world, requestId)?.stage).to.be.oneOf(['sent', 'settled']);
    });
  }

  for (const status of ['waiting', 'failure', 'refund', 'on holiday']) {
    it(`opens a prompt when the service has seen no deposit of the abandoned payment (${status})`, async () => {
      const { world, next, requestId } = await given();
      world.service.statuses.set(requestId, { status });
      await next.press();
      await world.clock.advance(SECOND);
      expect(world.prompts).to.have.length(2);
    });
  }

  for (const outage of [{ status: 503 }, { status: 200, json: [] }, 'unreachable', 'silent'] as const) {
    it(`F-100 opens a prompt when node and wallet show nothing and the service cannot be read (${JSON.stringify(outage)})`, async () => {
      const { world, next } = await given();
      world.service.outages.set('/intents/status/v3', outage);
      await next.press();
      await world.clock.advance(7 * SECOND);
      expect(world.prompts).to.have.length(2);
    });
  }

  it('F-101 opens a prompt without a status request when node and wallet show nothing, before Retry-After has passed', async () => {
    const { world, next, requestId } = await given();
    world.service.outages.set('/intents/status/v3', { status: 429, retryAfter: '60' });
    const { session } = next;
    await Promise.allSettled([session.resume(`0x${'77'.repeat(32)}`), world.clock.advance(3 * SECOND)]);
    const before = polls(world);
    await next.press();
    await world.clock.advance(SECOND);
    expect(world.prompts).to.have.length(2);
    expect(
      world
        .requestsTo('/intents/status/v3')
        .slice(before)
        .filter(({ query }) => query.includes(requestId)),
    ).to.have.length(0);
  });
});

describe('recheck-payments after an abandoned payment of a wallet on a phone', () => {
  /** The payer has abandoned the payment, and the phone has had `minutes` more to answer. */
  async function onPhone(minutes: number): Promise<{ world: World; next: Tab }> {
    const lost = await abandoned();
    const { world } = lost;
    for (const [key, value] of world.storage.items)
      if (value.includes('one.test')) world.storage.setItem(key, value.replaceAll('one.test', REMOTE_WALLET));
    const until = Math.floor(world.clock.now() / 1_000) + 60 * minutes;
    const asked = { method: 'eth_sendTransaction', chainId: 8453, until, topic: 'cd'.repeat(32) };
    const record = { seed: 'ab'.repeat(32), session: null, pending: { 7: asked } };
    world.storage.setItem('hub-pay/walletconnect', JSON.stringify(record));
    return { world, next: await anew(lost) };
  }

  it('I2 opens no prompt while the phone can still approve it, and says for how long', async () => {
    const { world, next } = await onPhone(5);
    for (const press of ['first', 'second']) {
      await next.press();
      await world.clock.advance(7 * SECOND);
      expect(next.state, press).to.have.nested.property('problem.code', 'outcome-unknown');
      expect(next.state, press).to.have.nested.property('problem.values.minutes', '5');
      expect(world.prompts, press).to.have.length(1);
    }
  });

  it('opens a prompt when the phone can no longer approve it', async () => {
    const { world, next } = await onPhone(0);
    await next.press();
    await world.clock.advance(7 * SECOND);
    expect(world.prompts).to.have.length(2);
  });
});

describe('recheck-payments after a reverted payment', () => {
  it('opens a prompt when the chain still has the transaction as reverted', async () => {
    const { world, next } = await reverted();
    await next.press();
    await world.clock.advance(SECOND);
    expect(world.prompts).to.have.length(2);
  });

  it('I2 shows the payment and opens no prompt when the service has seen it', async () => {
    const { world, next, requestId } = await reverted();
    world.service.statuses.set(requestId, { status: 'pending' });
    await next.press();
    await world.clock.advance(SECOND);
    expect([shownId(next), world.prompts.length]).to.deep.equal([requestId, 1]);
  });

  for (const isMined of [true, false]) {
    it(`I2 shows the payment and opens no prompt when its transaction was ${isMined ? 'mined after all' : 'put back to wait'}`, async () => {
      const { world, next, requestId, changeMind } = await reverted();
      const pays = changeMind();
      if (isMined) world.chain.mine();
      // The service lags behind the chain and still reports `waiting`.
      world.service.statuses.set(requestId, { status: 'waiting' });
      await next.press();
      await world.clock.advance(SECOND);
      expect([shownId(next), world.prompts.length]).to.deep.equal([requestId, 1]);
      world.service.statuses.delete(requestId);
      world.chain.mine();
      await next.reach('succeeded');
      expect(stored(world, requestId)?.payment.submissions.map((each) => each.hash)).to.include(pays);
      expect(await world.deposits()).to.equal(1);
    });
  }

  for (const isMined of [true, false]) {
    it(`I2 shows the payment and opens no prompt when the wallet has sent it again, ${isMined ? 'mined' : 'pending'}`, async () => {
      const { world, next, requestId, sendAgain } = await reverted();
      const pays = sendAgain();
      if (isMined) world.chain.mine();
      world.service.statuses.set(requestId, { status: 'waiting' });
      await next.press();
      await world.clock.advance(SECOND);
      expect([shownId(next), world.prompts.length]).to.deep.equal([requestId, 1]);
      expect(stored(world, requestId)?.payment.payingHash).to.equal(pays);
      world.service.statuses.delete(requestId);
      world.chain.mine();
      await next.reach('succeeded');
      expect(await world.deposits()).to.equal(1);
    });
  }

  it('I2 opens no prompt when the wallet has sent it again, and the node counts it without showing it', async () => {
    const { world, next, sendAgain } = await reverted();
    world.chain.showsPending = false;
    sendAgain();
    await next.press();
    await world.clock.advance(SECOND);
    expect(world.prompts).to.have.length(1);
    expect(next.state).to.have.nested.property('problem.code', 'unconfirmed');
  });

  it('I2 opens no prompt when it was sent again beyond the nonces that the search reads', async () => {
    const { world, next, requestId } = await reverted();
    world.service.statuses.set(requestId, { status: 'waiting' });
    const { transaction } = world.prompts[0]!;
    for (const nonce of [1, 2, 3, 4]) world.chain.send({ from: people.payer, to: people.attacker, value: 5n, nonce });
    world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 5 });
    world.chain.mine();
    await next.press();
    await world.clock.advance(SECOND);
    expect(world.prompts).to.have.length(1);
    expect(next.state).to.have.nested.property('problem.code', 'unconfirmed');
  });

  it('I2 warns that both have paid when the reverted transaction pays after all', async () => {
    const { world, next, requestId, sendAgain } = await reverted();
    const first = stored(world, requestId)!.payment.payingHash!;
    const second = sendAgain();
    world.chain.mine();
    world.service.statuses.set(requestId, { status: 'waiting' });
    await next.press();
    await world.clock.advance(SECOND);
    world.service.statuses.set(requestId, { status: 'success', inTxHashes: [first, second] });
    await next.reach('succeeded');
    expect(next.state).to.have.nested.property('receipt.warnings').that.is.not.empty;
  });

  it('I2 asks once when the node counts a transaction of the account, but does not show it', async () => {
    const { world, next } = await reverted();
    world.chain.showsPending = false;
    world.chain.send({ from: people.payer, to: people.attacker, value: 5n });
    await next.press();
    await world.clock.advance(SECOND);
    expect(world.prompts).to.have.length(1);
    expect(next.state).to.have.nested.property('problem.code', 'unconfirmed');
  });
});
