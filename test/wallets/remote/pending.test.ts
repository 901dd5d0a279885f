import { expect } from 'chai';
import { MemoryStore } from '../../../src/shared/memory-store.js';
import { minutesUnanswered } from '../../../src/wallets/remote/pending.js';

const NOW = 1_800_000_000;

describe('minutesUnanswered', () => {
  const left = (pending: unknown, chainId = 1): number => {
    const storage = new MemoryStore();
    storage.setItem('hub-pay/walletconnect', JSON.stringify({ seed: 'aa'.repeat(32), session: null, pending }));
    return minutesUnanswered(storage, chainId, NOW * 1_000);
  };
  const asked = { method: 'eth_sendTransaction', chainId: 1, until: NOW + 90, topic: 'cd' };

  it('says for how long the wallet can still pay on the chain', () => {
    expect(left({ 1: asked })).to.equal(2);
    expect(left({ 1: asked, 2: { ...asked, method: 'wallet_sendCalls', until: NOW + 600 } })).to.equal(10);
  });

  it('is 0 for another chain, another request, and after the time', () => {
    expect(left({ 1: asked }, 10)).to.equal(0);
    expect(left({ 1: { ...asked, method: 'personal_sign' } })).to.equal(0);
    expect(left({ 1: { ...asked, until: NOW } })).to.equal(0);
    expect(left({})).to.equal(0);
  });

  it('is 0 for a time that only another clock can have written, and for what is not in its form', () => {
    expect(left({ 1: { ...asked, until: NOW + 601 } })).to.equal(0);
    for (const pending of [null, 7, [7], { 1: null }, { 1: { ...asked, until: '9' } }])
      expect(left(pending)).to.equal(0);
    expect(minutesUnanswered(new MemoryStore(), 1, NOW * 1_000)).to.equal(0);
  });
});
