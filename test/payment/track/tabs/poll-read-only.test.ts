/** Tests two tabs of one payment when the browser freezes the tab that polls the service. */
import { expect } from 'chai';
import { SECOND } from '../../../support/times.js';
import { shownId } from '../../sent.js';
import { pollsOf, twoTabs } from '../../two-tabs.js';

describe('poll-read-only', () => {
  it('P-6 shows the delivery in the second tab, which writes and emits no fact, when the first tab is frozen', async () => {
    const { world, one, two } = await twoTabs();
    const requestId = shownId(one);
    const first = one.freeze();
    world.service.statuses.set(requestId, { status: 'success', txHashes: [`0x${'fe'.repeat(32)}`] });
    const from = world.log.length;
    await two.reach('succeeded');
    const late = world.log.slice(from);
    expect(late.filter((each) => each.tab === 1 && each.kind === 'write')).to.deep.equal([]);
    expect(world.facts().filter((fact) => fact.startsWith('hub-success'))).to.deep.equal([]);
    first.thaw();
    await one.reach('succeeded');
    await world.clock.advance(20 * SECOND);
    expect(world.facts().filter((fact) => fact.startsWith('hub-success'))).to.deep.equal([`hub-success ${requestId}`]);
  });

  it('P-6 polls from one tab only while the first tab is alive, and again when it has thawed', async () => {
    const { world, one } = await twoTabs();
    await world.clock.advance(60 * SECOND);
    expect(pollsOf(world, 1)).to.equal(0);
    const first = one.freeze();
    await world.clock.advance(30 * SECOND);
    const during = pollsOf(world, 1);
    expect(during).to.be.above(5);
    first.thaw();
    await world.clock.advance(15 * SECOND);
    const after = pollsOf(world, 1);
    await world.clock.advance(60 * SECOND);
    expect(pollsOf(world, 1)).to.equal(after);
  });
});
