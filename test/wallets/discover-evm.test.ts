import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import { createAnnounced, discoverWallets, reconnectWallet, walletOptionsOf } from '../../src/wallets/discover-evm.js';
import { reconnect } from '../../src/wallets/wallet-option.js';
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

  it('F-35 shows and marks both when two providers announce the same rdns', async () => {
    const name = rdns();
    watch();
    const first = announce(fakeEvmWallet({ rdns: name, connected: true }));
    const second = announce(fakeEvmWallet({ rdns: name, name: 'Other', connected: true }));
    const twins = discoverWallets()
      .get()
      .filter(({ id }) => id.startsWith(name));
    expect(twins.map(({ id, name: shown, isTwin }) => [id, shown, isTwin])).to.deep.equal([
      [name, 'Example', true],
      [`${name} (2)`, 'Other', true],
    ]);
    expect(await twins[0]!.reconnect()).to.have.property('provider', first.provider);
    expect(await twins[1]!.reconnect()).to.have.property('provider', second.provider);
  });

  it('F-35 shows one wallet once when it announces itself again, also with another description', () => {
    const name = rdns();
    watch();
    const fake = announce(fakeEvmWallet({ rdns: name }));
    window.dispatchEvent(new CustomEvent('eip6963:requestProvider'));
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', {
        detail: { info: { ...fake.info, uuid: 'another' }, provider: fake.provider },
      }),
    );
    expect(rdnsList().filter((id) => id.startsWith(name))).to.deep.equal([name]);
  });

  it('F-35 shows at most five wallets of one rdns', () => {
    const name = rdns();
    watch();
    for (let each = 0; each < 10; each += 1) announce(fakeEvmWallet({ rdns: name }));
    expect(rdnsList().filter((id) => id.startsWith(name))).to.have.length(5);
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

  for (const icon of [
    ' data:image/png;base64,AAAA',
    '\n  data:image/svg+xml,<svg/>  \n',
    'DATA:IMAGE/PNG;base64,AAAA',
  ]) {
    it(`T26 keeps the icon without its white space when it is ${JSON.stringify(icon)}`, () => {
      const wallet = fakeEvmWallet({ rdns: rdns() });
      wallet.info.icon = icon;
      announce(wallet);
      watch();
      const found = discoverWallets()
        .get()
        .find(({ id }) => id === wallet.info.rdns);
      expect(found?.icon).to.equal(icon.trim());
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

describe('createAnnounced', () => {
  const undo: (() => void)[] = [];
  let clock: VirtualClock;
  let ids: string[];

  beforeEach(() => {
    clock = new VirtualClock();
    ids = [];
  });
  afterEach(() => {
    for (const each of undo.splice(0)) each();
    localStorage.removeItem(LAST);
  });

  const watch = (): ReturnType<typeof createAnnounced> => {
    const $list = createAnnounced(clock);
    undo.push(
      $list.subscribe((options) => {
        ids = options.map(({ id }) => id);
      }),
    );
    return $list;
  };
  const install = (value: unknown): void => {
    Object.defineProperty(window, 'ethereum', { configurable: true, value });
    undo.push(() => Reflect.deleteProperty(window, 'ethereum'));
  };

  it('F-34 offers window.ethereum when no wallet has announced itself in time', async () => {
    const fake = fakeEvmWallet();
    install(fake.provider);
    const $list = watch();
    await clock.advance(999);
    expect(ids).to.deep.equal([]);
    await clock.advance(1);
    expect(ids).to.deep.equal(['browser']);
    const wallet = await $list.get()[0]!.connect({ signal: never });
    expect(wallet).to.have.property('provider', fake.provider);
  });

  it('F-34 offers a provider that is set late, also with an event', async () => {
    watch();
    await clock.advance(1_500);
    install(fakeEvmWallet().provider);
    window.dispatchEvent(new Event('ethereum#initialized'));
    expect(ids).to.deep.equal(['browser']);
  });

  it('F-34 offers a provider that is set after the first look', async () => {
    watch();
    await clock.advance(1_500);
    install(fakeEvmWallet().provider);
    await clock.advance(1_500);
    expect(ids).to.deep.equal(['browser']);
  });

  it('F-34 offers each provider when several wallets share window.ethereum', async () => {
    const [one, two] = [fakeEvmWallet().provider, Object.assign(fakeEvmWallet().provider, { isBraveWallet: true })];
    install(Object.assign(fakeEvmWallet().provider, { providers: [one, two, one] }));
    const $list = watch();
    await clock.advance(1_000);
    expect($list.get().map(({ id, name }) => [id, name])).to.deep.equal([
      ['browser', ''],
      ['browser-2', 'Brave Wallet'],
    ]);
  });

  it('F-35 does not offer window.ethereum beside an announced wallet, and drops it when one comes', async () => {
    const fake = fakeEvmWallet({ rdns: 'org.example.both' });
    install(fake.provider);
    watch();
    await clock.advance(1_000);
    expect(ids).to.deep.equal(['browser']);
    undo.push(fake.announce());
    expect(ids).to.deep.equal(['org.example.both']);
    await clock.advance(10_000);
    expect(ids).to.deep.equal(['org.example.both']);
  });

  for (const [what, value] of [
    ['is no provider', { isMetaMask: true }],
    ['is missing', undefined],
    ['is a text', 'x'],
  ] as const) {
    it(`F-34 offers nothing when window.ethereum ${what}`, async () => {
      install(value);
      watch();
      await clock.advance(5_000);
      expect(ids).to.deep.equal([]);
    });
  }

  it('F-34 offers nothing when window.ethereum throws', async () => {
    Object.defineProperty(window, 'ethereum', {
      configurable: true,
      get() {
        throw new Error('no');
      },
    });
    undo.push(() => Reflect.deleteProperty(window, 'ethereum'));
    watch();
    await clock.advance(5_000);
    expect(ids).to.deep.equal([]);
  });

  it('F-45 reconnects none of two wallets with one rdns', async () => {
    const fakes = [0, 1].map(() => fakeEvmWallet({ rdns: 'org.example.twin', connected: true }));
    const $list = watch();
    for (const fake of fakes) undo.push(fake.announce());
    localStorage.setItem(LAST, 'org.example.twin');
    const reconnecting = reconnect('evm', $list, () => $list.get(), { signal: never, clock });
    await clock.advance(3_000);
    // A whole wallet in the message of a failed test would keep the page from sending it.
    expect((await reconnecting) === null).to.equal(true);
    expect(fakes.map(({ requests }) => requests)).to.deep.equal([[], []]);
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

// Last, because the list of the page also gets these wallets.
describe('createAnnounced with a script that announces thousands', () => {
  it('lists at most 100 wallets, and updates no more often, when a script announces 3,000', () => {
    let ids: string[] = [];
    let updates = 0;
    const stop = createAnnounced(new VirtualClock()).subscribe((options) => {
      updates += 1;
      ids = options.map(({ id }) => id);
    });
    for (let each = 0; each < 3_000; each += 1) {
      const { info, provider } = fakeEvmWallet({ rdns: `org.example.flood${each}` });
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
    }
    stop();
    expect(ids).to.have.length(100);
    expect(updates).to.be.at.most(102);
  });
});
