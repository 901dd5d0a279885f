/**
 * The connection to a relay of WalletConnect, which passes envelopes between the page and a wallet. It closes soon
 * after there is no topic and no unanswered request left. Until then, it opens again after each loss, unless the relay
 * refuses the page.
 */
import { toJson } from '../../shared/builtins/to-json.js';
import { parsedJson } from '../../shared/text/parse-json.js';
import { isRecord } from '../../shared/text/patterns.js';
import { delayAfter } from '../../shared/time/backoff.js';
import { onAbort } from '../../shared/time/on-abort.js';
import type { Platform } from '../../shared/platform.js';
import { toBase58, toBase64Url, toHex, utf8 } from './bytes.js';
import type { Signer } from './cryptography-types.js';

/** How long a wallet may answer a code, in seconds. The relay keeps the proposal behind it for the same time. */
export const CODE_S = 300;

/**
 * The kinds of messages that the page sends, with the tag of the protocol and the lifetime at the relay in seconds. The
 * relay decides by the tag whether it wakes a phone, so a wrong tag could leave a phone asleep.
 */
const SENT = {
  propose: [1100, CODE_S],
  settled: [1103, 300],
  updated: [1105, 86_400],
  extended: [1107, 86_400],
  request: [1108, 300],
  heard: [1111, 300],
  delete: [1112, 86_400],
  deleted: [1113, 86_400],
  pong: [1115, 86_400],
} as const;

/** The kind of a message. */
export type Kind = keyof typeof SENT;

/** A connection to the relay. */
export interface RelaySocket {
  /** Receives the envelopes of this topic from now on, and those that wait at the relay. */
  subscribe(topic: string): void;
  unsubscribe(topic: string): void;
  /**
   * Resolves when the relay has the envelope. Until then, each new connection sends the same bytes again, but not
   * after the lifetime of the kind has passed.
   * @param signal after an abort, the envelope is not sent again, and the promise resolves
   * @throws Error if the relay does not accept the envelope
   */
  publish(topic: string, envelope: string, kind: Kind, signal?: AbortSignal): Promise<void>;
  /** Checks a connection that may be dead although it looks open, as after a phone has slept. */
  wake(): void;
}

/** Options of `openRelaySocket`. */
export type RelaySocketOptions = Pick<Platform, 'clock' | 'random' | 'WebSocket'> & {
  /** The ws or wss URL. It is part of the signed token, so it must be exactly the URL that the relay expects. */
  url: string;
  projectId: string;
  signer: Signer;
  onEnvelope: (topic: string, envelope: string) => void;
  /** Called when the relay refuses this page, and would do so again. It is called at most once. */
  onRefused: (why: string) => void;
};

/** The code with which the relay refuses a project id, an origin or a token. */
const REFUSED = 3000;

const FIRST_RECONNECT_MS = 500;
const LONGEST_RECONNECT_MS = 15_000;

/** A connection counts as dead if the relay has not answered a request for this time, in milliseconds. */
const ACKNOWLEDGE_MS = 15_000;

/** Replaces `ACKNOWLEDGE_MS` after `wake` has sent a request to check the connection, in milliseconds. */
const PROBE_MS = 2_000;

/** The connection closes after it was not needed for this time, in milliseconds. */
const IDLE_MS = 1_000;

/** The longest frame that the page reads, in characters. */
const LONGEST_FRAME = 400_000;

/**
 * The maximum number of requests that wait for an answer of the relay. For each further one, the oldest is given up.
 * The page itself needs far fewer, but a wallet can make the page answer any number of messages.
 */
const MOST_WAITING = 200;

const OPEN = 1;
const DAY_S = 86_400;

/** How long the envelopes that wait at the relay may take to arrive after a new subscription, in milliseconds. */
const MAIL_MS = 1_000;

type Waiting = {
  frame: string;
  since: number;
  done: (error?: Error) => void;
  /** From when on the frame is no longer sent, as Unix time in milliseconds. */
  until: number;
  /** True for a request that the wallet shows to its holder, perhaps a second time if the request arrives twice. */
  isPrompt: boolean;
  /** The connection on which the frame was last sent. */
  on?: WebSocket;
};

/** Creates a connection, which opens when it is first used. */
export function openRelaySocket(o: RelaySocketOptions): RelaySocket {
  const { clock } = o;
  const topics = new Set<string>();
  const waiting = new Map<string, Waiting>();
  let socket: WebSocket | undefined;
  let isOpening = false;
  let isClosed = false;
  let failures = 0;
  let count = 0;
  let reconnect: unknown;
  let check: unknown;

  const isNeeded = (): boolean => topics.size > 0 || waiting.size > 0;
  const isOpen = (): boolean => socket?.readyState === OPEN;

  const call = (
    method: string,
    params: object,
    { done = () => undefined, until = Infinity, isPrompt = false }: Partial<Waiting> = {},
  ): string | undefined => {
    if (isClosed) return undefined;
    const [oldest] = waiting.size >= MOST_WAITING ? waiting : [];
    if (oldest) settle(oldest[0], new Error('The relay did not answer'));
    const id = `${clock.now()}${String(++count % 1_000_000).padStart(6, '0')}`;
    const frame = toJson({ id, jsonrpc: '2.0', method, params });
    const each: Waiting = { frame, since: clock.now(), done, until, isPrompt };
    waiting.set(id, each);
    if (isOpen()) transmit(each);
    else void connect();
    watch(ACKNOWLEDGE_MS);
    return id;
  };
  const transmit = (each: Waiting): void => {
    each.since = clock.now();
    if (socket) each.on = socket;
    send(each.frame);
  };
  const settle = (id: string, error?: Error): void => {
    const each = waiting.get(id);
    waiting.delete(id);
    each?.done(error);
  };
  const send = (frame: string): void => {
    try {
      socket?.send(frame);
    } catch {
      // The frame stays in `waiting`, and the next connection sends it.
    }
  };

  /** Replaces the connection if the relay has left a request without an answer for `ms`. */
  const watch = (ms: number): void => {
    clock.clearTimeout(check);
    if (waiting.size === 0) return;
    check = clock.setTimeout(() => {
      const isLate = [...waiting.values()].some(({ since }) => clock.now() - since >= ms);
      if (isLate && isOpen()) replace();
      watch(ACKNOWLEDGE_MS);
    }, ms);
  };

  const connect = async (): Promise<void> => {
    if (isClosed || socket || isOpening) return;
    isOpening = true;
    clock.clearTimeout(reconnect);
    const address = await addressOf(o).finally(() => (isOpening = false));
    if (closedMeanwhile()) return;
    try {
      if (!o.WebSocket) throw new Error('There are no websockets');
      socket = new o.WebSocket(address);
    } catch {
      // The page's content security policy can block the relay. Each caller that waits has a time limit of its own.
      later();
      return;
    }
    const own = socket;
    own.onopen = () => {
      const now = clock.now();
      // Subscribe to the topics first, so that no answer to a repeated frame is missed.
      if (topics.size > 0)
        send(toJson({ id: `${now}${RESUMED}`, jsonrpc: '2.0', method: SUBSCRIBE, params: subscribed() }));
      for (const [id, each] of waiting) {
        each.since = now;
        if (each.until <= now) settle(id, new Error('The relay did not take the envelope in time'));
        // The wallet can have answered already, and would ask its holder again. So first wait for its answer.
        else if (!each.isPrompt || !each.on || topics.size === 0) transmit(each);
      }
    };
    // In Node, some libraries throw an error for which there is no listener. `onclose` follows the error.
    own.onerror = () => undefined;
    own.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (own === socket && typeof data === 'string' && data.length <= LONGEST_FRAME) receive(data);
    };
    own.onclose = ({ code, reason }) => {
      if (own !== socket) return;
      socket = undefined;
      if (code === REFUSED) refuse(reason);
      else later();
    };
  };
  const closedMeanwhile = (): boolean => isClosed;
  const later = (): void => {
    if (isClosed || !isNeeded()) return;
    clock.clearTimeout(reconnect);
    reconnect = clock.setTimeout(() => void connect(), delayAfter(failures, FIRST_RECONNECT_MS, LONGEST_RECONNECT_MS));
    failures += 1;
  };

  const receive = (text: string): void => {
    const frame = readFrame(text);
    if (!frame) return;
    failures = 0;
    if (frame.refusal !== null) {
      refuse(frame.refusal);
      return;
    }
    if (frame.mail) {
      send(`{"id":${frame.id},"jsonrpc":"2.0","result":true}`);
      o.onEnvelope(frame.mail.topic, frame.mail.message);
      return;
    }
    const id = frame.id.replaceAll('"', '');
    if (id.endsWith(RESUMED)) repeatSoon();
    settle(id, frame.error === null ? undefined : new Error(frame.error));
    watch(ACKNOWLEDGE_MS);
    if (!isNeeded()) leaveSoon();
  };

  /** Repeats the frames of earlier connections, after the envelopes that wait at the relay have had time to arrive. */
  const repeatSoon = (): void => {
    const own = socket;
    clock.setTimeout(() => {
      if (own !== socket || !isOpen()) return;
      for (const each of waiting.values()) if (each.on !== socket) transmit(each);
    }, MAIL_MS);
  };

  const refuse = (why: string): void => {
    if (isClosed) return;
    close();
    o.onRefused(why);
  };
  const drop = (): void => {
    const old = socket;
    socket = undefined;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
  };
  /** Closes the connection if it is still not needed after a pause, but not between two topics of one pairing. */
  const leaveSoon = (): void => {
    clock.clearTimeout(check);
    check = clock.setTimeout(() => {
      if (!isNeeded()) drop();
    }, IDLE_MS);
  };
  const replace = (): void => {
    drop();
    failures = 0;
    void connect();
  };
  const close = (): void => {
    isClosed = true;
    clock.clearTimeout(reconnect);
    clock.clearTimeout(check);
    drop();
    for (const id of [...waiting.keys()]) settle(id, new Error('The connection to the relay has ended'));
    topics.clear();
  };
  const subscribed = (): object => ({ topics: [...topics] });

  return {
    subscribe(topic) {
      topics.add(topic);
      call('irn_subscribe', { topic });
    },
    unsubscribe(topic) {
      if (topics.delete(topic)) call('irn_unsubscribe', { topic, id: '' });
    },
    publish(topic, message, kind, signal) {
      if (isClosed) return Promise.reject(new Error('The connection to the relay has ended'));
      return new Promise((resolve, reject) => {
        const [tag, ttl] = SENT[kind];
        const prompt = kind === 'propose' || kind === 'request';
        const done = (error?: Error): void => {
          if (error) reject(error);
          else resolve();
        };
        const until = clock.now() + ttl * 1_000;
        const id = call(
          'irn_publish',
          { topic, message, ttl, tag, prompt },
          { done, until, isPrompt: kind === 'request' },
        );
        if (signal && id !== undefined)
          onAbort(signal, () => {
            settle(id);
          });
      });
    },
    wake() {
      if (!isNeeded()) return;
      failures = 0;
      if (!isOpen()) {
        void connect();
        return;
      }
      call(SUBSCRIBE, subscribed());
      watch(PROBE_MS);
    },
  };
}

/** The end of the id of the call that subscribes again on a new connection. Other ids end with a number from 1 on. */
const RESUMED = '000000';

const SUBSCRIBE = 'irn_batchSubscribe';

/** Returns the URL of the relay with a signed token, by which the relay recognizes this browser. */
async function addressOf({ url, projectId, signer, clock, random }: RelaySocketOptions): Promise<string> {
  const iat = Math.floor(clock.now() / 1_000);
  const iss = `did:key:z${toBase58(Uint8Array.of(0xed, 0x01, ...signer.publicKey))}`;
  const claims = { iss, sub: toHex(random(32)), aud: url, iat, exp: iat + DAY_S };
  const signed = `${toBase64Url(toJson({ alg: 'EdDSA', typ: 'JWT' }))}.${toBase64Url(toJson(claims))}`;
  const auth = `${signed}.${toBase64Url(await signer.sign(utf8(signed)))}`;
  const host = (globalThis.location as Location | undefined)?.host ?? '';
  const query = new URLSearchParams({
    auth,
    projectId,
    ua: `wc-2/js-hub-pay/browser:${host}`,
    useOnCloseEvent: 'true',
  });
  return `${url}?${query}`;
}

type Frame = {
  /** The id as the relay wrote it. A number cannot represent all ids of 19 digits exactly. */
  id: string;
  mail: { topic: string; message: string } | null;
  error: string | null;
  /** Why the relay refuses this page; null if it does not. */
  refusal: string | null;
};

/** Reads a frame of the relay, or returns null if the page does not expect such a frame. */
function readFrame(text: string): Frame | null {
  const value = parsedJson(text);
  if (!isRecord(value)) return null;
  const { id, method, params, error } = value;
  const written = (ID_FIRST.exec(text) ?? ID_LAST.exec(text))?.[1] ?? toJson(id ?? null);
  if (method === 'irn_subscription') {
    const data = isRecord(params) ? params['data'] : undefined;
    const { topic, message } = isRecord(data) ? data : {};
    if (typeof topic !== 'string' || typeof message !== 'string') return null;
    return { id: written, mail: { topic, message }, error: null, refusal: null };
  }
  if (method !== undefined) return null;
  if (!isRecord(error)) return 'result' in value ? { id: written, mail: null, error: null, refusal: null } : null;
  const why = typeof error['message'] === 'string' ? error['message'].slice(0, 200) : 'no reason given';
  return { id: written, mail: null, error: why, refusal: error['code'] === REFUSED ? why : null };
}

/** The id of a frame, which a relay writes at the beginning or at the end. */
const ID_FIRST = /^\s*\{\s*"id"\s*:\s*("[^"\\]{0,64}"|\d{1,32})/;
const ID_LAST = /"id"\s*:\s*("[^"\\]{0,64}"|\d{1,32})\s*\}\s*$/;
