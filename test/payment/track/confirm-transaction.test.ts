import { expect } from 'chai';
import { amounts, batchOf, contracts, people, tokens } from '../../support/quotes.js';
import { transferLog } from '../../support/transfer-log.js';
import { PINNED, USDC, World } from '../../support/world.js';
import { MINUTE } from '../../support/times.js';
import { sameChainWorld, transferAsked, transferOf } from '../same-chain.js';
import { entryOf, shownId, sent } from '../sent.js';

describe('confirm-transaction', () => {
  it('W-12 posts the hash of the faster transaction to the service once when the payer speeds it up', async () => {
    const { world, say } = await sent();
    say('waiting');
    const { transaction } = world.prompts[0]!;
    world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0 });
    world.chain.mine();
    await world.clock.advance(60_000);
    expect(world.requestsTo('/transactions/index')).to.have.length(2);
  });

  it('emits hub-sent once when the chain confirms the transaction before the service reports the deposit', async () => {
    const { world, tab, say } = await sent();
    say('waiting');
    world.chain.mine();
    await world.clock.advance(10_000);
    expect(tab.state).to.include({ name: 'processing', sent: true, status: 'waiting' });
    say('pending');
    await world.clock.advance(5_000);
    expect(tab.emitted.filter((name) => /sent|confirmed/.test(name))).to.deep.equal(['hub-step confirmed', 'hub-sent']);
  });

  it('F-78 keeps both hashes and emits hub-sent with the faster transaction when the payer speeds it up', async () => {
    const { world, tab, hash, say } = await sent();
    say('waiting');
    const { transaction } = world.prompts[0]!;
    const faster = world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0 });
    world.chain.mine();
    await world.clock.advance(10_000);
    expect(tab.state).to.have.nested.property('payment.submissions.length', 2);
    expect(tab.detail('hub-sent')).to.have.nested.property('transaction.hash', faster);
    expect(entryOf(world).payment.submissions.map((each) => each.hash)).to.deep.equal([hash, faster]);
  });

  it('F-80 goes on when the wallet sends the payment again inside a batch with the same nonce', async () => {
    const { world, tab, say } = await sent(USDC, undefined, PINNED);
    say('waiting');
    // The page sees the transaction, and so its nonce.
    await world.clock.advance(3_000);
    const { data } = world.prompts.at(-1)!.transaction;
    const hash = world.chain.send({
      from: people.payer,
      to: people.payer,
      nonce: world.chain.nextNonce(people.payer) - 1,
      data: batchOf(data),
      logs: [transferLog(tokens.usdc.address, people.payer, contracts.depository, amounts.usdc)],
    });
    world.chain.mine();
    await world.clock.advance(10_000);
    expect(tab.state).to.include({ name: 'processing', sent: true });
    expect(tab.detail('hub-sent')).to.have.nested.property('transaction.hash', hash);
    expect(world.promptsFor('pay')).to.equal(1);
  });

  it('F-66 does not say that anything was sent when the wallet has sent the money to somebody else', async () => {
    const world = sameChainWorld();
    const tab = await transferAsked(world, 'order-1');
    world.prompts[0]!.answer(world.chain.send(transferOf(world, people.attacker)));
    world.chain.mine();
    await tab.reach('processing');
    world.service.statuses.set(shownId(tab), { status: 'waiting' });
    await world.clock.advance(20_000);
    expect(tab.emitted).to.not.include('hub-sent');
    // The service decides. Until then, the payer is asked after the usual time.
    await tab.hide();
    await world.clock.advance(40 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown', sent: false });
  });

  it('F-66 opens no second prompt when the wallet names another call of the payer that reverted', async () => {
    const world = sameChainWorld();
    const tab = await transferAsked(world, 'order-1');
    const other = world.chain.send({ ...transferOf(world, people.attacker), reverts: true });
    world.chain.mine();
    world.prompts[0]!.answer(other);
    await tab.reach('processing');
    world.service.statuses.set(shownId(tab), { status: 'waiting' });
    await world.clock.advance(20_000);
    expect(tab.state.name).to.equal('processing');
    await tab.press();
    expect(world.prompts).to.have.length(1);
  });

  it('I13 emits no hub-sent and waits for the chain when the order ends without a deposit', async () => {
    const { world, tab, say } = await sent();
    say('failure', { inTxHashes: [] });
    await world.clock.advance(30_000);
    expect(tab.state).to.include({ name: 'processing', sent: false, status: 'waiting' });
    const { transaction } = world.prompts[0]!;
    world.chain.send({ ...transaction, nonce: 0, to: people.payer, data: '0x', value: 0n });
    world.chain.mine();
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('problem.money', 'in-wallet');
    expect(tab.emitted.filter((name) => /sent|failure/.test(name))).to.deep.equal([]);
  });

  it('emits hub-sent and hub-failure when the transaction is mined after the order ended without a deposit', async () => {
    const { world, tab, say } = await sent();
    say('failure', { inTxHashes: [] });
    await world.clock.advance(5_000);
    world.chain.mine();
    await tab.reach('failed');
    expect(tab.emitted.filter((name) => /hub-(sent|failure)/.test(name))).to.deep.equal(['hub-sent', 'hub-failure']);
  });

  for (const [id, title, code, change] of [
    ['F-83', 'reverts', 'reverted', { reverts: true }],
    ['F-79', 'is cancelled in the wallet', 'replaced', { to: people.payer, data: '0x', value: 0n }],
    ['F-80', 'is replaced by another one', 'replaced', { to: people.attacker, data: '0x', value: 5n }],
  ] as const) {
    it(`${id} returns to the review, and pays at the next press, when the transaction ${title}`, async () => {
      const { world, tab, say } = await sent();
      say('waiting');
      const { transaction } = world.prompts[0]!;
      world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0, ...change });
      world.chain.mine();
      await tab.reach('reviewing');
      expect(tab.state).to.have.nested.property('problem.code', code);
      expect(tab.state).to.have.nested.property('problem.money', 'in-wallet');
      expect(tab.emitted.filter((name) => /sent|failure|success/.test(name))).to.deep.equal([]);
      world.mines = true;
      world.payer = 'approves';
      world.service.statuses.clear();
      await world.clock.advance(30_000);
      await tab.press();
      await tab.reach('succeeded');
      expect(await world.deposits()).to.equal(1);
    });

    it(`${id} keeps the payment processing when the transaction ${title} after the service reported pending`, async () => {
      const { world, tab, say } = await sent();
      say('pending');
      await world.clock.advance(2_000);
      const { transaction } = world.prompts[0]!;
      world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0, ...change });
      world.chain.mine();
      await world.clock.advance(120_000);
      expect(tab.state).to.include({ name: 'processing', status: 'pending' });
    });
  }

  it('F-88 shows the payment again when the service reports success after the chain reported a revert', async () => {
    const { world, tab, say } = await sent();
    say('waiting');
    const { transaction } = world.prompts[0]!;
    world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 0, reverts: true });
    world.chain.mine();
    await tab.reach('reviewing');
    say('success');
    await tab.reach('processing', 'succeeded');
    await tab.reach('succeeded');
    expect(tab.emitted.filter((name) => name === 'hub-success')).to.have.length(1);
  });

  it('F-87 settles by the service’s status when the chain cannot be read', async () => {
    const { world, tab, say } = await sent();
    world.chain.fault = 'down';
    say('success');
    await tab.reach('succeeded');
  });

  it('F-87 emits hub-sent when the chain confirms the transaction after an outage', async () => {
    const { world, tab, say } = await sent();
    say('waiting');
    world.chain.fault = 'html';
    await world.clock.advance(300_000);
    world.chain.fault = null;
    world.chain.mine();
    await world.clock.until(() => tab.emitted.includes('hub-sent'));
  });

  it('F-96 takes the deposit’s hash, not the approval’s, from the service when the wallet’s answer was lost', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review(USDC);
    await tab.press();
    world.prompts[0]!.approve();
    await world.clock.until(() => world.prompts.length === 2);
    world.prompts[1]!.reject(-32603);
    await tab.reach('processing');
    const deposit = `0x${'dd'.repeat(32)}`;
    world.service.statuses.set(shownId(tab), { status: 'pending', inTxHashes: [deposit] });
    await world.clock.advance(2_000);
    expect(tab.detail('hub-sent')).to.have.nested.property('transaction.hash', deposit);
  });

  it('emits hub-sent without a transaction when neither the wallet nor the service names the hash', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review(USDC);
    await tab.press();
    world.prompts[0]!.approve();
    await world.clock.until(() => world.prompts.length === 2);
    world.prompts[1]!.reject(-32603);
    await tab.reach('processing');
    world.service.statuses.set(shownId(tab), { status: 'pending' });
    await world.clock.until(() => tab.emitted.includes('hub-sent'));
    expect(tab.detail('hub-sent')).to.have.property('transaction', null);
  });
});
