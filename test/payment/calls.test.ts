import { expect } from 'chai';
import { people, tokens } from '../support/quotes.js';
import { ETH, USDC, World, type Tab } from '../support/world.js';

const txs = [{ to: tokens.usdt.address, value: '0', data: '0x4e71d92d' }];

/** At the wallet's first window, for a payment with calls. */
async function asked(asset: { chainId: number; currency: string }): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  world.payer = 'waits';
  const tab = world.open({ txs });
  await tab.review(asset);
  await tab.press();
  return { world, tab };
}

/** What is asked for by the quote that is on the screen now, after one more press. */
async function pressedAgain(world: World, tab: Tab): Promise<unknown> {
  await tab.reach('reviewing');
  await world.clock.advance(2_000);
  await tab.reach('reviewing');
  expect(tab.state).to.have.nested.property('intent.txs').that.deep.equals(txs);
  await tab.press();
  return world.service.bodies.at(-1)?.['txs'];
}

describe('calls on the destination chain', () => {
  it('are asked for by every quote, and told as not to be seen in advance where no order shows them', async () => {
    const { world, tab } = await asked(ETH);
    expect(world.service.bodies).not.to.have.length(0);
    for (const body of world.service.bodies) {
      expect(body).to.deep.include({ txs, recipient: people.recipient });
    }
    expect(tab.detail('hub-confirm')).to.have.nested.property('quote.warnings[0].rule', 'G61');
  });

  it('are asked for again after the payer has said no to the wallet', async () => {
    const { world, tab } = await asked(ETH);
    world.prompts[0]!.reject(4001);
    expect(await pressedAgain(world, tab)).to.deep.equal(txs);
    expect(world.prompts).to.have.length(2);
  });

  it('are asked for again where the approval took so long that the price is a new one', async () => {
    const { world, tab } = await asked(USDC);
    await world.clock.advance(31_000);
    world.prompts[0]!.approve();
    await world.clock.advance(5_000);
    expect(await pressedAgain(world, tab)).to.deep.equal(txs);
    expect(world.promptsFor('pay')).to.equal(1);
  });

  it('are never stored on the device', async () => {
    const { world } = await asked(ETH);
    expect(JSON.stringify([...world.storage.items])).not.to.include('4e71d92d');
  });
});
