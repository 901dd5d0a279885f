/**
 * A relay of WalletConnect for tests and for one machine: passes envelopes between a page and a phone. It follows the
 * public description of the relay's RPC, and reads no envelope. `memory-socket.ts` and `relay-server.ts` connect to it.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import type { Clock } from '../../../src/shared/time/clock.js';

/** An envelope that the relay has taken, as whoever runs the relay sees it. */
export type Seen = { client: string; topic: string; message: string; tag: number; ttl: number; prompt: boolean };

/** Where the relay sends its frames to one client. */
export type Peer = {
  send: (frame: string) => void;
  close: (code: number, reason: string) => void;
  /** Ends the connection without a close frame, as a lost network does. */
  cut: () => void;
};

/** The relay's end of one connection. */
export type Connection = { receive: (frame: string) => void; gone: () => void };

type Mail = {
  topic: string;
  message: string;
  tag: number;
  until: number;
  from: string;
  had: Set<string>;
  pushed: Set<Client>;
};
type Client = { id: string; peer: Peer; topics: Set<string>; waiting: Map<string, Mail> };
type Call = { topic: string; message: string; ttl?: number; tag?: number; prompt?: boolean };
type Proposal = { pairingTopic: string; sessionProposal: string };
type Approval = {
  pairingTopic: string;
  sessionTopic: string;
  sessionProposalResponse: string;
  sessionSettlementRequest: string;
};
type Answer = { result: unknown; published?: readonly Call[] };

const SIX_HOURS = 21_600;

export class Relay {
  /** Everything that was published. */
  readonly seen: Seen[] = [];
  /** Refuses new connections, with these words. */
  refusal: string | null = null;
  /** Keeps envelopes instead of delivering them, as for a phone that sleeps. */
  isHolding = false;
  /** How often each envelope is delivered. The protocol promises "at least once". */
  copies = 1;
  /** Takes envelopes and delivers them, but does not say so. */
  isSilent = false;
  /** How many connections were refused. */
  refused = 0;
  /** The project id of each connection. */
  readonly projects: (string | null)[] = [];
  readonly url: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly #clients = new Set<Client>();
  readonly #mailbox: Mail[] = [];
  #count = 0;

  /** @param url the URL that clients sign */
  constructor(url: string, clock: Pick<Clock, 'now'>) {
    this.url = url;
    this.clock = clock;
  }

  get connections(): number {
    return this.#clients.size;
  }

  /** Takes a connection, or refuses it and returns null. */
  connect(url: string, peer: Peer): Connection | null {
    const query = new URL(url).searchParams;
    const id = readToken(query.get('auth') ?? '', this.url, this.clock.now());
    this.projects.push(query.get('projectId'));
    const why = this.refusal ?? (id === null ? 'Invalid authorization token' : null);
    if (why !== null || id === null) {
      this.refused += 1;
      peer.send(JSON.stringify({ id: 0, jsonrpc: '2.0', error: { code: 3000, message: why } }));
      peer.close(3000, why ?? '');
      return null;
    }
    const client: Client = { id, peer, topics: new Set(), waiting: new Map() };
    this.#clients.add(client);
    return {
      receive: (frame) => this.#receive(client, frame),
      gone: () => this.#clients.delete(client),
    };
  }

  /** Cuts every connection, as a lost network does. */
  cut(): void {
    for (const client of this.#clients) client.peer.cut();
    this.#clients.clear();
  }

  /** Delivers what was held. */
  release(): void {
    this.isHolding = false;
    this.#deliver(this.#mailbox);
  }

  /** Delivers an envelope to everybody who listens to the topic, as a relay could that lies. */
  inject(topic: string, message: string): void {
    for (const client of this.#clients) if (client.topics.has(topic)) this.#push(client, { topic, message });
  }

  /** Sends and takes nothing more on the connection with this number, of those that are open. */
  silence(index: number): void {
    const client = [...this.#clients][index];
    if (client) this.#clients.delete(client);
  }

  /** Sends a raw frame to every client. */
  broadcast(frame: string): void {
    for (const client of this.#clients) client.peer.send(frame);
  }

  /** The topics to which the client with this id listens. */
  topicsOf(id: string): string[] {
    return [...this.#clients].flatMap((client) => (client.id === id ? [...client.topics] : []));
  }

  #receive(client: Client, text: string): void {
    if (!this.#clients.has(client)) return;
    const frame = JSON.parse(text) as { id: unknown; method?: string; params?: unknown };
    // Ids of phones have 19 digits, more than a number holds, so they are answered as they were written.
    const id = /^\{"id":("[^"]*"|\d+)/.exec(text)?.[1] ?? JSON.stringify(frame.id ?? null);
    if (frame.method === undefined) {
      this.#acknowledged(client, String(frame.id));
      return;
    }
    const call = this.#methods[frame.method];
    if (!call) {
      client.peer.send(`{"id":${id},"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"}}`);
      return;
    }
    const { result, published = [] } = call(client, frame.params as never);
    for (const each of published) this.#publish(client, each);
    if (!(this.isSilent && published.length > 0))
      client.peer.send(`{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`);
    if (published.length === 0) this.#deliver(this.#mailbox);
  }

  readonly #methods: Readonly<Record<string, (client: Client, params: never) => Answer>> = {
    irn_publish: (_client, params: Call) => ({ result: true, published: [params] }),
    irn_subscribe: (client, { topic }: { topic: string }) => ({ result: subscribe(client, topic) }),
    irn_batchSubscribe: (client, { topics }: { topics: string[] }) => ({
      result: topics.map((topic) => subscribe(client, topic)),
    }),
    irn_fetchMessages: () => ({ result: { messages: [], hasMore: false } }),
    irn_batchFetchMessages: () => ({ result: { messages: [], hasMore: false } }),
    // What some clients send instead of a subscription and one or two publications.
    wc_proposeSession(client, { pairingTopic, sessionProposal }: Proposal) {
      subscribe(client, pairingTopic);
      return { result: true, published: [{ topic: pairingTopic, message: sessionProposal, ttl: 300, tag: 1100 }] };
    },
    wc_approveSession(client, params: Approval) {
      const { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest } = params;
      subscribe(client, sessionTopic);
      const answer = { topic: pairingTopic, message: sessionProposalResponse, ttl: 300, tag: 1101 };
      const settlement = { topic: sessionTopic, message: sessionSettlementRequest, ttl: 300, tag: 1102 };
      return { result: true, published: [answer, settlement] };
    },
    irn_unsubscribe: (client, { topic }: { topic: string }) => ({ result: client.topics.delete(topic) }),
  };

  #publish(client: Client, { topic, message, ttl = SIX_HOURS, tag = 0, prompt = false }: Call): void {
    this.seen.push({ client: client.id, topic, message, tag, ttl, prompt });
    const until = this.clock.now() + ttl * 1_000;
    const mail = { topic, message, tag, until, from: client.id, had: new Set<string>(), pushed: new Set<Client>() };
    this.#mailbox.push(mail);
    this.#deliver([mail]);
  }

  /** Sends every envelope to each client that listens and has not acknowledged it. The others wait in the mailbox. */
  #deliver(mails: readonly Mail[]): void {
    if (this.isHolding) return;
    const now = this.clock.now();
    for (const mail of mails)
      for (const client of this.#clients) {
        const isFor = client.topics.has(mail.topic) && mail.from !== client.id && !mail.had.has(client.id);
        if (!isFor || mail.pushed.has(client) || mail.until <= now) continue;
        mail.pushed.add(client);
        for (let copy = 0; copy < this.copies; copy += 1) this.#push(client, mail);
      }
  }

  #push(client: Client, mail: Pick<Mail, 'topic' | 'message'> & Partial<Mail>): void {
    const { topic, message, tag = 0 } = mail;
    const id = `${this.clock.now()}${String(++this.#count % 1_000).padStart(3, '0')}000`;
    if (mail.had) client.waiting.set(id, mail as Mail);
    const data = JSON.stringify({ topic, message, publishedAt: this.clock.now(), tag });
    const params = `{"id":"${topic}","data":${data}}`;
    client.peer.send(`{"id":${id},"jsonrpc":"2.0","method":"irn_subscription","params":${params}}`);
  }

  #acknowledged(client: Client, id: string): void {
    const found = [...client.waiting.keys()].find((each) => each === id || Number(each) === Number(id));
    if (found === undefined) return;
    client.waiting.get(found)?.had.add(client.id);
    client.waiting.delete(found);
  }
}

function subscribe(client: Client, topic: string): string {
  client.topics.add(topic);
  return createHash('sha256')
    .update(topic + client.id)
    .digest('hex');
}

/** Reads who has signed the token, or returns null if anything about it is wrong. */
function readToken(token: string, audience: string, now: number): string | null {
  try {
    const [head = '', body = '', signature = ''] = token.split('.');
    const json = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    const { iss, aud, exp } = json(body) as { iss: string; aud: string; exp: number };
    const { alg } = json(head) as { alg: string };
    if (alg !== 'EdDSA' || aud !== audience || exp * 1_000 < now || !iss.startsWith('did:key:z')) return null;
    const raw = fromBase58(iss.slice('did:key:z'.length));
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.subarray(2).toString('base64url') };
    const key = createPublicKey({ format: 'jwk', key: jwk });
    const isRight = verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'));
    return raw.length === 34 && raw.readUInt16BE(0) === 0xed01 && isRight ? iss : null;
  } catch {
    return null;
  }
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function fromBase58(text: string): Buffer {
  let value = 0n;
  for (const letter of text) value = value * 58n + BigInt(BASE58.indexOf(letter));
  return Buffer.from(value.toString(16).padStart(68, '0'), 'hex');
}
