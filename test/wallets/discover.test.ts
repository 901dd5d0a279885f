import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import { HubPayError } from '../../src/errors.js';
import { discoverWallets, reconnectWallet, walletOptionsOf } from '../../src/wallets/discover.js';
import type { WalletEntry, WalletOption } from '../../src/wallets/wallet.js';
import { VirtualClock } from '../support/clock.js';
import type { FakeEvmWallet } from '../support/fake-evm-wallet.js';
import { fakeEvmWallet, PAYER, silence, walletError } from '../support/fake-evm-wallet.js';

const never = new AbortController().signal;
const LAST = 'hub-pay/wallet';

describe('discoverWallets', () => {
  const undo: (() => void)[] = [];
  /** Names are new for each test, because wallets announced on a page stay known. */
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
    expect((await option!.reconnect())?.provider).to.equal(first.provider);
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
    // The interface supplies the label of a wallet without a name.
    expect(options.map(({ name }) => name)).to.deep.equal(['', 'Named', '']);
  });

  it('leaves out an entry when it is not a wallet', () => {
    const entries = [null, undefined, 1, {}, { info: {}, provider: {} }] as unknown as WalletEntry[];
    expect(walletOptionsOf(entries)).to.deep.equal([]);
  });
});

describe('connect', () => {
  afterEach(() => {
    localStorage.removeItem(LAST);
  });

  const option = (wallet: FakeEvmWallet): WalletOption =>
    walletOptionsOf([{ info: wallet.info, provider: wallet.provider }])[0]!;
  const refusal = async (wallet: FakeEvmWallet): Promise<HubPayError> => {
    const error: unknown = await option(wallet)
      .connect({ signal: never })
      .catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(HubPayError);
    return error as HubPayError;
  };

  it('requests the accounts once and returns the wallet with the announced provider', async () => {
    const fake = fakeEvmWallet();
    const wallet = await option(fake).connect({ signal: never });
    expect(wallet).to.include({ id: fake.info.rdns, name: fake.info.name, vmType: 'evm' });
    expect(wallet.provider).to.equal(fake.provider);
    // Not wallet_requestPermissions, which would prompt a payer who has already consented.
    expect(fake.requests.map(({ method }) => method)).to.deep.equal(['eth_requestAccounts', 'eth_chainId']);
    expect(await wallet.addresses()).to.deep.equal([PAYER]);
  });

  it('adds no listener and no member to the provider', async () => {
    const fake = fakeEvmWallet();
    const members = Object.keys(fake.provider);
    await option(fake).connect({ signal: never });
    expect(fake.listeners).to.equal(0);
    expect(Object.keys(fake.provider)).to.deep.equal(members);
  });

  it('works with a provider that has only `request` and calls it as its method', async () => {
    const fake = fakeEvmWallet();
    const bare = {
      fake,
      request(this: { fake: FakeEvmWallet }, request: { method: string }) {
        return this.fake.provider.request(request);
      },
    };
    const wallet = await walletOptionsOf([bare])[0]!.connect({ signal: never });
    expect(await wallet.addresses()).to.deep.equal([PAYER]);
    wallet.subscribe(() => undefined)();
  });

  it('F-31 throws `wallet-rejected` when the payer rejects, and can be called again', async () => {
    const fake = fakeEvmWallet();
    fake.on('eth_requestAccounts', walletError(4001, 'User rejected the request.'));
    expect((await refusal(fake)).code).to.equal('wallet-rejected');
    expect((await option(fake).connect({ signal: never })).id).to.equal(fake.info.rdns);
  });

  it('F-32 throws `wallet-busy` when a request is already pending in the wallet', async () => {
    const fake = fakeEvmWallet();
    fake.on('eth_requestAccounts', walletError(-32002, "Request of type 'wallet_requestPermissions' already pending"));
    expect((await refusal(fake)).code).to.equal('wallet-busy');
  });

  it('F-37 throws `wallet-locked` when the wallet returns no account', async () => {
    const fake = fakeEvmWallet({ owned: [] });
    expect((await refusal(fake)).code).to.equal('wallet-locked');
  });

  it('throws `wallet-locked` when the page is not authorized', async () => {
    const fake = fakeEvmWallet();
    fake.on('eth_requestAccounts', walletError(4100, 'Unauthorized'));
    expect((await refusal(fake)).code).to.equal('wallet-locked');
  });

  for (const answer of [['not an address'], [null], 'x', {}, null, [[]]]) {
    it(`F-38 throws when the wallet answers without an account: ${JSON.stringify(answer)}`, async () => {
      const fake = fakeEvmWallet();
      fake.on('eth_requestAccounts', answer);
      expect(['wallet-not-found', 'wallet-locked']).to.include((await refusal(fake)).code);
    });
  }

  it('F-38 accepts an address when it is in upper case', async () => {
    const fake = fakeEvmWallet({ owned: [PAYER.toUpperCase().replace('0X', '0x')] });
    const wallet = await option(fake).connect({ signal: never });
    expect(await wallet.addresses()).to.deep.equal([PAYER]);
  });

  it('throws `wallet-not-found` with the wallet’s message as details when another error occurs', async () => {
    const fake = fakeEvmWallet();
    fake.on('eth_requestAccounts', walletError(-32603, 'Ledger device: unlock it'));
    expect(await refusal(fake)).to.include({ code: 'wallet-not-found', details: '-32603: Ledger device: unlock it' });
  });

  it('F-33 rejects when the signal is aborted and stores nothing when the wallet answers afterwards', async () => {
    const fake = fakeEvmWallet();
    let answer = (_: unknown): void => undefined;
    fake.on('eth_requestAccounts', () => new Promise((resolve) => (answer = resolve)));
    const stop = new AbortController();
    const connecting = option(fake).connect({ signal: stop.signal });
    while (fake.count('eth_requestAccounts') === 0) await new Promise((resolve) => setTimeout(resolve));
    stop.abort('another wallet');
    expect(await connecting.catch((reason: unknown) => reason)).to.equal('another wallet');
    answer([PAYER]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(localStorage.getItem(LAST)).to.equal(null);
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
    expect((await reconnectWallet(() => options, { signal: never }))?.provider).to.equal(fake.provider);
    expect(fake.requests.slice(count).map(({ method }) => method)).to.deep.equal(['eth_accounts']);
  });

  it('returns null without a wallet call when no wallet was connected before', async () => {
    const fake = fakeEvmWallet({ connected: true });
    const options = walletOptionsOf([{ info: fake.info, provider: fake.provider }]);
    // A stopped clock: the call must not wait.
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
