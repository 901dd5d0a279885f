import { expect } from 'chai';
import * as discover from '../../src/wallets/discover.js';
import '../../src/wallets/connect-evm.js';
import { MemoryStore } from '../../src/shared/memory-store.js';
import { createConnection, type WalletConnection } from '../../src/wallets/connection.js';
import type { PaymentEvent } from '../../src/payment/model/state.js';
import { settle, VirtualClock } from '../support/clock.js';
import { fakeEvmWallet, silence, walletError, type FakeEvmWallet } from '../support/fake-evm-wallet.js';
import { people } from '../support/quotes.js';

const wallet = (rdns: string, owned: readonly string[] = [people.payer]): FakeEvmWallet =>
  fakeEvmWallet({ rdns, name: rdns, owned });
const entryOf = ({ info, provider }: FakeEvmWallet) => ({ info, provider });

type Page = {
  payers: WalletConnection;
  told: string[];
  dispatched: PaymentEvent[];
  leave: AbortController;
  clock: VirtualClock;
};

function page(wallets: FakeEvmWallet[], discovery: () => Promise<typeof discover> = async () => discover): Page {
  const leave = new AbortController();
  const told: string[] = [];
  const dispatched: PaymentEvent[] = [];
  const clock = new VirtualClock();
  const payers = createConnection({
    discovery,
    clock,
    entries: () => wallets.map(entryOf),
    signal: leave.signal,
    dispatch: (event) => dispatched.push(event),
    emit: (type, detail) => told.push(`${type} ${(detail as { address: string }).address}`),
  });
  return { payers, told, dispatched, leave, clock };
}

const ofType = <T extends PaymentEvent['type']>(dispatched: PaymentEvent[], type: T) =>
  dispatched.filter((event): event is Extract<PaymentEvent, { type: T }> => event.type === type);

describe('connection', () => {
  const isPage = typeof window !== 'undefined';

  beforeEach(() => {
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: new MemoryStore() });
  });
  before(() => {
    if (!isPage) Object.defineProperty(globalThis, 'window', { configurable: true, value: new EventTarget() });
  });
  after(() => {
    Reflect.deleteProperty(globalThis, 'localStorage');
    if (!isPage) Reflect.deleteProperty(globalThis, 'window');
  });

  it('lists the page’s wallets first and sends no request to any wallet when it discovers wallets', async () => {
    const [one, two] = [wallet('one.test'), wallet('two.test')];
    const { payers, dispatched } = page([one, two]);
    await payers.discover();
    expect(
      ofType(dispatched, 'wallets-found')
        .at(-1)
        ?.wallets.map(({ id }) => id),
    ).to.deep.equal(['one.test', 'two.test']);
    expect([...one.requests, ...two.requests]).to.deep.equal([]);
    expect(payers.wallet).to.equal(null);
  });

  it('sends one request when the payer presses repeatedly, and another when the payer has dropped the first', async () => {
    const one = wallet('one.test');
    one.always('eth_requestAccounts', silence);
    const { payers, dispatched } = page([one]);
    for (let press = 0; press < 10; press += 1) void payers.connect({ id: 'one.test' }).catch(() => undefined);
    await settle();
    expect(one.count('eth_requestAccounts')).to.equal(1);
    expect(ofType(dispatched, 'connecting')).to.have.length(1);
    void payers.connect({ id: 'one.test' }).catch(() => undefined);
    expect(ofType(dispatched, 'connecting'), 'a list that was opened again shows it').to.have.length(2);
    await payers.disconnect();
    void payers.connect({ id: 'one.test' }).catch(() => undefined);
    await settle();
    expect(one.count('eth_requestAccounts')).to.equal(2);
  });

  it('F-36 lists a wallet without connecting it when the wallet is announced late', async () => {
    const late = wallet('late.test');
    const { payers, dispatched, leave } = page([]);
    await payers.discover();
    const hide = late.announce();
    await settle();
    expect(
      ofType(dispatched, 'wallets-found')
        .at(-1)
        ?.wallets.map(({ id }) => id),
    ).to.include('late.test');
    expect(late.requests).to.deep.equal([]);
    hide();
    leave.abort(new Error('gone'));
  });

  it('connects the wallet and emits hub-connect once when the payer picks it', async () => {
    const { payers, told, dispatched } = page([wallet('one.test'), wallet('two.test')]);
    const account = await payers.connect({ id: 'two.test' });
    expect(account).to.deep.equal({ address: people.payer, vmType: 'evm', wallet: 'two.test' });
    expect(payers.wallet?.id).to.equal('two.test');
    expect(told).to.deep.equal([`hub-connect ${people.payer}`]);
    expect(ofType(dispatched, 'connecting').map(({ wallet: id }) => id)).to.deep.equal(['two.test']);
  });

  it('F-31 F-37 rejects with the error code and connects nothing when the wallet refuses', async () => {
    for (const [reaction, code] of [
      [walletError(4001, 'no'), 'wallet-rejected'],
      [walletError(-32002, 'pending'), 'wallet-busy'],
      [[], 'wallet-locked'],
    ] as const) {
      const one = wallet('one.test');
      one.on('eth_requestAccounts', reaction);
      const { payers, told, dispatched } = page([one]);
      expect(await payers.connect({ id: 'one.test' }).catch((error: unknown) => error)).to.have.property('code', code);
      expect(ofType(dispatched, 'connect-failed')[0]?.problem).to.have.property('code', code);
      expect([payers.wallet, told]).to.deep.equal([null, []]);
    }
  });

  describe('F-32 with a request pending in the wallet', () => {
    const busy = walletError(-32002, 'Request of type eth_requestAccounts already pending');
    /** The payer picked the wallet, and the wallet reported a pending request. */
    async function waiting(): Promise<Page & { one: FakeEvmWallet; two: FakeEvmWallet }> {
      const [one, two] = [wallet('one.test'), wallet('two.test', [people.recipient])];
      one.on('eth_requestAccounts', busy);
      const opened = page([one, two]);
      await opened.payers.connect({ id: 'one.test' }).catch(() => undefined);
      await settle();
      return { ...opened, one, two };
    }
    const answer = async (one: FakeEvmWallet): Promise<void> => {
      one.accounts = one.owned;
      one.emit('accountsChanged', one.owned);
      await settle();
    };

    it('connects without another request when the payer answers the pending one', async () => {
      const { payers, told, dispatched, one } = await waiting();
      expect([payers.wallet, told]).to.deep.equal([null, []]);
      expect(ofType(dispatched, 'connect-failed')[0]?.problem).to.have.property('code', 'wallet-busy');
      const asked = one.count('eth_requestAccounts');
      await answer(one);
      expect(payers.wallet?.id).to.equal('one.test');
      expect(told).to.deep.equal([`hub-connect ${people.payer}`]);
      expect(ofType(dispatched, 'connected')).to.have.length(1);
      expect(one.count('eth_requestAccounts')).to.equal(asked);
      one.emit('accountsChanged', []);
      expect([payers.wallet, one.listeners]).to.deep.equal([null, 0]);
    });

    it('reconnects the wallet on the next page when the payer answered the pending request', async () => {
      const { one } = await waiting();
      await answer(one);
      const again = page([one]);
      await again.payers.discover();
      await settle();
      expect(again.payers.wallet?.id).to.equal('one.test');
    });

    it('stays disconnected when the wallet emits no accounts, another chain or disconnect', async () => {
      const { payers, one } = await waiting();
      one.emit('accountsChanged', []);
      one.emit('chainChanged', '0x1');
      one.emit('disconnect', { code: 4900 });
      await settle();
      expect(payers.wallet).to.equal(null);
      await answer(one);
      expect(payers.wallet?.id).to.equal('one.test');
    });

    it('ignores the answer when the payer has connected another wallet or dropped this one', async () => {
      const elsewhere = await waiting();
      await elsewhere.payers.connect({ id: 'two.test' });
      await answer(elsewhere.one);
      expect(elsewhere.payers.wallet?.id).to.equal('two.test');
      expect(elsewhere.one.listeners).to.equal(0);
      const left = await waiting();
      await left.payers.disconnect();
      await answer(left.one);
      expect([left.payers.wallet, left.one.listeners]).to.deep.equal([null, 0]);
    });

    it('adds one listener when the payer asks again, and removes it when the session ends', async () => {
      const { payers, told, leave, one } = await waiting();
      const listeners = one.listeners;
      one.on('eth_requestAccounts', busy);
      await payers.connect({ id: 'one.test' }).catch(() => undefined);
      await settle();
      expect(one.listeners).to.equal(listeners);
      leave.abort(new Error('gone'));
      await settle();
      expect(one.listeners).to.equal(0);
      await answer(one);
      expect(told).to.deep.equal([]);
    });

    it('adds no listener when the wallet has refused instead', async () => {
      const one = wallet('one.test');
      one.on('eth_requestAccounts', walletError(4001, 'no'));
      const { payers } = page([one]);
      await payers.connect({ id: 'one.test' }).catch(() => undefined);
      await settle();
      await answer(one);
      expect([payers.wallet, one.listeners]).to.deep.equal([null, 0]);
    });
  });

  it('F-33 connects another wallet when the first never answers, and ignores the first one’s late answer', async () => {
    const [slow, quick] = [wallet('slow.test', [people.attacker]), wallet('quick.test')];
    let answer = (): void => undefined;
    slow.on(
      'eth_requestAccounts',
      () =>
        new Promise((resolve) => {
          answer = () => resolve([people.attacker]);
        }),
    );
    slow.accounts = [people.attacker];
    const { payers, told } = page([slow, quick]);
    const first = payers.connect({ id: 'slow.test' }).catch((error: unknown) => error);
    await settle();
    await payers.connect({ id: 'quick.test' });
    answer();
    expect(await first).to.have.property('code', 'wallet-rejected');
    expect(payers.wallet?.id).to.equal('quick.test');
    expect(told).to.deep.equal([`hub-connect ${people.payer}`]);
  });

  it('connects the page’s first wallet, never an announced one, when no wallet is named', async () => {
    const [one, announced] = [wallet('one.test'), wallet('announced.test')];
    const { payers } = page([one]);
    expect(await payers.connect({ entry: undefined })).to.have.property('wallet', 'one.test');
    const hide = announced.announce();
    const empty = page([]);
    expect(await empty.payers.connect({ entry: undefined }).catch((error: unknown) => error)).to.have.property(
      'code',
      'wallet-not-found',
    );
    expect(await empty.payers.connect({ entry: entryOf(announced) })).to.have.property('wallet', 'announced.test');
    hide();
  });

  it('lists a wallet when the page adds it later, and removes it when the page takes it back', async () => {
    const [one, two] = [wallet('one.test'), wallet('two.test')];
    const given = [one];
    const { payers, dispatched } = page(given);
    const found = (): string[] | undefined =>
      ofType(dispatched, 'wallets-found')
        .at(-1)
        ?.wallets.map(({ id }) => id);
    payers.refresh();
    expect(dispatched, 'nobody has looked yet').to.deep.equal([]);
    await payers.discover();
    given.unshift(two);
    payers.refresh();
    expect(found()?.slice(0, 2)).to.deep.equal(['two.test', 'one.test']);
    given.pop();
    payers.refresh();
    expect(found()).to.include('two.test').and.not.include('one.test');
    expect(await payers.connect({ id: 'two.test' })).to.have.property('wallet', 'two.test');
    expect(one.requests).to.deep.equal([]);
  });

  it('F-149 reconnects the last wallet without a prompt when the page adds it late', async () => {
    const one = wallet('one.test');
    await page([one]).payers.connect({ id: 'one.test' });
    const given: FakeEvmWallet[] = [];
    const { payers, clock } = page(given);
    await payers.discover();
    await clock.advance(10_000);
    const prompts = one.count('eth_requestAccounts');
    given.push(one);
    payers.refresh();
    await settle();
    expect(payers.wallet?.id).to.equal('one.test');
    expect(one.count('eth_requestAccounts')).to.equal(prompts);
  });

  it('rejects with wallet-not-found when the wallet is unknown', async () => {
    const { payers } = page([]);
    expect(await payers.connect({ id: 'no.test' }).catch((error: unknown) => error)).to.have.property(
      'code',
      'wallet-not-found',
    );
  });

  it('F-39 F-42 emits hub-connect once when the wallet reports another account repeatedly', async () => {
    const one = wallet('one.test', [people.payer, people.recipient]);
    const { payers, told, dispatched } = page([one]);
    await payers.connect({ id: 'one.test' });
    one.emit('accountsChanged', [people.payer]);
    one.emit('accountsChanged', [people.recipient, people.payer]);
    one.emit('accountsChanged', [people.recipient]);
    expect(told).to.deep.equal([`hub-connect ${people.payer}`, `hub-connect ${people.recipient}`]);
    expect(ofType(dispatched, 'connected').map(({ account }) => account.address)).to.deep.equal([
      people.payer,
      people.recipient,
    ]);
  });

  it('dispatches nothing when the wallet changes its network', async () => {
    const one = wallet('one.test');
    const { payers, dispatched } = page([one]);
    await payers.connect({ id: 'one.test' });
    const before = dispatched.length;
    one.emit('chainChanged', '0x1');
    expect(dispatched.length).to.equal(before);
    expect(payers.wallet).not.to.equal(null);
  });

  it('F-43 F-44 drops the wallet and emits hub-disconnect once when the wallet locks or disconnects', async () => {
    for (const leave of [
      (one: FakeEvmWallet) => one.emit('accountsChanged', []),
      (one: FakeEvmWallet) => one.emit('disconnect', { code: 4900 }),
    ]) {
      const one = wallet('one.test');
      const { payers, told, dispatched } = page([one]);
      await payers.connect({ id: 'one.test' });
      leave(one);
      leave(one);
      expect([payers.wallet, told.slice(1)]).to.deep.equal([null, [`hub-disconnect ${people.payer}`]]);
      expect(ofType(dispatched, 'disconnected')).to.have.length(1);
      expect(one.listeners).to.equal(0);
    }
  });

  it('does not reconnect the wallet after a reload when the payer has dropped it', async () => {
    const one = wallet('one.test');
    const { payers } = page([one]);
    await payers.connect({ id: 'one.test' });
    await payers.disconnect();
    expect(payers.wallet).to.equal(null);
    const again = page([one]);
    await again.payers.discover();
    await settle();
    expect(again.payers.wallet).to.equal(null);
  });

  it('F-149 reconnects the last wallet without a prompt when the page reloads', async () => {
    const one = wallet('one.test');
    await page([one]).payers.connect({ id: 'one.test' });
    const { payers, told } = page([one, wallet('two.test')]);
    const prompts = one.count('eth_requestAccounts');
    await payers.discover();
    await settle();
    expect(payers.wallet?.id).to.equal('one.test');
    expect(told).to.deep.equal([`hub-connect ${people.payer}`]);
    expect(one.count('eth_requestAccounts')).to.equal(prompts);
  });

  it('F-45 connects another wallet when the last wallet does not answer', async () => {
    const [one, two] = [wallet('one.test'), wallet('two.test')];
    await page([one]).payers.connect({ id: 'one.test' });
    one.always('eth_accounts', silence);
    const { payers } = page([one, two]);
    void payers.discover();
    let connected = false;
    void payers.connect({ id: 'two.test' }).then(() => {
      connected = true;
    });
    await settle();
    expect(connected).to.equal(true);
    expect(payers.wallet?.id).to.equal('two.test');
  });

  it('reports service-down when the discovery code fails to load, and loads it again at the next call', async () => {
    let failures = 1;
    const { payers, dispatched } = page([wallet('one.test')], async () => {
      if (failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module');
      return discover;
    });
    await payers.discover().catch(() => undefined);
    expect(ofType(dispatched, 'connect-failed')[0]?.problem).to.have.property('code', 'service-down');
    await payers.discover();
    expect(ofType(dispatched, 'wallets-found').at(-1)?.wallets[0]).to.have.property('id', 'one.test');
  });

  it('I24 removes its listener and ignores a late answer when the session ends', async () => {
    const [one, late] = [wallet('one.test'), wallet('late.test')];
    let answer = (): void => undefined;
    late.on(
      'eth_requestAccounts',
      () =>
        new Promise((resolve) => {
          answer = () => resolve([people.payer]);
        }),
    );
    const { payers, dispatched, told, leave, clock } = page([one, late]);
    await payers.connect({ id: 'one.test' });
    const connecting = payers.connect({ id: 'late.test' }).catch(() => 'gone');
    await settle();
    leave.abort(new Error('gone'));
    const before = dispatched.length;
    answer();
    expect(await connecting).to.equal('gone');
    one.emit('accountsChanged', [people.recipient]);
    expect([dispatched.length, told.length, one.listeners, clock.pending]).to.deep.equal([before, 1, 0, 0]);
  });
});
