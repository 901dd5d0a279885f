/** Tests that a payer reads that nobody but the service knows the rate of an exchange. */
import { expect } from 'chai';
import type { ChainRecord } from '../../../src/types.js';
import { ETH, PINNED, USDC, World, type Tab } from '../../support/world.js';
import { awaiting, REFUND_TO } from '../deposits.js';

const isUnchecked = ({ state }: Tab): boolean | undefined => {
  const quote = state.name === 'reviewing' ? state.quote : 'payment' in state ? state.payment.quote : undefined;
  expect(quote, 'a quote is on the screen').to.not.equal(undefined);
  return quote?.rateUnchecked;
};

/** The service gives every currency the id of USDC, so that each is worth a dollar by its own word. */
const allDollars = (chains: ChainRecord[]): ChainRecord[] =>
  chains.map((chain) => ({ ...chain, ...(chain.currency && { currency: { ...chain.currency, id: 'usdc' } }) }));

describe('the rate of quotePayment', () => {
  for (const [title, pay, options, is] of [
    ['ETH', ETH, PINNED, true],
    ['ETH, without a registry', ETH, {}, true],
    ['USDC', USDC, PINNED, undefined],
    ['USDC, without a registry', USDC, {}, undefined],
  ] as const) {
    it(`S-42 ${is ? 'says' : 'does not say'} that only the service knows the rate when the payer pays with ${title}`, async () => {
      const tab = new World().open(options);
      await tab.review(pay);
      expect(isUnchecked(tab)).to.equal(is);
    });
  }

  it('S-42 says it also when ETH costs thirty times its price in the list and in the review alike', async () => {
    const world = new World();
    world.service.price /= 30n;
    const tab = world.open(PINNED);
    await tab.review(ETH);
    expect(tab.state).to.not.have.property('problem');
    expect(isUnchecked(tab)).to.equal(true);
  });

  for (const options of [{}, PINNED]) {
    it(`S-42 says it ${'registry' in options ? 'with' : 'without'} a registry when the service’s list calls ETH a token of a dollar`, async () => {
      const world = new World();
      world.service.listing = allDollars;
      const tab = world.open(options);
      await tab.review(ETH).catch(() => undefined);
      if (tab.state.name === 'reviewing') expect(isUnchecked(tab)).to.equal(true);
      else expect(tab.state, 'the guard has blocked it').to.have.nested.property('problem.code', 'quote-unsafe');
    });
  }

  it('S-42 says it beside a deposit address, also after a reload', async () => {
    const { world, tab } = await awaiting(undefined, PINNED);
    expect(isUnchecked(tab)).to.equal(true);
    tab.kill();
    const next = world.open({ useDepositAddress: true, ...PINNED });
    await next.reach('awaiting-deposit');
    await next.do({ type: 'refund-to-typed', refundTo: REFUND_TO });
    expect(isUnchecked(next)).to.equal(true);
  });
});
