/**
 * A wallet on a phone, as the other side of a pairing. Its cryptography is that of Node, so that it shares no code with
 * the page. It does what a person decides, and can also send what no honest wallet sends.
 */
import { createCipheriv, createDecipheriv, createHash, createPublicKey, diffieHellman, hkdfSync } from 'node:crypto';
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** What the holder of the phone is asked. */
export type Question = {
  /** The method, or `connect`. */
  method: string;
  /** The chain of the request; null for `connect`. */
  chainId: number | null;
  params: unknown;
  /** The page that asks, as it describes itself, and the topic by which it asks. */
  page: PageMetadata;
  topic: string;
};

export type PageMetadata = { url: string; name: string };

/** Yes, the button that refuses, or no answer at all. */
export type Decision = 'yes' | 'no' | 'wait';

export type PhoneOptions = {
  relayUrl: string;
  WebSocket: typeof WebSocket;
  /** Does what the holder agrees to, on the chain that the page names. */
  provider: { request(request: { method: string; params?: unknown }, chainId: number): Promise<unknown> };
  /** The accounts that the wallet shares. */
  accounts: readonly string[];
  /** The chains that the wallet knows. Of those that the page asks for, it approves these. */
  chains: readonly number[];
  decide?: (question: Question) => Decision | Promise<Decision>;
  /** The properties of the session, such as `capabilities`. */
  properties?: Record<string, string>;
  now?: () => number;
  /** Called when a session has begun or ended. */
  changed?: () => void;
  /** Called when the holder has decided too late. */
  expired?: (question: Question) => void;
};

type Payload = { id: number; method?: string; params?: never; result?: unknown; error?: unknown };
type Request = { method: string; params: unknown; expiryTimestamp?: number };
type Proposal = {
  expiryTimestamp?: number;
  proposer: { publicKey: string; metadata: PageMetadata };
  optionalNamespaces: { eip155: { chains: string[]; methods: string[] } };
};

/** The tags with which the protocol marks what a wallet sends. */
const TAG = { approve: 1101, settle: 1102, update: 1104, event: 1110, delete: 1112, answer: 1109, other: 1114 };

export class Phone {
  readonly asked: Question[] = [];
  /** Answers of the page to the phone's own requests, by their method. */
  readonly heard: string[] = [];
  /** Proposals that the phone has read. */
  readonly proposals: Proposal[] = [];
  /** The keys of the sessions that the phone has. */
  readonly sessions = new Map<string, Buffer>();
  /** The pages of the sessions, by topic. A page stays here after its session has ended. */
  readonly pages = new Map<string, PageMetadata>();
  /** What the wallet says about itself. */
  metadata: object = {
    name: 'Test phone',
    description: 'A wallet for tests',
    url: 'https://wallet.invalid',
    icons: [],
    redirect: { native: 'testphone://', universal: 'https://wallet.invalid/app' },
  };
  /** What the wallet approves; undefined for what the page asks for and the wallet knows. */
  methods: readonly string[] | undefined;
  accounts: readonly string[];
  chains: readonly number[];
  decide: (question: Question) => Decision | Promise<Decision>;
  /** Changes a message before the wallet sends it. Null sends nothing. */
  tamper: (payload: Payload) => object | null = (payload) => payload;
  expiry = (): number => Math.floor(this.#now() / 1_000) + 604_800;
  /** Whether the wallet ignores the expiry, and also does what has run out. */
  ignoresExpiry = false;
  readonly options: PhoneOptions;
  readonly #keys = new Map<string, Buffer>();
  readonly #handled = new Set<string>();
  readonly #seed = generateKeyPairSync('ed25519');
  readonly #outbox: string[] = [];
  readonly #now: () => number;
  readonly #sent = new Map<number, string>();
  #socket: WebSocket | undefined;
  #isOnline = true;
  #count = 0;

  constructor(options: PhoneOptions) {
    this.options = options;
    this.accounts = options.accounts;
    this.chains = options.chains;
    this.decide = options.decide ?? (() => 'yes');
    this.#now = options.now ?? Date.now;
  }

  /** What a scan of the code does, or a press on its link. */
  scan(code: string): void {
    const key = Buffer.from(/symKey=([0-9a-f]{64})/.exec(code)![1]!, 'hex');
    const topic = /^wc:([0-9a-f]{64})@2/.exec(code)![1]!;
    if (topicOf(key) !== topic) throw new Error('The topic is not that of the key');
    this.#listen(topic, key);
  }

  /** Shares other accounts or chains from now on, and tells every page. */
  update(accounts: readonly string[], chains = this.chains): void {
    this.accounts = accounts;
    this.chains = chains;
    this.sendToAll({ method: 'wc_sessionUpdate', params: { namespaces: this.namespaces(chains) } }, TAG.update);
    const data = accounts.map((each) => `eip155:${chains[0]}:${each}`);
    this.sendEvent('accountsChanged', data);
  }

  sendEvent(name: string, data: unknown): void {
    const params = { event: { name, data }, chainId: `eip155:${this.chains[0]}` };
    this.sendToAll({ method: 'wc_sessionEvent', params }, TAG.event);
  }

  ping(): void {
    this.sendToAll({ method: 'wc_sessionPing', params: {} }, TAG.other);
  }

  /** Ends every session. */
  disconnect(): void {
    this.sendToAll({ method: 'wc_sessionDelete', params: { code: 6000, message: 'User disconnected.' } }, TAG.delete);
    for (const topic of [...this.sessions.keys()]) this.#end(topic);
  }

  /** Sends a message to every page, with a new id unless it has one. */
  sendToAll(payload: { method?: string; id?: number; params?: unknown; result?: unknown }, tag: number): void {
    for (const [topic] of this.sessions) this.send(topic, { id: this.newId(), ...payload }, tag);
  }

  /** Sends a message, encrypted with the key of the topic or with another one. */
  send(topic: string, payload: object, tag: number = TAG.other, key = this.#keys.get(topic)!): void {
    const { id, method } = payload as Payload;
    if (method !== undefined) this.#sent.set(id, method);
    const tampered = this.tamper(payload as Payload);
    if (tampered) this.publish(topic, seal(key, JSON.stringify({ jsonrpc: '2.0', ...tampered })), tag);
  }

  /** Publishes an envelope as it is. */
  publish(topic: string, message: string, tag: number = TAG.other): void {
    this.#call('irn_publish', { topic, message, ttl: 300, tag });
  }

  newId(): number {
    return this.#now() * 1_000 + (++this.#count % 1_000);
  }

  namespaces(chains: readonly number[]): object {
    const ids = chains.map((id) => `eip155:${id}`);
    const accounts = ids.flatMap((id) => this.accounts.map((each) => `${id}:${each}`));
    const asked = this.proposals.at(-1)?.optionalNamespaces.eip155.methods ?? [];
    const known = ['eth_sendTransaction', 'personal_sign', 'eth_signTypedData_v4'];
    const methods = this.methods ?? asked.filter((each) => known.includes(each));
    return { eip155: { chains: ids, accounts, methods, events: ['accountsChanged', 'chainChanged'] } };
  }

  /** Cuts the phone's own connection. It opens again with the next message, if the phone is online. */
  close(): void {
    this.#socket?.close();
    this.#socket = undefined;
  }

  get isOnline(): boolean {
    return this.#isOnline;
  }

  /** Loses or finds the connection to the relay. While it is lost, messages in both directions wait. */
  setOnline(isOnline: boolean): void {
    this.#isOnline = isOnline;
    if (!isOnline) this.close();
    else if (this.#keys.size > 0) this.#connect();
  }

  async #onMessage(topic: string, payload: Payload): Promise<void> {
    if (payload.method === 'wc_sessionPropose') await this.#proposed(topic, payload);
    else if (payload.method === 'wc_sessionRequest') await this.#requested(topic, payload);
    else if (payload.method === 'wc_sessionDelete') this.#end(topic);
    else if (payload.method === undefined && payload.result !== undefined)
      this.heard.push(this.#sent.get(payload.id) ?? 'unknown');
  }

  async #proposed(topic: string, { id, params }: Payload): Promise<void> {
    const proposal = params as unknown as Proposal;
    this.proposals.push(proposal);
    const asked = proposal.optionalNamespaces;
    const { metadata: page } = proposal.proposer;
    const question = { method: 'connect', chainId: null, params: asked, page, topic };
    const decision = await this.#decided(question, proposal.expiryTimestamp);
    if (decision === 'no') this.send(topic, { id, error: { code: 5000, message: 'User rejected.' } }, TAG.approve);
    if (decision === 'yes') this.approve(topic, id, proposal);
  }

  /** Agrees to a proposal: answers it, and begins the session. Returns the topic of the session. */
  approve(topic: string, id: number, { proposer, optionalNamespaces }: Proposal): string {
    const own = generateKeyPairSync('x25519');
    const publicKey = rawOf(own.publicKey);
    const key = sharedKey(own.privateKey, proposer.publicKey);
    const session = topicOf(key);
    this.#listen(session, key);
    this.sessions.set(session, key);
    this.pages.set(session, proposer.metadata);
    this.send(topic, { id, result: { relay: { protocol: 'irn' }, responderPublicKey: publicKey } }, TAG.approve);
    const wanted = optionalNamespaces.eip155.chains.map((each) => Number(each.split(':')[1]));
    const params = {
      relay: { protocol: 'irn' },
      namespaces: this.namespaces(this.chains.filter((each) => wanted.includes(each))),
      controller: { publicKey, metadata: this.metadata },
      expiry: this.expiry(),
      ...(this.options.properties && { sessionProperties: this.options.properties }),
    };
    this.send(session, { id: this.newId(), method: 'wc_sessionSettle', params }, TAG.settle);
    this.options.changed?.();
    return session;
  }

  async #requested(topic: string, { id, params }: Payload): Promise<void> {
    const { request, chainId } = params as unknown as { request: Request; chainId: string };
    const { method, expiryTimestamp } = request;
    const chain = Number(chainId.split(':')[1]);
    const page = this.pages.get(topic) ?? { url: '', name: '' };
    const question = { method, chainId: chain, params: request.params, page, topic };
    const decision = await this.#decided(question, expiryTimestamp);
    if (decision === 'wait' || !this.sessions.has(topic)) return;
    const answer =
      decision === 'no' ? { error: { code: 5000, message: 'User rejected.' } } : await this.#do(request, chain);
    if (this.sessions.has(topic)) this.send(topic, { id, ...answer }, TAG.answer);
  }

  async #do({ method, params }: Request, chainId: number): Promise<object> {
    try {
      return { result: await this.options.provider.request({ method, params }, chainId) };
    } catch (error) {
      const { code = -32000, message } = error as { code?: number; message: string };
      return { error: { code, message } };
    }
  }

  /** Asks the holder, unless the question has run out. A decision after that has no effect. */
  async #decided(question: Question, expiryTimestamp = Infinity): Promise<Decision> {
    const hasRunOut = (): boolean => !this.ignoresExpiry && expiryTimestamp * 1_000 <= this.#now();
    if (hasRunOut()) return 'wait';
    this.asked.push(question);
    const decision = await this.decide(question);
    if (!hasRunOut()) return decision;
    this.options.expired?.(question);
    return 'wait';
  }

  /** Forgets a session, after the message that has ended it. */
  #end(topic: string): void {
    if (!this.sessions.delete(topic)) return;
    this.#keys.delete(topic);
    this.#call('irn_unsubscribe', { topic, id: '' });
    this.options.changed?.();
  }

  #listen(topic: string, key: Buffer): void {
    this.#keys.set(topic, key);
    this.#call('irn_subscribe', { topic });
  }

  #call(method: string, params: object): void {
    const frame = JSON.stringify({ id: `${this.newId()}`, jsonrpc: '2.0', method, params });
    if (this.#socket?.readyState === 1) this.#socket.send(frame);
    else {
      this.#outbox.push(frame);
      this.#connect();
    }
  }

  #connect(): void {
    if (this.#socket || !this.#isOnline) return;
    const { relayUrl, WebSocket } = this.options;
    const socket = new WebSocket(`${relayUrl}?${new URLSearchParams({ auth: this.#token(), projectId: 'phone' })}`);
    this.#socket = socket;
    socket.onopen = () => {
      const topics = [...this.#keys.keys()];
      socket.send(JSON.stringify({ id: `${this.newId()}`, method: 'irn_batchSubscribe', params: { topics } }));
      for (const frame of this.#outbox.splice(0)) socket.send(frame);
    };
    socket.onerror = () => undefined;
    socket.onclose = () => {
      if (this.#socket === socket) this.#socket = undefined;
      if (this.sessions.size > 0) this.#connect();
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => this.#received(data);
  }

  #received(text: string): void {
    const frame = JSON.parse(text) as { method?: string; params: { data: { topic: string; message: string } } };
    if (frame.method !== 'irn_subscription') return;
    this.#socket?.send(`{"id":${/^\{"id":("[^"]*"|\d+)/.exec(text)![1]},"jsonrpc":"2.0","result":true}`);
    const { topic, message } = frame.params.data;
    const key = this.#keys.get(topic);
    if (!key || this.#handled.has(message)) return;
    this.#handled.add(message);
    void this.#onMessage(topic, JSON.parse(unseal(key, message)) as Payload);
  }

  #token(): string {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const key = Buffer.from(rawOf(this.#seed.publicKey), 'hex');
    const iat = Math.floor(this.#now() / 1_000);
    const iss = `did:key:z${toBase58(Buffer.concat([Buffer.from([0xed, 1]), key]))}`;
    const claims = { iss, sub: randomBytes(32).toString('hex'), aud: this.options.relayUrl, iat, exp: iat + 86_400 };
    const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`;
    return `${signed}.${sign(null, Buffer.from(signed), this.#seed.privateKey).toString('base64url')}`;
  }
}

const topicOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex');

const rawOf = (key: KeyObject): string => Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url').toString('hex');

function sharedKey(privateKey: KeyObject, peer: string): Buffer {
  const x = Buffer.from(peer, 'hex').toString('base64url');
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'X25519', x } });
  const none = Buffer.alloc(0);
  return Buffer.from(hkdfSync('sha256', diffieHellman({ privateKey, publicKey }), none, none, 32));
}

/** Encrypts a text as the protocol's envelope of this type. */
export function seal(key: Buffer, text: string, type = 0): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 });
  const sealed = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  return Buffer.concat([Buffer.from([type]), nonce, sealed]).toString('base64');
}

/** Decrypts an envelope. */
export function unseal(key: Buffer, envelope: string): string {
  const bytes = Buffer.from(envelope, 'base64');
  const decipher = createDecipheriv('chacha20-poly1305', key, bytes.subarray(1, 13), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(13, -16)), decipher.final()]).toString();
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function toBase58(bytes: Buffer): string {
  let text = '';
  for (let rest = BigInt(`0x${bytes.toString('hex')}`); rest > 0n; rest /= 58n)
    text = `${BASE58[Number(rest % 58n)]}${text}`;
  return text;
}
