import { expect } from 'chai';
import { MemoryStore } from '../../src/shared/memory-store.js';
import { infoOf, optionOf } from '../../src/wallets/wallet-option.js';
import type { Wallet, WalletFamily } from '../../src/wallets/wallet.js';

const never = new AbortController().signal;

describe('wallet options', () => {
  beforeEach(() => {
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: new MemoryStore() });
  });
  afterEach(() => void Reflect.deleteProperty(globalThis, 'localStorage'));

  it('keep a name without control characters, and only a picture that is a short data URL', () => {
    expect(infoOf('x', ' Pha‮ntom\u0007 ', 'data:image/png,1', 'svm')).to.deep.equal({
      id: 'x',
      name: 'Phantom',
      icon: 'data:image/png,1',
      vmType: 'svm',
    });
    for (const icon of ['https://x.example/1.png', `data:image/png,${'1'.repeat(64 * 1024)}`, 7])
      expect(infoOf('x', 'X', icon, 'evm').icon).to.equal(null);
  });

  it('remember the last wallet per family, and forget it when it is disconnected', async () => {
    const connect = (vmType: WalletFamily): Promise<Wallet> => {
      const info = infoOf(`${vmType}.test`, vmType, null, vmType);
      const done = (): Promise<void> => Promise.resolve();
      return optionOf(info, {
        handle: () => Promise.resolve(info),
        wrap: (_, disconnect) => ({ ...info, disconnect, subscribe: () => done, addresses: () => Promise.resolve([]) }),
        connect: () => Promise.resolve(['one']),
        disconnect: done,
        shared: () => Promise.resolve(['one']),
      }).connect({ signal: never });
    };
    const [evm] = await Promise.all([connect('evm'), connect('svm')]);
    expect(localStorage.getItem('hub-pay/wallet')).to.equal('evm.test');
    expect(localStorage.getItem('hub-pay/wallet/svm')).to.equal('svm.test');
    await evm.disconnect();
    expect(localStorage.getItem('hub-pay/wallet')).to.equal(null);
    expect(localStorage.getItem('hub-pay/wallet/svm')).to.equal('svm.test');
  });
});
