import { expect } from 'chai';
import type { StateOf } from '../../../src/payment/model/state.js';
import { World } from '../../support/world.js';

describe('chain-status', () => {
  it('F-23 reports amount-too-high before a press when the price exceeds the chain’s current limit', async () => {
    for (const [partialDisableLimit, name] of [
      [20, 'selecting'],
      [40, 'reviewing'],
    ] as const) {
      const world = new World();
      world.service.incidents[8453] = { partialDisableLimit };
      const tab = world.open({ originChainId: 8453, originCurrency: 'ETH' });
      await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
      await world.clock.advance(3_000);
      expect(tab.state.name, String(partialDisableLimit)).to.equal(name);
      if (name === 'selecting') expect(tab.state).to.have.nested.property('problem.code', 'amount-too-high');
    }
  });

  it('F-23 adds a warning for each chain when the origin chain lags and the destination chain has surge enabled', async () => {
    const world = new World();
    world.service.incidents[8453] = { blockProductionLagging: true, surgeEnabled: false };
    world.service.incidents[10] = { surgeEnabled: true };
    const tab = world.open();
    await tab.review();
    const notes = (tab.state as StateOf<'reviewing'>).quote.warnings.filter(({ rule }) => rule === 'chain');
    expect(notes.map(({ path }) => path).sort()).to.deep.equal([
      'chains[10].surgeEnabled',
      'chains[8453].blockProductionLagging',
    ]);
  });
});
