import { expect } from 'chai';
import { settle } from '../../support/clock.js';
import { libraryCryptography } from '../../../src/wallets/remote/library-cryptography.js';
import { openRelaySocket, type RelaySocket } from '../../../src/wallets/remote/relay-socket.js';
import { memorySocket } from '../../../demo/devnet/walletconnect/memory-socket.js';
import { ACCOUNT, Bench, HASH, RELAY_URL, TRANSACTION } from './remote-bench.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Opens a connection without a page. */
async function opened({ clock, relay, network }: Bench, envelopes: string[] = []): Promise<RelaySocket> {
  const random = (bytes: number): Uint8Array => crypto.getRandomValues(new Uint8Array(bytes));
  return openRelaySocket({
    clock,
    random,
    WebSocket: memorySocket(relay, network),
    url: RELAY_URL,
    projectId: 'shop',
    signer: await libraryCryptography(random).signer(new Uint8Array(32)),
    onEnvelope: (_topic, envelope) => envelopes.push(envelope),
    onRefused: () => undefined,
  });
}

describe('openRelaySocket', () => {
  for (const words of ['Project not found', 'Unauthorized: origin not allowed'])
    it(`reports ${words} as a mistake of the merchant, after one try`, async () => {
      const bench = new Bench();
      bench.relay.refusal = words;
      const page = await bench.load();
      expect(await page.pair()).to.equal('config relay-refused');
      expect(page.refusals.map(({ attribute, details }) => [attribute, details])).to.deep.equal([
        ['walletconnectProjectId', words],
      ]);
      await bench.clock.advance(HOUR);
      expect(bench.relay.refused, 'tries').to.equal(1);
      expect(await page.pair()).to.equal('config relay-refused');
      expect(bench.relay.refused, 'a second press asks nobody').to.equal(1);
    });

  it('says after 20 seconds that the relay does not answer', async () => {
    const bench = new Bench();
    bench.network.isReachable = false;
    const page = await bench.load();
    const result = page.pair();
    await bench.clock.advance(19_999);
    expect(page.codes).to.deep.equal([]);
    await bench.clock.advance(1);
    expect(await result).to.equal('wallet-failed relay-silent');
  });

  it('says the same on a platform without websockets, and where a policy of the page forbids them', async () => {
    for (const WebSocket of [
      undefined,
      class {
        readonly readyState = 0;
        constructor() {
          throw new DOMException('blocked', 'SecurityError');
        }
      } as unknown as typeof globalThis.WebSocket,
    ]) {
      const bench = new Bench();
      const page = await bench.load({ WebSocket });
      const result = page.pair();
      await bench.clock.advance(20_000);
      expect(await result).to.equal('wallet-failed relay-silent');
    }
  });

  it('shows the code when a relay that was down is there again', async () => {
    const bench = new Bench();
    bench.network.isReachable = false;
    const page = await bench.load();
    const result = page.pair();
    await bench.clock.advance(5_000);
    bench.network.isReachable = true;
    await bench.clock.until(() => page.codes.length > 0, 10_000);
    bench.phone.scan(page.codes[0]!);
    expect(await result).to.equal('paired');
  });

  it('sends a request again, the same bytes, if the relay does not say that it has it', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    bench.relay.isSilent = true;
    let answer: unknown;
    bench.phone.decide = () => 'wait';
    void page.ask('personal_sign', '0x06', ACCOUNT).then((value) => (answer = value));
    await bench.clock.advance(40_000);
    bench.relay.isSilent = false;
    await bench.clock.advance(20_000);
    const requests = bench.relay.seen.filter(({ tag }) => tag === 1108);
    expect(requests.length).to.be.greaterThan(1);
    expect(new Set(requests.map(({ message }) => message)).size).to.equal(1);
    expect(bench.phone.asked, 'connect and one request').to.have.lengthOf(2);
    expect(answer).to.equal(undefined);
  });

  it('asks no second time when the wallet has answered before the new connection', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    bench.relay.isSilent = true;
    let decide: (decision: 'yes') => void = () => undefined;
    bench.phone.decide = () => new Promise((resolve) => (decide = resolve));
    const answer = page.ask('eth_sendTransaction', TRANSACTION);
    await settle();
    bench.network.isReachable = false;
    bench.relay.cut();
    decide('yes');
    await settle();
    bench.relay.isSilent = false;
    bench.network.isReachable = true;
    await bench.clock.advance(20_000);
    expect(await answer).to.equal(HASH);
    expect(bench.relay.seen.filter(({ tag }) => tag === 1108)).to.have.lengthOf(1);
  });

  it('gets the answer when the network was lost while the phone thinks', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    let decide: (decision: 'yes') => void = () => undefined;
    bench.phone.decide = () => new Promise((resolve) => (decide = resolve));
    const answer = page.ask('personal_sign', '0x02', ACCOUNT);
    await settle();
    bench.relay.cut();
    await settle();
    decide('yes');
    await bench.clock.advance(2_000);
    expect(await answer).to.equal('0x51');
    expect(bench.phone.asked).to.have.lengthOf(2);
  });

  it('finds out by wake() that the connection is dead, and replaces it', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    bench.phone.decide = () => 'wait';
    void page.ask('personal_sign', '0x02', ACCOUNT);
    await bench.clock.advance(30_000);
    const before = bench.relay.projects.length;
    page.client.wake();
    await bench.clock.advance(3_000);
    expect(bench.relay.projects.length, 'a connection that answers stays').to.equal(before);
    bench.relay.cut();
    await settle();
    page.client.wake();
    await settle();
    expect(bench.relay.projects.slice(before), 'without a wait').to.include('shop');
  });

  it('finds out by wake() within two seconds that a connection is dead which looks open', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    bench.phone.setOnline(false);
    const answer = page.ask('personal_sign', '0x02', ACCOUNT);
    await bench.clock.advance(30_000);
    const before = bench.relay.projects.length;
    bench.relay.silence(0);
    await bench.clock.advance(30_000);
    expect(bench.relay.projects.slice(before), 'without wake()').to.deep.equal([]);
    page.client.wake();
    await bench.clock.advance(1_999);
    expect(bench.relay.projects.slice(before)).to.deep.equal([]);
    await bench.clock.advance(1);
    await settle();
    expect(bench.relay.projects.slice(before)).to.deep.equal(['shop']);
    bench.phone.setOnline(true);
    expect(await answer).to.equal('0x51');
  });

  it('gets no envelope again after a reload, because it has told the relay which ones it has', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    await page.ask('personal_sign', '0x02', ACCOUNT);
    page.close();
    const received: string[] = [];
    const Base = memorySocket(bench.relay) as unknown as new (url: string) => WebSocket;
    const WebSocket = class extends Base {
      constructor(url: string) {
        super(url);
        let listener: WebSocket['onmessage'] = null;
        Object.defineProperty(this, 'onmessage', {
          set: (wanted: WebSocket['onmessage']) => (listener = wanted),
          get: () => (event: MessageEvent<string>) => {
            if (event.data.includes('irn_subscription')) received.push(event.data);
            listener?.call(this, event);
          },
        });
      }
    } as unknown as typeof globalThis.WebSocket;
    const next = await bench.load({ WebSocket });
    await settle();
    expect(received).to.deep.equal([]);
    expect(await next.ask('personal_sign', '0x03', ACCOUNT)).to.equal('0x51');
    expect(received, 'the answer').to.have.lengthOf(1);
  });

  it('tells the relay no more than the protocol needs', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    await page.ask('eth_sendTransaction', TRANSACTION);
    const own = bench.relay.seen.filter(({ client }) => client === bench.relay.seen[0]?.client);
    expect(own.map(({ tag, ttl, prompt }) => [tag, ttl, prompt])).to.deep.equal([
      [1100, 300, true],
      [1103, 300, false],
      [1108, 300, true],
    ]);
  });

  it('gives up the oldest of more than 200 requests, which a wallet could otherwise make without end', async () => {
    const bench = new Bench();
    bench.network.isReachable = false;
    const socket = await opened(bench);
    const lost: number[] = [];
    for (let count = 0; count < 202; count += 1) socket.publish('ab', 'envelope', 'pong').catch(() => lost.push(count));
    await settle();
    expect(lost).to.deep.equal([0, 1]);
  });

  it('reads no frame that is longer than any message of a wallet', async () => {
    const bench = new Bench();
    const envelopes: string[] = [];
    const socket = await opened(bench, envelopes);
    socket.subscribe('ab');
    await settle();
    const frame = (message: string): string =>
      JSON.stringify({ id: 1, method: 'irn_subscription', params: { data: { topic: 'ab', message } } });
    const room = 400_000 - frame('').length;
    for (const length of [room, room + 1]) bench.relay.broadcast(frame('x'.repeat(length)));
    await settle();
    expect(envelopes.map(({ length }) => length)).to.deep.equal([room]);
  });

  it('marks each kind of message with its tag, its lifetime, and whether it wakes the phone', async () => {
    const bench = new Bench();
    const page = await bench.paired();
    const [proposal] = bench.relay.seen;
    const marks: Record<string, unknown> = {};
    const mark = async (what: string, act: () => unknown): Promise<void> => {
      const { length } = bench.relay.seen;
      await act();
      await settle();
      const own = bench.relay.seen.slice(length).filter(({ client }) => client === proposal?.client);
      marks[what] = own.map(({ tag, ttl, prompt }) => [tag, ttl, prompt]);
    };
    const { phone } = bench;
    const params = { namespaces: phone.namespaces([1]) };
    await mark('update', () => phone.sendToAll({ method: 'wc_sessionUpdate', params }, 1104));
    await mark('extension', () => phone.sendToAll({ method: 'wc_sessionExtend', params: {} }, 1106));
    await mark('event', () => phone.sendEvent('chainChanged', 1));
    await mark('ping', () => phone.ping());
    await mark('request', () => page.ask('eth_sendTransaction', TRANSACTION));
    await mark('end by the page', () => page.client.disconnect());
    const { code, result } = await bench.code(page);
    await mark('settlement', () => phone.scan(code));
    await result;
    await mark('end by the wallet', () => phone.disconnect());
    expect(proposal).to.include({ tag: 1100, ttl: 300, prompt: true });
    expect(marks).to.deep.equal({
      update: [[1105, 86_400, false]],
      extension: [[1107, 86_400, false]],
      event: [[1111, 300, false]],
      ping: [[1115, 86_400, false]],
      request: [[1108, 300, true]],
      'end by the page': [[1112, 86_400, false]],
      settlement: [[1103, 300, false]],
      'end by the wallet': [[1113, 86_400, false]],
    });
  });
});
