/**
 * Connects the topics of pairings and of a session with the relay: encrypts what goes out, decrypts what comes in, and
 * passes each message on once, to every tab of the page's origin.
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
   * Passes the messages that were made with this key to `handler`, in place of an earlier handler for the same key.
   * Returns the topic of the key.
   */
  listen(key: Bytes, handler: (message: Message) => void): Promise<string>;
  /** No longer receives messages of this topic. */
  forget(topic: string): void;
  /**
   * Resolves when the relay has the message, or when `signal` aborts, after which it is not sent again.
   * @throws Error if the page has forgotten the topic, or if the relay does not take the message
   */
  send(topic: string, message: object, kind: Kind, signal?: AbortSignal): Promise<void>;
  /** Sends a message for whose arrival nobody waits. */
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

/** How many messages the page remembers, so that it handles each only once. */
const MOST_HEARD = 1_000;

/** The last characters of an envelope depend on all of its content. */
const MARK = 64;

/** Creates a line. The connection to the relay opens with the first topic. */
export function openLine({ clock, random, cryptography, tabs, relay }: LineOptions): Line {
  const topics = new Map<string, { key: Bytes; handler: (message: Message) => void }>();
  const heard = new Set<string>();
  let socket: RelaySocket | undefined;
  let lastId = 0;

  const receive = (topic: string, envelope: string, isForwarded: boolean): void => {
    const found = topics.get(topic);
    // All tabs are one client of the relay, which counts a message as delivered as soon as one of them has it. So the
    // other tabs get it too, also if only they know its topic.
    if (!found && !isForwarded) tabs.post({ topic, envelope });
    const message = found && readMessage(open(found.key, envelope));
    if (!message) return;
    // The relay promises each message at least once, so it can come twice, and again after each new connection.
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
      // Two tabs can ask in the same millisecond.
      const [high = 0, low = 0] = random(2);
      lastId = Math.max(lastId + 1, clock.now() * 1_000 + (((high << 8) | low) % 1_000));
      return lastId;
    },
    wake() {
      socket?.wake();
    },
  };
}
