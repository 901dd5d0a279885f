/**
 * Tests that a page shows the deposit address of an earlier page only to the payer who knows the refund address. The
 * attacker can write to the storage of the page, and can request payments at the service.
 */
import { expect } from 'chai';
import { depositTerms } from '../../../../src/payment/context/order-terms.js';
import { tokenAmount } from '../../../../src/shared/amounts.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import { people } from '../../../support/quotes.js';
import { SECOND } from '../../../support/times.js';
import { World, type Tab } from '../../../support/world.js';
import { addressOf } from '../../../support/world-service.js';
import { awaiting, GETH, openDepositFields, REFUND_TO, send } from '../../deposits.js';
import { entryOf, shownId } from '../../sent.js';

const BY_ADDRESS = { useDepositAddress: true };
const type = (tab: Tab, refundTo: string | null): Promise<void> => tab.do({ type: 'refund-to-typed', refundTo });
const shown = ({ state }: Tab): string | null => (state.name === 'awaiting-deposit' ? state.depositAddress : null);

/** The request is genuine, but its refund goes to the attacker, and a script has stored its digest. */
function plant(world: World, requestId: string): void {
  const record = world.service.ownRecords.get(requestId) as { data: { metadata: { currencyIn: never } } };
  world.service.records.set(requestId, { ...record, user: people.attacker });
  const pays = tokenAmount(record.data.metadata.currencyIn);
  const digest = evmAdapter.hashText(depositTerms(requestId, addressOf(requestId), pays, people.attacker));
  const [key, text] = world.journalItem();
  world.storage.items.set(key, text.replaceAll(entryOf(world).digest, digest));
}

describe('withheld-address', () => {
  it('S-32 asks for the refund address after a reload, and then shows the deposit address', async () => {
    const { world, tab, address } = await awaiting();
    tab.kill();
    const next = world.open(BY_ADDRESS);
    await next.reach('awaiting-deposit');
    await world.clock.advance(30 * SECOND);
    expect(shown(next)).to.equal('');
    expect(JSON.stringify(next.state)).to.not.include(address);
    await type(next, REFUND_TO.toUpperCase().replace('0X', '0x'));
    expect(shown(next)).to.equal(address);
    await world.clock.advance(30 * SECOND);
    expect(shown(next)).to.equal(address);
  });

  for (const [title, typed] of [
    ['types another address', people.recipient],
    ['types a part of it', REFUND_TO.slice(0, -1)],
    ['empties the field', null],
  ] as const) {
    it(`S-32 keeps the deposit address when the payer ${title}`, async () => {
      const { world, tab } = await awaiting();
      tab.kill();
      const next = world.open(BY_ADDRESS);
      await next.reach('awaiting-deposit');
      await type(next, typed);
      expect(shown(next)).to.equal('');
    });
  }

  it('S-32 shows no address of a request whose refund goes to an attacker, also when its digest is stored', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    tab.kill();
    plant(world, requestId);
    const next = world.open(BY_ADDRESS);
    await world.clock.advance(60 * SECOND);
    expect(shown(next)).to.equal('');
    await type(next, REFUND_TO);
    expect(shown(next)).to.equal('');
    expect(JSON.stringify(world.of('state').filter((entry) => entry.tab === 1))).to.not.include(address);
  });

  /** The order of a request that names the payer as its user. The order refunds a deposit to these addresses. */
  function refunding(world: World, requestId: string, back: unknown, elsewhere: unknown = back): void {
    const refunds = [
      { chainId: 'base', recipient: back },
      { chainId: 'optimism', recipient: elsewhere },
    ];
    const orderData = { version: 'v1', inputs: [{ payment: { chainId: 'base' }, refunds }] };
    const record = world.service.ownRecords.get(requestId)!;
    world.service.records.set(requestId, { ...record, protocol: { v2: { orderData } } });
  }

  for (const [title, back, elsewhere] of [
    ['to somebody else on the origin chain', people.attacker, REFUND_TO],
    ['to somebody else on the destination chain', REFUND_TO, people.attacker],
    ['to nobody that can be read', 7, REFUND_TO],
  ] as const) {
    it(`S-32 shows no address of a request that names the payer, but refunds ${title}`, async () => {
      const { world, tab } = await awaiting();
      const requestId = shownId(tab);
      tab.kill();
      refunding(world, requestId, back, elsewhere);
      const next = world.open(BY_ADDRESS);
      await world.clock.advance(60 * SECOND);
      await type(next, REFUND_TO);
      expect(shown(next) ?? '').to.equal('');
      expect(world.requestsTo('/requests/v2').some(({ query }) => query.includes('includeOrderData=true'))).to.equal(
        true,
      );
    });
  }

  it('S-32 shows the address of a request whose order refunds to the payer, in any letter case', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    tab.kill();
    refunding(world, requestId, REFUND_TO, REFUND_TO.toUpperCase().replace('0X', '0x'));
    const next = world.open(BY_ADDRESS);
    await next.reach('awaiting-deposit');
    await type(next, REFUND_TO);
    expect(shown(next)).to.equal(address);
  });

  it('S-32 shows the address at once when the page’s options fix the refund address', async () => {
    const options = { ...BY_ADDRESS, refundTo: REFUND_TO };
    const world = new World();
    const tab = await openDepositFields(world, options);
    await tab.do(GETH, { type: 'quote-asked' });
    await tab.reach('awaiting-deposit');
    const address = addressOf(shownId(tab));
    tab.kill();
    const next = world.open(options);
    await next.reach('awaiting-deposit');
    expect(shown(next)).to.equal(address);
  });

  it('S-32 shows no address when the record contradicts the refund address of the options', async () => {
    const options = { ...BY_ADDRESS, refundTo: REFUND_TO };
    const world = new World();
    const tab = await openDepositFields(world, options);
    await tab.do(GETH, { type: 'quote-asked' });
    await tab.reach('awaiting-deposit');
    const requestId = shownId(tab);
    tab.kill();
    plant(world, requestId);
    const next = world.open(options);
    await world.clock.advance(60 * SECOND);
    await type(next, REFUND_TO);
    expect(next.state.name).to.equal('idle');
  });

  it('S-32 asks in each tab that did not show the address itself', async () => {
    const { world, tab, address } = await awaiting();
    const other = world.open(BY_ADDRESS);
    await other.reach('awaiting-deposit');
    expect(shown(other)).to.equal('');
    expect(shown(tab)).to.equal(address);
  });

  it('S-32 asks again when the payer closes the panel before typing, and another page opens', async () => {
    const { world, tab, address } = await awaiting();
    tab.kill();
    const next = world.open(BY_ADDRESS);
    await next.reach('awaiting-deposit');
    next.configure({ ...BY_ADDRESS, resume: 'ask' });
    await next.do({ type: 'opened' }, { type: 'resume-asked' });
    await next.reach('awaiting-deposit');
    expect(shown(next)).to.equal('');
    await type(next, REFUND_TO);
    expect(shown(next)).to.equal(address);
  });

  it('S-32 watches the address while the page asks, and tells the deposit', async () => {
    const { world, tab, address } = await awaiting();
    const requestId = shownId(tab);
    tab.kill();
    const next = world.open(BY_ADDRESS);
    await next.reach('awaiting-deposit');
    const hash = send(world, address, 8_360_000_000_000_000n);
    world.service.statuses.set(requestId, { status: 'pending', inTxHashes: [hash] });
    await next.reach('processing');
    expect(next.emitted).to.include('hub-sent');
  });

  it('S-32 offers another address, and keeps the first one watched, when the payer has sent nothing', async () => {
    const { world, tab } = await awaiting();
    tab.kill();
    const next = world.open(BY_ADDRESS);
    await next.reach('awaiting-deposit');
    await next.do({ type: 'back' });
    expect(next.state.name).to.equal('selecting');
    expect(entryOf(world)).to.include({ stage: 'abandoned' });
  });
});
