/** Which of a payment's transactions pays: the only one that the screens call "sent". */
import { expect } from 'chai';
import { transition } from '../../src/payment/machine.js';
import type { StateOf } from '../../src/payment/state.js';
import type { Payment } from '../../src/types.js';
import { USDC, World, type Tab } from '../support/world.js';
import { NOW, payment, paymentOf } from './samples.js';

const paymentOn = ({ state }: Tab): Payment => {
  if (!('payment' in state)) throw new Error(`There is no payment in ${state.name}.`);
  return state.payment;
};
const hashesOf = ({ submissions }: Payment): string[] => submissions.map(({ hash }) => hash);

/** At the wallet's window for the payment itself: the approval before it is mined. */
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

describe('the transaction that is called the paying one', () => {
  it('is none while only the approval is out', async () => {
    const { tab, approval } = await approved();
    expect(hashesOf(paymentOn(tab))).to.deep.equal([approval]);
    expect(paymentOn(tab).paying).to.equal(undefined);
  });

  it('is the one after the approval, before and after a reload', async () => {
    const { world, tab, approval } = await approved();
    world.mines = false;
    const hash = world.prompts[1]!.approve();
    await tab.reach('processing');
    expect(hashesOf(paymentOn(tab))).to.deep.equal([approval, hash]);
    expect(paymentOn(tab).paying).to.equal(hash);
    tab.kill();
    const next = world.open();
    await next.reach('processing');
    expect(paymentOn(next).paying).to.equal(hash);
  });

  it('that was sped up is the faster one', async () => {
    const { world, tab } = await approved();
    world.mines = false;
    world.prompts[1]!.approve();
    await tab.reach('processing');
    const { transaction } = world.prompts[1]!;
    const faster = world.chain.send({ ...transaction, value: BigInt(transaction.value), nonce: 1 });
    world.service.words.set(paymentOn(tab).requestId, { status: 'waiting' });
    world.chain.mine();
    await world.clock.advance(10_000);
    expect(paymentOn(tab).paying).to.equal(faster);
  });

  it('that the wallet did not tell is the one that the service saw, on the screen as in the journal', async () => {
    const { world, tab, approval } = await approved();
    world.prompts[1]!.reject(-32603, 'connection lost');
    await tab.reach('processing');
    expect(tab.state).to.include({ status: 'unknown' });
    const seen = `0x${'5e'.repeat(32)}`;
    world.service.words.set(paymentOn(tab).requestId, { status: 'pending', inTxHashes: [seen] });
    await world.clock.advance(5_000);
    expect(hashesOf(paymentOn(tab))).to.deep.equal([approval, seen]);
    expect(paymentOn(tab).paying).to.equal(seen);
    tab.kill();
    const next = world.open();
    await next.reach('processing');
    expect(paymentOn(next).paying).to.equal(seen);
  });

  it('is what answers the question about a lost answer: an approval’s hash does not', () => {
    const approval = { chainId: 8453, hash: `0x${'a9'.repeat(32)}`, url: null };
    const lost: StateOf<'processing'> = {
      name: 'processing',
      payment,
      status: 'unknown',
      since: NOW,
      slow: false,
      sent: false,
    };
    const { paying: _, ...approved } = paymentOf(1, [approval]);
    expect(transition(lost, { type: 'payment-updated', payment: approved })).to.include({ status: 'unknown' });
    const found = transition(lost, { type: 'payment-updated', payment: paymentOf(1, [approval]) });
    expect(found).to.include({ status: 'waiting' });
  });
});
