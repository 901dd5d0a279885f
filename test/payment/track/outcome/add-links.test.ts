/** Tests that the receipt of a success without transactions gets its link from the request record. */
import { expect } from 'chai';
import { sent, type Sent } from '../../sent.js';
import { SECOND } from '../../../support/times.js';

const FILL = `0x${'fe'.repeat(32)}`;

const names = ({ world, requestId }: Sent, outTxs: { chainId: number; hash: string }[]): void => {
  const data = { inTxs: [], outTxs };
  world.service.records.set(requestId, { id: requestId, status: 'success', data });
};
const links = ({ tab }: Sent): unknown =>
  tab.state.name === 'succeeded' && tab.state.receipt.destination.map(({ chainId, hash }) => [chainId, hash]);

describe('W-14 add-links', () => {
  it('W-14 shows the link when the record names the delivery later, and tells the page only once', async () => {
    const one = await sent();
    names(one, []);
    one.say('success');
    await one.tab.reach('succeeded');
    expect(links(one)).to.deep.equal([]);
    await one.world.clock.advance(10 * SECOND);
    names(one, [
      { chainId: 8453, hash: `0x${'01'.repeat(32)}` },
      { chainId: 10, hash: FILL },
    ]);
    await one.world.clock.advance(10 * SECOND);
    expect(links(one)).to.deep.equal([[10, FILL]]);
    expect(one.tab.emitted.filter((name) => name === 'hub-success')).to.have.length(1);
    const read = one.world.requestsTo('/requests/v2').length;
    await one.world.clock.advance(600 * SECOND);
    expect(one.world.requestsTo('/requests/v2')).to.have.length(read);
  });

  it('W-14 shows the link in a reloaded page too, and keeps the time at which the payment ended', async () => {
    const one = await sent();
    one.world.chain.mine();
    names(one, []);
    one.say('success');
    await one.tab.reach('succeeded');
    one.tab.kill();
    await one.world.clock.advance(3_600 * SECOND);
    const tab = one.world.open();
    await tab.reach('succeeded');
    const { at } = tab.state as { at: number };
    expect(links({ ...one, tab })).to.deep.equal([]);
    names(one, [{ chainId: 10, hash: FILL }]);
    await one.world.clock.advance(20 * SECOND);
    expect(links({ ...one, tab })).to.deep.equal([[10, FILL]]);
    expect(tab.state).to.include({ at });
    expect(tab.emitted).to.not.include('hub-success');
  });

  it('W-14 reads the record at most four times when it never names the delivery, and stops with the session', async () => {
    for (const [closes, most] of [
      [false, 4],
      [true, 1],
    ] as const) {
      const one = await sent();
      one.say('success');
      await one.tab.reach('succeeded');
      const before = one.world.requestsTo('/requests/v2').length;
      await one.world.clock.advance(4 * SECOND);
      if (closes) one.tab.close();
      await one.world.clock.advance(3_600 * SECOND);
      expect(one.world.requestsTo('/requests/v2').length - before).to.equal(most);
    }
  });

  it('W-14 reads no record when the success names its transactions', async () => {
    const one = await sent();
    one.say('success', { txHashes: [FILL] });
    await one.tab.reach('succeeded');
    await one.world.clock.advance(600 * SECOND);
    expect([links(one), one.world.requestsTo('/requests/v2').length]).to.deep.equal([[[10, FILL]], 0]);
  });
});
