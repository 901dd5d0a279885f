import { expect } from 'chai';
import { walletError } from '../../support/fake-evm-wallet.js';
import { fakeActivation, type FakeActivation } from '../../support/fakes/user-activation.js';
import { SECOND } from '../../support/times.js';
import { ETH, USDC, World, type Tab } from '../../support/world.js';
import { InstructionsWorld, SOL } from '../instructions-world.js';

/** How the wallet uses a press. `window`: it opens a window, which the browser swallows without a press. */
type Kind = 'window' | 'alone';

describe('awaitPress', () => {
  let activation: FakeActivation;
  beforeEach(() => {
    activation = fakeActivation();
  });
  afterEach(() => {
    activation.restore();
  });

  async function reviewed(kind: Kind, asset: { chainId: number; currency: string } = USDC) {
    const world = new World();
    const prompt = world.wallet.provider.request.bind(world.wallet.provider);
    world.wallet.provider.request = (request) => {
      if (kind === 'window' && request.method === 'eth_sendTransaction') {
        if (!activation.isActive) return Promise.reject(walletError(-32603, 'Pop up window failed to open'));
        activation.use();
      }
      return prompt(request);
    };
    world.payer = 'waits';
    const tab = world.open();
    await tab.review(asset);
    return { world, tab };
  }
  const press = async (tab: Tab): Promise<void> => {
    activation.press();
    await tab.press();
  };
  const phaseOf = ({ state }: Tab): string => (state.name === 'authorizing' ? state.phase : state.name);

  it('W-5 asks for one press before the second prompt when the wallet opens a window, and pays', async () => {
    const { world, tab } = await reviewed('window');
    await press(tab);
    expect([world.prompts.length, activation.isActive]).to.deep.equal([1, false]);
    world.prompts[0]!.approve();
    await world.clock.advance(30 * SECOND);
    expect([phaseOf(tab), world.prompts.length]).to.deep.equal(['press', 1]);
    expect(tab.state).to.include({ stalled: false });
    expect(world.journal()[0]?.stage, 'nothing is out before the press').to.equal('prepared');
    activation.press();
    await tab.do({ type: 'prompt-confirmed' }, { type: 'prompt-confirmed' });
    await world.clock.advance(SECOND);
    expect(world.prompts).to.have.length(2);
    world.prompts[1]!.approve();
    await tab.reach('succeeded');
    expect(world.promptsFor('pay')).to.equal(1);
  });

  it('W-5 opens the second prompt by itself when the wallet did not use the press up', async () => {
    const { world, tab } = await reviewed('alone');
    await press(tab);
    await world.clock.advance(SECOND);
    activation.use();
    world.prompts[0]!.approve();
    await world.clock.advance(10 * SECOND);
    expect([phaseOf(tab), world.prompts.length]).to.deep.equal(['prompting', 2]);
  });

  it('W-5 asks for a press when the page took so long that the press is too old', async () => {
    const { world, tab } = await reviewed('window', ETH);
    tab.session.on('hub-confirm', ({ waitUntil }) =>
      waitUntil(new Promise<void>((resolve) => void world.clock.setTimeout(resolve, 8 * SECOND))),
    );
    await press(tab);
    activation.use();
    await world.clock.advance(9 * SECOND);
    expect([phaseOf(tab), world.prompts.length]).to.deep.equal(['press', 0]);
    activation.press();
    await tab.do({ type: 'prompt-confirmed' });
    expect(world.prompts).to.have.length(1);
    world.prompts[0]!.approve();
    await tab.reach('succeeded');
  });

  it('W-5 opens no prompt when the payer goes back instead, or when the quote got too old', async () => {
    for (const way of ['back', 'late'] as const) {
      const { world, tab } = await reviewed('window');
      await press(tab);
      world.prompts[0]!.approve();
      await world.clock.advance(10 * SECOND);
      expect(phaseOf(tab)).to.equal('press');
      if (way === 'back') await tab.do({ type: 'back' });
      else {
        await world.clock.advance(120 * SECOND);
        activation.press();
        await tab.do({ type: 'prompt-confirmed' });
      }
      await world.clock.advance(10 * SECOND);
      expect([way, world.prompts.length]).to.deep.equal([way, 1]);
      expect(tab.state.name).to.equal(way === 'back' ? 'selecting' : 'reviewing');
    }
  });

  it('does not say that the wallet was silent when the payer leaves the wait for a press or for the approval', async () => {
    for (const [phase, seconds] of [
      ['confirming', 0],
      ['press', 10],
    ] as const) {
      const { world, tab } = await reviewed('window');
      world.mines = phase !== 'confirming';
      await press(tab);
      world.prompts[0]!.approve();
      await world.clock.advance(seconds * SECOND);
      expect(phaseOf(tab)).to.equal(phase);
      await tab.do({ type: 'wallet-closed' });
      expect(tab.state).to.deep.nested.include({ 'problem.code': 'wallet-rejected', 'problem.money': 'not-sent' });
      expect(world.prompts).to.have.length(1);
    }
  });

  it('W-5 asks for a press before the switch to another chain when the press is too old, and for one more to pay', async () => {
    const { world, tab } = await reviewed('window', ETH);
    const { wallet } = world;
    Object.assign(wallet, { chains: [1, 8453], chainId: 1 });
    wallet.always('wallet_switchEthereumChain', () => {
      if (!activation.isActive) throw walletError(-32603, 'Pop up window failed to open');
      activation.use();
      wallet.chainId = 8453;
      return null;
    });
    tab.session.on('hub-confirm', ({ waitUntil }) =>
      waitUntil(new Promise<void>((resolve) => void world.clock.setTimeout(resolve, 8 * SECOND))),
    );
    await press(tab);
    activation.use();
    await world.clock.advance(9 * SECOND);
    expect([phaseOf(tab), wallet.count('wallet_switchEthereumChain')]).to.deep.equal(['press', 0]);
    activation.press();
    await tab.do({ type: 'prompt-confirmed' });
    await world.clock.advance(SECOND);
    expect([phaseOf(tab), wallet.chainId, world.prompts.length]).to.deep.equal(['press', 8453, 0]);
    activation.press();
    await tab.do({ type: 'prompt-confirmed' });
    world.prompts[0]!.approve();
    await tab.reach('succeeded');
  });

  it('W-5 asks for no switch when the payer goes back instead of pressing', async () => {
    const { world, tab } = await reviewed('window', ETH);
    Object.assign(world.wallet, { chains: [1, 8453], chainId: 1 });
    tab.session.on('hub-confirm', ({ waitUntil }) =>
      waitUntil(new Promise<void>((resolve) => void world.clock.setTimeout(resolve, 8 * SECOND))),
    );
    await press(tab);
    activation.use();
    await world.clock.advance(9 * SECOND);
    await tab.do({ type: 'back' });
    await world.clock.advance(10 * SECOND);
    expect([tab.state.name, world.wallet.count('wallet_switchEthereumChain')]).to.deep.equal(['selecting', 0]);
  });

  it('W-5 says that the window did not open when the browser blocked the switch', async () => {
    const { world, tab } = await reviewed('alone', ETH);
    Object.assign(world.wallet, { chains: [1, 8453], chainId: 1 });
    world.wallet.once('wallet_switchEthereumChain', walletError(-32603, 'Pop up window failed to open'));
    await tab.press();
    await world.clock.advance(5 * SECOND);
    expect(tab.state).to.deep.nested.include({ 'problem.reason': 'window-blocked', 'problem.money': 'not-sent' });
    await tab.press();
    await world.clock.advance(5 * SECOND);
    expect([world.wallet.chainId, world.prompts.length]).to.deep.equal([8453, 1]);
  });

  it('F-33 W-5 gives the payer a button 20 seconds after the press when the chain does not answer before the prompt', async () => {
    const world = new InstructionsWorld();
    world.payer = 'waits';
    const tab = world.open(world.pinned);
    await tab.review(SOL);
    tab.session.on('hub-confirm', ({ waitUntil }) =>
      waitUntil(new Promise<void>((resolve) => void world.clock.setTimeout(resolve, 8 * SECOND))),
    );
    await press(tab);
    activation.use();
    await world.clock.advance(8 * SECOND);
    expect(phaseOf(tab)).to.equal('press');
    world.nodes.set(world.svm.url, () => new Promise(() => undefined));
    await world.clock.advance(19 * SECOND);
    activation.press();
    await tab.do({ type: 'prompt-confirmed' });
    await world.clock.advance(9 * SECOND);
    expect(tab.state).to.include({ name: 'authorizing', phase: 'preparing', stalled: false });
    await world.clock.advance(12 * SECOND);
    expect(tab.state).to.include({ name: 'authorizing', phase: 'preparing', stalled: true });
    await tab.do({ type: 'wallet-closed' });
    expect(tab.state).to.deep.nested.include({ 'problem.reason': 'wallet-silent', 'problem.money': 'not-sent' });
    expect(world.signings).to.have.length(0);
  });

  it('W-5 asks for no press when the browser showed none at the pay button', async () => {
    const { world, tab } = await reviewed('alone');
    await tab.press();
    world.prompts[0]!.approve();
    await world.clock.advance(10 * SECOND);
    expect([phaseOf(tab), world.prompts.length]).to.deep.equal(['prompting', 2]);
  });

  it('W-5 says that the window did not open, and not that something may be out, and the next press pays', async () => {
    const { world, tab } = await reviewed('window', ETH);
    await tab.press();
    await world.clock.advance(SECOND);
    expect(tab.state).to.include({ name: 'reviewing' });
    expect(tab.state).to.deep.nested.include({ 'problem.reason': 'window-blocked', 'problem.money': 'not-sent' });
    await press(tab);
    world.prompts[0]!.approve();
    await tab.reach('succeeded');
  });
});
