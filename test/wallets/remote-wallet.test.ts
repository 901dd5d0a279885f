import { expect } from 'chai';
import type { Platform } from '../../src/shared/platform.js';
import { MemoryStore } from '../../src/shared/memory-store.js';
import { remoteOption } from '../../src/wallets/remote-wallet.js';
import type { RemoteSettings, WalletEvent, WalletOption } from '../../src/wallets/wallet.js';
import { settle, settleUntil, VirtualClock } from '../support/clock.js';
import { memorySocket } from '../../demo/devnet/walletconnect/memory-socket.js';
import { Phone } from '../../demo/devnet/walletconnect/phone.js';
import { Relay } from '../../demo/devnet/walletconnect/relay.js';
import { withoutBrowserCryptography } from '../support/fakes/without-browser-cryptography.js';
// The load of these files needs real time.
import '../../src/wallets/remote/client.js';
import '../../src/wallets/remote/library-cryptography.js';

const ACCOUNT = `0x${'a1'.repeat(20)}`;

class Bench {
  readonly clock = new VirtualClock();
  readonly relay = new Relay('wss://relay.test', this.clock);
  readonly storage = new MemoryStore();
  readonly phone = new Phone({
    relayUrl: this.relay.url,
    WebSocket: memorySocket(this.relay),
    provider: { request: () => Promise.resolve('0x51') },
    accounts: [ACCOUNT],
    chains: [1],
    now: () => this.clock.now(),
  });
  chains: readonly number[] = [1, 10];

  constructor() {
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: new MemoryStore() });
  }

  /** The settings of a page. All elements of the page have the same function `fetch`. */
  page(): RemoteSettings {
    const platform: Platform = {
      fetch: () => Promise.reject(new Error('no request')),
      storage: this.storage,
      locks: undefined,
      clock: this.clock,
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
      WebSocket: memorySocket(this.relay),
    };
    return { projectId: 'shop', relayUrl: this.relay.url, chains: () => Promise.resolve(this.chains), platform };
  }

  /** Chooses the wallet, and resolves with the code. */
  async code(option: WalletOption, signal?: AbortSignal): Promise<{ code: string; wallet: Promise<unknown> }> {
    let code: string | null = null;
    const wallet = option.connect({
      signal: signal ?? new AbortController().signal,
      onCode: (shown) => (code = shown ?? code),
    });
    wallet.catch(() => undefined);
    await settleUntil(() => code !== null);
    return { code: code!, wallet };
  }
}

describe('remoteOption', () => {
  withoutBrowserCryptography();

  it('connects the wallet that scans the code, and takes its name', async () => {
    const bench = new Bench();
    const settings = bench.page();
    const option = remoteOption(settings)!;
    expect(option).to.include({ id: 'walletconnect', name: 'WalletConnect', icon: null, vmType: 'evm' });
    await settle();
    expect(bench.relay.connections, 'before the press').to.equal(0);
    const { code, wallet } = await bench.code(option);
    bench.phone.scan(code);
    expect(await wallet).to.deep.include({ id: 'walletconnect', name: 'Test phone' });
    expect(bench.phone.proposals[0]?.optionalNamespaces.eip155.chains).to.deep.equal(['eip155:1', 'eip155:10']);
    expect(remoteOption(settings)).to.include({ name: 'Test phone', appLink: 'testphone://wc' });
  });

  it('tells the wallet the host and the origin of the page, which it shows to its holder', async () => {
    const location = new URL('https://shop.test:8443/pay?order=1042');
    Object.defineProperty(globalThis, 'location', { configurable: true, value: location });
    try {
      const bench = new Bench();
      const { code } = await bench.code(remoteOption(bench.page())!);
      bench.phone.scan(code);
      await settle();
      expect(bench.phone.proposals.map(({ proposer }) => proposer.metadata)).to.deep.equal([
        { name: 'shop.test:8443', description: '', url: 'https://shop.test:8443', icons: [] },
      ]);
    } finally {
      Reflect.deleteProperty(globalThis, 'location');
    }
  });

  it('has one connection for all elements of a page, and none for another page', async () => {
    const bench = new Bench();
    const settings = bench.page();
    const { code, wallet } = await bench.code(remoteOption(settings)!);
    bench.phone.scan(code);
    await wallet;
    const second = await remoteOption({ ...settings })!.connect({ signal: new AbortController().signal });
    expect(await second.addresses()).to.deep.equal([ACCOUNT]);
    expect(bench.relay.projects.filter((project) => project === 'shop')).to.have.lengthOf(1);
    expect(bench.phone.asked).to.have.lengthOf(1);
    expect(remoteOption({ ...bench.page(), projectId: 'other' })).to.have.property('name', 'WalletConnect');
  });

  it('reconnects after a reload, and not without a session', async () => {
    const bench = new Bench();
    expect(await remoteOption(bench.page())!.reconnect()).to.equal(null);
    const { code, wallet } = await bench.code(remoteOption(bench.page())!);
    bench.phone.scan(code);
    await wallet;
    const again = await remoteOption(bench.page())!.reconnect();
    expect(await again?.addresses()).to.deep.equal([ACCOUNT]);
    await again?.disconnect();
    expect(await remoteOption(bench.page())!.reconnect()).to.equal(null);
  });

  it('reports late answers to whoever listens', async () => {
    const bench = new Bench();
    const settings = bench.page();
    const { code, wallet } = await bench.code(remoteOption(settings)!);
    bench.phone.scan(code);
    await wallet;
    bench.storage.setItem(
      'hub-pay/walletconnect',
      JSON.stringify({
        ...(JSON.parse(bench.storage.getItem('hub-pay/walletconnect')!) as object),
        pending: {
          77: {
            method: 'personal_sign',
            chainId: 1,
            until: bench.clock.now() / 1_000 + 60,
            topic: [...bench.phone.sessions.keys()][0],
          },
        },
      }),
    );
    const events: WalletEvent[] = [];
    const stop = new AbortController();
    await remoteOption(settings)!.connect({ signal: stop.signal, listen: (event) => events.push(event) });
    bench.phone.sendToAll({ id: 77, result: '0x' }, 1109);
    await settle();
    expect(events).to.deep.include({ type: 'late-answer' });
  });

  it('ends the wait when the signal is aborted', async () => {
    const bench = new Bench();
    const stop = new AbortController();
    const { code, wallet } = await bench.code(remoteOption(bench.page())!, stop.signal);
    stop.abort(new Error('given up'));
    expect(await wallet.catch((error: unknown) => error)).to.have.property('message', 'given up');
    bench.phone.scan(code);
    await settle();
    expect(bench.phone.sessions.size).to.equal(0);
  });

  it('asks for nothing while the chains are not known', async () => {
    const bench = new Bench();
    bench.chains = [];
    const error = await remoteOption(bench.page())!
      .connect({ signal: new AbortController().signal })
      .catch((caught: unknown) => caught);
    expect(error).to.include({ code: 'service-down', reason: 'listing-unavailable' });
    expect(bench.relay.seen).to.deep.equal([]);
  });

  it('is gone after the relay has refused the page', async () => {
    const bench = new Bench();
    bench.relay.refusal = 'Project not found';
    const settings = bench.page();
    const error = await remoteOption(settings)!
      .connect({ signal: new AbortController().signal })
      .catch((caught: unknown) => caught);
    expect(error).to.include({ code: 'config', reason: 'relay-refused' });
    expect(remoteOption(settings)).to.equal(null);
  });

  it('checks the connection when it is woken, and does nothing before', async () => {
    const bench = new Bench();
    const settings = bench.page();
    remoteOption(settings)!.wake?.();
    await settle();
    expect(bench.relay.projects).to.deep.equal([]);
    const { code, wallet } = await bench.code(remoteOption(settings)!);
    bench.phone.scan(code);
    await wallet;
    bench.relay.cut();
    await settle();
    const before = bench.relay.projects.length;
    remoteOption(settings)!.wake?.();
    await settle();
    expect(bench.relay.projects.slice(before)).to.include('shop');
  });
});
