/** Tests that a stored line does not make another account's reverted transaction the payment. */
import { expect } from 'chai';
import type { StoredEntry } from '../../../src/payment/journal/stored-entry.js';
import { hashOfText } from '../../../src/vm/evm/chain/transactions.js';
import { people } from '../../support/quotes.js';
import { PINNED } from '../../support/world.js';
import { sent } from '../sent.js';

describe('confirm-transaction', () => {
  it('S-14 does not say that the money is in the wallet when another account sent the reverted transaction', async () => {
    const { world, tab, hash } = await sent(undefined, undefined, PINNED);
    tab.kill();
    const other = world.chain.send({ from: people.attacker, to: people.recipient, data: '0x1234', reverts: true });
    world.chain.holdBack(hash);
    world.chain.mine();
    const [key, text] = world.journalItem();
    const [entry] = JSON.parse(text) as [StoredEntry];
    const expected = { from: people.attacker, to: people.recipient, value: '0', dataHash: hashOfText('0x1234') };
    const payment = { ...entry.payment, payingHash: other, submissions: [{ chainId: 8453, hash: other }] };
    world.storage.items.set(
      key,
      JSON.stringify([{ ...entry, payment, prompt: { ...entry.prompt!, nonce: '0', expected } }]),
    );
    const next = world.open(PINNED);
    await world.clock.advance(60_000);
    expect(next.state).to.include({ name: 'processing', status: 'unknown' });
    expect(next.state).to.have.nested.property('problem.code', 'unconfirmed');
    expect(next.state).to.have.nested.property('problem.money', 'unknown');
  });
});
