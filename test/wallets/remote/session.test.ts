import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import { minutesUnanswered } from '../../../src/wallets/remote/pending.js';
import { unseal, type Phone } from '../../../demo/devnet/walletconnect/phone.js';
import type { Seen } from '../../../demo/devnet/walletconnect/relay.js';
import { ACCOUNT, Bench, errorOf, HASH, TRANSACTION, type Page } from './remote-bench.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Sent = { params: { request: { expiryTimestamp: number } } };

describe('openSession', () => {
  it('keeps the code of the wallet’s errors', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    bench.phone.decide = () => 'no';
    expect(await errorOf(page.ask('personal_sign', '0x00', ACCOUNT))).to.deep.equal({
      code: 5000,
      message: 'User rejected.',
    });
  });

  it('asks once when each message arrives twice', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    bench.relay.copies = 2;
    expect(await page.ask('personal_sign', '0x01', ACCOUNT)).to.equal('0x51');
    await settle();
    expect(bench.phone.asked).to.have.lengthOf(2);
  });

  it('waits for a phone that sleeps', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    bench.relay.isHolding = true;
    const answer = page.ask('personal_sign', '0x05', ACCOUNT);
    await bench.clock.advance(MINUTE);
    expect(bench.phone.asked).to.have.lengthOf(1);
    bench.relay.release();
    expect(await answer).to.equal('0x51');
  });

  it('says after ten minutes that nobody knows what the wallet did, and takes a later answer as a late one', async () => {
    const bench = new Bench();
    bench.phone.ignoresExpiry = true;
    const page = await bench.paired();
    let decide: (decision: 'yes') => void = () => undefined;
    bench.phone.decide = () => new Promise((resolve) => (decide = resolve));
    const error = errorOf(page.ask('eth_sendTransaction', TRANSACTION));
    await bench.clock.advance(10 * MINUTE - 1_000);
    expect(bench.phone.asked).to.have.lengthOf(2);
    await bench.clock.advance(1_000);
    expect(await error).to.deep.equal({ code: undefined, message: 'The wallet did not answer in time' });
    decide('yes');
    await settle();
    expect(page.late.map(({ method }) => method)).to.deep.equal(['eth_sendTransaction']);
  });

  it('tells the wallet when the request runs out, so that a later approval pays nothing', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    let decide: (decision: 'yes') => void = () => undefined;
    bench.phone.decide = () => new Promise((resolve) => (decide = resolve));
    const paid: string[] = [];
    bench.phone.options.provider.request = ({ method }) => Promise.resolve(paid.push(method));
    const error = errorOf(page.ask('eth_sendTransaction', TRANSACTION));
    await settle();
    const [{ topic, message }] = bench.relay.seen.filter(({ tag }) => tag === 1108) as [Seen];
    const { params } = JSON.parse(unseal(bench.phone.sessions.get(topic)!, message)) as Sent;
    expect(params.request.expiryTimestamp).to.equal(bench.clock.now() / 1_000 + 600);
    await bench.clock.advance(10 * MINUTE);
    await error;
    decide('yes');
    await settle();
    expect([paid, page.late]).to.deep.equal([[], []]);
  });

  it('passes on the refusal of a request that it no longer waits for, once, and not while another one is open', async () => {
    const bench = new Bench();
    bench.phone.ignoresExpiry = true;
    const page = await bench.paired();
    const decisions: ((decision: 'no') => void)[] = [];
    bench.phone.decide = () => new Promise((resolve) => decisions.push(resolve));
    const ask = (): Promise<unknown> => errorOf(page.ask('eth_sendTransaction', TRANSACTION));
    const first = ask();
    await bench.clock.advance(10 * MINUTE);
    await first;
    const second = ask();
    await bench.clock.advance(MINUTE);
    decisions[0]!('no');
    await settle();
    expect(page.lateErrors, 'the second request is open').to.deep.equal([undefined]);
    await bench.clock.advance(10 * MINUTE);
    await second;
    let id = 0;
    bench.phone.tamper = (payload) => {
      ({ id } = payload);
      return payload;
    };
    decisions[1]!('no');
    await settle();
    expect(page.lateErrors[1]).to.include({ code: 5000, message: 'User rejected.' });
    for (const topic of bench.phone.sessions.keys())
      bench.phone.send(topic, { id, error: { code: 5000, message: 'User rejected.' } });
    await settle();
    expect(page.lateErrors).to.have.lengthOf(2);
  });

  it('takes the answer until the ten minutes are over', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    let decide: (decision: 'yes') => void = () => undefined;
    bench.phone.decide = () => new Promise((resolve) => (decide = resolve));
    const answer = page.ask('eth_sendTransaction', TRANSACTION);
    await bench.clock.advance(9 * MINUTE);
    decide('yes');
    expect(await answer).to.equal(HASH);
  });

  it('answers a ping, and follows an extension', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    bench.phone.ping();
    const day = 86_400;
    const expiry = Math.floor(bench.clock.now() / 1_000) + 10 * day;
    bench.phone.sendToAll({ method: 'wc_sessionExtend', params: { expiry } }, 1106);
    await settle();
    expect(bench.phone.heard).to.include.members(['wc_sessionPing', 'wc_sessionExtend']);
    await bench.clock.advance(9 * day * 1_000);
    expect(await page.ask('eth_accounts'), 'after 9 days').to.deep.equal([ACCOUNT]);
    await bench.clock.advance(2 * day * 1_000);
    expect(await page.ask('eth_accounts'), 'after 11 days').to.deep.equal([]);
  });

  it('lasts a week longer when the wallet extends it without a time', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    await bench.clock.advance(6 * 86_400_000);
    bench.phone.sendToAll({ method: 'wc_sessionExtend', params: {} }, 1106);
    await settle();
    await bench.clock.advance(6 * 86_400_000);
    expect(await page.ask('eth_accounts')).to.deep.equal([ACCOUNT]);
    await bench.clock.advance(2 * 86_400_000);
    expect(await page.ask('eth_accounts')).to.deep.equal([]);
  });

  it('ends when the wallet ends it', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    page.events.length = 0;
    bench.phone.disconnect();
    await settle();
    expect(await page.ask('eth_accounts')).to.deep.equal([]);
    expect(page.events).to.deep.equal([
      ['accountsChanged', []],
      ['disconnect', 4900],
    ]);
    expect(await errorOf(page.ask('eth_sendTransaction', TRANSACTION))).to.have.property('code', 4900);
    page.close();
    expect(await (await bench.load()).ask('eth_accounts')).to.deep.equal([]);
  });

  it('leaves open what the wallet did with a request when it ends the session', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    bench.phone.decide = () => 'wait';
    const error = errorOf(page.ask('eth_sendTransaction', TRANSACTION));
    await settle();
    bench.phone.disconnect();
    expect(await error).to.have.property('code', 4900);
  });

  it('brings a request to no phone after the time in which the wallet may answer', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    bench.network.isReachable = false;
    bench.relay.cut();
    const error = errorOf(page.ask('eth_sendTransaction', TRANSACTION));
    await bench.clock.advance(6 * MINUTE);
    bench.network.isReachable = true;
    await bench.clock.advance(MINUTE);
    expect(await error).to.have.property('code', undefined);
    expect(bench.phone.asked, 'after the connection').to.have.lengthOf(1);
  });

  for (const [what, end] of [
    ['the page', (page: Page) => page.client.disconnect()],
    ['the wallet', (_page: Page, phone: Phone) => phone.disconnect()],
  ] as const)
    it(`stores that the wallet has not answered after ${what} has ended the session`, async () => {
      const bench = new Bench();
      const page = await bench.paired();
      bench.relay.isHolding = true;
      void errorOf(page.ask('eth_sendTransaction', TRANSACTION));
      await bench.clock.advance(MINUTE);
      bench.relay.isHolding = false;
      await end(page, bench.phone);
      await settle();
      expect(await page.ask('eth_accounts')).to.deep.equal([]);
      expect(minutesUnanswered(bench.storage, 1, bench.clock.now())).to.equal(9);
    });

  for (const [what, end] of [
    ['the page', (page: Page) => page.client.disconnect()],
    ['the wallet', (_page: Page, phone: Phone) => phone.disconnect()],
  ] as const)
    it(`lets the wallet pay for nothing after ${what} has ended the session`, async () => {
      const bench = new Bench();
      const page = await bench.paired();
      const topics = [...bench.phone.sessions.keys()];
      const decisions: ((decision: 'yes') => void)[] = [];
      bench.phone.decide = () => new Promise((resolve) => decisions.push(resolve));
      const paid: string[] = [];
      bench.phone.options.provider.request = ({ method }) => Promise.resolve(paid.push(method));
      void errorOf(page.ask('eth_sendTransaction', TRANSACTION));
      await settle();
      bench.relay.isHolding = true;
      void errorOf(page.ask('eth_sendTransaction', TRANSACTION));
      await end(page, bench.phone);
      await settle();
      bench.relay.release();
      await settle();
      for (const decide of decisions) decide('yes');
      await settle();
      expect(paid).to.deep.equal([]);
      const listening = bench.relay.seen.flatMap(({ client }) => bench.relay.topicsOf(client));
      expect(listening, 'both have left the topic').not.to.include.members(topics);
    });

  it('asks a sleeping phone once for the state of a batch, and forgets no payment for it', async () => {
    const bench = new Bench();
    bench.phone.methods = ['eth_sendTransaction', 'wallet_getCallsStatus'];
    const page = await bench.paired();
    bench.relay.isHolding = true;
    void page.ask('eth_sendTransaction', TRANSACTION);
    const states = Array.from({ length: 60 }, () => page.ask('wallet_getCallsStatus', '0x01'));
    void page.ask('wallet_getCallsStatus', '0x02');
    await settle();
    expect(bench.relay.seen.filter(({ tag }) => tag === 1108)).to.have.lengthOf(3);
    expect(minutesUnanswered(bench.storage, 1, bench.clock.now())).to.equal(10);
    bench.relay.release();
    expect(new Set(await Promise.all(states))).to.deep.equal(new Set(['0x51']));
    bench.relay.isHolding = true;
    const last = errorOf(page.ask('wallet_getCallsStatus', '0x01'));
    await bench.clock.advance(5 * MINUTE);
    expect(await last).to.have.property('message', 'The wallet did not answer in time');
  });

  it('ends when the page ends it, and tells the wallet', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    const { client } = bench.relay.seen[0]!;
    const topics = [...bench.phone.sessions.keys()];
    expect(bench.relay.topicsOf(client), 'before').to.deep.equal(topics);
    await page.client.disconnect();
    await settle();
    expect(bench.phone.sessions.size).to.equal(0);
    expect(await page.ask('eth_accounts')).to.deep.equal([]);
    expect(bench.relay.seen.filter(({ tag }) => tag === 1112).map(({ topic }) => topic)).to.deep.equal(topics);
    expect(bench.relay.topicsOf(client)).to.deep.equal([]);
    const { code, result } = await bench.code(page);
    bench.phone.scan(code);
    expect(await result, 'and can begin again').to.equal('paired');
    expect(await page.ask('eth_accounts')).to.deep.equal([ACCOUNT]);
  });

  it('ends within 3 seconds when the relay does not answer', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    bench.network.isReachable = false;
    bench.relay.cut();
    let isOver = false;
    void page.client.disconnect().then(() => (isOver = true));
    await settle();
    expect(await page.ask('eth_accounts')).to.deep.equal([]);
    await bench.clock.advance(3_000);
    expect(isOver).to.equal(true);
  });

  it('is over after its time', async () => {
    const bench = new Bench();
    bench.phone.expiry = () => Math.floor(bench.clock.now() / 1_000) + 3_600;
    const page = await bench.paired();
    await bench.clock.advance(HOUR);
    expect(await page.ask('eth_accounts')).to.deep.equal([]);
    page.close();
    expect(await (await bench.load()).ask('eth_accounts')).to.deep.equal([]);
  });
});
