import { expect } from 'chai';
import { readLast, writeLast } from '../../src/wallets/last-used.js';
import { usePageGlobals } from './page-globals.js';

describe('last wallet', () => {
  usePageGlobals();

  it('is stored for each family alone', () => {
    writeLast('evm', 'one.test');
    writeLast('svm', 'Two');
    expect([readLast('evm'), readLast('svm')]).to.deep.equal(['one.test', 'Two']);
    writeLast('evm', null);
    expect([readLast('evm'), readLast('svm')]).to.deep.equal([null, 'Two']);
    writeLast('svm', null);
  });

  it('is unknown, without an error, when the page may not store anything', () => {
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    try {
      writeLast('evm', 'one.test');
      expect(readLast('evm')).to.equal(null);
    } finally {
      if (descriptor) Object.defineProperty(globalThis, 'localStorage', descriptor);
      else delete (globalThis as { localStorage?: unknown }).localStorage;
    }
  });
});
