/**
 * Connects the topics of pairings and of a session with the relay. Encrypts outgoing messages, decrypts incoming ones,
 * and passes incoming envelopes to the other tabs of the page's origin. Each tab handles a repeated message only once,
 * as long as it remembers the message.
 */
import type { Platform } from '../../shared/platform.js';
import { toHex } from './bytes.js';
import type { Bytes, Cryptography } from './cryptography-types.js';
import { open, seal } from './envelope.js';
import { readMessage, type Message } from './messages.js';
import { openRelaySocket, type Kind, type RelaySocket, type RelaySocketOptions } from './relay-socket.js';
import type { TabChannel } from './tab-channel.js';

/** The topics of this page. */
export interface Line {
  /**
   * Passes the messages that were encrypted with this key to `handler`, in place of an earlier handler for the same
   * key. Returns the topic of the key.
   */
  listen(key: Bytes, handler: (message: Message) => void): Promise<string>;
  /** Stops receiving messages of this topic. */
  forget(topic: string): void;
  /**
   * Resolves when the relay has the message, or when `signal` is aborted. After an abort, the message is not sent
   * again.
   * @throws Error if the page does not listen to the topic, or if the relay does not accept the message
   */
  send(topic: string, message: object, kind: Kind, signal?: AbortSignal): Promise<void>;
  /** Sends a message without waiting for its arrival. Ignores an error. */
  tell(topic: string, message: object, kind: Kind): void;
  /** Returns a new id for a request. */
  nextId(): number;
  wake(): void;
}

/** Options of `openLine`. */
export type LineOptions = Pick<Platform, 'clock' | 'random'> & {
  cryptography: Cryptography;
  tabs: TabChannel;
  relay: Omit<RelaySocketOptions, 'onEnvelope' | 'clock' | 'random'>;
};

/** How many messages the page remembers, so that it handles a repeated message only once. */
const MOST_HEARD = 1_000;

/**
 * How many of the last characters of an envelope identify it. They contain the authentication tag, which depends on the
 * whole content.
 */
const MARK = 64;

/** Creates a line. The connection to the relay opens with the first topic. */
export function openLine({ clock, random, cryptography, tabs, relay }: LineOptions): Line {
  const topics = new Map<string, { key: Bytes; handler: (message: Message) => void }>();
  const heard = new Set<string>();
  let socket: RelaySocket | undefined;
  let lastId = 0;

  const receive = (topic: string, envelope: string, isForwarded: boolean): void => {
    const found = topics.get(topic);
    // The relay treats all tabs as one client, and counts a message as delivered as soon as one tab has it. So pass it
    // to the other tabs, even if this tab does not know its topic.
    if (!found && !isForwarded) tabs.post({ topic, envelope });
    const message = found && readMessage(open(found.key, envelope));
    if (!message) return;
    // The relay delivers each message at least once, so it can arrive twice, and again after each new connection.
    const mark = `${topic}${envelope.slice(-MARK)}`;
    if (heard.has(mark)) return;
    heard.add(mark);
    const [oldest = ''] = heard;
    if (heard.size > MOST_HEARD) heard.delete(oldest);
    if (!isForwarded) tabs.post({ topic, envelope });
    found.handler(message);
  };
  tabs.listen(({ topic, envelope }) => {
    if (topic !== undefined && envelope !== undefined) receive(topic, envelope, true);
  });

  const connection = (): RelaySocket =>
    (socket ??= openRelaySocket({
      ...relay,
      clock,
      random,
      onEnvelope(topic, envelope) {
        receive(topic, envelope, false);
      },
      onRefused(why) {
        socket = undefined;
        relay.onRefused(why);
      },
    }));

  const send = (topic: string, message: object, kind: Kind, signal?: AbortSignal): Promise<void> => {
    const key = topics.get(topic)?.key;
    if (!key) return Promise.reject(new Error('The page has left this topic'));
    return connection().publish(topic, seal(key, { jsonrpc: '2.0', ...message }, random), kind, signal);
  };

  return {
    async listen(key, handler) {
      const topic = toHex(await cryptography.sha256(key));
      const isNew = !topics.has(topic);
      topics.set(topic, { key, handler });
      if (isNew) connection().subscribe(topic);
      return topic;
    },
    forget(topic) {
      if (topics.delete(topic)) socket?.unsubscribe(topic);
    },
    send,
    tell(topic, message, kind) {
      send(topic, message, kind).catch(() => undefined);
    },
    nextId() {
      // Two tabs can ask in the same millisecond, so a part of the id is random.
      const [high = 0, low = 0] = random(2);
      lastId = Math.max(lastId + 1, clock.now() * 1_000 + (((high << 8) | low) % 1_000));
      return lastId;
    },
    wake() {
      socket?.wake();
    },
  };
}
