import { expect } from 'chai';
import { HALTED_MS, MESSAGE_LIVES_MS, waitFor, walletChanged } from '../../../src/payment/context/wallet-changed.js';
import { NEVER } from '../../../src/vm/family/is-message.js';

const message = { from: 'a', orderId: '0x1', blockhash: 'b', lastValidBlockHeight: '7' };

describe('waitFor', () => {
  it('P-62 is two lives of a blockhash, and an hour for a message that never expires', () => {
    expect(waitFor(message)).to.equal(MESSAGE_LIVES_MS);
    expect(waitFor({ ...message, lastValidBlockHeight: NEVER })).to.equal(HALTED_MS);
    expect(waitFor(null)).to.equal(HALTED_MS);
  });
});

describe('walletChanged', () => {
  it('P-62 says how long to wait, and names the wallet only if it can send', () => {
    const sendingWallets = new Map([['one', 'One']]);
    const error = walletChanged({ sendingWallets }, 'one', 3, 'G46 a tip');
    expect(error).to.include({
      code: 'quote-unsafe',
      reason: 'wallet-changed',
      money: 'not-sent',
      details: 'G46 a tip',
    });
    expect(error.values).to.deep.equal({ minutes: '3', sender: 'One' });
    expect(walletChanged({ sendingWallets }, 'two', 2).values).to.deep.equal({ minutes: '2' });
  });
});
