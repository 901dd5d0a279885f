/** Connects to a relay in the same process, without a network and without a time limit. */
import type { Connection, Relay } from './relay.js';

/** Returns a `WebSocket` class whose instances connect to this relay. Other URLs cannot be reached. */
export const memorySocket = (relay: Relay, state: { isReachable: boolean } = { isReachable: true }): typeof WebSocket =>
  class {
    readyState = 0;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: ((event: { code: number; reason: string }) => void) | null = null;
    #connection: Connection | null = null;

    constructor(url: string) {
      later(() => {
        if (this.readyState !== 0) return;
        if (!state.isReachable || !url.startsWith(relay.url)) {
          this.#end(1006, '');
          return;
        }
        this.readyState = 1;
        this.onopen?.();
        this.#connection = relay.connect(url, {
          send: (data) => later(() => this.onmessage?.({ data })),
          close: (code, reason) => later(() => this.#end(code, reason)),
          cut: () => later(() => this.#end(1006, '')),
        });
        for (const frame of this.#early.splice(0)) this.#connection?.receive(frame);
      });
    }

    readonly #early: string[] = [];

    send(frame: string): void {
      if (this.readyState !== 1) throw new Error('The socket is not open');
      if (this.#connection) later(() => this.#connection?.receive(frame));
      else this.#early.push(frame);
    }

    close(): void {
      this.#connection?.gone();
      this.#connection = null;
      this.readyState = 3;
    }

    #end(code: number, reason: string): void {
      if (this.readyState === 3) return;
      this.close();
      this.onclose?.({ code, reason });
    }
  } as unknown as typeof WebSocket;

const later = (run: () => void): void => void Promise.resolve().then(run);
