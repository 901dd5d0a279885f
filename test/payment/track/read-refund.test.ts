import { expect } from 'chai';
import { people } from '../../support/quotes.js';
import { PINNED } from '../../support/world.js';
import { sent } from '../sent.js';

describe('read-refund', () => {
  it('F-110 emits hub-refund with its transaction, and adds the amount when it is known', async () => {
    const { world, tab, say } = await sent(undefined, undefined, PINNED);
    const back = world.chain.send({ from: people.recipient, to: people.payer, value: 8_000_000_000_000_000n });
    world.chain.mine();
    say('refund', { txHashes: [back] });
    await tab.reach('refunded');
    expect(tab.detail('hub-refund')).to.deep.include({
      returned: null,
      transaction: { chainId: 8453, hash: back, url: `https://scan.test/tx/${back}` },
    });
    await world.clock.advance(1_000);
    expect(tab.state).to.have.nested.property('refund.returned.amountFormatted', '0.008');
  });

  it('F-110 settles the refund when the service names no transaction', async () => {
    const { tab, say } = await sent();
    say('refund');
    const state = await tab.reach('refunded');
    expect(state).to.have.deep.property('refund', {
      requestId: (state as { payment: { requestId: string } }).payment.requestId,
      reference: 'order-7',
      returned: null,
    });
  });
});
