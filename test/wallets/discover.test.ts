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

describe('discovery of announced wallets', () => {
  const undo: (() => void)[] = [];
  /** Names are new for each test: what was announced on a page stays known. */
  let number = 0;
  const rdns = (): string => {
    number += 1;
    return `org.example.discovery${number}`;
  };

  const seen = (): string[] =>
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

  it('hears nothing and asks nothing before somebody subscribes', () => {
    const asked = sinon.spy();
    window.addEventListener('eip6963:requestProvider', asked);
    undo.push(() => window.removeEventListener('eip6963:requestProvider', asked));
    const name = rdns();
    announce(fakeEvmWallet({ rdns: name }));
    discoverWallets();
    expect(asked.called).to.equal(false);
  });

  it('finds the wallets that are there', () => {
    const name = rdns();
    announce(fakeEvmWallet({ rdns: name, name: 'First' }));
    watch();
    const found = discoverWallets()
      .get()
      .find(({ id }) => id === name);
    expect(found).to.include({ name: 'First', icon: 'data:image/svg+xml,<svg/>', vmType: 'evm' });
  });

  it('F-36 finds a wallet that comes late, and tells its subscribers', () => {
    const name = rdns();
    const told = sinon.spy((_options: readonly WalletOption[]) => undefined);
    undo.push(discoverWallets().listen(told));
    announce(fakeEvmWallet({ rdns: name }));
    expect(told.lastCall.args[0].map(({ id }) => id)).to.include(name);
  });

  it('F-35 keeps the first provider of an rdns, though another says the same', async () => {
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

  it('F-35 does not look at window.ethereum, neither to find a wallet nor to connect one', async () => {
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

  it('asks no wallet for anything', () => {
    const wallet = announce(fakeEvmWallet({ rdns: rdns() }));
    watch();
    expect(wallet.asked).to.deep.equal([]);
  });

  it('takes the name for the id where no rdns is given', () => {
    const name = rdns();
    watch();
    announce(fakeEvmWallet({ rdns: '', name }));
    expect(seen()).to.include(name);
  });

  it('is not stopped by announcements that are none', () => {
    watch();
    const before = seen();
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
    expect(seen()).to.deep.equal(before);
    const name = rdns();
    announce(fakeEvmWallet({ rdns: name }));
    expect(seen()).to.include(name);
  });

  for (const icon of [
    'https://tracker.example/i.png',
    'javascript:alert(1)',
    'data:text/html,x',
    `data:image/png,${'x'.repeat(70_000)}`,
  ]) {
    it(`T26 shows no icon from ${icon.slice(0, 30)}`, () => {
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

  it('T28 a name cannot turn, hide or break the text around it', () => {
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

describe('wallets that the page gives', () => {
  it('are offered in their order; a bare provider is numbered', () => {
    const named = fakeEvmWallet({ rdns: 'org.example.named', name: 'Named' });
    const options = walletOptionsOf([
      fakeEvmWallet().provider,
      { info: named.info, provider: named.provider },
      fakeEvmWallet().provider,
    ]);
    expect(options.map(({ id }) => id)).to.deep.equal(['page-1', 'org.example.named', 'page-2']);
    // The words for one without a name are the interface's.
    expect(options.map(({ name }) => name)).to.deep.equal(['', 'Named', '']);
  });

  it('what is no wallet is left out', () => {
    const entries = [null, undefined, 1, {}, { info: {}, provider: {} }] as unknown as WalletEntry[];
    expect(walletOptionsOf(entries)).to.deep.equal([]);
  });
});

describe('connecting', () => {
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

  it('asks for accounts once, and gives the wallet with the provider as it was announced', async () => {
    const fake = fakeEvmWallet();
    const wallet = await option(fake).connect({ signal: never });
    expect(wallet).to.include({ id: fake.info.rdns, name: fake.info.name, vmType: 'evm' });
    expect(wallet.provider).to.equal(fake.provider);
    // Not wallet_requestPermissions, which asks a payer again who has said yes before.
    expect(fake.asked.map(({ method }) => method)).to.deep.equal(['eth_requestAccounts', 'eth_chainId']);
    expect(await wallet.addresses()).to.deep.equal([PAYER]);
  });

  it('leaves the provider as it is: no listener, no member', async () => {
    const fake = fakeEvmWallet();
    const members = Object.keys(fake.provider);
    await option(fake).connect({ signal: never });
    expect(fake.listeners).to.equal(0);
    expect(Object.keys(fake.provider)).to.deep.equal(members);
  });

  it('works with a provider that has `request` and nothing else, and calls it as its method', async () => {
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

  it('F-31 a refusal is `wallet-rejected`, and the wallet can be asked again', async () => {
    const fake = fakeEvmWallet();
    fake.on('eth_requestAccounts', walletError(4001, 'User rejected the request.'));
    expect((await refusal(fake)).code).to.equal('wallet-rejected');
    expect((await option(fake).connect({ signal: never })).id).to.equal(fake.info.rdns);
  });

  it('F-32 a request that waits in the wallet is `wallet-busy`, never taken for success', async () => {
    const fake = fakeEvmWallet();
    fake.on('eth_requestAccounts', walletError(-32002, "Request of type 'wallet_requestPermissions' already pending"));
    expect((await refusal(fake)).code).to.equal('wallet-busy');
  });

  it('F-37 no account is `wallet-locked`', async () => {
    const fake = fakeEvmWallet({ owned: [] });
    expect((await refusal(fake)).code).to.equal('wallet-locked');
  });

  it('a page that may not ask is `wallet-locked`', async () => {
    const fake = fakeEvmWallet();
    fake.on('eth_requestAccounts', walletError(4100, 'Unauthorized'));
    expect((await refusal(fake)).code).to.equal('wallet-locked');
  });

  for (const answer of [['not an address'], [null], 'x', {}, null, [[]]]) {
    it(`F-38 an answer that is no account is refused: ${JSON.stringify(answer)}`, async () => {
      const fake = fakeEvmWallet();
      fake.on('eth_requestAccounts', answer);
      expect(['wallet-not-found', 'wallet-locked']).to.include((await refusal(fake)).code);
    });
  }

  it('F-38 an address is taken in any case', async () => {
    const fake = fakeEvmWallet({ owned: [PAYER.toUpperCase().replace('0X', '0x')] });
    const wallet = await option(fake).connect({ signal: never });
    expect(await wallet.addresses()).to.deep.equal([PAYER]);
  });

  it("any other fault is `wallet-not-found`, with the wallet's words as details", async () => {
    const fake = fakeEvmWallet();
    fake.on('eth_requestAccounts', walletError(-32603, 'Ledger device: unlock it'));
    expect(await refusal(fake)).to.include({ code: 'wallet-not-found', details: '-32603: Ledger device: unlock it' });
  });

  it('F-33 stops waiting for a silent wallet when told so; its late answer changes nothing', async () => {
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

describe('the wallet of last time', () => {
  afterEach(() => {
    localStorage.removeItem(LAST);
    sinon.restore();
  });

  const known = async (fake: FakeEvmWallet): Promise<readonly WalletOption[]> => {
    const options = walletOptionsOf([{ info: fake.info, provider: fake.provider }]);
    await options[0]!.connect({ signal: never });
    return options;
  };

  it('is connected again without a prompt', async () => {
    const fake = fakeEvmWallet();
    const options = await known(fake);
    const asked = fake.asked.length;
    expect((await reconnectWallet(() => options, { signal: never }))?.provider).to.equal(fake.provider);
    expect(fake.asked.slice(asked).map(({ method }) => method)).to.deep.equal(['eth_accounts']);
  });

  it('is none for who never connected: no wallet is asked, however many there are', async () => {
    const fake = fakeEvmWallet({ connected: true });
    const options = walletOptionsOf([{ info: fake.info, provider: fake.provider }]);
    // A clock that stands still: there is nothing to wait for.
    expect(await reconnectWallet(() => options, { signal: never, clock: new VirtualClock() })).to.equal(null);
    expect(fake.asked).to.deep.equal([]);
  });

  it('F-44 is not connected while it is locked', async () => {
    const fake = fakeEvmWallet();
    const options = await known(fake);
    fake.accounts = [];
    expect(await reconnectWallet(() => options, { signal: never })).to.equal(null);
  });

  it("is none after it was disconnected, and the page's permission is given back", async () => {
    const fake = fakeEvmWallet();
    const options = await known(fake);
    const wallet = await reconnectWallet(() => options, { signal: never });
    await wallet!.disconnect();
    expect(fake.count('wallet_revokePermissions')).to.equal(1);
    fake.accounts = [PAYER];
    expect(await reconnectWallet(() => options, { signal: never })).to.equal(null);
  });

  it('is waited for when it announces itself late', async () => {
    const fake = fakeEvmWallet({ rdns: 'org.example.late' });
    await known(fake);
    const reconnecting = reconnectWallet(() => discoverWallets().get(), { signal: never });
    const silent = fake.announce();
    expect((await reconnecting)?.id).to.equal('org.example.late');
    silent();
  });

  it('another one that appears is not taken in its place', async () => {
    await known(fakeEvmWallet({ rdns: 'org.example.gone' }));
    const other = fakeEvmWallet({ rdns: 'org.example.newcomer', connected: true });
    const options = walletOptionsOf([{ info: other.info, provider: other.provider }]);
    const clock = new VirtualClock();
    const reconnecting = reconnectWallet(() => options, { signal: never, clock });
    await clock.advance(3_000);
    expect(await reconnecting).to.equal(null);
    expect(other.asked).to.deep.equal([]);
  });

  it('F-45 is given up after three seconds when it does not answer', async () => {
    const fake = fakeEvmWallet();
    const options = await known(fake);
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

  it('is given up when the caller goes', async () => {
    const fake = fakeEvmWallet();
    const options = await known(fake);
    fake.always('eth_accounts', silence);
    const stop = new AbortController();
    const reconnecting = reconnectWallet(() => options, { signal: stop.signal });
    stop.abort();
    expect(await reconnecting).to.equal(null);
  });

  it('F-165 is picked again where nothing can be stored', async () => {
    sinon.stub(Storage.prototype, 'setItem').throws(new DOMException('', 'SecurityError'));
    sinon.stub(Storage.prototype, 'getItem').throws(new DOMException('', 'SecurityError'));
    const fake = fakeEvmWallet();
    const options = await known(fake);
    expect(await reconnectWallet(() => options, { signal: never })).to.equal(null);
  });
});
