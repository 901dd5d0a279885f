/** Tests payments from smart accounts. The page waits for the service's status, even if the chain has no receipt. */
import { expect } from 'chai';
import { numberToHex, type Hex } from 'viem';
import { amounts, batchOf, people } from '../../support/quotes.js';
import { ETH, PINNED, USDC, World, type Tab } from '../../support/world.js';
import { MINUTE } from '../../support/times.js';
import { factsOf, shownId } from '../sent.js';

const REAL = `0x${'1a'.repeat(32)}`;
const ownHash = (n: number): string => `0x${String(n).padStart(64, '5')}`;

/** Presses the pay button. The wallet returns transaction hashes that no node knows. */
async function asked(pay: {
  chainId: number;
  currency: string;
}): Promise<{ world: World; tab: Tab; allow: () => void }> {
  const world = new World();
  let allowed = 0n;
  let answered = 0;
  world.chain.contracts.add(people.payer);
  world.wallet.always('eth_sendTransaction', () => ownHash((answered += 1)));
  world.chain.override('eth_call', ([call]) => {
    const { to, data } = call as { to: string; data: Hex };
    return data.startsWith('0xdd62ed3e') ? numberToHex(allowed, { size: 32 }) : world.readBalances({ to, data }, true);
  });
  const tab = world.open();
  await tab.review(pay);
  await tab.press();
  return { world, tab, allow: () => void (allowed = amounts.usdc) };
}

describe('execute-plan with a smart account', () => {
  it('F-118 waits without a new prompt, and settles by the service’s status, when the payment takes half an hour', async () => {
    const { world, tab } = await asked(ETH);
    expect(tab.state).to.include({ name: 'processing', status: 'waiting' });
    const requestId = shownId(tab);
    world.chain.send({ from: people.payer, to: people.recipient });
    world.chain.mine();
    // A hidden page polls the service rarely, so a test with a long wait runs faster.
    await tab.hide();
    await world.clock.advance(30 * MINUTE);
    await tab.show();
    expect(tab.state).to.include({ name: 'processing', status: 'waiting', slow: true });
    await tab.press();
    await tab.do({ type: 'abandoned' }, { type: 'reset' });
    expect(world.wallet.count('eth_sendTransaction')).to.equal(1);
    world.service.statuses.set(requestId, { status: 'success', inTxHashes: [REAL], txHashes: [ownHash(9)] });
    await tab.reach('succeeded');
    expect(factsOf(tab)).to.deep.equal(['hub-sent', 'hub-status success', 'hub-success']);
    const { receipt } = tab.state as { receipt: { origin: { hash: string }[] } } & typeof tab.state;
    expect(receipt.origin.map(({ hash }) => hash)).to.deep.equal([ownHash(1), REAL]);
  });

  it('F-118 settles by the service’s status, without a second prompt, when the other signers need two days', async () => {
    const { world, tab } = await asked(ETH);
    const requestId = shownId(tab);
    await tab.hide();
    world.clock.sleep(47 * 60 * MINUTE);
    await world.clock.advance(60 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'unknown', slow: true });
    tab.kill();
    const next = world.open();
    await world.clock.advance(MINUTE);
    expect([next.state.name, shownId(next)]).to.deep.equal(['processing', requestId]);
    world.service.statuses.set(requestId, { status: 'success', inTxHashes: [REAL], txHashes: [ownHash(9)] });
    await next.reach('succeeded');
    expect(world.wallet.count('eth_sendTransaction')).to.equal(1);
  });

  it('F-118 opens the payment prompt when the allowance is on the chain, although the approval’s hash is not', async () => {
    const { world, tab, allow } = await asked(USDC);
    await world.clock.advance(10_000);
    expect(tab.state).to.include({ name: 'authorizing', phase: 'confirming' });
    expect(world.wallet.count('eth_sendTransaction')).to.equal(1);
    allow();
    await world.clock.advance(10_000);
    expect(world.wallet.count('eth_sendTransaction')).to.equal(2);
    expect(tab.state.name).to.equal('processing');
  });

  for (const [title, isReadable] of [
    ['its owners have signed reverts', true],
    ['its owners have signed reverts, and the node no longer shows its code', false],
  ] as const)
    it(`F-120 asks the payer before the second prompt when the payment that ${title}`, async () => {
      const world = new World();
      world.payer = 'waits';
      world.chain.contracts.add(people.payer);
      const tab = world.open(PINNED);
      await tab.review();
      await tab.press();
      const { transaction } = world.prompts[0]!;
      // Too little gas also reverts the nonce of the Safe, so anybody can execute the signed payment again.
      const execution = { from: people.attacker, to: people.payer, data: batchOf(transaction.data), reverts: true };
      world.prompts[0]!.answer(world.chain.send(execution));
      world.chain.mine();
      await tab.reach('processing');
      world.service.statuses.set(shownId(tab), { status: 'waiting' });
      await tab.reach('reviewing');
      expect(tab.state).to.have.nested.property('problem.code', 'reverted');
      if (!isReadable) world.chain.override('eth_getCode', () => new Error('no code'));
      // The quote of the first payment is renewed.
      await world.clock.advance(30_000);
      await tab.press();
      await world.clock.until(() => 'problem' in tab.state && tab.state.problem.code === 'unconfirmed');
      expect(world.prompts).to.have.length(1);
      await tab.press();
      await world.clock.until(() => world.prompts.length === 2);
    });

  it('F-120 asks the payer, and then the wallet once more, when the wallet of a contract account rejects', async () => {
    const world = new World();
    world.payer = 'waits';
    world.chain.contracts.add(people.payer);
    const tab = world.open();
    await tab.review();
    await tab.press();
    world.prompts[0]!.reject(4001);
    await world.clock.advance(10 * MINUTE);
    expect(tab.state).to.include({ name: 'reviewing' });
    expect(tab.state).to.have.deep.nested.property('quote.warnings[0].rule', 'account');
    expect(world.wallet.count('eth_sendTransaction')).to.equal(1);
    // Another owner's account can have sent the rejected payment, so no search shows that nothing was sent.
    await tab.press();
    expect(tab.state).to.have.nested.property('problem.code', 'unconfirmed');
    expect(world.wallet.count('eth_sendTransaction')).to.equal(1);
    await tab.press();
    expect(world.wallet.count('eth_sendTransaction')).to.equal(2);
  });

  it('F-118 F-25 opens no payment prompt and returns to the review when the allowance takes an hour', async () => {
    const { world, tab, allow } = await asked(USDC);
    await world.clock.advance(60 * MINUTE);
    allow();
    await world.clock.advance(MINUTE);
    expect(world.wallet.count('eth_sendTransaction')).to.equal(1);
    expect(tab.state).to.include({ name: 'reviewing' });
  });
});
