/** A fake of the service's status websocket. The fake can fail in several ways. */

/**
 * How the fake server fails:
 * - `dead`: closes every connection at once
 * - `refused`: no socket can be created
 * - `silent`: accepts connections but sends nothing
 * - `half-open`: answers only the first subscription of a connection
 * - `mute`: answers subscriptions but sends no status
 * - `garbage`: sends invalid messages and statuses of another request
 */
export type StreamMode = 'honest' | 'dead' | 'refused' | 'silent' | 'half-open' | 'mute' | 'garbage';

export class FakeStream {
  mode: StreamMode = 'honest';
  /** The messages of the page, with the number of the connection. */
  readonly messages: { connection: number; type: string; id: string }[] = [];
  readonly urls: string[] = [];
  /** The value is true if a connection was closed before it was open. */
  closedEarly = false;
  readonly WebSocket: typeof WebSocket;
  readonly #open = new Map<number, FakeSocket>();

  constructor() {
    const connect = (socket: FakeSocket, url: string): void => {
      this.#connect(socket, url);
    };
    this.WebSocket = class extends FakeSocket {
      constructor(url: string) {
        super();
        connect(this, url);
      }
    } as unknown as typeof WebSocket;
  }

  /** The number of open connections. */
  get open(): number {
    return this.#open.size;
  }

  /** Sends a status on all open connections. Does nothing unless `mode` is `honest`. */
  sendStatus(requestId: string, status: string, more: Record<string, unknown> = {}): void {
    if (this.mode !== 'honest') return;
    const data = { requestId, status, ...more };
    this.#broadcast({ event: 'request.status.updated', data, publishedAt: 0 });
  }

  /** Closes every connection, as a restart of the server does. */
  restart(): void {
    for (const socket of [...this.#open.values()]) socket.cut();
  }

  #broadcast(message: unknown): void {
    for (const socket of this.#open.values()) socket.receive(message);
  }

  #connect(socket: FakeSocket, url: string): void {
    this.urls.push(url);
    if (this.mode === 'refused') throw new DOMException('refused', 'SecurityError');
    const connection = this.urls.length;
    this.#open.set(connection, socket);
    socket.onClosed = () => (this.closedEarly ||= socket.readyState === 0);
    socket.onGone = () => this.#open.delete(connection);
    socket.onSent = (text) => {
      this.#onMessage(connection, socket, JSON.parse(text) as Subscription);
    };
    void Promise.resolve().then(() => {
      if (this.mode === 'dead') {
        socket.cut();
        return;
      }
      socket.readyState = 1;
      socket.onopen?.();
      if (socket.isGone) return;
      if (this.mode === 'garbage') for (const text of NOISE) socket.receiveText(text);
      else if (this.mode !== 'silent')
        socket.receive({ type: 'connection', status: 'ready', data: { id: `${connection}` } });
    });
  }

  #onMessage(connection: number, socket: FakeSocket, { type, event, filters }: Subscription): void {
    this.messages.push({ connection, type, id: filters.id });
    const count = this.messages.filter((each) => each.connection === connection).length;
    if (this.mode === 'half-open' && count > 1) return;
    void Promise.resolve().then(() => {
      socket.receive({ type, status: 'success', data: { event, filters } });
    });
  }
}

type Subscription = { type: string; event: string; filters: { id: string } };

const SUCCESS = { status: 'success', txHashes: [`0x${'fe'.repeat(32)}`] };
const NOISE: unknown[] = [
  '',
  'null',
  '<html>',
  '{"type":"subscribe"',
  '[1,2]',
  new ArrayBuffer(8),
  JSON.stringify({ event: 'request.status.updated', data: null }),
  JSON.stringify({ event: 'request.status.updated', data: SUCCESS }),
  JSON.stringify({ event: 'request.status.updated', data: { ...SUCCESS, requestId: `0x${'77'.repeat(32)}` } }),
  JSON.stringify({ event: 'request.status.updated', data: { ...SUCCESS, status: 7 } }),
  `{"type":"connection","status":"${'x'.repeat(70_000)}"}`,
];

class FakeSocket {
  /** The value is 0 until the socket is open. */
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  onGone: () => void = () => undefined;
  onClosed: () => void = () => undefined;
  isGone = false;
  onSent: (text: string) => void = () => undefined;

  send(text: string): void {
    this.onSent(text);
  }

  close(): void {
    this.onClosed();
    this.isGone = true;
    this.onGone();
  }

  cut(): void {
    this.onGone();
    this.onclose?.();
  }

  receive(message: unknown): void {
    this.receiveText(JSON.stringify(message));
  }

  receiveText(data: unknown): void {
    this.onmessage?.({ data });
  }
}
