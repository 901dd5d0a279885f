import { expect } from 'chai';
import { MemoryStore } from '../../../src/shared/memory-store.js';
import { markPairing, takePairingMark } from '../../../src/wallets/remote/pairing-mark.js';

describe('takePairingMark', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');
  const put = (property: PropertyDescriptor): void => {
    Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, ...property });
  };
  beforeEach(() => put({ value: new MemoryStore() }));
  afterEach(() => put(before ?? { value: undefined }));

  it('returns true once, before the code runs out', () => {
    markPairing(2_000);
    expect([takePairingMark(1_999), takePairingMark(1_999)]).to.deep.equal([true, false]);
    markPairing(2_000);
    expect([takePairingMark(2_000), takePairingMark(0)]).to.deep.equal([false, false]);
  });

  it('takes what another script has written for no mark, and forgets it', () => {
    const store = new MemoryStore();
    put({ value: store });
    store.setItem('hub-pay/walletconnect/pairing', 'soon');
    expect(takePairingMark(0)).to.equal(false);
    expect(store.length).to.equal(0);
  });

  it('does nothing where the page may not store anything', () => {
    put({
      get: () => {
        throw new Error('denied');
      },
    });
    markPairing(2_000);
    expect(takePairingMark(0)).to.equal(false);
  });
});
