/**
 * Receives status updates from the service's websocket. The stream only makes updates faster; polling does not depend
 * on it.
 */
import { delayAfter } from '../shared/backoff.js';
import { sleep, type Clock } from '../shared/clock.js';
import { parseStatus } from './responses/parse.js';
import type { WireStatus } from './responses/types.js';

/** Options of `openStatusStream`: the request to follow, and the platform functions that the stream uses. */
export type StatusStream = {
  /** The ws or wss URL of the stream. The code does not change this URL, so it never adds an API key. */
  url: string;
  /** The request whose updates are delivered. */
  requestId: string;
  WebSocket: typeof WebSocket;
  clock: Clock;
  /** Returns random bytes that spread reconnects in time, because a server restart disconnects all pages at once. */
  random: (bytes: number) => Uint8Array;
  /** The stream ends when this signal is aborted. */
  signal: AbortSignal;
  /** Called with each readable update. */
  onStatus: (status: WireStatus) => void;
  /** Called with true when the service answers, and with false when a connection ends. */
  onLive: (isLive: boolean) => void;
};

const EVENT = 'request.status.updated';
/**
 * A connection without an answer for this number of milliseconds counts as dead. A dead connection may never emit
 * `close`.
 */
const ANSWER_WAIT_MS = 10_000;
/**
 * Milliseconds between heartbeats. A browser's socket cannot send a ping. The stream repeats its subscription instead,
 * because the service answers it.
 */
const HEARTBEAT_MS = 20_000;
/** The wait before the first reconnect, and the longest wait before any reconnect, in milliseconds. */
const FIRST_RECONNECT_MS = 1_000;
const LONGEST_RECONNECT_MS = 60_000;
const MAX_LENGTH = 64 * 1024;
const CONNECTING = 0;

/** Opens a connection. After each end it opens a new connection, until the signal is aborted. */
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

/** Runs one connection until it ends. Resolves with true if the service answered on it. */
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
        // The socket closes soon, or the timeout ends it.
      }
    };
    const end = (): void => {
      clock.clearTimeout(deadline);
      clock.clearTimeout(beat);
      signal.removeEventListener('abort', leave);
      socket.onmessage = socket.onclose = socket.onerror = null;
      // Closing a socket before it is open logs an error to the page's console.
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
