/** Variations of findings about the start of a checkout: chains that cannot be paid from, rows and prices. */
import { expect } from 'chai';
import sinon from 'sinon';
import { settle } from '../../support/clock.js';
import { tokens } from '../../support/quotes.js';
import { MINUTE, SECOND } from '../../support/times.js';
import { worldChains } from '../../support/world-service.js';
import { ETH, USDC, World, type Tab } from '../../support/world.js';
import { answering, text } from '../token-liars.js';
import type { SessionOptions } from '../../../src/payment/model/options.js';

type Case = readonly [row: string, title: string, run: () => Promise<void>];

const codeOf = ({ state }: Tab): string | undefined => ('problem' in state ? state.problem.code : undefined);

const fixed = async (
  options: Partial<SessionOptions>,
  prepare: (world: World) => void = () => undefined,
): Promise<Tab> => {
  const world = new World();
  prepare(world);
  const tab = world.open(options);
  await tab.do({ type: 'opened' });
  await world.clock.advance(2 * SECOND);
  return tab;
};

/** The merchant fixes a token that the registry lacks, and the live listing has. */
const OUTSIDE: Partial<SessionOptions> = {
  originChainId: 8453,
  originCurrency: USDC.currency,
  registry: { chains: worldChains().map((chain) => ({ ...chain, ...(chain.id === 8453 && { erc20Currencies: [] }) })) },
};

const starts: readonly Case[] = [
  [
    'P-24',
    'names the option when the fixed token is not on its chain',
    async () => {
      const { state } = await fixed({ originChainId: 8453, originCurrency: 'DOGE' });
      expect(state).to.have.nested.property('problem.attribute', 'originCurrency');
    },
  ],
  [
    'P-24',
    'says that the chain is paused when it is disabled and its registry is fixed',
    async () => {
      const tab = await fixed({
        originChainId: 8453,
        originCurrency: 'USDC',
        registry: { chains: worldChains().map((chain) => ({ ...chain, disabled: chain.id === 8453 })) },
      });
      expect([tab.state.name, codeOf(tab)]).to.deep.equal(['idle', 'chain-paused']);
    },
  ],
  [
    'P-24',
    'names the option when every origin is unknown',
    async () => {
      const { state } = await fixed({ origins: [99, 100] });
      expect(state).to.have.nested.property('problem.attribute', 'origins');
    },
  ],
  [
    'P-24',
    'opens the choice of a wallet when one origin of two can pay',
    async () => {
      sinon.stub(console, 'warn');
      const { state } = await fixed({ origins: [8453, 99] });
      expect(state.name).to.equal('selecting');
    },
  ],

  [
    'P-24',
    'pays with a fixed token that only the live listing has, and calls it unverified',
    async () => {
      const tab = await fixed(OUTSIDE);
      await tab.review(USDC);
      expect(tab.state).to.have.property('asset').that.includes({ symbol: 'USDC', verified: false, disabled: null });
      await tab.press();
      await tab.reach('succeeded');
    },
  ],
  [
    'P-24',
    'shows a disabled row when the chain does not confirm a fixed token that only the live listing has',
    async () => {
      const tab = await fixed(OUTSIDE, (world) => answering(world, USDC.currency, { symbol: text('OTHER') }));
      await tab.do({ type: 'wallet-picked', wallet: 'one.test' });
      await settle();
      expect(tab.state).to.have.nested.property('assets[0].disabled', 'quote-unsafe');
    },
  ],

  [
    'P-23',
    'keeps every row in its place while the prices arrive in any order',
    async () => {
      for (const slow of [tokens.eth.address, tokens.usdc.address, tokens.usdt.address]) {
        const world = new World();
        world.balances.set(tokens.usdt.address, 10n ** 9n);
        const answer = world.service.answer.bind(world.service);
        world.service.answer = async (method, url, body) => {
          const asks = (body as { originCurrency?: string } | undefined)?.originCurrency === slow;
          if (url.pathname === '/quote/v2' && asks)
            await new Promise<void>((resolve) => void world.clock.setTimeout(resolve, 900));
          return answer(method, url, body);
        };
        const tab = world.open();
        await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
        await world.clock.advance(5 * SECOND);
        const shown = world
          .of('state')
          .flatMap(({ state }) =>
            state.name === 'selecting' && state.assets.length > 0 ? [state.assets.map(({ symbol }) => symbol)] : [],
          );
        const last = shown.at(-1)!;
        for (const rows of shown) expect(rows).to.deep.equal(last.slice(0, rows.length));
      }
    },
  ],
  [
    'P-23',
    'keeps every row in its place when a price is refused',
    async () => {
      const world = new World();
      world.service.highPriceImpact = tokens.usdc.address;
      const tab = world.open();
      await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
      await world.clock.advance(5 * SECOND);
      const shown = world
        .of('state')
        .flatMap(({ state }) =>
          state.name === 'selecting' && state.assets.length > 0
            ? [state.assets.map(({ symbol }) => symbol).join()]
            : [],
        );
      expect(new Set(shown).size).to.be.at.most(1);
    },
  ],
  [
    'P-23',
    'keeps every row in its place when the balances change after a payment',
    async () => {
      const world = new World();
      const tab = world.open();
      await tab.review(USDC);
      await tab.do({ type: 'back' });
      const before = tab.state.name === 'selecting' ? tab.state.assets.map(({ symbol }) => symbol) : [];
      world.balances.set(tokens.usdc.address, 1n);
      await world.clock.advance(MINUTE);
      const after = tab.state.name === 'selecting' ? tab.state.assets.map(({ symbol }) => symbol) : [];
      expect(after.slice(0, before.length)).to.deep.equal(before);
    },
  ],

  [
    'P-26',
    'takes the fresh price of the picked asset for its review',
    async () => {
      const world = new World();
      const tab = world.open();
      await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
      await world.clock.until(() => tab.state.name !== 'selecting' || tab.state.assets.length > 1);
      if (tab.state.name === 'selecting') await tab.do({ type: 'asset-picked', ...USDC });
      await tab.reach('reviewing');
      const bodies = world.service.bodies.map((body) => JSON.stringify(body));
      expect(new Set(bodies).size).to.equal(bodies.length);
    },
  ],
  [
    'P-26',
    'sends another body when the payer picks another asset',
    async () => {
      const world = new World();
      const tab = world.open();
      await tab.review(ETH);
      await tab.do({ type: 'back' }, { type: 'asset-picked', ...USDC });
      await tab.reach('reviewing');
      const origins = new Set(world.service.bodies.map((body) => body['originCurrency']));
      expect([...origins].sort()).to.deep.equal([ETH.currency, USDC.currency].sort());
    },
  ],
  [
    'P-26',
    'sends no second body within a second when the payer goes back and picks the same again',
    async () => {
      const world = new World();
      const tab = world.open();
      await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
      await world.clock.advance(3 * SECOND);
      if (tab.state.name === 'selecting') await tab.do({ type: 'asset-picked', ...ETH });
      await tab.reach('reviewing');
      const before = world.service.bodies.length;
      await tab.press();
      await settle();
      expect(world.service.bodies.length).to.equal(before);
    },
  ],
];

describe('a variation of a start', () => {
  afterEach(() => sinon.restore());
  for (const [row, title, run] of starts) it(`${row} ${title}`, run);
});
