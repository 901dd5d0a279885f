/** Tests that an estimate of the network costs warns and never stops a payment. */
import { expect } from 'chai';
import type { GuardNote } from '../../../src/types.js';
import { people, tokens } from '../../support/quotes.js';
import { ETH, USDC, World, type Tab } from '../../support/world.js';

const SECOND = 1_000;

/** Opens the review. The account has 7 wei of the native currency. The wallet's prompt stays open. */
async function poor(
  pay: { chainId: number; currency: string } = USDC,
  prepare: (world: World) => void = () => undefined,
): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  world.payer = 'waits';
  prepare(world);
  const tab = world.open();
  await tab.review(pay);
  if (pay === USDC) world.balances.set(tokens.eth.address, 7n);
  return { world, tab };
}

const feeNote = ({ state }: Tab): GuardNote | undefined =>
  'quote' in state ? state.quote.warnings.find(({ rule }) => rule === 'fee') : undefined;

/** Presses once, and returns the number of prompts. */
async function pressed({ world, tab }: { world: World; tab: Tab }): Promise<number> {
  await tab.press();
  await world.clock.advance(SECOND);
  return world.prompts.length;
}

describe('checkFunds', () => {
  it('P-61 warns with all amounts, names no problem, and pays at the next press', async () => {
    const opened = await poor();
    const { tab } = opened;
    expect(await pressed(opened)).to.equal(0);
    expect(tab.state).to.include({ name: 'reviewing', confirming: false }).and.not.have.property('problem');
    const { costs = '', held, amount } = feeNote(tab)?.values ?? {};
    expect([held, costs.endsWith(' ETH'), amount?.endsWith(' ETH')]).to.deep.equal([
      '0.000000000000000007 ETH',
      true,
      true,
    ]);
    expect(tab.emitted).not.to.include('hub-error');
    expect(await pressed(opened)).to.equal(1);
  });

  it('P-61 warns for the costs beside the native currency that pays, and still stops when that is too little', async () => {
    const opened = await poor(ETH);
    const { world, tab } = opened;
    world.balances.set(tokens.eth.address, 8_360_000_000_000_000n);
    expect(await pressed(opened)).to.equal(0);
    expect(feeNote(tab)?.values).to.include({ held: '0 ETH' });
    world.balances.set(tokens.eth.address, 8_359_999_999_999_999n);
    expect(await pressed(opened)).to.equal(0);
    expect(tab.state).to.have.nested.property('problem.code', 'insufficient-funds');
    world.balances.set(tokens.eth.address, 8_360_000_000_000_000n);
    expect(await pressed(opened)).to.equal(1);
  });

  it('P-61 keeps the warning while the price is renewed, and drops it when the payer has added money', async () => {
    const opened = await poor();
    const { world, tab } = opened;
    await pressed(opened);
    await world.clock.advance(26 * SECOND);
    await tab.reach('reviewing');
    expect(feeNote(tab)).not.to.equal(undefined);
    world.balances.set(tokens.eth.address, 10n ** 18n);
    await world.clock.advance(26 * SECOND);
    await tab.reach('reviewing');
    await world.clock.advance(SECOND);
    expect(feeNote(tab)).to.equal(undefined);
    expect(await pressed(opened)).to.equal(1);
  });

  it('P-61 shows the warning again after the payer has declined in the wallet', async () => {
    const opened = await poor();
    const { world, tab } = opened;
    await pressed(opened);
    await pressed(opened);
    world.prompts[0]!.reject(4001);
    await tab.reach('reviewing');
    expect(feeNote(tab)).not.to.equal(undefined);
    await world.clock.advance(SECOND);
    expect(await pressed(opened)).to.equal(2);
  });

  for (const [what, code] of [
    ['a contract, such as a Safe', '0x6080604052'],
    ['an account that runs delegated code', `0xef0100${'ab'.repeat(20)}`],
  ] as const)
    it(`P-61 says nothing about the fee for ${what}`, async () => {
      const opened = await poor(USDC, ({ chain }) => {
        chain.override('eth_getCode', () => code);
      });
      expect(await pressed(opened)).to.equal(1);
      expect(feeNote(opened.tab)).to.equal(undefined);
    });

  for (const [where, chain] of [
    ['on this chain', '0x2105'],
    ['on all its chains', '0x0'],
  ] as const)
    it(`P-61 says nothing about the fee for a wallet with a paymaster ${where}`, async () => {
      const opened = await poor(USDC, ({ wallet }) => {
        wallet.always('wallet_getCapabilities', { [chain]: { paymasterService: { supported: true } } });
      });
      expect(await pressed(opened)).to.equal(1);
    });

  for (const [what, answer] of [
    ['has no paymaster', { '0x2105': { paymasterService: { supported: false } } }],
    ['has a paymaster on another chain', { '0x1': { paymasterService: { supported: true } } }],
    ['names a paymaster without saying that it supports it', { '0x2105': { paymasterService: {} } }],
    ['answers with no object', 'yes'],
    ['does not know the question', new Error('unsupported')],
    ['never answers', () => new Promise(() => undefined)],
  ] as readonly (readonly [string, unknown])[])
    it(`P-61 warns when the wallet ${what}`, async () => {
      const opened = await poor(USDC, ({ wallet }) => {
        wallet.always('wallet_getCapabilities', answer as never);
      });
      expect(await pressed(opened)).to.equal(0);
      await opened.world.clock.advance(2 * SECOND);
      expect(feeNote(opened.tab)).not.to.equal(undefined);
    });

  it('P-61 warns when the node does not say what controls the account', async () => {
    const opened = await poor(USDC, ({ chain }) => {
      chain.override('eth_getCode', () => {
        throw new Error('down');
      });
    });
    expect(await pressed(opened)).to.equal(0);
    expect(feeNote(opened.tab)).not.to.equal(undefined);
  });

  it('P-61 stops a contract that has too little of the token that pays', async () => {
    const opened = await poor(USDC, ({ chain }) => {
      chain.override('eth_getCode', () => '0x6080604052');
    });
    opened.world.balances.set(tokens.usdc.address, 1n);
    expect(await pressed(opened)).to.equal(0);
    expect(opened.tab.state).to.have.nested.property('problem.code', 'insufficient-funds');
  });

  it('P-61 rejects confirm() of a page of its own once, with the amounts, and pays at the next call', async () => {
    const { world, tab } = await poor();
    await world.clock.advance(SECOND);
    const first = tab.session.confirm().catch((error: unknown) => error);
    await world.clock.advance(2 * SECOND);
    expect(await first).to.include({ code: 'insufficient-native', money: 'not-sent' });
    expect(await first).to.have.nested.property('values.held', '0.000000000000000007 ETH');
    void tab.session.confirm().catch(() => undefined);
    await world.clock.advance(2 * SECOND);
    expect(world.prompts.map(({ transaction }) => transaction.from)).to.deep.equal([people.payer]);
  });
});
