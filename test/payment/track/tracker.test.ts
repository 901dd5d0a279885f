import { expect } from 'chai';
import type { Platform } from '../../../src/shared/platform.js';
import { people } from '../../support/quotes.js';
import { ETH, USDC, World, type Tab } from '../../support/world.js';
import { shownId } from '../sent.js';

/** Opens two tabs of one order. Both tabs show a quote for the asset. */
async function reviewedTwice(world: World, asset = ETH, deps: Partial<Platform> = {}): Promise<[Tab, Tab]> {
  const [one, two] = [world.open({}, deps), world.open({}, deps)];
  await one.review(asset);
  await two.review(asset);
  return [one, two];
}

const factNames = (world: World): string[] => world.facts().map((fact) => fact.split(' ')[0] ?? '');

describe('tracker in two tabs of one order', () => {
  it('F-162 I18 opens one prompt, emits each fact once and shows the outcome in both tabs when both press', async () => {
    const world = new World();
    const [one, two] = await reviewedTwice(world);
    await Promise.all([one.press(), two.press()]);
    await one.reach('succeeded');
    await two.reach('succeeded');
    expect([world.promptsFor('pay'), await world.deposits()]).to.deep.equal([1, 1]);
    expect(factNames(world).sort()).to.deep.equal(['hub-sent', 'hub-success']);
  });

  it('F-164 moves the payment to the second tab, without a prompt, when the first tab dies', async () => {
    const world = new World();
    world.service.outcome = 'none';
    const [one, two] = await reviewedTwice(world);
    await one.press();
    await two.press();
    await world.clock.advance(5_000);
    one.kill();
    world.service.outcome = 'success';
    await two.reach('succeeded');
    expect(world.promptsFor('pay')).to.equal(1);
    expect(factNames(world)).to.deep.equal(['hub-sent', 'hub-success']);
  });

  for (const pay of [ETH, USDC]) {
    it(`F-162 opens one prompt and emits each fact once when both press without Web Locks (${pay === ETH ? 'native' : 'token'})`, async () => {
      const world = new World();
      const [one, two] = await reviewedTwice(world, pay, { locks: undefined });
      await Promise.all([one.press(), two.press()]);
      await world.clock.advance(20_000);
      if (one.state.name === 'reviewing') await one.press();
      if (two.state.name === 'reviewing') await two.press();
      await one.reach('succeeded');
      await two.reach('succeeded');
      expect([world.promptsFor('pay'), await world.deposits()]).to.deep.equal([1, 1]);
      expect(factNames(world).sort()).to.deep.equal(['hub-sent', 'hub-success']);
    });
  }

  for (const locks of ['with', 'without'] as const) {
    it(`F-163 pays each order once when two tabs of one account pay two orders at the same time, ${locks} Web Locks`, async () => {
      const world = new World();
      world.payer = 'waits';
      const deps = locks === 'with' ? {} : { locks: undefined };
      const tabs = [world.open({}, deps), world.open({ reference: 'order-8' }, deps)];
      for (const tab of tabs) await tab.review();
      await Promise.all(tabs.map((tab) => tab.press()));
      await world.clock.until(() => world.prompts.length === 2, 5_000);
      // The payer answers the later prompt first, and sends another transaction in between.
      world.prompts[1]!.approve();
      world.chain.send({ from: people.payer, to: people.attacker });
      world.prompts[0]!.approve();
      for (const tab of tabs) await tab.reach('succeeded');
      expect(await world.deposits()).to.equal(2);
      expect(tabs.map((tab) => tab.detail('hub-success')?.['reference'])).to.deep.equal(['order-7', 'order-8']);
      const hashes = tabs.map((tab) => (tab.detail('hub-success') as { origin: { hash: string }[] }).origin[0]!.hash);
      expect(new Set(hashes).size).to.equal(2);
      expect(factNames(world).sort()).to.deep.equal(['hub-sent', 'hub-sent', 'hub-success', 'hub-success']);
    });
  }

  it('F-164 polls from another tab, and prompts only on its press, when the paying tab hangs without Web Locks', async () => {
    const world = new World();
    world.service.outcome = 'none';
    const [one, two] = await reviewedTwice(world, ETH, { locks: undefined });
    await one.press();
    await one.reach('processing');
    const frozen = one.freeze();
    await two.press();
    await world.clock.advance(20_000);
    expect([two.state.name, shownId(two)]).to.deep.equal(['processing', shownId(one)]);
    world.service.outcome = 'success';
    await world.clock.advance(5_000);
    expect(two.state.name).to.equal('succeeded');
    frozen.thaw();
    await one.reach('succeeded');
    expect([world.promptsFor('pay'), await world.deposits()]).to.deep.equal([1, 1]);
    expect(factNames(world).sort()).to.deep.equal(['hub-sent', 'hub-success']);
  });

  it('F-164 pays nothing from a tab that was frozen at its approval when another tab has paid meanwhile', async () => {
    const world = new World();
    world.payer = 'waits';
    const [one, two] = await reviewedTwice(world, USDC, { locks: undefined });
    await one.press();
    await world.clock.advance(100);
    const frozen = one.freeze();
    await world.clock.advance(10_000);
    world.payer = 'approves';
    await two.press();
    await two.reach('succeeded');
    world.prompts[0]!.approve();
    frozen.thaw();
    await world.clock.advance(20_000);
    expect([world.promptsFor('pay'), await world.deposits()]).to.deep.equal([1, 1]);
  });

  it('F-41 F-43 keeps the payment and its account when the wallet changes the account or disconnects', async () => {
    const world = new World();
    world.service.outcome = 'none';
    const tab = world.open();
    await tab.review();
    await tab.press();
    const requestId = shownId(tab);
    world.wallet.emit('accountsChanged', [people.recipient]);
    world.wallet.emit('disconnect', { code: 4900 });
    await world.clock.advance(5_000);
    expect(tab.state)
      .to.include({ name: 'processing' })
      .and.to.have.nested.property('payment.account.address', people.payer);
    world.service.outcome = 'success';
    await tab.reach('succeeded');
    expect(tab.detail('hub-success')).to.have.property('requestId', requestId);
  });
});
