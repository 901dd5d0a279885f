/** Tests the memory of the app that the payer opened last. */
import { expect } from 'chai';
import { lastFirst, readLastApp, writeLastApp } from '../../src/wallets/last-used.js';
import { usePageGlobals } from './page-globals.js';

describe('last app', () => {
  usePageGlobals();

  it('is the one that was written last', () => {
    writeLastApp('trust');
    writeLastApp('rainbow');
    expect(readLastApp()).to.equal('rainbow');
    localStorage.removeItem('hub-pay/app');
    expect(readLastApp()).to.equal(null);
  });

  it('is unknown, without an error, when the page may not store anything', () => {
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')!;
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    try {
      writeLastApp('trust');
      expect(readLastApp()).to.equal(null);
    } finally {
      Object.defineProperty(globalThis, 'localStorage', descriptor);
    }
  });

  it('comes first, and leaves the order of the others', () => {
    expect(lastFirst(['a', 'b', 'c'], (each) => each === 'c')).to.deep.equal(['c', 'a', 'b']);
    expect(lastFirst(['a', 'b'], () => false)).to.deep.equal(['a', 'b']);
  });
});
