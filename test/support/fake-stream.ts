/** The service's websocket of statuses, as a page sees it, and each way in which it can fail. */

/**
 * `dead`: every connection is closed at once. `refused`: no socket can be made. `silent`: it connects and says nothing.
 * `half-open`: it answers once, and nothing comes after that. `mute`: it answers whatever is asked, and tells nothing.
 * `garbage`: it sends what is no message, or of another request.
 */
export type StreamMode = 'honest' | 'dead' | 'refused' | 'silent' | 'half-open' | 'mute' | 'garbage';

export class FakeStream {
  mode: StreamMode = 'honest';
  /** Everything that was sent to it, with the number of its connection. */
  readonly heard: { connection: number; type: string; id: string }[] = [];
  readonly urls: string[] = [];
  /** A connection was closed before it was open. */
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

  /** How many connections stand. */
  get open(): number {
    return this.#open.size;
  }

  /** What the service tells whoever has subscribed. */
  tell(requestId: string, status: string, more: Record<string, unknown> = {}): void {
    if (this.mode !== 'honest') return;
    const data = { requestId, status, ...more };
    this.#say({ event: 'request.status.updated', data, publishedAt: 0 });
  }

  /** The server restarts: every connection is closed. */
  restart(): void {
    for (const socket of [...this.#open.values()]) socket.cut();
  }

  #say(message: unknown): void {
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
      this.#hear(connection, socket, JSON.parse(text) as Sent);
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

  #hear(connection: number, socket: FakeSocket, { type, event, filters }: Sent): void {
    this.heard.push({ connection, type, id: filters.id });
    const asked = this.heard.filter((each) => each.connection === connection).length;
    if (this.mode === 'half-open' && asked > 1) return;
    void Promise.resolve().then(() => {
      socket.receive({ type, status: 'success', data: { event, filters } });
    });
  }
}

type Sent = { type: string; event: string; filters: { id: string } };

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
  /** As the platform counts: 0 until it is open. */
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
