import { expect } from 'chai';
import * as discover from '../../src/wallets/discover-evm.js';
import '../../src/wallets/connect-evm.js';
import { createConnection, type WalletConnection } from '../../src/wallets/connection.js';
import type { PaymentEvent } from '../../src/payment/model/state.js';
import type { WalletDiscovery } from '../../src/wallets/wallet.js';
import { usePageGlobals } from './page-globals.js';
import { settle, VirtualClock } from '../support/clock.js';
import { fakeEvmWallet, silence, walletError, type FakeEvmWallet } from '../support/fake-evm-wallet.js';
import { people } from '../support/quotes.js';

const wallet = (rdns: string, owned: readonly string[] = [people.payer]): FakeEvmWallet =>
  fakeEvmWallet({ rdns, name: rdns, owned });
const entryOf = ({ info, provider }: FakeEvmWallet) => ({ info, provider });

type Page = {
  connection: WalletConnection;
  events: string[];
  dispatched: PaymentEvent[];
  stop: AbortController;
  clock: VirtualClock;
};

function page(
  wallets: FakeEvmWallet[],
  discovery: () => Promise<typeof discover> = async () => discover,
  svm: () => Promise<WalletDiscovery> = () => Promise.reject(new Error('not needed')),
): Page {
  const stop = new AbortController();
  const events: string[] = [];
  const dispatched: PaymentEvent[] = [];
  const clock = new VirtualClock();
  const connection = createConnection({
    discovery: { evm: discovery, svm },
    clock,
    entries: () => wallets.map(entryOf),
    signal: stop.signal,
    dispatch: (event) => dispatched.push(event),
    emit: (type, detail) => events.push(`${type} ${(detail as { address: string }).address}`) === 0,
  });
  return { connection, events, dispatched, stop, clock };
}

const ofType = <T extends PaymentEvent['type']>(dispatched: PaymentEvent[], type: T) =>
  dispatched.filter((event): event is Extract<PaymentEvent, { type: T }> => event.type === type);

describe('connection', () => {
  usePageGlobals();

  it('lists the page’s wallets first and sends no request to any wallet when it discovers wallets', async () => {
    const [one, two] = [wallet('one.test'), wallet('two.test')];
    const { connection, dispatched } = page([one, two]);
    await connection.discover();
    expect(
      ofType(dispatched, 'wallets-found')
        .at(-1)
        ?.wallets.map(({ id }) => id),
    ).to.deep.equal(['one.test', 'two.test']);
    expect([...one.requests, ...two.requests]).to.deep.equal([]);
    expect(connection.walletOf('evm')).to.equal(null);
  });

  it('sends one request when the payer presses repeatedly, and another when the payer has dropped the first', async () => {
    const one = wallet('one.test');
    one.always('eth_requestAccounts', silence);
    const { connection, dispatched } = page([one]);
    for (let press = 0; press < 10; press += 1) void connection.connect({ id: 'one.test' }).catch(() => undefined);
    await settle();
    expect(one.count('eth_requestAccounts')).to.equal(1);
    expect(ofType(dispatched, 'connecting')).to.have.length(1);
    void connection.connect({ id: 'one.test' }).catch(() => undefined);
    expect(ofType(dispatched, 'connecting'), 'a list that was opened again shows it').to.have.length(2);
    await connection.disconnect();
    void connection.connect({ id: 'one.test' }).catch(() => undefined);
    await settle();
    expect(one.count('eth_requestAccounts')).to.equal(2);
  });

  it('says after 20 seconds that the wallet does not answer, also in a list that was opened again', async () => {
    const [one, two] = [wallet('one.test'), wallet('two.test')];
    one.always('eth_requestAccounts', silence);
    const { connection, dispatched, clock } = page([one, two]);
    const shown = () => ofType(dispatched, 'connecting').map(({ wallet: id, stalled }) => `${id} ${stalled ?? false}`);
    const press = (id: string) => connection.connect({ id }).catch(() => undefined);
    void press('one.test');
    await clock.advance(19_999);
    expect(shown()).to.deep.equal(['one.test false']);
    await clock.advance(1);
    void press('one.test');
    expect(shown().slice(1)).to.deep.equal(['one.test true', 'one.test true']);
    await connection.disconnect();
    void press('one.test');
    await clock.advance(1_000);
    await press('two.test');
    await clock.advance(60_000);
    expect(shown().slice(3), 'a wallet that was given up, or has answered').to.deep.equal([
      'one.test false',
      'two.test false',
    ]);
  });

  it('F-36 lists a wallet without connecting it when the wallet is announced late', async () => {
    const late = wallet('late.test');
    const { connection, dispatched, stop } = page([]);
    await connection.discover();
    const hide = late.announce();
    await settle();
    expect(
      ofType(dispatched, 'wallets-found')
        .at(-1)
        ?.wallets.map(({ id }) => id),
    ).to.include('late.test');
    expect(late.requests).to.deep.equal([]);
    hide();
    stop.abort(new Error('gone'));
  });

  it('connects the wallet and emits hub-connect once when the payer picks it', async () => {
    const { connection, events, dispatched } = page([wallet('one.test'), wallet('two.test')]);
    const account = await connection.connect({ id: 'two.test' });
    expect(account).to.deep.equal({ address: people.payer, vmType: 'evm', wallet: 'two.test' });
    expect(connection.walletOf('evm')?.id).to.equal('two.test');
    expect(events).to.deep.equal([`hub-connect ${people.payer}`]);
    expect(ofType(dispatched, 'connecting').map(({ wallet: id }) => id)).to.deep.equal(['two.test']);
  });

  it('F-31 F-37 rejects with the error code and connects nothing when the wallet refuses', async () => {
    for (const [reaction, code] of [
      [walletError(4001, 'no'), 'wallet-rejected'],
      [walletError(-32002, 'pending'), 'wallet-busy'],
      [[], 'wallet-locked'],
    ] as const) {
      const one = wallet('one.test');
      one.once('eth_requestAccounts', reaction);
      const { connection, events, dispatched, clock } = page([one]);
      const refused = connection.connect({ id: 'one.test' }).catch((error: unknown) => error);
      await clock.advance(6_000);
      expect(await refused).to.have.property('code', code);
      expect(ofType(dispatched, 'connect-failed')[0]?.problem).to.have.property('code', code);
      expect([connection.walletOf('evm'), events]).to.deep.equal([null, []]);
    }
  });

  describe('F-32 with a request pending in the wallet', () => {
    const busy = walletError(-32002, 'Request of type eth_requestAccounts already pending');
    /** The payer picks wallet `one`. That wallet reports that an earlier request is still pending. */
    async function waiting(): Promise<Page & { one: FakeEvmWallet; two: FakeEvmWallet }> {
      const [one, two] = [wallet('one.test'), wallet('two.test', [people.recipient])];
      one.once('eth_requestAccounts', busy);
      const opened = page([one, two]);
      await opened.connection.connect({ id: 'one.test' }).catch(() => undefined);
      await settle();
      return { ...opened, one, two };
    }
    const answer = async (one: FakeEvmWallet): Promise<void> => {
      one.accounts = one.owned;
      one.emit('accountsChanged', one.owned);
      await settle();
    };

    it('connects without another request when the payer answers the pending one', async () => {
      const { connection, events, dispatched, one } = await waiting();
      expect([connection.walletOf('evm'), events]).to.deep.equal([null, []]);
      expect(ofType(dispatched, 'connect-failed')[0]?.problem).to.have.property('code', 'wallet-busy');
      const promptCount = one.count('eth_requestAccounts');
      await answer(one);
      expect(connection.walletOf('evm')?.id).to.equal('one.test');
      expect(events).to.deep.equal([`hub-connect ${people.payer}`]);
      expect(ofType(dispatched, 'connected')).to.have.length(1);
      expect(one.count('eth_requestAccounts')).to.equal(promptCount);
      await connection.disconnect();
      expect([connection.walletOf('evm'), one.listeners]).to.deep.equal([null, 0]);
    });

    it('reconnects the wallet on the next page when the payer answered the pending request', async () => {
      const { one } = await waiting();
      await answer(one);
      const again = page([one]);
      await again.connection.discover();
      await settle();
      expect(again.connection.walletOf('evm')?.id).to.equal('one.test');
    });

    it('stays disconnected when the wallet emits no accounts, another chain or disconnect', async () => {
      const { connection, one } = await waiting();
      one.emit('accountsChanged', []);
      one.emit('chainChanged', '0x1');
      one.emit('disconnect', { code: 4900 });
      await settle();
      expect(connection.walletOf('evm')).to.equal(null);
      await answer(one);
      expect(connection.walletOf('evm')?.id).to.equal('one.test');
    });

    it('ignores the answer when the payer has connected another wallet or dropped this one', async () => {
      const other = await waiting();
      await other.connection.connect({ id: 'two.test' });
      await answer(other.one);
      expect(other.connection.walletOf('evm')?.id).to.equal('two.test');
      expect(other.one.listeners).to.equal(0);
      const left = await waiting();
      await left.connection.disconnect();
      await answer(left.one);
      expect([left.connection.walletOf('evm'), left.one.listeners]).to.deep.equal([null, 0]);
    });

    it('adds one listener when the payer asks again, and removes it when the session ends', async () => {
      const { connection, events, stop, one } = await waiting();
      const listeners = one.listeners;
      one.once('eth_requestAccounts', busy);
      await connection.connect({ id: 'one.test' }).catch(() => undefined);
      await settle();
      expect(one.listeners).to.equal(listeners);
      stop.abort(new Error('gone'));
      await settle();
      expect(one.listeners).to.equal(0);
      await answer(one);
      expect(events).to.deep.equal([]);
    });

    it('adds no listener when the wallet has refused instead', async () => {
      const one = wallet('one.test');
      one.once('eth_requestAccounts', walletError(4001, 'no'));
      const { connection } = page([one]);
      await connection.connect({ id: 'one.test' }).catch(() => undefined);
      await settle();
      await answer(one);
      expect([connection.walletOf('evm'), one.listeners]).to.deep.equal([null, 0]);
    });
  });

  it('F-33 connects another wallet when the first never answers, and ignores the first one’s late answer', async () => {
    const [slow, quick] = [wallet('slow.test', [people.attacker]), wallet('quick.test')];
    let answer = (): void => undefined;
    slow.once(
      'eth_requestAccounts',
      () =>
        new Promise((resolve) => {
          answer = () => resolve([people.attacker]);
        }),
    );
    slow.accounts = [people.attacker];
    const { connection, events } = page([slow, quick]);
    const first = connection.connect({ id: 'slow.test' }).catch((error: unknown) => error);
    await settle();
    await connection.connect({ id: 'quick.test' });
    answer();
    expect(await first).to.have.property('code', 'wallet-rejected');
    expect(connection.walletOf('evm')?.id).to.equal('quick.test');
    expect(events).to.deep.equal([`hub-connect ${people.payer}`]);
  });

  it('connects the page’s first wallet, never an announced one, when no wallet is named', async () => {
    const [one, announced] = [wallet('one.test'), wallet('announced.test')];
    const { connection } = page([one]);
    expect(await connection.connect({ entry: undefined })).to.have.property('wallet', 'one.test');
    const hide = announced.announce();
    const empty = page([]);
    expect(await empty.connection.connect({ entry: undefined }).catch((error: unknown) => error)).to.have.property(
      'code',
      'wallet-not-found',
    );
    expect(await empty.connection.connect({ entry: entryOf(announced) })).to.have.property('wallet', 'announced.test');
    hide();
  });

  it('lists a wallet when the page adds it later, and removes it when the page takes it back', async () => {
    const [one, two] = [wallet('one.test'), wallet('two.test')];
    const pageWallets = [one];
    const { connection, dispatched } = page(pageWallets);
    const found = (): string[] | undefined =>
      ofType(dispatched, 'wallets-found')
        .at(-1)
        ?.wallets.map(({ id }) => id);
    connection.refresh();
    expect(dispatched, 'before any discovery').to.deep.equal([]);
    await connection.discover();
    pageWallets.unshift(two);
    connection.refresh();
    expect(found()?.slice(0, 2)).to.deep.equal(['two.test', 'one.test']);
    pageWallets.pop();
    connection.refresh();
    expect(found()).to.include('two.test').and.not.include('one.test');
    expect(await connection.connect({ id: 'two.test' })).to.have.property('wallet', 'two.test');
    expect(one.requests).to.deep.equal([]);
  });

  it('F-149 reconnects the last wallet without a prompt when the page adds it late', async () => {
    const one = wallet('one.test');
    await page([one]).connection.connect({ id: 'one.test' });
    const pageWallets: FakeEvmWallet[] = [];
    const { connection, clock } = page(pageWallets);
    await connection.discover();
    await clock.advance(10_000);
    const prompts = one.count('eth_requestAccounts');
    pageWallets.push(one);
    connection.refresh();
    await settle();
    expect(connection.walletOf('evm')?.id).to.equal('one.test');
    expect(one.count('eth_requestAccounts')).to.equal(prompts);
  });

  it('rejects with wallet-not-found when the wallet is unknown', async () => {
    const { connection } = page([]);
    expect(await connection.connect({ id: 'no.test' }).catch((error: unknown) => error)).to.have.property(
      'code',
      'wallet-not-found',
    );
  });

  it('offers no wallet of a family that it cannot discover, and waits for none', async () => {
    const { connection, dispatched } = page([wallet('one.test')]);
    connection.offerFamilies(['evm', 'hypevm' as 'svm']);
    await connection.discover();
    const offered = ofType(dispatched, 'wallets-found').at(-1)?.wallets ?? [];
    expect([offered[0]?.id, ...new Set(offered.map(({ vmType }) => vmType))]).to.deep.equal(['one.test', 'evm']);
    expect(await connection.reconnected('hypevm' as 'svm')).to.equal(null);
    await connection.settled();
  });

  it('names the kinds of wallets when the page passes a value that is none of them', async () => {
    const { connection } = page([], undefined, () => import('../../src/wallets/discover-svm.js'));
    const error = await connection.connect({ entry: { name: 'Keypair' } as never }).catch((each: unknown) => each);
    expect(error).to.have.property('code', 'wallet-not-found');
    for (const kind of ['EIP-1193', 'wagmi', 'Wallet Standard'])
      expect(error).to.have.property('message').that.includes(kind);
  });

  it('F-39 F-42 emits hub-connect once when the wallet reports another account repeatedly', async () => {
    const one = wallet('one.test', [people.payer, people.recipient]);
    const { connection, events, dispatched } = page([one]);
    await connection.connect({ id: 'one.test' });
    one.emit('accountsChanged', [people.payer]);
    one.emit('accountsChanged', [people.recipient, people.payer]);
    expect(events, 'the wallet still shares the account').to.deep.equal([`hub-connect ${people.payer}`]);
    for (let time = 0; time < 2; time += 1) one.emit('accountsChanged', [people.recipient]);
    expect(events).to.deep.equal([`hub-connect ${people.payer}`, `hub-connect ${people.recipient}`]);
    expect(ofType(dispatched, 'connected').map(({ account }) => account.address)).to.deep.equal([
      people.payer,
      people.recipient,
    ]);
  });

  it('dispatches nothing when the wallet changes its network', async () => {
    const one = wallet('one.test');
    const { connection, dispatched } = page([one]);
    await connection.connect({ id: 'one.test' });
    const before = dispatched.length;
    one.emit('chainChanged', '0x1');
    expect(dispatched.length).to.equal(before);
    expect(connection.walletOf('evm')).not.to.equal(null);
  });

  it('F-43 drops the account and emits hub-disconnect once when the wallet disconnects and shares no account', async () => {
    const one = wallet('one.test');
    const { connection, events, dispatched, clock } = page([one]);
    await connection.connect({ id: 'one.test' });
    one.accounts = [];
    for (let time = 0; time < 2; time += 1) one.emit('disconnect', { code: 4900 });
    await clock.advance(6_000);
    expect([connection.accounts, events.slice(1)]).to.deep.equal([[], [`hub-disconnect ${people.payer}`]]);
    expect(ofType(dispatched, 'disconnected')).to.have.length(1);
    expect(connection.walletOf('evm')?.id, 'the wallet can come back').to.equal('one.test');
  });

  it('P-45 keeps the account when the wallet disconnects and still shares it', async () => {
    const one = wallet('one.test');
    const { connection, events, clock } = page([one]);
    await connection.connect({ id: 'one.test' });
    one.emit('disconnect', { code: 4900 });
    await clock.advance(10_000);
    expect(connection.accounts[0]).to.include({ address: people.payer });
    expect(events).to.deep.equal([`hub-connect ${people.payer}`]);
  });

  it('P-45 connects the account again when the wallet is back after it has disconnected', async () => {
    for (const back of [
      (one: FakeEvmWallet) => one.emit('connect', { chainId: '0x1' }),
      (one: FakeEvmWallet) => one.emit('chainChanged', '0x1'),
      (one: FakeEvmWallet) => one.emit('accountsChanged', one.owned),
    ]) {
      const one = wallet('one.test');
      const { connection, events, clock } = page([one]);
      await connection.connect({ id: 'one.test' });
      one.once('eth_accounts', ...Array.from({ length: 50 }, () => walletError(4900, 'Disconnected')));
      one.emit('disconnect', { code: 4900 });
      await clock.advance(6_000);
      expect(connection.accounts).to.deep.equal([]);
      one.once('eth_accounts');
      back(one);
      await clock.advance(1_000);
      expect(events).to.deep.equal(
        ['hub-connect', 'hub-disconnect', 'hub-connect'].map((type) => `${type} ${people.payer}`),
      );
    }
  });

  it('P-45 uses the account that the payer chose in the prompt, in whatever order the wallet names its accounts', async () => {
    const one = wallet('one.test', [people.recipient, people.payer]);
    one.once('eth_requestAccounts', () => {
      one.accounts = [people.payer, people.recipient];
      return [people.recipient];
    });
    const { connection, events, clock } = page([one]);
    await connection.connect({ id: 'one.test' });
    one.emit('accountsChanged', [people.payer, people.recipient]);
    await clock.advance(10_000);
    expect(events).to.deep.equal([`hub-connect ${people.recipient}`]);
    expect(await connection.walletOf('evm')?.addresses()).to.include(people.recipient);
  });

  it('P-45 F-37 waits for accounts that the wallet shares only seconds after its prompt', async () => {
    const one = wallet('one.test');
    one.once('eth_requestAccounts', []);
    const { connection, clock } = page([one]);
    const connecting = connection.connect({ id: 'one.test' });
    await clock.advance(2_000);
    one.accounts = one.owned;
    await clock.advance(1_000);
    expect(await connecting).to.include({ address: people.payer });
  });

  it('P-45 connects the last wallet by itself when the payer unlocks it after the page has loaded', async () => {
    const one = wallet('one.test');
    await page([one]).connection.connect({ id: 'one.test' });
    one.accounts = [];
    const { connection, events } = page([one]);
    await connection.discover();
    await connection.settled();
    expect(connection.walletOf('evm')).to.equal(null);
    one.accounts = one.owned;
    one.emit('accountsChanged', one.owned);
    await settle();
    expect(events).to.deep.equal([`hub-connect ${people.payer}`]);
    expect(one.count('eth_requestAccounts')).to.equal(1);
  });

  it('P-17 F-44 drops the account of a locked wallet, and takes its account again when the payer unlocks it', async () => {
    const one = wallet('one.test');
    const { connection, events, dispatched, clock } = page([one]);
    await connection.connect({ id: 'one.test' });
    await clock.advance(6_000);
    for (let time = 0; time < 2; time += 1) one.emit('accountsChanged', []);
    expect([connection.walletOf('evm')?.id, connection.accounts]).to.deep.equal(['one.test', []]);
    expect(ofType(dispatched, 'disconnected')).to.have.length(1);
    one.emit('accountsChanged', [people.payer]);
    expect(connection.accounts[0]).to.include({ address: people.payer });
    expect(events).to.deep.equal(
      ['hub-connect', 'hub-disconnect', 'hub-connect'].map((type) => `${type} ${people.payer}`),
    );
    expect(one.count('eth_requestAccounts')).to.equal(1);
  });

  it('does not reconnect the wallet after a reload when the payer has dropped it', async () => {
    const one = wallet('one.test');
    const { connection } = page([one]);
    await connection.connect({ id: 'one.test' });
    await connection.disconnect();
    expect(connection.walletOf('evm')).to.equal(null);
    const again = page([one]);
    await again.connection.discover();
    await settle();
    expect(again.connection.walletOf('evm')).to.equal(null);
  });

  it('F-149 reconnects the last wallet without a prompt when the page reloads', async () => {
    const one = wallet('one.test');
    await page([one]).connection.connect({ id: 'one.test' });
    const { connection, events } = page([one, wallet('two.test')]);
    const prompts = one.count('eth_requestAccounts');
    await connection.discover();
    await settle();
    expect(connection.walletOf('evm')?.id).to.equal('one.test');
    expect(events).to.deep.equal([`hub-connect ${people.payer}`]);
    expect(one.count('eth_requestAccounts')).to.equal(prompts);
  });

  it('reconnected waits for the last wallet, and asks no wallet that the payer has dropped', async () => {
    const one = wallet('one.test');
    await page([one]).connection.connect({ id: 'one.test' });
    const { connection } = page([one]);
    expect(await connection.reconnected('evm')).to.have.property('id', 'one.test');
    await connection.disconnect();
    expect(await connection.reconnected('evm')).to.equal(null);
  });

  it('reconnected waits neither for an open prompt, nor for a family whose code cannot be loaded', async () => {
    const one = wallet('one.test');
    one.always('eth_requestAccounts', silence);
    const { connection } = page([one]);
    void connection.connect({ id: 'one.test' }).catch(() => undefined);
    await settle();
    const answers: unknown[] = [];
    for (const family of ['evm', 'svm'] as const)
      void connection.reconnected(family).then((found) => answers.push(found));
    await settle();
    expect(answers).to.deep.equal([null, null]);
  });

  it('F-45 connects another wallet when the last wallet does not answer', async () => {
    const [one, two] = [wallet('one.test'), wallet('two.test')];
    await page([one]).connection.connect({ id: 'one.test' });
    one.always('eth_accounts', silence);
    const { connection } = page([one, two]);
    void connection.discover();
    let connected = false;
    void connection.connect({ id: 'two.test' }).then(() => {
      connected = true;
    });
    await settle();
    expect(connected).to.equal(true);
    expect(connection.walletOf('evm')?.id).to.equal('two.test');
  });

  it('reports service-down when the discovery code fails to load, and loads it again at the next call', async () => {
    let failures = 1;
    const { connection, dispatched } = page([wallet('one.test')], async () => {
      if (failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module');
      return discover;
    });
    await connection.discover().catch(() => undefined);
    expect(ofType(dispatched, 'connect-failed')[0]?.problem).to.have.property('code', 'service-down');
    await connection.discover();
    expect(ofType(dispatched, 'wallets-found').at(-1)?.wallets[0]).to.have.property('id', 'one.test');
  });

  it('connects a listed wallet when the code of another family fails to load', async () => {
    const { connection, dispatched } = page([wallet('one.test')]);
    connection.offerFamilies(['evm', 'svm']);
    await connection.discover().catch(() => undefined);
    expect(ofType(dispatched, 'connect-failed')).to.have.length(2);
    expect(await connection.connect({ id: 'one.test' })).to.include({ address: people.payer, vmType: 'evm' });
    const unlisted = await connection.connect({ id: 'two.test' }).catch((error: unknown) => error);
    expect(unlisted).to.have.property('message', 'not needed');
  });

  it('I24 removes its listener and ignores a late answer when the session ends', async () => {
    const [one, late] = [wallet('one.test'), wallet('late.test')];
    let answer = (): void => undefined;
    late.once(
      'eth_requestAccounts',
      () =>
        new Promise((resolve) => {
          answer = () => resolve([people.payer]);
        }),
    );
    const { connection, dispatched, events, stop, clock } = page([one, late]);
    await connection.connect({ id: 'one.test' });
    const connecting = connection.connect({ id: 'late.test' }).catch(() => 'gone');
    await settle();
    stop.abort(new Error('gone'));
    const before = dispatched.length;
    answer();
    expect(await connecting).to.equal('gone');
    one.emit('accountsChanged', [people.recipient]);
    expect([dispatched.length, events.length, one.listeners, clock.pending]).to.deep.equal([before, 1, 0, 0]);
  });
});
