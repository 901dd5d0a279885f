/**
 * Variations of a finding about the words for the money: whatever happened before on the order, and whatever goes wrong
 * now, the page never says that nothing was sent while an earlier payment may be out.
 */
import { expect } from 'chai';
import { walletError } from '../../support/fake-evm-wallet.js';
import { SECOND } from '../../support/times.js';
import { ETH, USDC, World, type Tab } from '../../support/world.js';
import { awaiting } from '../deposits.js';
import { asked } from '../lost-answer.js';
import { sent, shownId } from '../sent.js';

type Before = { world: World; tab: Tab };

/** What happened on the order before the page opens again. */
const before: Readonly<Record<string, () => Promise<Before>>> = {
  async 'a prompt was left open'() {
    const { world, tab } = await asked();
    world.service.statuses.set(shownId(tab), { status: 'waiting' });
    return { world, tab };
  },
  async 'a prompt was given up'() {
    const { world, tab } = await asked();
    world.service.statuses.set(shownId(tab), { status: 'waiting' });
    await tab.do({ type: 'wallet-closed' }, { type: 'abandoned' });
    return { world, tab };
  },
  async 'a payment was sent'() {
    const { world, tab, say } = await sent();
    say('waiting');
    return { world, tab };
  },
  async 'a payment failed'() {
    const { world, tab, say, hash } = await sent();
    world.chain.mine();
    say('failure', { inTxHashes: [hash] });
    await tab.reach('failed');
    return { world, tab };
  },
  async 'a deposit address was shown'() {
    const { world, tab } = await awaiting();
    return { world, tab };
  },
};

/** What goes wrong now. Each step runs on the review of the next attempt. */
const faults: Readonly<Record<string, (world: World, next: Tab) => Promise<void>>> = {
  async 'the wallet refuses to switch'(world, next) {
    world.wallet.always('wallet_switchEthereumChain', walletError(4001, 'No'));
    world.wallet.chainId = 1;
    await next.press();
  },
  async 'the price of the next asset is refused'(world, next) {
    await world.clock.advance(10 * SECOND);
    world.service.outages.set('/quote/v2', { status: 400, json: { message: 'No', errorCode: 'NO_QUOTES' } });
    await next.do({ type: 'back' }, { type: 'asset-picked', ...USDC });
  },
  async 'the payer declines'(world, next) {
    const count = world.prompts.length;
    for (let n = 0; n < 2 && world.prompts.length === count; n += 1) {
      await next.press();
      await world.clock.advance(12 * SECOND);
    }
    if (world.prompts.length > count) world.prompts.at(-1)!.reject(4001);
  },
};

const notSent = (world: World, tab: number): boolean =>
  world.log.some((entry) => {
    if (entry.tab !== tab || (entry.kind !== 'state' && entry.kind !== 'event')) return false;
    return JSON.stringify(entry.kind === 'state' ? entry.state : entry.detail).includes('"money":"not-sent"');
  });

describe('a variation of the words for the money', () => {
  for (const [what, give] of Object.entries(before)) {
    for (const [fault, run] of Object.entries(faults)) {
      for (const resume of ['off', 'ask'] as const) {
        it(`P-12 never says that nothing was sent when ${what}, then ${fault}, with resume ${resume}`, async () => {
          const { world, tab } = await give();
          tab.kill();
          world.payer = 'waits';
          const next = world.open({ resume });
          await next.review(ETH).catch(() => undefined);
          if (next.state.name === 'reviewing') await run(world, next);
          await world.clock.advance(12 * SECOND);
          expect(notSent(world, 1)).to.equal(false);
        });
      }
    }
  }

  for (const [fault, run] of Object.entries(faults)) {
    it(`P-12 says that nothing was sent when nothing happened before, and ${fault}`, async () => {
      const world = new World();
      world.payer = 'waits';
      const next = world.open();
      await next.review(ETH);
      await run(world, next);
      await world.clock.advance(12 * SECOND);
      expect(notSent(world, 0)).to.equal(true);
    });
  }
});
