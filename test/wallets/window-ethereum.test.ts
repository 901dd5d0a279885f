import { expect } from '@open-wc/testing';
import { nameOf, watchWindowEthereum } from '../../src/wallets/window-ethereum.js';
import { VirtualClock } from '../support/clock.js';
import { fakeEvmWallet } from '../support/fake-evm-wallet.js';

describe('watchWindowEthereum', () => {
  it('F-35 does not read the property while an announced wallet is there, or after its end', async () => {
    let reads = 0;
    Object.defineProperty(window, 'ethereum', { configurable: true, get: () => (reads += 1) });
    const clock = new VirtualClock();
    const stop = watchWindowEthereum(
      () => false,
      () => undefined,
      clock,
    );
    await clock.advance(10_000);
    stop();
    const stopAgain = watchWindowEthereum(
      () => true,
      () => undefined,
      clock,
    );
    stopAgain();
    await clock.advance(10_000);
    window.dispatchEvent(new Event('ethereum#initialized'));
    Reflect.deleteProperty(window, 'ethereum');
    expect([reads, clock.pending]).to.deep.equal([0, 0]);
  });

  it('nameOf tells a wallet that also says that it is MetaMask by its own flag', () => {
    const named = (flags: object): string => nameOf(Object.assign(fakeEvmWallet().provider, flags));
    expect(named({ isMetaMask: true, isTrust: true })).to.equal('Trust Wallet');
    expect(named({ isMetaMask: true, isBraveWallet: true })).to.equal('Brave Wallet');
    expect(named({ isMetaMask: true })).to.equal('MetaMask');
    expect(named({ isMetaMask: 'yes' })).to.equal('');
    expect(named({})).to.equal('');
  });
});
