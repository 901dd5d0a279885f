import { expect } from 'chai';
import { people } from '../../../support/quotes.js';
import { World } from '../../../support/world.js';
import { SECOND, MINUTE } from '../../../support/times.js';
import { entryOf, shownId } from '../../sent.js';
import { type Lost, asked, abandoned, anew, stored } from '../../lost-answer.js';

/** The wallet sends the transaction at once. The wallet returns the hash only when the test calls `tell`. */
async function late(change: object = {}): Promise<Lost & { hash: string; tell: (reported?: string) => Promise<void> }> {
  const world = new World();
  let hash = '';
  let answer: (hash: string) => void = () => undefined;
  let send: Lost['send'] = () => '';
  world.wallet.always('eth_sendTransaction', ([request]: readonly unknown[]) => {
    const transaction = request as { from: string; to: string; data: string; value: string };
    send = (more = {}) => world.chain.send({ ...transaction, value: BigInt(transaction.value), ...more });
    hash = send(change);
    return new Promise<string>((resolve) => (answer = resolve));
  });
  const tab = world.open();
  await tab.review();
  await tab.press();
  const requestId = shownId(tab);
  world.service.statuses.set(requestId, { status: 'waiting' });
  await tab.do({ type: 'wallet-closed' });
  const tell = async (reported = hash): Promise<void> => {
    answer(reported);
    await world.clock.advance(5 * SECOND);
  };
  return { world, tab, requestId, send, hash, tell };
}

describe('find-transaction with a late wallet answer', () => {
  it('F-63 keeps the reverted outcome and allows a new payment when the answer is the reverted hash', async () => {
    const { world, tab, requestId, tell } = await late({ reverts: true });
    world.chain.mine();
    await tab.reach('reviewing');
    await tell();
    expect(stored(world, requestId)).to.include({ stage: 'abandoned' });
    expect(stored(world, requestId)).to.have.property('problem', 'reverted');
    await tab.press();
    await world.clock.advance(7 * SECOND);
    expect(world.wallet.count('eth_sendTransaction')).to.equal(2);
  });

  it('F-63 tracks the new transaction when the answer is another hash than the reverted one', async () => {
    const { world, tab, send, tell } = await late({ reverts: true });
    world.chain.mine();
    await tab.reach('reviewing');
    const again = send();
    world.chain.mine();
    await tell(again);
    await world.clock.advance(10 * SECOND);
    expect(entryOf(world)).to.include({ stage: 'sent' }).and.to.have.nested.property('payment.payingHash', again);
    expect(tab.detail('hub-sent')).to.have.nested.property('transaction.hash', again);
  });

  it('F-63 F-78 keeps the faster transaction as the paying one when the answer is the replaced hash', async () => {
    const { world, tab, requestId, send, hash, tell } = await late();
    await world.clock.advance(2 * SECOND);
    const faster = send({ nonce: 0 });
    world.chain.mine();
    await world.clock.advance(10 * SECOND);
    expect(tab.detail('hub-sent')).to.have.nested.property('transaction.hash', faster);
    await tell();
    const { payingHash: paying, submissions } = stored(world, requestId)!.payment;
    expect([paying, submissions.map((each) => each.hash)]).to.deep.equal([faster, [hash, faster]]);
  });
});

describe('find-transaction without a wallet answer', () => {
  it('F-152 F-96 finds the pending transaction by its nonce when the page reloads', async () => {
    const { world, tab, requestId, send } = await asked();
    const hash = send();
    tab.kill();
    const next = world.open();
    await world.clock.advance(2 * SECOND);
    expect(next.state).to.include({ name: 'processing', status: 'waiting' });
    expect(next.state).to.have.nested.property('payment.submissions[0].hash', hash);
    expect(entryOf(world)).to.include({ stage: 'sent' }).and.to.have.nested.property('payment.payingHash', hash);
    world.chain.mine();
    await next.reach('succeeded');
    expect(world.facts()).to.deep.equal([`hub-sent ${requestId}`, `hub-success ${requestId}`]);
    expect(world.prompts).to.have.length(1);
  });

  it('F-55 looks at the chain every 15 seconds, and at once when the page wakes', async () => {
    const { world, tab, send } = await asked();
    await tab.do({ type: 'wallet-closed' });
    await world.clock.advance(2 * SECOND);
    const counts = (): number => world.chain.methods.filter((method) => method === 'eth_getTransactionCount').length;
    const before = counts();
    await world.clock.advance(5 * MINUTE);
    expect(counts() - before).to.be.within(2 * 19, 2 * 21);
    send();
    await tab.do({ type: 'woken' });
    await world.clock.advance(0);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
  });

  it('F-58 F-90 finds the transaction when the wallet sent it but answered an error', async () => {
    const { world, tab, send } = await asked();
    const hash = send();
    world.prompts[0]!.reject(-32000, 'already known');
    await world.clock.advance(2 * SECOND);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
    expect(tab.state).to.have.nested.property('payment.submissions[0].hash', hash);
  });

  it('F-67 finds the transaction when the wallet sent another transaction before it', async () => {
    const { world, tab, requestId, send } = await asked();
    world.service.statuses.set(requestId, { status: 'waiting' });
    world.chain.send({ from: people.payer, to: people.attacker, value: 1n });
    const hash = send();
    world.chain.mine();
    await tab.do({ type: 'wallet-closed' });
    await world.clock.advance(5 * SECOND);
    expect(entryOf(world)).to.include({ stage: 'sent' }).and.to.have.nested.property('payment.payingHash', hash);
  });

  it('F-63 records the hash once when the wallet answers late with the same hash', async () => {
    const { world, tab, requestId } = await asked();
    await tab.do({ type: 'wallet-closed' });
    const hash = world.prompts[0]!.approve();
    await world.clock.advance(20 * SECOND);
    expect(stored(world, requestId)?.payment.submissions.map((each) => each.hash)).to.deep.equal([hash]);
  });

  it('F-83 reports reverted when the transaction it finds has reverted', async () => {
    const { world, tab, send } = await asked();
    send({ reverts: true });
    world.chain.mine();
    await tab.do({ type: 'wallet-closed' });
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('problem.code', 'reverted');
  });

  for (const [id, title, change] of [
    ['F-79', 'is cancelled in the wallet', { to: people.payer, data: '0x', value: 0n }],
    ['F-80', 'is replaced by another one', { to: people.attacker, data: '0x', value: 5n }],
  ] as const) {
    it(`P-4 ${id} keeps the outcome unknown when the transaction ${title} and its nonce is a guess`, async () => {
      const { world, tab, send } = await asked();
      send(change);
      world.chain.mine();
      await tab.do({ type: 'wallet-closed' });
      await tab.hide();
      await world.clock.advance(60 * MINUTE);
      expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    });

    it(`${id} reports nothing when the transaction ${title} and the service has seen a deposit`, async () => {
      const { world, tab, requestId, send } = await asked();
      send(change);
      world.chain.mine();
      await tab.do({ type: 'wallet-closed' });
      await tab.hide();
      await world.clock.advance(MINUTE);
      world.service.statuses.set(requestId, { status: 'pending' });
      await world.clock.advance(20 * MINUTE);
      expect(tab.state).to.include({ name: 'processing', status: 'pending' });
    });
  }

  it('F-63 keeps the wallet’s hash when it arrives during a lookup on the chain', async () => {
    const { world, tab, requestId, send } = await asked();
    send({ to: people.attacker, data: '0x', value: 5n });
    world.chain.mine();
    await tab.do({ type: 'wallet-closed' });
    await tab.hide();
    await world.clock.advance(11 * MINUTE);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { fetch } = world.chain;
    Object.assign(world.chain, {
      fetch: async (...request: Parameters<typeof fetch>) => {
        await held;
        return fetch(...request);
      },
    });
    // This event starts a search on the chain. The wallet's response arrives during the search.
    await tab.do({ type: 'woken' });
    const hash = world.prompts[0]!.approve();
    world.chain.hide(hash);
    await world.clock.advance(0);
    release();
    await world.clock.advance(SECOND);
    expect(stored(world, requestId))
      .to.include({ stage: 'sent' })
      .and.to.have.nested.property('payment.payingHash', hash);
    expect(tab.state.name).to.equal('processing');
  });

  it('F-81 limits its requests when another transaction has the nonce and the chain advances', async () => {
    const { world, tab, send } = await asked();
    send({ to: people.attacker, data: '0x', value: 5n });
    world.chain.mine();
    world.chain.mineEmpty(1_000);
    await tab.do({ type: 'wallet-closed' });
    await tab.hide();
    const counts = (): number => world.chain.methods.filter((method) => method === 'eth_getTransactionCount').length;
    const before = counts();
    await world.clock.advance(9 * MINUTE);
    expect(counts() - before).to.be.below(150);
  });

  it('I24 stops its requests and leaves no timer when the page closes', async () => {
    const { world, tab } = await asked();
    await tab.do({ type: 'wallet-closed' });
    await world.clock.advance(MINUTE);
    tab.close();
    await world.clock.advance(0);
    const before = world.chain.methods.length;
    await world.clock.advance(10 * MINUTE);
    expect([world.chain.methods.length - before, world.clock.pending]).to.deep.equal([0, 0]);
  });
});

describe('find-transaction after the payer started over', () => {
  it('I2 shows the abandoned payment before another can be paid when its transaction appears', async () => {
    const { world, tab, requestId, send } = await abandoned();
    const hash = send();
    expect(tab.state.name).to.equal('selecting');
    await world.clock.advance(16 * SECOND);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
    expect(shownId(tab)).to.equal(requestId);
    expect(entryOf(world)).to.include({ stage: 'sent' }).and.to.have.nested.property('payment.payingHash', hash);
    world.chain.mine();
    await tab.reach('succeeded');
    expect([world.prompts.length, await world.deposits()]).to.deep.equal([1, 1]);
  });

  it('looks at the chain at once when the payer starts over', async () => {
    const { world, tab, send } = await asked();
    await tab.do({ type: 'wallet-closed' });
    await world.clock.advance(5 * SECOND);
    send();
    await tab.do({ type: 'abandoned' });
    await world.clock.advance(0);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
  });

  it('F-63 shows the payment again when another tab received its hash from the wallet', async () => {
    const { world, requestId } = await asked();
    const other = world.open();
    await world.clock.advance(5 * SECOND);
    expect(other.state).to.include({ name: 'processing', status: 'unknown' });
    world.prompts[0]!.approve();
    await world.clock.advance(0);
    await other.do({ type: 'abandoned' });
    expect(other.state).to.include({ name: 'processing', status: 'waiting' });
    expect(shownId(other)).to.equal(requestId);
    expect(stored(world, requestId)).to.include({ stage: 'sent' });
  });

  for (const isMined of [false, true]) {
    it(`I2 shows the payment at the press and opens no prompt when it is ${isMined ? 'mined' : 'waiting'} on the chain`, async () => {
      const uncertain = await abandoned();
      const next = await anew(uncertain);
      uncertain.send();
      if (isMined) uncertain.world.chain.mine();
      await next.press();
      await uncertain.world.clock.advance(SECOND);
      expect(uncertain.world.prompts).to.have.length(1);
      expect(['processing', 'succeeded']).to.include(next.state.name);
      expect(shownId(next)).to.equal(uncertain.requestId);
      uncertain.world.chain.mine();
      await next.reach('succeeded');
      expect(await uncertain.world.deposits()).to.equal(1);
    });
  }

  it('I2 opens no prompt when a transaction that the node hides has the nonce and may be the payment', async () => {
    const uncertain = await abandoned();
    const { world } = uncertain;
    const next = await anew(uncertain);
    world.chain.showsPending = false;
    world.chain.send({ from: people.payer, to: people.attacker, value: 5n });
    await next.press();
    expect(world.prompts).to.have.length(1);
    expect(next.state).to.include({ name: 'reviewing', confirming: false });
    expect(next.state).to.have.nested.property('problem.code', 'outcome-unknown');
    expect(next.state).to.have.nested.property('problem.money', 'unknown');
    // The other transaction is mined and uses the nonce, so the payer may pay again.
    world.chain.mine();
    await next.press();
    await world.clock.advance(SECOND);
    expect(world.prompts).to.have.length(2);
  });

  it('opens a prompt when the nonce is free or a different transaction waits with it', async () => {
    for (const other of [null, { to: people.attacker, data: '0x', value: 5n }]) {
      const uncertain = await abandoned();
      const next = await anew(uncertain);
      if (other) uncertain.send(other);
      await next.press();
      await uncertain.world.clock.advance(SECOND);
      expect(uncertain.world.prompts).to.have.length(2);
    }
  });

  it('F-83 never shows the abandoned payment as sent when it reverted', async () => {
    const { world, tab, requestId, send } = await abandoned();
    send({ reverts: true });
    world.chain.mine();
    await world.clock.advance(20 * MINUTE);
    expect(tab.state.name).to.equal('selecting');
    expect(
      world.of('state').filter(({ state }) => state.name === 'processing' && state.status !== 'unknown'),
    ).to.deep.equal([]);
    expect(stored(world, requestId)?.stage).to.equal('abandoned');
  });

  it('opens a prompt when the abandoned payment reverted before the press', async () => {
    const uncertain = await abandoned();
    const next = await anew(uncertain);
    uncertain.send({ reverts: true });
    uncertain.world.chain.mine();
    await next.press();
    await uncertain.world.clock.advance(SECOND);
    expect(uncertain.world.prompts).to.have.length(2);
  });

  for (const fault of ['down', 'busy', 'html', 'error', 'silent'] as const) {
    it(`F-87 opens a prompt after a lookup on the chain when the chain is ${fault}`, async () => {
      const uncertain = await abandoned();
      const { world } = uncertain;
      const next = await anew(uncertain);
      world.chain.fault = fault;
      const before = world.chain.methods.length;
      await next.press();
      await world.clock.advance(17 * SECOND);
      expect(world.chain.methods.slice(before)).to.include('eth_getTransactionCount');
      expect(world.prompts).to.have.length(2);
    });
  }

  it('F-41 finds the transaction by the account of the prompt when another account is connected', async () => {
    const uncertain = await abandoned();
    const { world } = uncertain;
    world.wallet.accounts = [people.recipient];
    const next = await anew(uncertain);
    uncertain.send();
    await next.press();
    await world.clock.advance(SECOND);
    expect(world.prompts).to.have.length(1);
    expect(shownId(next)).to.equal(uncertain.requestId);
  });
});
