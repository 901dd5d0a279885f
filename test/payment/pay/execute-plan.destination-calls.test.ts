import { expect } from 'chai';
import { people, tokens } from '../../support/quotes.js';
import { ETH, USDC, World, type Tab } from '../../support/world.js';

const txs = [{ to: tokens.usdt.address, value: '0', data: '0x4e71d92d' }];

/** Starts a payment that contains calls of the merchant. The wallet's first prompt is open. */
async function asked(asset: { chainId: number; currency: string }): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  world.payer = 'waits';
  const tab = world.open({ txs });
  await tab.review(asset);
  await tab.press();
  return { world, tab };
}

/** Waits for the next review and presses the pay button again. Returns the `txs` of the last quote request. */
async function pressedAgain(world: World, tab: Tab): Promise<unknown> {
  await tab.reach('reviewing');
  await world.clock.advance(2_000);
  await tab.reach('reviewing');
  expect(tab.state).to.have.nested.property('intent.txs').that.deep.equals(txs);
  await tab.press();
  return world.service.bodies.at(-1)?.['txs'];
}

describe('execute-plan with destination calls', () => {
  it('sends txs with every quote and adds a warning when no order shows the calls', async () => {
    const { world, tab } = await asked(ETH);
    expect(world.service.bodies).not.to.have.length(0);
    for (const body of world.service.bodies) {
      expect(body).to.deep.include({ txs, recipient: people.recipient });
    }
    expect(tab.detail('hub-confirm')).to.have.nested.property('quote.warnings[0].rule', 'G61');
  });

  it('sends txs again when the payer has rejected the wallet prompt', async () => {
    const { world, tab } = await asked(ETH);
    world.prompts[0]!.reject(4001);
    expect(await pressedAgain(world, tab)).to.deep.equal(txs);
    expect(world.prompts).to.have.length(2);
  });

  it('sends txs again when the approval took longer than the quote is valid', async () => {
    const { world, tab } = await asked(USDC);
    await world.clock.advance(31_000);
    world.prompts[0]!.approve();
    await world.clock.advance(5_000);
    expect(await pressedAgain(world, tab)).to.deep.equal(txs);
    expect(world.promptsFor('pay')).to.equal(1);
  });

  it('stores no txs on the device when the wallet prompt opens', async () => {
    const { world } = await asked(ETH);
    expect(JSON.stringify([...world.storage.items])).not.to.include('4e71d92d');
  });
});
