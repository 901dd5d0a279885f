import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import { discoverWallets, reconnectWallet, walletOptionsOf } from '../../src/wallets/discover-evm.js';
import type { WalletEntry, WalletOption } from '../../src/wallets/wallet.js';
import { VirtualClock } from '../support/clock.js';
import type { FakeEvmWallet } from '../support/fake-evm-wallet.js';
import { fakeEvmWallet, PAYER, silence } from '../support/fake-evm-wallet.js';

const never = new AbortController().signal;
const LAST = 'hub-pay/wallet';

describe('discoverWallets', () => {
  const undo: (() => void)[] = [];
  /** Makes each wallet name unique, because the page remembers every announced wallet. */
  let number = 0;
  const rdns = (): string => {
    number += 1;
    return `org.example.discovery${number}`;
  };

  const rdnsList = (): string[] =>
    discoverWallets()
      .get()
      .map(({ id }) => id);
  const watch = (): void => void undo.push(discoverWallets().subscribe(() => undefined));
  const announce = (wallet: FakeEvmWallet): FakeEvmWallet => {
    undo.push(wallet.announce());
    return wallet;
  };

  afterEach(() => {
    for (const each of undo.splice(0)) each();
    sinon.restore();
  });

  it('dispatches no request and reads no announcement before the first subscription', () => {
    const request = sinon.spy();
    window.addEventListener('eip6963:requestProvider', request);
    undo.push(() => window.removeEventListener('eip6963:requestProvider', request));
    const name = rdns();
    announce(fakeEvmWallet({ rdns: name }));
    discoverWallets();
    expect(request.called).to.equal(false);
  });

  it('finds the wallets that are announced on request', () => {
    const name = rdns();
    announce(fakeEvmWallet({ rdns: name, name: 'First' }));
    watch();
    const found = discoverWallets()
      .get()
      .find(({ id }) => id === name);
    expect(found).to.include({ name: 'First', icon: 'data:image/svg+xml,<svg/>', vmType: 'evm' });
  });

  it('F-36 notifies subscribers when a wallet is announced later', () => {
    const name = rdns();
    const listener = sinon.spy((_options: readonly WalletOption[]) => undefined);
    undo.push(discoverWallets().listen(listener));
    announce(fakeEvmWallet({ rdns: name }));
    expect(listener.lastCall.args[0].map(({ id }) => id)).to.include(name);
  });

  it('F-35 keeps the first provider when another one announces the same rdns', async () => {
    const name = rdns();
    watch();
    const first = announce(fakeEvmWallet({ rdns: name, connected: true }));
    announce(fakeEvmWallet({ rdns: name, name: 'Other', connected: true }));
    const [option, ...others] = discoverWallets()
      .get()
      .filter(({ id }) => id === name);
    expect(others).to.deep.equal([]);
    expect(await option!.reconnect()).to.have.property('provider', first.provider);
  });

  it('F-35 never reads window.ethereum during discovery or connection', async () => {
    const read = sinon.spy();
    Object.defineProperty(window, 'ethereum', { configurable: true, get: read });
    undo.push(() => Reflect.deleteProperty(window, 'ethereum'));
    const name = rdns();
    announce(fakeEvmWallet({ rdns: name }));
    watch();
    await discoverWallets()
      .get()
      .find(({ id }) => id === name)!
      .connect({ signal: never });
    localStorage.removeItem(LAST);
    expect(read.called).to.equal(false);
  });

  it('calls no wallet method', () => {
    const wallet = announce(fakeEvmWallet({ rdns: rdns() }));
    watch();
    expect(wallet.requests).to.deep.equal([]);
  });

  it('uses the name as id when the rdns is empty', () => {
    const name = rdns();
    watch();
    announce(fakeEvmWallet({ rdns: '', name }));
    expect(rdnsList()).to.include(name);
  });

  it('ignores malformed announcements and finds the next wallet', () => {
    watch();
    const before = rdnsList();
    const { provider } = fakeEvmWallet();
    const nonsense = [
      null,
      1,
      {},
      { info: null, provider },
      { info: {}, provider },
      { info: { name: 'x', rdns: 'x' }, provider: {} },
    ];
    for (const detail of nonsense) window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    expect(rdnsList()).to.deep.equal(before);
    const name = rdns();
    announce(fakeEvmWallet({ rdns: name }));
    expect(rdnsList()).to.include(name);
  });

  for (const icon of [
    'https://tracker.example/i.png',
    'javascript:alert(1)',
    'data:text/html,x',
    `data:image/png,${'x'.repeat(70_000)}`,
  ]) {
    it(`T26 drops the icon when it is ${icon.slice(0, 30)}`, () => {
      const wallet = fakeEvmWallet({ rdns: rdns() });
      wallet.info.icon = icon;
      announce(wallet);
      watch();
      expect(
        discoverWallets()
          .get()
          .find(({ id }) => id === wallet.info.rdns)?.icon,
      ).to.equal(null);
    });
  }

  it('T28 removes direction controls and line breaks from a name and cuts it', () => {
    const name = rdns();
    announce(fakeEvmWallet({ rdns: name, name: ` Good\u202E\u200B\n wallet\u0000${'!'.repeat(100)}` }));
    watch();
    expect(
      discoverWallets()
        .get()
        .find(({ id }) => id === name)?.name,
    ).to.equal(`Good wallet${'!'.repeat(53)}`);
  });
});

describe('walletOptionsOf', () => {
  it('keeps the page’s order and numbers providers without a name', () => {
    const named = fakeEvmWallet({ rdns: 'org.example.named', name: 'Named' });
    const options = walletOptionsOf([
      fakeEvmWallet().provider,
      { info: named.info, provider: named.provider },
      fakeEvmWallet().provider,
    ]);
    expect(options.map(({ id }) => id)).to.deep.equal(['page-1', 'org.example.named', 'page-2']);
    // The name stays empty. The user interface shows its own label for such a wallet.
    expect(options.map(({ name }) => name)).to.deep.equal(['', 'Named', '']);
  });

  it('leaves out an entry when it is not a wallet', () => {
    const entries = [null, undefined, 1, {}, { info: {}, provider: {} }] as unknown as WalletEntry[];
    expect(walletOptionsOf(entries)).to.deep.equal([]);
  });
});

describe('reconnectWallet', () => {
  afterEach(() => {
    localStorage.removeItem(LAST);
    sinon.restore();
  });

  const connectedOptions = async (fake: FakeEvmWallet): Promise<readonly WalletOption[]> => {
    const options = walletOptionsOf([{ info: fake.info, provider: fake.provider }]);
    await options[0]!.connect({ signal: never });
    return options;
  };

  it('returns the last connected wallet without a prompt', async () => {
    const fake = fakeEvmWallet();
    const options = await connectedOptions(fake);
    const count = fake.requests.length;
    const again = await reconnectWallet(() => options, { signal: never });
    expect(again).to.have.property('provider', fake.provider);
    expect(fake.requests.slice(count).map(({ method }) => method)).to.deep.equal(['eth_accounts']);
  });

  it('returns null without a wallet call when no wallet was connected before', async () => {
    const fake = fakeEvmWallet({ connected: true });
    const options = walletOptionsOf([{ info: fake.info, provider: fake.provider }]);
    // The clock never advances, so the call would never return if it waited for a wallet.
    expect(await reconnectWallet(() => options, { signal: never, clock: new VirtualClock() })).to.equal(null);
    expect(fake.requests).to.deep.equal([]);
  });

  it('F-44 returns null when the wallet is locked', async () => {
    const fake = fakeEvmWallet();
    const options = await connectedOptions(fake);
    fake.accounts = [];
    expect(await reconnectWallet(() => options, { signal: never })).to.equal(null);
  });

  it('returns null after disconnect has revoked the page’s permission', async () => {
    const fake = fakeEvmWallet();
    const options = await connectedOptions(fake);
    const wallet = await reconnectWallet(() => options, { signal: never });
    await wallet!.disconnect();
    expect(fake.count('wallet_revokePermissions')).to.equal(1);
    fake.accounts = [PAYER];
    expect(await reconnectWallet(() => options, { signal: never })).to.equal(null);
  });

  it('waits for the wallet when it announces itself later', async () => {
    const fake = fakeEvmWallet({ rdns: 'org.example.late' });
    await connectedOptions(fake);
    const reconnecting = reconnectWallet(() => discoverWallets().get(), { signal: never });
    const stopAnnouncing = fake.announce();
    expect((await reconnecting)?.id).to.equal('org.example.late');
    stopAnnouncing();
  });

  it('returns null and calls no other wallet when the last wallet is missing', async () => {
    await connectedOptions(fakeEvmWallet({ rdns: 'org.example.gone' }));
    const other = fakeEvmWallet({ rdns: 'org.example.newcomer', connected: true });
    const options = walletOptionsOf([{ info: other.info, provider: other.provider }]);
    const clock = new VirtualClock();
    const reconnecting = reconnectWallet(() => options, { signal: never, clock });
    await clock.advance(3_000);
    expect(await reconnecting).to.equal(null);
    expect(other.requests).to.deep.equal([]);
  });

  it('F-45 returns null after three seconds when the wallet does not answer', async () => {
    const fake = fakeEvmWallet();
    const options = await connectedOptions(fake);
    fake.always('eth_accounts', silence);
    const clock = new VirtualClock();
    const settled = sinon.spy();
    const reconnecting = reconnectWallet(() => options, { signal: never, clock }).then(settled);
    await clock.advance(2_999);
    expect(settled.called).to.equal(false);
    await clock.advance(1);
    await reconnecting;
    expect(settled.args).to.deep.equal([[null]]);
    expect(clock.pending).to.equal(0);
  });

  it('returns null when the signal is aborted', async () => {
    const fake = fakeEvmWallet();
    const options = await connectedOptions(fake);
    fake.always('eth_accounts', silence);
    const stop = new AbortController();
    const reconnecting = reconnectWallet(() => options, { signal: stop.signal });
    stop.abort();
    expect(await reconnecting).to.equal(null);
  });

  it('F-165 returns null when the page cannot use storage', async () => {
    sinon.stub(Storage.prototype, 'setItem').throws(new DOMException('', 'SecurityError'));
    sinon.stub(Storage.prototype, 'getItem').throws(new DOMException('', 'SecurityError'));
    const fake = fakeEvmWallet();
    const options = await connectedOptions(fake);
    expect(await reconnectWallet(() => options, { signal: never })).to.equal(null);
  });
});
