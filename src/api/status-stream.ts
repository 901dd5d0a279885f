/** Receives status updates from the service's websocket. Polling works without this stream, but is slower. */
import { delayAfter } from '../shared/backoff.js';
import { sleep, type Clock } from '../shared/clock.js';
import { parseStatus } from './responses/parse.js';
import type { WireStatus } from './responses/types.js';

/** Options of `openStatusStream`: the request to follow, and the platform functions that the stream uses. */
export type StatusStream = {
  /** The ws or wss URL of the stream. No API key is added to this URL. */
  url: string;
  /** The id of the request to follow. */
  requestId: string;
  WebSocket: typeof WebSocket;
  clock: Clock;
  /** Returns random bytes. They vary the wait before a reconnect, so that not all pages reconnect at once. */
  random: (bytes: number) => Uint8Array;
  /** The stream ends when this signal is aborted. */
  signal: AbortSignal;
  /** Called with each readable update. */
  onStatus: (status: WireStatus) => void;
  /** Called with true when the service answers, and with false when a connection ends. */
  onLive: (isLive: boolean) => void;
};

const EVENT = 'request.status.updated';

/** The stream closes a connection if an answer does not arrive within this time, in milliseconds. */
const ANSWER_WAIT_MS = 10_000;

/**
 * Milliseconds between heartbeats. A heartbeat repeats the subscription, because a browser cannot send a websocket
 * ping.
 */
const HEARTBEAT_MS = 20_000;
const FIRST_RECONNECT_MS = 1_000;
const LONGEST_RECONNECT_MS = 60_000;
const MAX_LENGTH = 64 * 1024;
const CONNECTING = 0;

/** The window. Outside a browser, it has no events. */
const page: Partial<Pick<Window, 'addEventListener' | 'removeEventListener'>> = globalThis;

/** Keeps a connection open until the signal is aborted. If a connection ends, opens a new connection. */
export async function openStatusStream(stream: StatusStream): Promise<void> {
  const { clock, random, signal, onLive } = stream;
  for (let failures = 0; !signal.aborted; failures += 1) {
    if (await connect(stream)) failures = 0;
    onLive(false);
    const longest = delayAfter(failures, FIRST_RECONNECT_MS, LONGEST_RECONNECT_MS);
    const share = ((random(1)[0] ?? 0) + 1) / 256;
    await sleep(longest * (0.5 + share / 2), clock, signal);
  }
}

/** Runs one connection until it ends. Resolves with true if the service has answered. */
function connect({ url, requestId, WebSocket, clock, signal, ...stream }: StatusStream): Promise<boolean> {
  return new Promise((resolve) => {
    let socket: WebSocket;
    try {
      socket = new WebSocket(url);
    } catch {
      resolve(false);
      return;
    }
    let hasAnswered = false;
    let deadline: unknown;
    let beat: unknown;

    const send = (type: 'subscribe' | 'unsubscribe'): void => {
      try {
        socket.send(JSON.stringify({ type, event: EVENT, filters: { id: requestId } }));
      } catch {
        // No action is needed: `close` or the answer timer ends the connection.
      }
    };
    const end = (): void => {
      clock.clearTimeout(deadline);
      clock.clearTimeout(beat);
      signal.removeEventListener('abort', leave);
      page.removeEventListener?.('pagehide', end);
      socket.onmessage = socket.onclose = socket.onerror = null;
      // If a socket is closed before it opens, the browser logs an error to the console.
      if (socket.readyState === CONNECTING) socket.onopen = () => socket.close();
      else socket.close();
      resolve(hasAnswered);
    };
    const leave = (): void => {
      if (hasAnswered) send('unsubscribe');
      end();
    };
    const startAnswerTimer = (): void => {
      clock.clearTimeout(deadline);
      deadline = clock.setTimeout(end, ANSWER_WAIT_MS);
    };
    const subscribe = (): void => {
      clock.clearTimeout(beat);
      send('subscribe');
      startAnswerTimer();
    };
    const answered = (): void => {
      hasAnswered = true;
      clock.clearTimeout(deadline);
      clock.clearTimeout(beat);
      beat = clock.setTimeout(subscribe, HEARTBEAT_MS);
      stream.onLive(true);
    };

    signal.addEventListener('abort', leave, { once: true });
    // Some browsers keep no page in their cache while a connection is open.
    page.addEventListener?.('pagehide', end);
    socket.onclose = socket.onerror = end;
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = read(data);
      if (message?.type === 'connection' && message.status === 'ready') subscribe();
      else if (message?.type === 'subscribe' && message.status === 'success') answered();
      else if (message?.event === EVENT && message.data?.requestId === requestId) deliver(message.data);
    };
    const deliver = (data: unknown): void => {
      try {
        stream.onStatus(parseStatus(data, requestId));
      } catch {
        // Unreadable updates are ignored. The next poll reads the status.
      }
    };
    startAnswerTimer();
  });
}

type StreamMessage = { type?: unknown; status?: unknown; event?: unknown; data?: { requestId?: unknown } | null };

/** Parses a message. Returns null if the data is too long or not a JSON object. */
function read(data: unknown): StreamMessage | null {
  if (typeof data !== 'string' || data.length > MAX_LENGTH) return null;
  try {
    const message: unknown = JSON.parse(data);
    return typeof message === 'object' ? message : null;
  } catch {
    return null;
  }
}
