import { expect } from 'chai';
import { getWallets } from '@wallet-standard/app';
import { createConnection, type WalletConnection } from '../../src/wallets/connection.js';
import * as discover from '../../src/wallets/discover-evm.js';
import * as discoverSvm from '../../src/wallets/discover-svm.js';
import '../../src/wallets/connect-evm.js';
import type { PaymentEvent } from '../../src/payment/model/state.js';
import { usePageGlobals } from './page-globals.js';
import { settle, VirtualClock } from '../support/clock.js';
import { fakeEvmWallet, silence, walletError, type FakeEvmWallet } from '../support/fake-evm-wallet.js';
import { fakeSvmWallet, type FakeSvmWallet } from '../support/fake-svm-wallet.js';
import { people } from '../support/quotes.js';

type Page = {
  connection: WalletConnection;
  clock: VirtualClock;
  events: string[];
  dispatched: PaymentEvent[];
  loads: string[];
};

const evmWallet = (rdns = 'one.test'): FakeEvmWallet => fakeEvmWallet({ rdns, name: rdns, owned: [people.payer] });

function page(evm: FakeEvmWallet, svm: FakeSvmWallet): Page {
  const events: string[] = [];
  const dispatched: PaymentEvent[] = [];
  const loads: string[] = [];
  const clock = new VirtualClock();
  const load =
    <T>(name: string, code: T) =>
    (): Promise<T> => {
      loads.push(name);
      return Promise.resolve(code);
    };
  const connection = createConnection({
    discovery: { evm: load('evm', discover), svm: load('svm', discoverSvm) },
    clock,
    entries: () => [{ info: evm.info, provider: evm.provider }, svm.wallet],
    signal: new AbortController().signal,
    dispatch: (event) => dispatched.push(event),
    emit: (type, detail) => events.push(`${type} ${(detail as { address: string }).address}`) === 0,
  });
  return { connection, clock, events, dispatched, loads };
}

/** The rows of the wallet list. A wallet that another test file has announced on this page does not count. */
const listed = ({ dispatched }: Page): string[] =>
  dispatched
    .flatMap((event) => (event.type === 'wallets-found' ? [event.wallets.map(({ id }) => id)] : []))
    .at(-1)
    ?.filter((id) => /^(?:one\.test|Two)/u.test(id)) ?? [];

describe('connection of two families', () => {
  usePageGlobals();

  /** Both wallets are connected. */
  async function both(evm = evmWallet(), svm = fakeSvmWallet({ name: 'Two' })): Promise<Page> {
    const opened = page(evm, svm);
    await opened.connection.discover();
    opened.connection.offerFamilies(['evm', 'svm']);
    await settle();
    await opened.connection.connect({ id: 'one.test' });
    await opened.connection.connect({ id: 'Two' });
    return opened;
  }

  it('loads no code of the SVM family before that family is offered', async () => {
    const opened = page(evmWallet(), fakeSvmWallet({ name: 'Two' }));
    await opened.connection.discover();
    await opened.connection.settled();
    expect(opened.loads).to.not.include('svm');
    expect(listed(opened)).to.deep.equal(['one.test']);
    opened.connection.offerFamilies(['evm', 'svm']);
    await settle();
    expect(listed(opened)).to.deep.equal(['one.test', 'Two']);
    opened.connection.offerFamilies(['svm']);
    expect(listed(opened)).to.deep.equal(['Two']);
  });

  it('keeps the first wallet when the payer connects one of the other family', async () => {
    const svm = fakeSvmWallet({ name: 'Two' });
    const { connection, events } = await both(evmWallet(), svm);
    expect(connection.accounts.map(({ vmType, address }) => [vmType, address])).to.deep.equal([
      ['evm', people.payer],
      ['svm', svm.owned[0]],
    ]);
    expect([connection.walletOf('evm')?.id, connection.walletOf('svm')?.id]).to.deep.equal(['one.test', 'Two']);
    expect(events).to.deep.equal([`hub-connect ${people.payer}`, `hub-connect ${svm.owned[0]}`]);
  });

  it('drops one wallet and keeps the other, also after a reload', async () => {
    const [evm, svm] = [evmWallet(), fakeSvmWallet({ name: 'Two' })];
    const { connection, events } = await both(evm, svm);
    await connection.disconnect('evm');
    expect(connection.accounts.map(({ vmType }) => vmType)).to.deep.equal(['svm']);
    expect(events.at(-1)).to.equal(`hub-disconnect ${people.payer}`);
    const again = page(evm, svm);
    again.connection.offerFamilies(['evm', 'svm']);
    await again.connection.settled();
    expect(again.connection.wallets.map(({ id }) => id)).to.deep.equal(['Two']);
    await again.connection.disconnect();
    expect(again.connection.wallets).to.deep.equal([]);
  });

  it('reconnects the last wallet of each family without a prompt when the page reloads', async () => {
    const [evm, svm] = [evmWallet(), fakeSvmWallet({ name: 'Two' })];
    await both(evm, svm);
    const prompts = evm.count('eth_requestAccounts');
    const again = page(evm, svm);
    await again.connection.discover();
    again.connection.offerFamilies(['evm', 'svm']);
    await again.connection.settled();
    expect(again.connection.wallets.map(({ id }) => id)).to.deep.equal(['one.test', 'Two']);
    expect(evm.count('eth_requestAccounts')).to.equal(prompts);
    expect(svm.requests.at(-1)).to.deep.equal({ method: 'connect', params: [{ silent: true }] });
  });

  it('follows the accounts of the SVM wallet: another account, none, and one again', async () => {
    const svm = fakeSvmWallet({ name: 'Two' });
    const { connection, clock, events } = await both(evmWallet(), svm);
    const [address] = svm.owned;
    await clock.advance(6_000);
    svm.share([]);
    expect(connection.accounts.map(({ vmType }) => vmType)).to.deep.equal(['evm']);
    svm.share([address!]);
    expect(connection.accounts).to.have.length(2);
    expect(events.slice(2)).to.deep.equal([`hub-disconnect ${address}`, `hub-connect ${address}`]);
  });

  it('P-45 finds the wallet again after its extension was renewed', async () => {
    const svm = fakeSvmWallet({ name: 'Two' });
    const unregister = getWallets().register(svm.wallet as never);
    const { connection, events } = await both(evmWallet(), svm);
    unregister();
    expect([connection.walletOf('svm'), events.at(-1)]).to.deep.equal([null, `hub-disconnect ${svm.owned[0]}`]);
    expect(await connection.reconnected('svm'), 'the attempt of the start has ended').to.equal(null);
    expect(await connection.reconnected('svm', true)).to.have.property('id', 'Two');
    expect(connection.accounts).to.have.length(2);
  });

  it('gives two wallets of the same id different rows, and connects the pressed one', async () => {
    const svm = fakeSvmWallet({ name: 'one.test' });
    const opened = page(evmWallet(), svm);
    opened.connection.offerFamilies(['evm', 'svm']);
    await settle();
    expect(listed(opened)).to.deep.equal(['one.test', 'one.test (SVM)']);
    await opened.connection.connect({ id: 'one.test (SVM)' });
    expect(opened.connection.accounts.map(({ vmType }) => vmType)).to.deep.equal(['svm']);
  });

  it('lists a connected wallet first when its row has the name of its family', async () => {
    const opened = page(evmWallet(), fakeSvmWallet({ name: 'one.test' }));
    opened.connection.offerFamilies(['evm', 'svm']);
    await settle();
    await opened.connection.connect({ id: 'one.test (SVM)' });
    opened.connection.refresh();
    expect(listed(opened)).to.deep.equal(['one.test (SVM)', 'one.test']);
  });

  it('connects an SVM wallet that the page names, although its family is not offered', async () => {
    const svm = fakeSvmWallet({ name: 'Two' });
    const { connection } = page(evmWallet(), svm);
    expect(await connection.connect({ entry: svm.wallet })).to.deep.equal({
      address: svm.owned[0],
      vmType: 'svm',
      wallet: 'Two',
    });
  });

  it('connects the EVM wallet while the SVM wallet never answers, and shows no refusal of the earlier request', async () => {
    const [evm, svm] = [evmWallet(), fakeSvmWallet({ name: 'Two' })];
    const opened = page(evm, svm);
    opened.connection.offerFamilies(['evm', 'svm']);
    await settle();
    let refuse: (error: Error) => void = () => undefined;
    svm.once('connect', () => new Promise((_, reject) => (refuse = reject)), silence);
    void opened.connection.connect({ id: 'Two' }).catch(() => undefined);
    await settle();
    evm.always('eth_requestAccounts', silence);
    void opened.connection.connect({ id: 'one.test' }).catch(() => undefined);
    await settle();
    refuse(walletError(4001, 'no'));
    await settle();
    expect(opened.dispatched.filter(({ type }) => type === 'connect-failed')).to.deep.equal([]);
  });
});
