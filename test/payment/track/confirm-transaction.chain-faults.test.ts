/** Tests a sent payment while its origin chain, or the chain's node, is at fault. */
import { expect } from 'chai';
import type { NodeFault } from '../../support/fake-chain.js';
import { people } from '../../support/quotes.js';
import type { PaymentResult } from '../../../src/types.js';
import { USDC, World } from '../../support/world.js';
import { MINUTE, HOUR } from '../../support/times.js';
import { entryOf, factsOf, sent, shownId } from '../sent.js';

describe('confirm-transaction with a chain at fault', () => {
  it('F-22 tracks the payment to its outcome when the chain is disabled after the payment was sent', async () => {
    const { world, tab } = await sent();
    world.service.incidents[8453] = { disabled: true, depositEnabled: false };
    await world.clock.advance(5 * MINUTE);
    expect(tab.state.name).to.equal('processing');
    world.chain.mine();
    await tab.reach('succeeded');
    expect(world.prompts).to.have.length(1);
  });

  it('F-64 emits hub-sent with the payment’s own transaction when the wallet returned the hash of another one', async () => {
    const world = new World();
    world.payer = 'waits';
    const tab = world.open();
    await tab.review();
    await tab.press();
    const { transaction } = world.prompts[0]!;
    const other = world.chain.send({ from: people.attacker, to: people.recipient });
    const own = world.chain.send({ ...transaction, value: BigInt(transaction.value) });
    world.prompts[0]!.answer(other);
    await tab.reach('processing');
    world.service.statuses.set(shownId(tab), { status: 'waiting' });
    world.chain.mine();
    await world.clock.until(() => tab.emitted.includes('hub-sent'));
    expect(tab.detail('hub-sent')).to.have.nested.property('transaction.hash', own);
  });

  it('F-77 keeps tracking, asks the payer, and ends when the transaction is mined after two hours', async () => {
    const { world, tab, say } = await sent();
    say('waiting');
    await tab.hide();
    await world.clock.advance(2 * HOUR);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown', sent: false, slow: true });
    world.service.statuses.clear();
    world.chain.mine();
    await tab.reach('succeeded');
  });

  for (const depth of [1, 6]) {
    it(`F-85 keeps the payment processing and emits hub-sent once when ${depth} blocks with it are removed`, async () => {
      const { world, tab, say } = await sent();
      say('waiting');
      world.chain.mine();
      world.chain.mineEmpty(depth - 1);
      await world.clock.until(() => tab.emitted.includes('hub-sent'));
      world.chain.reorganise(depth);
      await world.clock.advance(10 * MINUTE);
      expect(tab.state).to.include({ name: 'processing' });
      expect(tab.state).not.to.have.property('problem');
      world.service.statuses.clear();
      world.chain.mine();
      await tab.reach('succeeded');
      expect(factsOf(tab).filter((name) => name === 'hub-sent')).to.have.length(1);
      expect(world.prompts).to.have.length(1);
    });
  }

  it('F-86 keeps the payment until the service ends it when the node never has what the wallet’s node has', async () => {
    const { world, tab, hash, say } = await sent();
    say('waiting');
    world.chain.falsify = (method, [id], result) =>
      method.startsWith('eth_getTransaction') && id === hash ? null : result;
    world.chain.mine();
    await tab.hide();
    await world.clock.advance(HOUR);
    expect(tab.state).to.include({ name: 'processing' });
    expect(['sent', 'prompted']).to.include(entryOf(world).stage);
    expect(tab.emitted.filter((name) => name === 'hub-failure')).to.deep.equal([]);
    say('success', { inTxHashes: [hash] });
    await tab.reach('succeeded');
    expect(world.prompts).to.have.length(1);
  });

  for (const fault of ['down', 'busy', 'html', 'error', 'silent'] as const satisfies NodeFault[]) {
    it(`F-87 ends by the service’s status alone when the node is ${fault} from the prompt to the end`, async () => {
      const { world, tab, say } = await sent();
      world.chain.fault = fault;
      await world.clock.advance(MINUTE);
      say('pending');
      await world.clock.until(() => tab.emitted.includes('hub-sent'));
      say('success');
      await tab.reach('succeeded');
    });
  }

  it('F-89 waits for the service’s status when the wallet sends to a mempool that the node does not see', async () => {
    const { world, tab, hash, say } = await sent();
    world.chain.hide(hash);
    world.chain.holdBack(hash);
    say('waiting');
    await tab.hide();
    await world.clock.advance(HOUR);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown' });
    expect(entryOf(world).stage).to.equal('sent');
    say('success', { inTxHashes: [hash] });
    await tab.reach('succeeded');
    expect(world.prompts).to.have.length(1);
  });

  it('F-95 names both transactions in the receipt when the wallet paid one request twice', async () => {
    const { tab, hash, say } = await sent();
    const second = `0x${'d2'.repeat(32)}`;
    say('success', { inTxHashes: [hash, second] });
    await tab.reach('succeeded');
    const origin = tab.detail('hub-success')?.['origin'] as { hash: string }[];
    expect(origin.map((each) => each.hash)).to.deep.equal([hash, second]);
    const told = (tab.detail('hub-success') as PaymentResult).warnings?.map(({ path }) => path);
    expect(told).to.deep.equal(['destination', 'origin']);
  });

  it('F-95 says so after a reload too, and when the payment was resumed by its id', async () => {
    const { world, tab, hash, requestId, say } = await sent();
    const second = `0x${'d2'.repeat(32)}`;
    tab.kill();
    say('success', { inTxHashes: [hash, second] });
    const reloaded = world.open();
    await reloaded.reach('succeeded');
    const inTxs = [hash, second].map((each) => ({ chainId: 8453, hash: each }));
    const other = new World();
    other.service.records.set(requestId, { id: requestId, status: 'success', data: { inTxs, outTxs: [] } });
    other.service.statuses.set(requestId, { status: 'success', inTxHashes: [hash, second] });
    const foreign = other.open();
    void foreign.session.resume(requestId);
    await foreign.reach('succeeded');
    for (const page of [reloaded, foreign]) {
      const { receipt } = page.state as { receipt: PaymentResult };
      expect(receipt.warnings?.map(({ path }) => path)).to.include('origin');
    }
  });

  it('F-95 names no second transaction when the service lists the approval, or one hash twice', async () => {
    const { world, tab, hash, say } = await sent(USDC);
    const [approval] = world.chain.transactions();
    const upper = hash.toUpperCase().replace('0X', '0x');
    say('success', { inTxHashes: [approval!.hash, hash, upper] });
    await tab.reach('succeeded');
    const told = (tab.detail('hub-success') as PaymentResult).warnings?.map(({ path }) => path);
    expect(told).to.deep.equal(['destination']);
  });

  it('F-97 keeps the payment without a failure when the chain makes no block for two hours, and ends afterwards', async () => {
    const { world, tab } = await sent();
    world.service.incidents[8453] = { blockProductionLagging: true };
    await tab.hide();
    await world.clock.advance(2 * HOUR);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown', slow: true });
    expect(tab.emitted.filter((name) => /failure|error/.test(name))).to.deep.equal([]);
    world.chain.mine();
    await tab.reach('succeeded');
    expect(world.prompts).to.have.length(1);
  });
});
