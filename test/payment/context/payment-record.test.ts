/** Tests which transaction of a payment counts as the payment. An approval does not count. */
import { expect } from 'chai';
import { transition } from '../../../src/payment/model/machine.js';
import type { StateOf } from '../../../src/payment/model/state.js';
import type { Payment } from '../../../src/types.js';
import { USDC, World, type Tab } from '../../support/world.js';
import { NOW, payment, paymentOf } from '../../support/samples.js';

const paymentOn = ({ state }: Tab): Payment => {
  if (!('payment' in state)) throw new Error(`There is no payment in ${state.name}.`);
  return state.payment;
};
const hashesOf = ({ submissions }: Payment): string[] => submissions.map(({ hash }) => hash);

/** The approval is mined, and the prompt for the paying transaction is open. */
async function approved(): Promise<{ world: World; tab: Tab; approval: string }> {
  const world = new World();
  world.payer = 'waits';
  const tab = world.open();
  await tab.review(USDC);
  await tab.press();
  const approval = world.prompts[0]!.approve();
  await world.clock.until(() => world.prompts.length === 2);
  return { world, tab, approval };
}

describe('paying hash', () => {
  it('is undefined when only the approval is sent', async () => {
    const { tab, approval } = await approved();
    expect(hashesOf(paymentOn(tab))).to.deep.equal([approval]);
    expect(paymentOn(tab).payingHash).to.equal(undefined);
  });

  it('is the hash after the approval when both are sent, before and after a reload', async () => {
    const { world, tab, approval } = await approved();
    world.mines = false;
    const hash = world.prompts[1]!.approve();
    await tab.reach('processing');
    expect(hashesOf(paymentOn(tab))).to.deep.equal([approval, hash]);
    expect(paymentOn(tab).payingHash).to.equal(hash);
    tab.kill();
    const next = world.open();
    await next.reach('processing');
    expect(paymentOn(next).payingHash).to.equal(hash);
  });

  it('is the faster transaction when the payer speeds the payment up', async () => {
    const { world, tab } = await approved();
    world.mines = false;
    world.prompts[1]!.approve();
    await tab.reach('processing');
    const { transaction } = world.prompts[1]!;
    const faster = world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 1 });
    world.service.statuses.set(paymentOn(tab).requestId, { status: 'waiting' });
    world.chain.mine();
    await world.clock.advance(10_000);
    expect(paymentOn(tab).payingHash).to.equal(faster);
  });

  it('is the hash that the service saw, also after a reload, when the wallet returned none', async () => {
    const { world, tab, approval } = await approved();
    world.prompts[1]!.reject(-32603, 'connection lost');
    await tab.reach('processing');
    expect(tab.state).to.include({ status: 'unknown' });
    const seen = `0x${'5e'.repeat(32)}`;
    world.service.statuses.set(paymentOn(tab).requestId, { status: 'pending', inTxHashes: [seen] });
    await world.clock.advance(5_000);
    expect(hashesOf(paymentOn(tab))).to.deep.equal([approval, seen]);
    expect(paymentOn(tab).payingHash).to.equal(seen);
    tab.kill();
    const next = world.open();
    await next.reach('processing');
    expect(paymentOn(next).payingHash).to.equal(seen);
  });

  it('S-14 leaves a transaction to the search of its own payment when only the service names it for another', async () => {
    const world = new World();
    world.payer = 'waits';
    const [one, two] = [world.open({ reference: 'order-1' }), world.open({ reference: 'order-2' })];
    for (const tab of [one, two]) {
      await tab.review();
      await tab.press();
    }
    const [first, second] = [paymentOn(one).requestId, paymentOn(two).requestId];
    await one.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    two.kill();
    const { transaction } = world.prompts[1]!;
    const hash = world.chain.send({ ...transaction, value: BigInt(transaction.value) });
    world.service.statuses.set(first, { status: 'pending', inTxHashes: [hash] });
    world.service.statuses.set(second, { status: 'waiting' });
    await world.clock.advance(30_000);
    world.chain.mine();
    const next = world.open({ reference: 'order-2' });
    await next.do({ type: 'opened' });
    await world.clock.advance(60_000);
    expect(paymentOn(next).payingHash).to.equal(hash);
  });

  it('ends the status unknown when it is found; the approval’s hash does not', () => {
    const approval = { chainId: 8453, hash: `0x${'a9'.repeat(32)}`, url: null };
    const uncertain: StateOf<'processing'> = {
      name: 'processing',
      payment,
      status: 'unknown',
      since: NOW,
      slow: false,
      sent: false,
    };
    const { payingHash: _, ...approved } = paymentOf(1, [approval]);
    expect(transition(uncertain, { type: 'payment-updated', payment: approved })).to.include({ status: 'unknown' });
    const found = transition(uncertain, { type: 'payment-updated', payment: paymentOf(1, [approval]) });
    expect(found).to.include({ status: 'waiting' });
  });
});
