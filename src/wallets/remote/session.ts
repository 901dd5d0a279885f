/** The session with a remote wallet: sends requests to the wallet, and receives the wallet's answers and messages. */
import { toJson } from '../../shared/builtins/to-json.js';
import type { Platform } from '../../shared/platform.js';
import { inTime } from '../../shared/time/clock.js';
import { keyBytes } from './bytes.js';
import type { Line } from './line.js';
import { errorOf, isTime, readEvent, readNamespace, type Message } from './messages.js';
import { LEFT } from './pairing.js';
import { PAYING, REQUEST_S, type PendingRequest } from './pending.js';
import type { RemoteProvider } from './provider.js';
import type { Kind } from './relay-socket.js';
import { sessionEnd, type RemoteRecord, type StoredSession } from './remote-storage.js';

/** A session that is in use. */
export interface RemoteSession {
  /** The key of the session's envelopes, in hex, which is another one for each session. */
  readonly key: string;
  /**
   * Asks the wallet, and resolves with its answer. Before that, stores that the wallet is asked, except for
   * `wallet_getCallsStatus`. The promise stays pending if the session ends first.
   * @throws the wallet's error, with its code if it has one; Error without a code if the page does not know what the
   *   wallet has done
   */
  request(chainId: number, request: { method: string; params: unknown }): Promise<unknown>;
  /** Sends the end of the session to the wallet, and ends the session. Resolves at the latest after 3 seconds. */
  leave(): Promise<void>;
  /** Stops receiving messages, without a message to the wallet. */
  stop(): void;
}

/**
 * Receives the answer to a request that this page does not wait for, such as one of an earlier page, and a second
 * answer to a request that differs from the first one.
 * @param error the wallet's error; absent for a result, or while another request to pay on this chain has no answer
 */
export type LateListener = (request: PendingRequest, error?: Error) => void;

/** Options of `openSession`. */
export type RemoteSessionOptions = Pick<Platform, 'clock'> & {
  line: Line;
  stored: StoredSession;
  provider: RemoteProvider;
  /** Reads and changes what is stored. */
  read: () => RemoteRecord;
  change: (change: Partial<RemoteRecord>) => void;
  /** Called for each late answer; see `LateListener`. */
  onLate: LateListener;
  /** Called when the wallet has ended the session. */
  onEnd: () => void;
};

/** How long `leave` waits for the relay, in milliseconds. */
const LEAVE_MS = 3_000;

/** How long the wallet may take to answer `QUESTION`, which it does not show to the payer, in seconds. */
const QUESTION_S = 300;

/** The request that the page repeats while it waits for a batch, and that the wallet answers without the payer. */
const QUESTION = 'wallet_getCallsStatus';

/** The maximum number of requests in `over`. */
const MOST_OVER = 50;

const WEEK_S = 7 * 86_400;

type Waiting = {
  asked: PendingRequest;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
  /** Ends the time limit, and stops the attempts to send the request. */
  free: () => void;
};

/** Opens a session, which receives the wallet's messages from then on. */
export async function openSession(o: RemoteSessionOptions): Promise<RemoteSession> {
  const { line, clock, stored, provider, read, change } = o;
  const waiting = new Map<number, Waiting>();
  /**
   * The requests that this page no longer waits for, with the last answer of the wallet as JSON. A wallet can have paid
   * after a refusal or after the time, and can have sent a second transaction after the first hash.
   */
  const over = new Map<number, { asked: PendingRequest; said?: string }>();
  const questions = new Map<string, Promise<unknown>>();
  const nowS = (): number => Math.floor(clock.now() / 1_000);

  /** Changes the stored session, unless it is another one, or this or a later message has changed it already. */
  const update = (id: number, changed: Partial<StoredSession>): void => {
    const { session } = read();
    if (session?.key !== stored.key || id <= session.changedBy) return;
    change({ session: { ...session, ...changed, changedBy: id } });
    provider.updated();
  };

  /** Handles a request of the wallet. Returns the kind of the answer, or null if the page does not answer. */
  const onRequest = (id: number, method: string, params: Record<string, unknown>): Kind | null => {
    switch (method) {
      case 'wc_sessionUpdate': {
        const namespace = readNamespace(params['namespaces']);
        if (namespace) update(id, { namespace });
        return namespace && 'updated';
      }
      case 'wc_sessionExtend': {
        // The library that most wallets use sends no time, and then extends the session to a week from now.
        const { expiry = nowS() + WEEK_S } = params;
        if (!isTime(expiry) || expiry <= nowS()) return null;
        update(id, { expiry: sessionEnd(expiry, nowS()) });
        return 'extended';
      }
      case 'wc_sessionEvent': {
        const event = readEvent(params);
        if (event) provider.reported(event.name, event.data);
        return event && 'heard';
      }
      case 'wc_sessionPing':
        return 'pong';
      case 'wc_sessionDelete':
        return 'deleted';
      default:
        return null;
    }
  };

  const onMessage = (message: Message): void => {
    if (!('method' in message)) {
      onAnswer(message);
      return;
    }
    const kind = onRequest(message.id, message.method, message.params);
    if (!kind) return;
    line.tell(topic, { id: message.id, result: true }, kind);
    if (kind !== 'deleted') return;
    stop();
    o.onEnd();
  };

  const onAnswer = (answer: Exclude<Message, { method: string }>): void => {
    const { [answer.id]: asked, ...pending } = read().pending;
    // Only the wallet that was asked can answer.
    if (asked && asked.topic !== topic) return;
    if (asked) change({ pending });
    const mine = waiting.get(answer.id);
    waiting.delete(answer.id);
    mine?.free();
    const known = over.get(answer.id);
    const request = mine?.asked ?? asked ?? known?.asked;
    // A relay can also repeat an answer, which then says nothing new.
    const said = toJson('result' in answer ? [answer.result] : answer.failure);
    const isNews = said !== known?.said;
    if (request && (mine || isNews)) remember(answer.id, request, said);
    const error = 'failure' in answer ? errorOf(answer.failure) : undefined;
    if (mine && error) mine.reject(error);
    else if (mine && 'result' in answer) mine.resolve(answer.result);
    else if (request && (asked || isNews)) o.onLate(request, isLast(request) ? error : undefined);
  };
  /** Whether no other request to pay on the chain of this one is open. */
  const isLast = ({ chainId }: PendingRequest): boolean =>
    !Object.values(read().pending).some(
      (each) => PAYING.includes(each.method) && each.chainId === chainId && each.until > nowS(),
    );
  const remember = (id: number, asked: PendingRequest, said?: string): void => {
    if (asked.method === QUESTION) return;
    over.set(id, { asked, ...(said !== undefined && { said }) });
    const [oldest = 0] = over.keys();
    if (over.size > MOST_OVER) over.delete(oldest);
  };

  const stop = (): void => {
    line.forget(topic);
    drop();
  };
  const drop = (): void => {
    for (const each of waiting.values()) each.free();
    waiting.clear();
  };

  const topic = await line.listen(keyBytes(stored.key), onMessage);

  /** Asks the wallet, and waits for the answer until the request has run out. */
  const ask = (chainId: number, { method, params }: { method: string; params: unknown }): Promise<unknown> => {
    const id = line.nextId();
    const seconds = method === QUESTION ? QUESTION_S : REQUEST_S;
    const until = nowS() + seconds;
    const asked = { method, chainId, until, topic };
    if (method !== QUESTION) change({ pending: { ...read().pending, [id]: asked } });
    const request = { method, params, expiryTimestamp: until };
    const message = { id, method: 'wc_sessionRequest', params: { request, chainId: `eip155:${chainId}` } };
    return new Promise((resolve, reject) => {
      // The end of this time is no refusal: the wallet can have paid. A later answer is still reported to `onLate`.
      const timer = clock.setTimeout(() => {
        end(new Error('The wallet did not answer in time'));
      }, seconds * 1_000);
      const sending = new AbortController();
      const free = (): void => {
        clock.clearTimeout(timer);
        sending.abort();
      };
      const end = (error: Error): void => {
        if (!waiting.delete(id)) return;
        free();
        remember(id, asked);
        reject(error);
      };
      waiting.set(id, { asked, resolve, reject, free });
      // If the relay does not accept the request, the wallet may still have got it by an earlier connection.
      line.send(topic, message, 'request', sending.signal).catch(end);
    });
  };

  return {
    key: stored.key,
    stop,
    request(chainId, request) {
      if (request.method !== QUESTION) return ask(chainId, request);
      // Ask the same question only once at a time, because a sleeping phone would get each repetition when it wakes.
      const name = toJson([chainId, request.params]);
      const open = questions.get(name) ?? ask(chainId, request).finally(() => questions.delete(name));
      questions.set(name, open);
      return open;
    },
    async leave() {
      const told = line.send(topic, { id: line.nextId(), method: 'wc_sessionDelete', params: LEFT }, 'delete');
      drop();
      const late = (): Error => new Error('The relay has not taken the message in time');
      await inTime({ ms: LEAVE_MS, clock, signal: undefined, late }, () => told).catch(() => undefined);
      stop();
    },
  };
}
