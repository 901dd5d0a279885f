/** Gives each test of a `describe` an empty storage, and a window in Node. */
import { cleanStores } from 'nanostores';
import { MemoryStore } from '../../src/shared/memory-store.js';
import { discoverWallets } from '../../src/wallets/discover-evm.js';

export function usePageGlobals(): void {
  const isPage = typeof window !== 'undefined';
  beforeEach(() => {
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: new MemoryStore() });
  });
  before(() => {
    if (!isPage) Object.defineProperty(globalThis, 'window', { configurable: true, value: new EventTarget() });
  });
  // The store of announced wallets may still listen to an earlier window.
  before(() => cleanStores(discoverWallets()));
  after(() => {
    Reflect.deleteProperty(globalThis, 'localStorage');
    if (!isPage) Reflect.deleteProperty(globalThis, 'window');
  });
}
