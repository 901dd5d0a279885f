/** A page with a client, a phone and a relay between them, in virtual time and without a network. */
import { libraryCryptography } from '../../../src/wallets/remote/library-cryptography.js';
import { createRemoteClient, type RemoteClient } from '../../../src/wallets/remote/client.js';
import type { PendingRequest } from '../../../src/wallets/remote/pending.js';
import type { TabChannel, TabNote } from '../../../src/wallets/remote/tab-channel.js';
import type { HubPayError } from '../../../src/errors.js';
import { MemoryStore } from '../../../src/shared/memory-store.js';
import { VirtualClock, settle } from '../../support/clock.js';
import { memorySocket } from '../../../demo/devnet/walletconnect/memory-socket.js';
import { Phone, type PhoneOptions } from '../../../demo/devnet/walletconnect/phone.js';
import { Relay } from '../../../demo/devnet/walletconnect/relay.js';

export const RELAY_URL = 'wss://relay.test';
export const ACCOUNT = `0x${'a1'.repeat(20)}`;
export const OTHER = `0x${'b2'.repeat(20)}`;
export const HASH = `0x${'fe'.repeat(32)}`;
export const CHAINS = [1, 8453, 10] as const;
export const METADATA = { name: 'Shop', description: '', url: 'https://shop.test', icons: [] };
export const TRANSACTION = { from: ACCOUNT, to: OTHER, data: '0x', value: '0x5', chainId: '0x1' };

/** One load of the page in one tab. */
export type Page = {
  client: RemoteClient;
  codes: (string | null)[];
  events: [name: string, value: unknown][];
  late: PendingRequest[];
  /** The wallet's error of each late answer; undefined for a result. */
  lateErrors: (Error | undefined)[];
  refusals: HubPayError[];
  stop: AbortController;
  /** Starts to pair, and resolves with `paired` or with the code and the reason of the error. */
  pair(): Promise<string>;
  ask(method: string, ...params: unknown[]): Promise<unknown>;
  /** Closes the page: nothing of it runs any longer. */
  close(): void;
};

export class Bench {
  readonly clock = new VirtualClock();
  readonly relay = new Relay(RELAY_URL, this.clock);
  readonly network = { isReachable: true };
  readonly storage = new MemoryStore();
  readonly #tabs = new Set<{ listeners: Set<(note: TabNote) => void> }>();
  readonly phone = this.newPhone();

  newPhone(more: Partial<PhoneOptions> = {}): Phone {
    return new Phone({
      relayUrl: RELAY_URL,
      WebSocket: memorySocket(this.relay),
      provider: { request: ({ method }) => Promise.resolve(method === 'eth_sendTransaction' ? HASH : '0x51') },
      accounts: [ACCOUNT],
      chains: [1, 8453],
      now: () => this.clock.now(),
      ...more,
    });
  }

  /** Loads the page, as a new tab or after a reload. */
  async load(more: Partial<Parameters<typeof createRemoteClient>[0]> = {}): Promise<Page> {
    const { clock, storage } = this;
    const random = (bytes: number): Uint8Array => crypto.getRandomValues(new Uint8Array(bytes));
    const state = { isReachable: true, isClosed: false };
    const sockets = memorySocket(this.relay, this.network);
    const own = { listeners: new Set<(note: TabNote) => void>() };
    this.#tabs.add(own);
    const tabs: TabChannel = {
      post: (note) => {
        if (state.isClosed) return;
        for (const each of this.#tabs)
          if (each !== own) for (const listener of each.listeners) queueMicrotask(() => listener(note));
      },
      listen: (listener) => own.listeners.add(listener),
    };
    const timers = new Set<unknown>();
    const opened = new Set<WebSocket>();
    const page: Page = {
      client: undefined as never,
      codes: [],
      events: [],
      late: [],
      lateErrors: [],
      refusals: [],
      stop: new AbortController(),
      async pair() {
        page.stop = new AbortController();
        const onCode = (code: string | null): void => void page.codes.push(code);
        try {
          await page.client.pair({ metadata: METADATA, chains: CHAINS, signal: page.stop.signal, onCode });
          return 'paired';
        } catch (error) {
          const { code, reason, message } = error as Partial<HubPayError>;
          return [code ?? message, reason].filter(Boolean).join(' ');
        }
      },
      ask: (method, ...params) => page.client.provider.request({ method, params }),
      close: () => {
        state.isClosed = true;
        this.#tabs.delete(own);
        for (const timer of timers) clock.clearTimeout(timer);
        for (const socket of opened) socket.close();
      },
    };
    page.client = await createRemoteClient({
      clock: {
        now: () => clock.now(),
        setTimeout: (run, ms) => {
          if (state.isClosed) return null;
          const timer = clock.setTimeout(run, ms);
          timers.add(timer);
          return timer;
        },
        clearTimeout: (timer) => clock.clearTimeout(timer),
      },
      random,
      storage: {
        getItem: (key) => storage.getItem(key),
        removeItem: (key) => storage.removeItem(key),
        setItem: (key, value) => state.isClosed || storage.setItem(key, value),
      },
      WebSocket: class extends (sockets as unknown as new (url: string) => WebSocket) {
        constructor(url: string) {
          super(url);
          opened.add(this);
        }
      } as unknown as typeof WebSocket,
      projectId: 'shop',
      relayUrl: RELAY_URL,
      tabs,
      cryptography: libraryCryptography(random),
      onRefused: (error) => void page.refusals.push(error),
      ...more,
    });
    for (const event of ['accountsChanged', 'chainChanged', 'disconnect'])
      page.client.provider.on?.(event, (value: unknown) => {
        page.events.push([event, value instanceof Error ? (value as Error & { code?: number }).code : value]);
      });
    page.client.onLate((request, error) => {
      page.late.push(request);
      page.lateErrors.push(error);
    });
    return page;
  }

  /** Starts to pair, and resolves with the code. */
  async code(page: Page): Promise<{ code: string; result: Promise<string> }> {
    const { length } = page.codes;
    const result = page.pair();
    await this.clock.until(() => page.codes.length > length);
    return { code: page.codes.at(-1)!, result };
  }

  /** Loads the page and pairs it with the phone. */
  async paired(phone = this.phone): Promise<Page> {
    const page = await this.load();
    const { code, result } = await this.code(page);
    phone.scan(code);
    const end = await result;
    if (end !== 'paired') throw new Error(end);
    await settle();
    return page;
  }
}

/** The error of a request, as its code and its text. */
export const errorOf = (promise: Promise<unknown>): Promise<{ code: unknown; message: string }> =>
  promise.then(
    (value) => {
      throw new Error(`answered ${String(value)}`);
    },
    (error: unknown) => {
      const { code, message } = error as { code?: unknown; message: string };
      return { code, message };
    },
  );
