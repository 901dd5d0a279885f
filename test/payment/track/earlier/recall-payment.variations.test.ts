/**
 * Variations of a finding about deposit addresses after a reload: other words of the payer, other options of the page,
 * and a record that the service changes at another moment. The payer who knows the refund address sees it again.
 */
import { expect } from 'chai';
import { amounts, people } from '../../../support/quotes.js';
import { MINUTE, SECOND } from '../../../support/times.js';
import { World, type Tab } from '../../../support/world.js';
import type { SessionOptions } from '../../../../src/payment/session/session.js';
import { awaiting, GETH, openDepositFields, REFUND_TO, send } from '../../deposits.js';
import { shownId } from '../../sent.js';

const BY_ADDRESS = { useDepositAddress: true };
const addressOn = ({ state }: Tab): string | null => (state.name === 'awaiting-deposit' ? state.depositAddress : null);

type Step = (next: Tab, world: World, requestId: string) => void | Promise<void>;

const types =
  (refundTo: string | null): Step =>
  (next) =>
    next.do({ type: 'refund-to-typed', refundTo });
const waits =
  (ms: number): Step =>
  (_, world) =>
    world.clock.advance(ms);
/** The service's record now has these members. */
const records =
  (change: object): Step =>
  (_, { service }, id) =>
    void service.records.set(id, { ...service.ownRecords.get(id), ...change });

const rows: readonly (readonly [what: string, isShown: boolean, steps: Step[], options?: Partial<SessionOptions>])[] = [
  ['the payer types the recipient of the shop', false, [types(people.recipient)]],
  ['the payer has typed it, and then types another', true, [types(REFUND_TO), types(people.recipient)]],
  ['the payer types it with a space in it', false, [types(`${REFUND_TO.slice(0, 8)} ${REFUND_TO.slice(8)}`)]],
  ['the payer types the deposit address itself', false, [types(`0x${'ad'.repeat(20)}`)]],
  [
    'the service names another owner after the payer has typed it',
    true,
    [types(REFUND_TO), records({ user: people.attacker }), waits(MINUTE)],
  ],
  [
    'the service forgets the address before the payer types',
    false,
    [records({ depositAddress: undefined }), waits(MINUTE)],
  ],
  ['the options name another refund address', false, [types(REFUND_TO)], { refundTo: people.recipient }],
  ['the options are for another amount', false, [types(REFUND_TO)], { amount: '26' }],
  ['the payer types it at the second try', true, [types(people.recipient), types(REFUND_TO)]],
  ['the payer types it after a minute', true, [waits(MINUTE), types(REFUND_TO)]],
  ['the payer types it in small letters', true, [types(REFUND_TO.toLowerCase())]],
];

describe('a variation of a deposit address after a reload', () => {
  for (const [what, isShown, steps, options] of rows) {
    it(`S-32 ${isShown ? 'shows' : 'keeps'} the address when ${what}`, async () => {
      const { world, tab, address } = await awaiting();
      const requestId = shownId(tab);
      tab.kill();
      const next = world.open({ ...BY_ADDRESS, ...options });
      await world.clock.advance(5 * SECOND);
      for (const step of steps) await step(next, world, requestId);
      await world.clock.advance(SECOND);
      expect(addressOn(next) === address).to.equal(isShown);
    });
  }

  it('S-32 keeps the address when the payer of another tab has typed the refund address', async () => {
    const { world, tab } = await awaiting();
    tab.kill();
    const [one, two] = [world.open(BY_ADDRESS), world.open(BY_ADDRESS)];
    await one.reach('awaiting-deposit');
    await two.reach('awaiting-deposit');
    await one.do({ type: 'refund-to-typed', refundTo: REFUND_TO });
    await world.clock.advance(10 * SECOND);
    expect(addressOn(two)).to.equal('');
  });

  it('S-32 shows the address again at once in a page whose options fix the refund address in capitals', async () => {
    const world = new World();
    const options = { ...BY_ADDRESS, refundTo: REFUND_TO };
    const tab = await openDepositFields(world, options);
    await tab.do(GETH, { type: 'quote-asked' });
    await tab.reach('awaiting-deposit');
    const address = addressOn(tab);
    tab.kill();
    const next = world.open({ ...options, refundTo: REFUND_TO.toUpperCase().replace('0X', '0x') });
    await next.reach('awaiting-deposit');
    expect(addressOn(next)).to.equal(address);
  });

  it('S-32 tells a late deposit to an address that nobody has asked for again', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    tab.kill();
    const hash = send(world, address, amounts.eth);
    world.service.statuses.set(requestId, { status: 'pending', inTxHashes: [hash] });
    const next = world.open(BY_ADDRESS);
    await next.reach('processing');
    expect(shownId(next)).to.equal(requestId);
  });
});
