import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import { unseal } from '../../../demo/devnet/walletconnect/phone.js';
import { ACCOUNT, Bench, errorOf, OTHER } from './remote-bench.js';

const MINUTE = 60_000;

describe('pair', () => {
  it('gets the accounts of a wallet that scans the code', async () => {
    const bench = new Bench();
    const page = await bench.load();
    expect(bench.relay.connections, 'before the press').to.equal(0);
    const { code, result } = await bench.code(page);
    expect(code).to.match(/^wc:[0-9a-f]{64}@2\?expiryTimestamp=\d+&relay-protocol=irn&symKey=[0-9a-f]{64}$/u);
    bench.phone.scan(code);
    expect(await result).to.equal('paired');
    expect(page.codes, 'the code stays until the page has the accounts').to.deep.equal([code]);
    expect(await page.ask('eth_accounts')).to.deep.equal([ACCOUNT]);
    expect(await page.ask('eth_requestAccounts')).to.deep.equal([ACCOUNT]);
    expect(await page.ask('eth_chainId')).to.equal('0x1');
    expect(await page.ask('net_version')).to.equal('1');
    expect(page.client.peer).to.deep.equal({
      name: 'Test phone',
      native: 'testphone://',
      universal: 'https://wallet.invalid/app',
    });
    expect(bench.phone.proposals[0]?.proposer.metadata).to.deep.equal({
      name: 'Shop',
      description: '',
      url: 'https://shop.test',
      icons: [],
    });
    expect(bench.phone.heard, 'the page confirms the session').to.deep.equal(['wc_sessionSettle']);
    expect(bench.relay.projects[0]).to.equal('shop');
  });

  it('tells the wallet when the code runs out, in the code and in the proposal', async () => {
    const bench = new Bench();
    const page = await bench.load();
    const { code } = await bench.code(page);
    const key = Buffer.from(code.split('symKey=')[1]!, 'hex');
    const { params } = JSON.parse(unseal(key, bench.relay.seen[0]!.message)) as { params: object };
    const until = Math.floor(bench.clock.now() / 1_000) + 300;
    expect(params).to.include({ expiryTimestamp: until });
    expect(code).to.contain(`expiryTimestamp=${until}&`);
  });

  it('pairs with no wallet whose holder agrees after the code has run out', async () => {
    const bench = new Bench();
    const page = await bench.load();
    let decide: (decision: 'yes') => void = () => undefined;
    bench.phone.decide = () => new Promise((resolve) => (decide = resolve));
    const { code } = await bench.code(page);
    bench.phone.scan(code);
    await bench.clock.advance(5 * MINUTE);
    decide('yes');
    await settle();
    expect(bench.phone.asked, 'the holder was asked').to.have.lengthOf(1);
    expect(bench.phone.sessions.size).to.equal(0);
    expect(await page.ask('eth_accounts')).to.deep.equal([]);
  });

  it('reports the refusal of the holder', async () => {
    const bench = new Bench();
    const page = await bench.load();
    bench.phone.decide = () => 'no';
    const { code, result } = await bench.code(page);
    bench.phone.scan(code);
    expect(await result).to.equal('wallet-rejected');
    expect(page.codes.at(-1)).to.equal(null);
    expect(await page.ask('eth_accounts')).to.deep.equal([]);
  });

  it('renews the code before it runs out, and gives up after four codes', async () => {
    const bench = new Bench();
    const page = await bench.load();
    const { result } = await bench.code(page);
    await bench.clock.advance(20 * MINUTE);
    expect(await result).to.equal('wallet-failed wallet-silent');
    expect(page.codes).to.have.lengthOf(5);
    expect(new Set(page.codes).size).to.equal(5);
    await bench.clock.advance(MINUTE);
    expect(bench.relay.connections, 'nothing is left open').to.equal(0);
    expect(bench.clock.pending).to.equal(0);
  });

  it('takes the answer to a code that a newer one has replaced', async () => {
    const bench = new Bench();
    const page = await bench.load();
    const { code, result } = await bench.code(page);
    await bench.clock.advance(280_000);
    expect(page.codes).to.have.lengthOf(2);
    bench.phone.scan(code);
    expect(await result).to.equal('paired');
  });

  it('waits for an answer to the earlier code when the relay takes no newer one', async () => {
    const bench = new Bench();
    const page = await bench.load();
    const { code, result } = await bench.code(page);
    await bench.clock.advance(265_000);
    bench.relay.isSilent = true;
    await bench.clock.advance(26_000);
    bench.relay.isSilent = false;
    bench.phone.scan(code);
    expect(await result).to.equal('paired');
  });

  it('pairs again after an attempt that nobody answered', async () => {
    const bench = new Bench();
    const page = await bench.load();
    const { result } = await bench.code(page);
    await bench.clock.advance(20 * MINUTE);
    await result;
    const second = await bench.code(page);
    bench.phone.scan(second.code);
    expect(await second.result).to.equal('paired');
  });

  it('ends with the reason of the signal, and tells a wallet that scans later that nobody waits', async () => {
    const bench = new Bench();
    const page = await bench.load();
    const { code, result } = await bench.code(page);
    page.stop.abort(new Error('given up'));
    expect(await result).to.equal('given up');
    expect(page.codes.at(-1)).to.equal(null);
    bench.phone.scan(code);
    await settle();
    expect(bench.phone.asked).to.have.lengthOf(1);
    expect(bench.phone.sessions.size, 'sessions at the phone').to.equal(0);
    expect(await page.ask('eth_accounts')).to.deep.equal([]);
  });

  it('shows no code when the relay takes it after the attempt has ended', async () => {
    const bench = new Bench();
    bench.network.isReachable = false;
    const page = await bench.load();
    const result = page.pair();
    await settle();
    page.stop.abort(new Error('given up'));
    expect(await result).to.equal('given up');
    bench.network.isReachable = true;
    await bench.clock.advance(MINUTE);
    expect(bench.relay.seen, 'the relay has the proposal').to.have.lengthOf(1);
    expect(page.codes).to.deep.equal([null]);
  });

  it('ends the session when the payer gives up after the holder has agreed, and before the page has opened it', async () => {
    const bench = new Bench();
    const page = await bench.load();
    const { code, result } = await bench.code(page);
    const { storage } = bench;
    const { setItem } = storage;
    storage.setItem = (key, text) => {
      setItem.call(storage, key, text);
      if (text.includes('"session":{')) page.stop.abort(new Error('given up'));
    };
    bench.phone.scan(code);
    expect(await result).to.equal('given up');
    await settle();
    expect(bench.phone.sessions.size, 'sessions at the phone').to.equal(0);
    expect(await page.ask('eth_accounts')).to.deep.equal([]);
    expect(page.client.peer).to.equal(null);
  });

  it('asks nobody after a signal that is aborted already', async () => {
    const bench = new Bench();
    const page = await bench.load();
    const signal = AbortSignal.abort(new Error('before'));
    const metadata = { name: '', description: '', url: '', icons: [] };
    expect(await errorOf(page.client.pair({ metadata, chains: [1], signal }))).to.have.property('message', 'before');
    await settle();
    expect(bench.relay.connections).to.equal(0);
  });

  it('refuses a wallet that approves no account, or cannot send', async () => {
    for (const change of [{ chains: [] }, { methods: ['personal_sign'] }]) {
      const bench = new Bench();
      Object.assign(bench.phone, change);
      const page = await bench.load();
      const { code, result } = await bench.code(page);
      bench.phone.scan(code);
      expect(await result).to.equal('wallet-unable');
      await settle();
      expect(bench.phone.sessions.size).to.equal(0);
    }
  });

  it('replaces the session of another wallet, and tells that wallet', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    const second = bench.newPhone({ accounts: [OTHER] });
    const { code, result } = await bench.code(page);
    second.scan(code);
    expect(await result).to.equal('paired');
    await settle();
    expect(await page.ask('eth_accounts')).to.deep.equal([OTHER]);
    expect(bench.phone.sessions.size).to.equal(0);
  });
});
