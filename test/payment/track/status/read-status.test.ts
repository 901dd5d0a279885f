/** Tests that an end without a deposit is compared with the deposits that the request record lists. */
import { expect } from 'chai';
import { abandoned, anew } from '../../lost-answer.js';
import { shownId } from '../../sent.js';
import type { Tab, World } from '../../../support/world.js';
import { SECOND } from '../../../support/times.js';

const HASH = `0x${'ab'.repeat(32)}`;

/** The payer has given a payment up, and presses again. The service says `failure`. Its record lists these hashes. */
async function pressed(
  recorded: readonly string[],
  inTxHashes?: string[],
): Promise<{ world: World; next: Tab; id: string }> {
  const lost = await abandoned();
  const { world, requestId: id } = lost;
  const next = await anew(lost);
  world.service.statuses.set(id, { status: 'failure', ...(inTxHashes && { inTxHashes }) });
  const inTxs = recorded.map((hash) => ({ chainId: 8453, hash }));
  world.service.records.set(id, { id, status: 'failure', data: { inTxs, outTxs: [] } });
  await next.press();
  await world.clock.advance(7 * SECOND);
  return { world, next, id };
}

const reads = (world: World, id: string): number =>
  world.requestsTo('/requests/v2').filter(({ query }) => query.includes(id)).length;

describe('read-status', () => {
  it('shows the payment again when the status lists no deposit and the record lists one', async () => {
    const { world, next, id } = await pressed([HASH]);
    expect([shownId(next), world.promptsFor('pay')]).to.deep.equal([id, 1]);
    expect(reads(world, id)).to.be.greaterThan(0);
    expect(next.state).to.have.nested.property('payment.payingHash', HASH);
  });

  it('lets the payer pay when neither the status nor the record lists a deposit', async () => {
    const { world, next, id } = await pressed([]);
    expect([shownId(next) === id, world.promptsFor('pay')]).to.deep.equal([false, 2]);
  });

  it('does not read the record when the status says that there is no deposit', async () => {
    const { world, id } = await pressed([HASH], []);
    expect(world.promptsFor('pay')).to.equal(2);
    // While the second prompt is open, the page watches the first payment, and then it reads the record.
    const second = world.log.findLastIndex(({ kind }) => kind === 'prompt');
    const before = world.log.slice(0, second).flatMap((each) => (each.kind === 'request' ? [each] : []));
    expect(before.filter(({ path, query }) => path === '/requests/v2' && query.includes(id))).to.deep.equal([]);
  });
});
