/** Tests the end of a payment within one chain while the service does not know the payment. */
import { expect } from 'chai';
import { journalKey } from '../../../../src/payment/journal/keys.js';
import { claimDelivery } from '../../../../src/payment/journal/transaction-owners.js';
import { createJournal } from '../../../../src/payment/journal/storage.js';
import { OPTIONS, type World, type Tab } from '../../../support/world.js';
import { people, tokens } from '../../../support/quotes.js';
import { MINUTE } from '../../../support/times.js';
import { transferLog } from '../../../support/transfer-log.js';
import { sent } from '../../sent.js';

/** The log of a transfer of USDC to the recipient. */
const arrival = (amount: bigint): unknown => transferLog(tokens.usdc.address, people.payer, people.recipient, amount);

/** The payment's own transaction brings this amount of USDC to the recipient on the origin chain. */
async function swapped(
  amount: bigint,
  status: { status: number } | string,
): Promise<{ world: World; tab: Tab; hash: string }> {
  const { world, tab, hash, say } = await sent();
  if (typeof status === 'string') say(status);
  else world.service.outages.set('/intents/status/v3', { ...status, json: { message: 'Request not found' } });
  const journal = createJournal(tab.storage, journalKey(OPTIONS), world.clock);
  const [entry] = journal.read();
  const { payment } = entry!;
  const receives = { ...payment.quote.receives, chainId: 8453, currency: tokens.usdc.address };
  journal.remember({ ...entry!, payment: { ...payment, quote: { ...payment.quote, receives } } });
  world.chain.override('eth_getTransactionReceipt', ([wanted]) =>
    wanted === hash
      ? { transactionHash: hash, blockHash: `0x${'b7'.repeat(32)}`, status: '0x1', logs: [arrival(amount)] }
      : null,
  );
  world.chain.mine();
  return { world, tab, hash };
}

describe('settle-same-chain', () => {
  it('W-3 F-98 succeeds by the receipt and what arrived when the service answers 404', async () => {
    const { world, tab } = await swapped(25_000_000n, { status: 404 });
    await world.clock.advance(2 * MINUTE);
    expect(tab.state.name).to.equal('succeeded');
    expect(tab.detail('hub-success')).to.have.nested.property('received.amount', '25000000');
    expect(tab.emitted.filter((name) => /hub-(sent|success)/.test(name))).to.deep.equal(['hub-sent', 'hub-success']);
  });

  it('W-3 F-98 leaves the first minute to the service', async () => {
    const { world, tab } = await swapped(25_000_000n, 'waiting');
    await world.clock.advance(50_000);
    expect(tab.state).to.include({ name: 'processing', sent: true });
    await world.clock.advance(MINUTE);
    expect(tab.state.name).to.equal('succeeded');
  });

  it('W-3 keeps the payment on its way when less than the promised minimum arrived', async () => {
    const { world, tab } = await swapped(24_999_999n, { status: 404 });
    await world.clock.advance(20 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', sent: true });
  });

  it('W-3 keeps the payment on its way when the same money has delivered another payment', async () => {
    const { world, tab, hash } = await swapped(25_000_000n, { status: 404 });
    const transfer = `${hash} ${people.recipient.toLowerCase()} ${tokens.usdc.address}`;
    claimDelivery(tab.storage, transfer, 'another payment', 25_000_000n, 25_000_000n);
    await world.clock.advance(20 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', sent: true });
    expect(tab.emitted).to.not.include('hub-success');
  });

  it('W-3 leaves the end to the service when the service has seen the payment', async () => {
    const { world, tab } = await swapped(25_000_000n, 'pending');
    await world.clock.advance(20 * MINUTE);
    expect(tab.state).to.include({ name: 'processing', status: 'pending' });
  });

  it('S-3 does not say that a stored payment is paid without the word of the service', async () => {
    const { world, tab } = await swapped(25_000_000n, { status: 404 });
    tab.kill();
    const next = world.open({ destinationChainId: 8453 });
    await world.clock.advance(20 * MINUTE);
    expect(next.state.name).to.equal('processing');
    expect(next.emitted).to.not.include('hub-success');
  });
});
