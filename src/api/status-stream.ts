/**
 * Receives status updates from the service's websocket. The stream is optional, because polling reads the same status
 * later.
 */
import { delayAfter } from '../shared/time/backoff.js';
import { sleep, type Clock } from '../shared/time/clock.js';
import { parseStatus } from './responses/parse.js';
import type { WireStatus } from './responses/types.js';
import { toJson } from '../shared/builtins/to-json.js';

/**
 * Options of `openStatusStream`: the request to follow, the platform functions that the stream uses, and the functions
 * that it calls.
 */
export type StatusStream = {
  /** The ws or wss URL of the stream. The code adds no API key to it. */
  url: string;
  /** The id of the request to follow. */
  requestId: string;
  WebSocket: typeof WebSocket;
  clock: Clock;
  /** Returns random bytes, which vary the wait before a reconnect, so that pages do not all reconnect at once. */
  random: (bytes: number) => Uint8Array;
  /** The stream ends when this signal is aborted. */
  signal: AbortSignal;
  /** Called with each readable update of this request. */
  onStatus: (status: WireStatus) => void;
  /**
   * Called with true each time the service confirms the subscription, and with false when a connection ends or fails.
   */
  onLive: (isLive: boolean) => void;
};

const EVENT = 'request.status.updated';

/**
 * The stream closes a connection if the service does not announce that it is ready, or does not confirm a subscription,
 * within this time, in milliseconds.
 */
const ANSWER_WAIT_MS = 10_000;

/**
 * Milliseconds between a confirmation of the subscription and the next heartbeat. A heartbeat subscribes again, because
 * a browser cannot send a websocket ping.
 */
const HEARTBEAT_MS = 20_000;
const FIRST_RECONNECT_MS = 1_000;
const LONGEST_RECONNECT_MS = 60_000;
const MAX_LENGTH = 64 * 1024;
const CONNECTING = 0;

/** The global object, which is the window in a browser. In Node, the global object lacks these methods. */
const page: Partial<Pick<Window, 'addEventListener' | 'removeEventListener'>> = globalThis;

/** Keeps a connection open until the signal is aborted. When a connection ends, opens a new one after a wait. */
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

/**
 * Opens one connection, and resolves when the stream has left this connection, or at once if it cannot be created. The
 * result is true if the service confirmed the subscription at least once.
 */
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
        socket.send(toJson({ type, event: EVENT, filters: { id: requestId } }));
      } catch {
        // The error of a failed `send` needs no action. After `subscribe`, the event `close` or the timer `deadline`
        // ends the connection, and after `unsubscribe`, the next line of `leave` does.
      }
    };
    const end = (): void => {
      clock.clearTimeout(deadline);
      clock.clearTimeout(beat);
      signal.removeEventListener('abort', leave);
      page.removeEventListener?.('pagehide', end);
      socket.onmessage = socket.onclose = socket.onerror = null;
      // A browser logs an error to the console if code closes a socket that is not open yet. A connecting socket is
      // therefore closed as soon as it is open.
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
    // The stream closes its connection when the payer leaves the page. Some browsers put a page into their back-forward
    // cache only if it has no open connection.
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
        // The stream ignores an update that it cannot read, because the next poll reads the status.
      }
    };
    startAnswerTimer();
  });
}

type StreamMessage = { type?: unknown; status?: unknown; event?: unknown; data?: { requestId?: unknown } | null };

/** Parses a message. Returns null if the data is too long, or is not the JSON of an object or a list. */
function read(data: unknown): StreamMessage | null {
  if (typeof data !== 'string' || data.length > MAX_LENGTH) return null;
  try {
    const message: unknown = JSON.parse(data);
    return typeof message === 'object' ? message : null;
  } catch {
    return null;
  }
}
