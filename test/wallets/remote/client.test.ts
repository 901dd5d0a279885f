import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import { minutesUnanswered } from '../../../src/wallets/remote/pending.js';
import { ACCOUNT, Bench, errorOf, HASH, OTHER, TRANSACTION } from './remote-bench.js';

describe('createRemoteClient', () => {
  it('is there after a reload, without a prompt and without the network', async () => {
    const bench = new Bench();
    (await bench.paired()).close();
    bench.network.isReachable = false;
    const page = await bench.load();
    expect(await page.ask('eth_accounts')).to.deep.equal([ACCOUNT]);
    expect(page.client.peer).to.have.property('name', 'Test phone');
    expect(bench.phone.asked).to.have.lengthOf(1);
    bench.network.isReachable = true;
    const answer = page.ask('personal_sign', '0x03', ACCOUNT);
    await bench.clock.advance(5_000);
    expect(await answer).to.equal('0x51');
  });

  it('hears after a reload that the wallet answered what the earlier page asked, and only once', async () => {
    const bench = new Bench();
    const before = await bench.paired();
    let decide: (decision: 'yes') => void = () => undefined;
    bench.phone.decide = () => new Promise((resolve) => (decide = resolve));
    void before.ask('eth_sendTransaction', { ...TRANSACTION, chainId: '0x2105' });
    await settle();
    before.close();
    decide('yes');
    await settle();
    const page = await bench.load();
    await settle();
    expect(page.late.map(({ method, chainId }) => [method, chainId])).to.deep.equal([['eth_sendTransaction', 8453]]);
    page.close();
    const third = await bench.load();
    await settle();
    expect(third.late).to.deep.equal([]);
  });

  it('gives both tabs the session, and each the answers to its own requests', async () => {
    const bench = new Bench();
    const first = await bench.load();
    const second = await bench.load();
    const { code, result } = await bench.code(first);
    bench.phone.scan(code);
    await result;
    await settle();
    expect(await second.ask('eth_accounts')).to.deep.equal([ACCOUNT]);
    const decisions: ((decision: 'yes') => void)[] = [];
    bench.phone.decide = () => new Promise((resolve) => decisions.push(resolve));
    const one = first.ask('eth_sendTransaction', TRANSACTION);
    const two = second.ask('personal_sign', '0x01', ACCOUNT);
    await settle();
    decisions.forEach((decide) => decide('yes'));
    expect(await one).to.equal(HASH);
    expect(await two).to.equal('0x51');
    expect(bench.phone.asked).to.have.lengthOf(3);
  });

  it('passes an answer on to the tab that asked when the relay gives it to the other tab alone', async () => {
    const bench = new Bench();
    const first = await bench.paired();
    const second = await bench.load();
    let decide: (decision: 'yes') => void = () => undefined;
    bench.phone.decide = () => new Promise((resolve) => (decide = resolve));
    const answer = first.ask('eth_sendTransaction', TRANSACTION);
    await settle();
    bench.relay.silence(0);
    decide('yes');
    expect(await answer).to.equal(HASH);
    expect(second.late.length).to.be.lessThan(2);
  });

  it('ends the requests of a tab when another tab pairs a new wallet, and stores that they have no answer', async () => {
    const bench = new Bench();
    const first = await bench.paired();
    const second = await bench.load();
    bench.phone.decide = () => 'wait';
    const error = errorOf(second.ask('eth_sendTransaction', TRANSACTION));
    await settle();
    await bench.clock.advance(1_000);
    const { code, result } = await bench.code(first);
    bench.newPhone({ accounts: [OTHER] }).scan(code);
    expect(await result).to.equal('paired');
    await settle();
    expect(await error).to.have.property('code', 4900);
    expect(await second.ask('eth_accounts')).to.deep.equal([OTHER]);
    expect(minutesUnanswered(bench.storage, 1, bench.clock.now())).to.equal(10);
  });

  it('ends in both tabs when one of them leaves', async () => {
    const bench = new Bench();
    const first = await bench.paired();
    const second = await bench.load();
    await first.client.disconnect();
    await settle();
    expect(await second.ask('eth_accounts')).to.deep.equal([]);
  });

  it('ends in both tabs when the wallet leaves', async () => {
    const bench = new Bench();
    const first = await bench.paired();
    const second = await bench.load();
    bench.phone.disconnect();
    await settle();
    expect(await first.ask('eth_accounts')).to.deep.equal([]);
    expect(await second.ask('eth_accounts')).to.deep.equal([]);
  });
});
