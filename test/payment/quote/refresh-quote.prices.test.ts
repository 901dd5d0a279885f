/** Shows what the payer sees when a service and its solver together change a price. */
import { expect } from 'chai';
import { formatUnits } from '../../../src/shared/amounts.js';
import type { SessionOptions } from '../../../src/payment/session/session.js';
import { RAISED } from '../../support/malicious/malicious-prices.js';
import { amounts } from '../../support/quotes.js';
import { worldChains } from '../../support/world-service.js';
import { ETH, PINNED, USDC, World, type Tab } from '../../support/world.js';

/** The solver must sign every quote, and it signs whatever the service quotes. */
const signed: Partial<SessionOptions> = { ...PINNED, attestation: 'required' };

const word = (amount: bigint): string => amount.toString(16).padStart(64, '0');

/** Replaces the USDC input everywhere in a quote, also in the calldata. */
const taking =
  (input: bigint) =>
  (text: string): string =>
    text
      .replaceAll(`"${amounts.usdc}"`, `"${input}"`)
      .replaceAll(word(amounts.usdc), word(input))
      .replaceAll('"25.08"', `"${formatUnits(input, 6)}"`);

const problemOf = ({ state }: Tab): unknown => ('problem' in state ? state.problem : undefined);

describe('the price of a payment', () => {
  for (const percent of RAISED) {
    it(`S-4 is blocked when service and solver take ${percent} % in the same currency`, async () => {
      const world = new World();
      world.service.tamper = taking((amounts.out * percent) / 100n);
      world.balances.set(USDC.currency, 10n ** 18n);
      const tab = world.open(signed);
      await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
      await world.clock.advance(1_000);
      await tab.do({ type: 'asset-picked', ...USDC });
      await world.clock.advance(1_000);
      expect(problemOf(tab)).to.deep.include({ code: 'quote-unsafe', details: 'G03 details.currencyIn.amount' });
      // The payer cannot accept it as a price impact either.
      await tab.do({ type: 'loss-accepted', refusal: problemOf(tab) as never });
      await world.clock.advance(1_000);
      expect(tab.state.name).to.equal('selecting');
      expect(world.prompts).to.have.length(0);
    });
  }

  it('S-4 is reported as moved, with both numbers, when it is 5 % above the one in the list', async () => {
    const world = new World();
    const tab = world.open(signed);
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.advance(10_000);
    world.service.price = 1_060n;
    await tab.review(ETH);
    expect(problemOf(tab)).to.deep.include({
      code: 'price-moved',
      values: { new: '0.0088616 ETH', old: '0.00836 ETH' },
    });
  });

  it('S-4 is said to be missing when the service names no dollars', async () => {
    const world = new World();
    world.service.tamper = (text) => text.replaceAll(/"amountUsd":"[^"]*",/gu, '');
    const tab = world.open(signed);
    await tab.review(ETH);
    const { state } = tab;
    expect(state.name === 'reviewing' && state.quote.warnings.map(({ path }) => path)).to.deep.equal([
      'details.currencyIn.amountUsd',
    ]);
  });

  it('S-8 is blocked when the destination has other decimals than the amount was parsed with', async () => {
    const world = new World();
    // The registry does not list the destination, so only the service's listing says what its decimals are.
    const tab = world.open({ registry: { chains: worldChains().slice(0, 1) } });
    world.service.tamper = (text) => {
      const quote = JSON.parse(text) as { details: { currencyOut: { amountFormatted: string; currency: object } } };
      const { currencyOut } = quote.details;
      Object.assign(currencyOut, { amountFormatted: '25000' });
      Object.assign(currencyOut.currency, { decimals: 3 });
      return JSON.stringify(quote);
    };
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.advance(1_000);
    await tab.do({ type: 'asset-picked', ...ETH });
    await world.clock.advance(1_000);
    expect(problemOf(tab)).to.deep.include({
      code: 'quote-unsafe',
      details: 'G03 details.currencyOut.currency.decimals',
    });
  });
});
