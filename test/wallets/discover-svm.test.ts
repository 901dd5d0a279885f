import { expect } from 'chai';
import { getWallets } from '@wallet-standard/app';
import { MemoryStore } from '../../src/shared/memory-store.js';
import { discoverWallets, reconnectWallet, walletOptionsOf } from '../../src/wallets/discover-svm.js';
import type { WalletOption } from '../../src/wallets/wallet.js';
import { settle, VirtualClock } from '../support/clock.js';
import { fakeEvmWallet, silence } from '../support/fake-evm-wallet.js';
import { fakeSvmWallet, type FakeSvmOptions, type FakeSvmWallet } from '../support/fake-svm-wallet.js';

const never = new AbortController().signal;
const LAST = 'hub-pay/wallet/svm';

describe('SVM wallets', () => {
  const undo: (() => void)[] = [];
  const names = (): string[] => discoverWallets().get().map(({ id }) => id); // prettier-ignore
  const watch = (): void => void undo.push(discoverWallets().subscribe(() => undefined));
  const register = (o: FakeSvmOptions): FakeSvmWallet => {
    const fake = fakeSvmWallet(o);
    undo.push(getWallets().register(fake.wallet as never));
    return fake;
  };
  const optionOf = (fake: FakeSvmWallet): WalletOption => walletOptionsOf([fake.wallet])[0]!;

  beforeEach(() => {
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: new MemoryStore() });
  });
  afterEach(() => {
    for (const each of undo.splice(0).reverse()) each();
    Reflect.deleteProperty(globalThis, 'localStorage');
  });

  it('are found when they registered before and when they register later, and none is asked', () => {
    const early = register({ name: 'Early' });
    watch();
    const late = register({ name: 'Late' });
    expect(names()).to.deep.equal(['Early', 'Late']);
    expect([...early.requests, ...late.requests]).to.deep.equal([]);
  });

  it('are omitted when they cannot pay from SVM chains', () => {
    register({ name: 'Same' });
    register({ name: 'No connection', features: ['signTransaction'] });
    register({ name: 'Other chain', chains: ['sui:mainnet'] });
    watch();
    expect(names()).to.deep.equal(['Same']);
  });

  it('F-35 of one name are all shown, with a mark and an id of their own', async () => {
    const first = register({ name: 'Same', connected: true });
    register({ name: 'Alone' });
    const second = register({ name: 'Same', connected: true });
    watch();
    const list = discoverWallets().get();
    expect(list.map(({ id, name, isTwin }) => [id, name, isTwin])).to.deep.equal([
      ['Same', 'Same', true],
      ['Alone', 'Alone', undefined],
      ['Same (2)', 'Same', true],
    ]);
    const wallet = await list[2]!.connect({ signal: never });
    expect([wallet.id, first.requests.length, second.count('connect')]).to.deep.equal(['Same (2)', 0, 1]);
  });

  it('F-35 of one name never share an id, also when one has the other’s number in its name', () => {
    for (const name of ['Same (2)', 'Same', 'Same']) register({ name });
    watch();
    expect(names()).to.deep.equal(['Same (2)', 'Same', 'Same (3)']);
  });

  it('F-35 of one name are at most five', () => {
    for (let each = 0; each < 10; each += 1) register({ name: 'Same' });
    watch();
    expect(names()).to.have.length(5);
  });

  it('F-35 of one name are not reconnected silently, because one may be false', async () => {
    const fakes = [register({ name: 'Same', connected: true }), register({ name: 'Same', connected: true })];
    localStorage.setItem(LAST, 'Same');
    const clock = new VirtualClock();
    const answer = reconnectWallet(() => discoverWallets().get(), { signal: never, clock });
    await clock.advance(3_000);
    expect(await answer).to.equal(null);
    expect(fakes.map(({ requests }) => requests)).to.deep.equal([[], []]);
  });

  it('of the page are one when the page names one wallet twice', () => {
    const { wallet } = fakeSvmWallet({ name: 'Same' });
    expect(walletOptionsOf([wallet, wallet]).map(({ id, isTwin }) => [id, isTwin])).to.deep.equal([
      ['Same', undefined],
    ]);
  });

  it('leave the list when they are unregistered', () => {
    watch();
    const unregister = getWallets().register(fakeSvmWallet({ name: 'Gone' }).wallet as never);
    expect(names()).to.deep.equal(['Gone']);
    unregister();
    expect(names()).to.deep.equal([]);
  });

  it('are described without control characters, and without a picture that is no data URL', () => {
    const fake = fakeSvmWallet({ name: 'Pha‮ntom\u0007' });
    const [option] = walletOptionsOf([{ ...fake.wallet, icon: 'https://tracker.example/x.png', accounts: [] }]);
    expect(option).to.include({ name: 'Phantom', icon: null, vmType: 'svm' });
  });

  it('of the page are told apart from EVM wallets by their shape', () => {
    const [evm, svm] = [fakeEvmWallet(), fakeSvmWallet({ name: 'Both' })];
    const entries = [evm.provider, { info: evm.info, provider: evm.provider }, svm.wallet];
    expect(walletOptionsOf(entries).map(({ id }) => id)).to.deep.equal(['Both']);
  });

  it('connect, are remembered, and are forgotten when the payer disconnects', async () => {
    const fake = fakeSvmWallet({ name: 'One' });
    const wallet = await optionOf(fake).connect({ signal: never });
    expect(wallet).to.include({ id: 'One', name: 'One', vmType: 'svm' });
    expect(await wallet.addresses()).to.deep.equal(fake.owned);
    expect(localStorage.getItem(LAST)).to.equal('One');
    expect(localStorage.getItem('hub-pay/wallet')).to.equal(null);
    await wallet.disconnect();
    expect(localStorage.getItem(LAST)).to.equal(null);
    expect(fake.count('disconnect')).to.equal(1);
  });

  it('reconnect silently when they were connected last, also when they register later', async () => {
    localStorage.setItem(LAST, 'One');
    const clock = new VirtualClock();
    const answer = reconnectWallet(() => discoverWallets().get(), { signal: never, clock });
    await settle();
    const fake = register({ name: 'One', connected: true });
    expect(await answer).to.include({ id: 'One' });
    expect(fake.requests).to.deep.equal([{ method: 'connect', params: [{ silent: true }] }]);
    expect(clock.pending).to.equal(0);
  });

  it('do not reconnect when they were not connected, are locked, or do not answer for three seconds', async () => {
    const fake = register({ name: 'One', connected: true });
    const clock = new VirtualClock();
    const reconnected = (): ReturnType<typeof reconnectWallet> =>
      reconnectWallet(() => [optionOf(fake)], { signal: never, clock });
    expect(await reconnected()).to.equal(null);
    expect(fake.requests).to.deep.equal([]);
    localStorage.setItem(LAST, 'One');
    fake.once('connect', () => ({ accounts: [] }));
    expect(await reconnected()).to.equal(null);
    fake.once('connect', silence);
    const silent = reconnected();
    await clock.advance(3_000);
    expect(await silent).to.equal(null);
  });

  it('give a late answer of the payer', async () => {
    const fake = fakeSvmWallet({ name: 'One' });
    const answered = optionOf(fake).answered({ signal: never });
    await settle();
    fake.share(fake.owned);
    expect(await answered).to.include({ id: 'One', vmType: 'svm' });
    expect(fake.listeners).to.equal(0);
    expect(localStorage.getItem(LAST)).to.equal('One');
  });
});
