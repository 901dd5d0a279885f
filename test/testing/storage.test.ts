/** Tests that the storage of test mode and the storage of real payments contain different keys. */
import { expect } from 'chai';
import { isPaymentKey } from '../../src/payment/journal/stored-money.js';
import { MemoryStore } from '../../src/shared/memory-store.js';
import { testStorage } from '../../src/testing/storage.js';

describe('storage of test mode', () => {
  it('has its own keys, so that neither side reads a payment of the other', () => {
    const session = new MemoryStore();
    const real = `hub-pay/1/${'0'.repeat(16)}`;
    session.setItem(real, 'real');
    const storage = testStorage(() => session as never);
    expect([storage.getItem(real), storage.length, storage.key?.(0)]).to.deep.equal([null, 0, null]);
    storage.setItem(real, 'test');
    expect([storage.getItem(real), storage.length, storage.key?.(0)]).to.deep.equal(['test', 1, real]);
    expect(session.getItem(real)).to.equal('real');
    const keys = [session.key(0), session.key(1)].filter((key) => key !== real);
    expect(keys.map((key) => isPaymentKey(key ?? ''))).to.deep.equal([false]);
    storage.removeItem(real);
    expect([session.length, session.getItem(real)]).to.deep.equal([1, 'real']);
  });

  it('is in memory when the browser has no storage', () => {
    const storage = testStorage(() => {
      throw new Error('denied');
    });
    storage.setItem('a', 'b');
    expect(storage.getItem('a')).to.equal('b');
  });
});
