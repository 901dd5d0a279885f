/**
 * The service's websocket of statuses: it tells sooner what the next poll would tell. Its silence, its noise and its
 * end change nothing but that.
 */
import { pause, type Clock } from '../shared/clock.js';
import { parseStatus } from './responses/parse.js';
import type { WireStatus } from './responses/types.js';

export type StatusStream = {
  /** ws or wss; nothing is added to it, so that no key can stand in it. */
  url: string;
  requestId: string;
  WebSocket: typeof WebSocket;
  clock: Clock;
  /** Spreads the attempts to connect again: servers restart, and all pages notice at once. */
  random: (bytes: number) => Uint8Array;
  signal: AbortSignal;
  onStatus: (status: WireStatus) => void;
  /** Whether it listens to the service, as far as that is known. */
  onLive: (isLive: boolean) => void;
};

const EVENT = 'request.status.updated';
/** Whoever does not answer for so long is not there: a connection may be dead without anybody having closed it. */
const ANSWER_MS = 10_000;
/** A browser's socket cannot ping: subscribing once more is a question that the service answers. */
const HEARTBEAT_MS = 20_000;
const RETRY_MS = 1_000;
const SLOWEST_RETRY_MS = 60_000;
const MAX_LENGTH = 64 * 1024;
const CONNECTING = 0;

/** Listens, and connects again when it is cut off, until the signal is aborted. */
export async function openStatusStream(stream: StatusStream): Promise<void> {
  const { clock, random, signal, onLive } = stream;
  for (let failures = 0; !signal.aborted; failures += 1) {
    if (await connect(stream)) failures = 0;
    onLive(false);
    const longest = Math.min(RETRY_MS * 2 ** failures, SLOWEST_RETRY_MS);
    const share = ((random(1)[0] ?? 0) + 1) / 256;
    await pause(longest * (0.5 + share / 2), clock, signal).catch(() => undefined);
  }
}

/** One connection, to its end. True if the service has answered on it. */
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

    const say = (type: 'subscribe' | 'unsubscribe'): void => {
      try {
        socket.send(JSON.stringify({ type, event: EVENT, filters: { id: requestId } }));
      } catch {
        // It closes of itself, or is found to be silent.
      }
    };
    const end = (): void => {
      clock.clearTimeout(deadline);
      clock.clearTimeout(beat);
      signal.removeEventListener('abort', leave);
      socket.onmessage = socket.onclose = socket.onerror = null;
      // Closed before it is open, it would be an error on the page's console.
      if (socket.readyState === CONNECTING) socket.onopen = () => socket.close();
      else socket.close();
      resolve(hasAnswered);
    };
    const leave = (): void => {
      if (hasAnswered) say('unsubscribe');
      end();
    };
    const awaitAnswer = (): void => {
      clock.clearTimeout(deadline);
      deadline = clock.setTimeout(end, ANSWER_MS);
    };
    const subscribe = (): void => {
      clock.clearTimeout(beat);
      say('subscribe');
      awaitAnswer();
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
      else if (message?.event === EVENT && message.data?.requestId === requestId) tell(message.data);
    };
    const tell = (data: unknown): void => {
      try {
        stream.onStatus(parseStatus(data, requestId));
      } catch {
        // What cannot be read is left to the poll.
      }
    };
    awaitAnswer();
  });
}

type StreamMessage = { type?: unknown; status?: unknown; event?: unknown; data?: { requestId?: unknown } | null };

/** Null for what is no message of the service's. */
function read(data: unknown): StreamMessage | null {
  if (typeof data !== 'string' || data.length > MAX_LENGTH) return null;
  try {
    const message: unknown = JSON.parse(data);
    return typeof message === 'object' ? message : null;
  } catch {
    return null;
  }
}
