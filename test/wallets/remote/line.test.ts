import { expect } from 'chai';
import { bytes32 } from '../../../src/wallets/remote/bytes.js';
import { libraryCryptography } from '../../../src/wallets/remote/library-cryptography.js';
import { openLine, type Line } from '../../../src/wallets/remote/line.js';
import type { TabNote } from '../../../src/wallets/remote/tab-channel.js';
import { settle, VirtualClock } from '../../support/clock.js';
import { memorySocket } from '../../../demo/devnet/walletconnect/memory-socket.js';
import { Relay } from '../../../demo/devnet/walletconnect/relay.js';

const KEY = bytes32('11'.repeat(32))!;

async function lines(): Promise<{ clock: VirtualClock; relay: Relay; notes: TabNote[]; one: Line; two: Line }> {
  const clock = new VirtualClock();
  const relay = new Relay('wss://relay.test', clock);
  const notes: TabNote[] = [];
  const random = (bytes: number): Uint8Array => crypto.getRandomValues(new Uint8Array(bytes));
  const cryptography = libraryCryptography(random);
  const open = async (tabs: TabNote[]): Promise<Line> =>
    openLine({
      clock,
      random,
      cryptography,
      tabs: { post: (note) => tabs.push(note), listen: () => undefined },
      relay: {
        url: relay.url,
        projectId: 'shop',
        signer: await cryptography.signer(Uint8Array.from(random(32))),
        WebSocket: memorySocket(relay),
        onRefused: () => undefined,
      },
    });
  return { clock, relay, notes, one: await open([]), two: await open(notes) };
}

describe('openLine', () => {
  it('passes a message to the handler of its topic, and to the other tabs as it came', async () => {
    const { notes, one, two, relay } = await lines();
    const heard: unknown[] = [];
    const topic = await one.listen(KEY, () => undefined);
    await two.listen(KEY, (message) => heard.push(message));
    await one.send(topic, { id: 1, method: 'm', params: {} }, 'request');
    await settle();
    expect(heard).to.deep.equal([{ id: 1, method: 'm', params: {} }]);
    expect(notes).to.deep.equal([{ topic, envelope: relay.seen[0]?.message }]);
  });

  it('passes on to the other tabs what it does not know itself, because one of them may', async () => {
    const { notes, one, two, relay } = await lines();
    const topic = await one.listen(KEY, () => undefined);
    await two.listen(bytes32('22'.repeat(32))!, () => undefined);
    await settle();
    const data = { topic, message: 'AAAA' };
    relay.broadcast(JSON.stringify({ id: '7', method: 'irn_subscription', params: { data } }));
    await settle();
    expect(notes).to.deep.equal([{ topic, envelope: 'AAAA' }]);
  });

  it('replaces a handler, and forgets a topic', async () => {
    const { clock, one, two, relay } = await lines();
    const heard: string[] = [];
    const topic = await one.listen(KEY, () => undefined);
    await two.listen(KEY, () => heard.push('first'));
    await two.listen(KEY, () => heard.push('second'));
    one.tell(topic, { id: 1, result: true }, 'heard');
    await settle();
    two.forget(topic);
    one.tell(topic, { id: 2, result: true }, 'heard');
    await settle();
    expect(heard).to.deep.equal(['second']);
    one.forget(topic);
    await clock.advance(2_000);
    expect(relay.connections, 'nobody needs the relay').to.equal(0);
    const error = await one.send(topic, {}, 'heard').catch((caught: unknown) => caught);
    expect(error).to.have.property('message', 'The page has left this topic');
  });

  it('gives out ids that rise, and that two tabs do not share', async () => {
    const { clock, one, two } = await lines();
    const ids = Array.from({ length: 50 }, () => one.nextId());
    expect(ids).to.deep.equal([...new Set(ids)].sort((a, b) => a - b));
    expect(Number.isSafeInteger(ids.at(-1))).to.equal(true);
    const pairs = Array.from({ length: 20 }, () => {
      clock.sleep(1_000);
      return one.nextId() === two.nextId();
    });
    expect(pairs.filter(Boolean).length).to.be.lessThan(3);
  });
});
