import { expect } from 'chai';
import type { StateOf } from '../../../src/payment/model/state.js';
import { PINNED, World } from '../../support/world.js';

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

  it('S-33 compares the amount of a dollar token with the limit when the service names fewer dollars', async () => {
    const world = new World();
    world.service.incidents[8453] = { partialDisableLimit: 20 };
    world.service.tamper = (text) => text.replaceAll(/"amountUsd":"[^"]*"/gu, '"amountUsd":"0.01"');
    const tab = world.open({ ...PINNED, originChainId: 8453, originCurrency: 'USDC' });
    await tab.do({ type: 'opened' }, { type: 'wallet-picked', wallet: 'one.test' });
    await world.clock.advance(3_000);
    expect(tab.state.name).to.equal('selecting');
    expect(tab.state).to.have.nested.property('problem.code', 'amount-too-high');
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
