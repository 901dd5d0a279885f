import { expect } from 'chai';
import { sent } from '../../sent.js';

describe('restored-payment', () => {
  it('reads the record once in each tab that shows the payment', async () => {
    const { world, tab, say } = await sent();
    tab.kill();
    say('waiting');
    const before = world.requestsTo('/requests/v2').length;
    const tabs = [world.open(), world.open()];
    await world.clock.advance(60_000);
    expect(tabs.map(({ state }) => state.name)).to.deep.equal(['processing', 'processing']);
    expect(world.requestsTo('/requests/v2').length - before).to.equal(2);
  });

  it('S-3 asks the service once for the end that another tab has stored', async () => {
    const { world, tab, say } = await sent();
    const other = world.open();
    await other.reach('processing');
    world.chain.mine();
    say('success');
    await Promise.all([tab.reach('succeeded'), other.reach('succeeded')]);
    await world.clock.advance(60_000);
    expect(world.requestsTo('/intents/status/v3').filter((each) => each.tab === 1)).to.have.length(1);
    expect(world.facts().filter((fact) => fact.startsWith('hub-success'))).to.have.length(1);
  });
});
