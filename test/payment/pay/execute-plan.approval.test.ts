/** Tests the wait for an approval: the payer can leave it, and a slow approval is named. */
import { expect } from 'chai';
import { numberToHex, type Hex } from 'viem';
import { settle } from '../../support/clock.js';
import { USDC, World, type Tab } from '../../support/world.js';
import { SECOND } from '../../support/times.js';

/** The payer has approved in the wallet. No block contains the approval. */
async function approved(): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  world.payer = 'waits';
  const tab = world.open();
  await tab.review(USDC);
  await tab.press();
  world.mines = false;
  world.prompts[0]!.approve();
  await settle();
  return { world, tab };
}

describe('execute-plan while an approval is not confirmed', () => {
  for (const reason of ['dropped', 'node down'] as const) {
    it(`P-2 lets the payer leave and pay with something else when the approval is never confirmed (${reason})`, async () => {
      const { world, tab } = await approved();
      const [approval] = world.chain.transactions().slice(-1);
      if (reason === 'dropped') world.chain.drop(approval!.hash);
      else world.chain.fault = 'down';
      await world.clock.advance(60 * SECOND);
      expect(tab.state).to.include({ name: 'authorizing', phase: 'confirming' });
      await tab.do({ type: 'back' });
      expect(tab.state).to.include({ name: 'selecting', asset: null });
      world.chain.fault = null;
      world.mines = true;
      await tab.review();
      await tab.press();
      expect(world.prompts.map(({ step }) => step)).to.deep.equal(['approve', 'pay']);
      world.prompts[1]!.approve();
      await tab.reach('succeeded');
      expect(await world.deposits()).to.equal(1);
    });
  }

  it('P-2 opens no paying prompt when the approval is confirmed after the payer has left', async () => {
    const { world, tab } = await approved();
    await tab.do({ type: 'back' });
    world.chain.mine();
    await world.clock.advance(20 * SECOND);
    expect([tab.state.name, world.promptsFor('pay')]).to.deep.equal(['selecting', 0]);
  });

  it('P-2 keeps the paying prompt when the payer goes back while the wallet asks for the payment', async () => {
    const { world, tab } = await approved();
    world.chain.mine();
    await world.clock.until(() => world.prompts.length === 2);
    await tab.do({ type: 'back' });
    expect(tab.state).to.include({ name: 'authorizing', phase: 'prompting' });
  });

  it('P-22 names the slow approval and shows a new price when the approval takes longer than the quote', async () => {
    const { world, tab } = await approved();
    await world.clock.advance(45 * SECOND);
    world.chain.mine();
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('problem.code', 'quote-expired');
    expect(tab.state).to.have.deep.nested.property('problem.values', { approved: 'USDC' });
    await world.clock.advance(5 * SECOND);
    expect(tab.state).to.include({ name: 'reviewing' }).and.to.have.nested.property('problem.code', 'quote-expired');
    world.mines = true;
    world.payer = 'approves';
    await tab.press();
    await tab.reach('succeeded');
    expect([world.promptsFor('pay'), await world.deposits()]).to.deep.equal([1, 1]);
  });
});

const ALLOWANCE = '0xdd62ed3e';

/** Sets the allowance that the chain shows, also through the wallet. */
const allow = (world: World, amount: () => bigint): void =>
  world.chain.override('eth_call', ([call]) => {
    const { to, data } = call as { to: string; data: Hex };
    return data.startsWith(ALLOWANCE) ? numberToHex(amount(), { size: 32 }) : world.readBalances({ to, data }, true);
  });

describe('execute-plan after an approval', () => {
  it('P-15 asks for no payment and says why when the payer lowered the amount in the wallet', async () => {
    const { world, tab } = await approved();
    allow(world, () => 1n);
    world.chain.mine();
    await tab.reach('reviewing');
    expect(tab.state).to.have.nested.property('problem.code', 'approval-too-low');
    expect(tab.state).to.have.nested.property('problem.money', 'not-sent');
    expect(tab.state)
      .to.have.nested.property('problem.values.amount')
      .that.matches(/^[\d.]+ USDC$/);
    expect(world.promptsFor('pay')).to.equal(0);
  });

  it('P-15 asks for the payment when the node shows the allowance a little later', async () => {
    const { world } = await approved();
    const mined = world.clock.now();
    allow(world, () => (world.clock.now() - mined > 3 * SECOND ? 10n ** 30n : 0n));
    world.chain.mine();
    await world.clock.until(() => world.promptsFor('pay') === 1);
  });

  it('P-15 asks for the payment when the allowance cannot be read', async () => {
    const { world } = await approved();
    allow(world, () => {
      throw new Error('execution reverted');
    });
    world.chain.mine();
    await world.clock.until(() => world.promptsFor('pay') === 1);
  });

  it('P-15 asks for the payment when the wallet shows a sufficient allowance and the node does not', async () => {
    const { world } = await approved();
    allow(world, () => 10n ** 30n);
    world.chain.falsify = (method, [call], result) =>
      method === 'eth_call' && (call as { data: Hex }).data.startsWith(ALLOWANCE)
        ? numberToHex(0n, { size: 32 })
        : result;
    world.chain.mine();
    await world.clock.until(() => world.promptsFor('pay') === 1);
  });

  it('P-2 asks for the payment when the node is down and the wallet shows the approval', async () => {
    const { world } = await approved();
    world.chain.fault = 'down';
    world.chain.mine();
    await world.clock.until(() => world.promptsFor('pay') === 1, 30 * SECOND);
  });
});
