/**
 * A test world: a service, a chain, a wallet and tabs. A test can end a tab at any moment. The test reads the result of
 * the payment from the log.
 */
import './world/chunks.js';
import { decodeFunctionData, encodeAbiParameters, encodeFunctionResult, numberToHex, parseAbi, type Hex } from 'viem';
import type { StoredEntry } from '../../src/payment/journal/stored-entry.js';
import { isPaymentKey } from '../../src/payment/journal/stored-money.js';
import type { Platform } from '../../src/shared/platform.js';
import { MemoryStore } from '../../src/shared/memory-store.js';
import { createPaymentSession, type PaymentSession, type SessionOptions } from '../../src/payment/session/session.js';
import type { StateName } from '../../src/events.js';
import type { PayerEvent, PaymentState } from '../../src/payment/model/state.js';
import { VirtualClock, settle } from './clock.js';
import { fakeChain, type FakeChain } from './fake-chain.js';
import { fakeEvmWallet, walletError, type FakeEvmWallet } from './fake-evm-wallet.js';
import { jsonResponse } from './json-response.js';
import { people, tokens } from './quotes.js';
import {
  BASE_URL,
  depositsOn,
  batchCalldata,
  FakeService,
  RPC_URL,
  RPC_URL_10,
  worldChains,
  type Outage,
} from './world-service.js';
import type { WalletStandardWallet } from '../../src/wallets/wallet.js';
import { ofPage } from './world/standard-wallet.js';
import { SharedLocks, SharedStorage } from './world/world-platform.js';

export type Logged = { at: number; tab: number } & (
  | { kind: 'request'; path: string; query: string }
  | ({ kind: 'prompt' } & Shown)
  | { kind: 'write'; key: string; value: string }
  | { kind: 'event'; type: string; detail: Record<string, unknown> }
  | { kind: 'state'; state: PaymentState }
);

/** The call that the wallet shows. `reverts` and `logs` say what it does on the chain. */
export type Asked = {
  from: string;
  to: string;
  data: string;
  value: string;
  reverts?: boolean;
  logs?: readonly unknown[];
};

/** What a wallet shows, and by which method the page asked for it. */
export type Shown = { step: Prompt['step']; method: string };

/** A wallet prompt for one call or one batch. */
export type Prompt = {
  /** `approve`: the prompt moves no money. At the venue, it is the prompt for the nonce mapping. */
  step: 'approve' | 'pay';
  transaction: Asked;
  isOpen: boolean;
  /** Returns the transaction's hash. */
  approve: () => string;
  /** Returns this hash to the page. Sends nothing. */
  answer: (hash: string) => void;
  reject: (code?: number, message?: string) => void;
};

export const ETH = { chainId: 8453, currency: tokens.eth.address } as const;
export const USDC = { chainId: 8453, currency: tokens.usdc.address } as const;
/** The session options of a merchant who has set a registry. */
export const PINNED: Partial<SessionOptions> = { registry: { chains: worldChains() } };
export const OPTIONS: SessionOptions = {
  baseUrl: BASE_URL,
  destinationChainId: 10,
  destinationCurrency: 'USDC',
  amount: '25',
  recipient: people.recipient,
  reference: 'order-7',
};
const EVENTS = [
  'hub-ready',
  'hub-statechange',
  'hub-connect',
  'hub-disconnect',
  'hub-quote',
  'hub-confirm',
  'hub-step',
  'hub-sent',
  'hub-status',
  'hub-success',
  'hub-refund',
  'hub-failure',
  'hub-error',
] as const;
/** For one payment, all tabs together emit each of these events at most once. */
export const FACTS = ['hub-sent', 'hub-success', 'hub-refund', 'hub-failure'];

/** The token contracts of chain 8453. */
const ownTokens = [tokens.usdc, tokens.usdt, tokens.unpinned];

export class World {
  readonly clock = new VirtualClock();
  readonly chain: FakeChain = fakeChain(8453);
  readonly destinationChain: FakeChain = fakeChain(10);
  readonly service = new FakeService(this.chain);
  readonly wallet: FakeEvmWallet = fakeEvmWallet({
    rdns: 'one.test',
    name: 'One',
    owned: [people.payer],
    chain: this.chain,
  });
  readonly storage = new SharedStorage();
  readonly locks = new SharedLocks();
  readonly log: Logged[] = [];
  readonly prompts: Prompt[] = [];
  readonly tabs: Tab[] = [];
  /** The payer's reaction to a new prompt. With `waits`, the test decides. */
  payer: 'approves' | 'waits' = 'approves';
  /** The value is true if each transaction is mined at once. */
  mines = true;
  /** The value is true if the payer has the same balances on the destination chain. */
  hasDestinationBalances = false;
  readonly balances = new Map<string, bigint>([
    [tokens.eth.address, 10n ** 18n],
    [tokens.usdc.address, 1_000_000_000n],
  ]);
  /** The decimals of each token contract. Other contracts have no entry. */
  readonly decimals = new Map<string, number>(ownTokens.map(({ address, decimals }) => [address, decimals]));
  /** The symbol of each token contract. Other contracts have no entry. */
  readonly symbols = new Map<string, string>(ownTokens.map(({ address, symbol }) => [address, symbol]));
  /**
   * What contracts answer instead, by their address in lower case. Null means that the call reverts. Undefined means
   * that the contract answers as usual.
   */
  readonly replies = new Map<string, (callData: Hex) => Hex | null | undefined>();
  /** The nodes of further chains, by their address. */
  readonly nodes = new Map<string, typeof fetch>();
  /** Runs for each log entry before the logged event happens. */
  onLog: (entry: Logged) => void = () => undefined;

  constructor() {
    this.chain.override('eth_call', ([call]) => this.readBalances(call as { to: string; data: Hex }, true));
    this.destinationChain.override('eth_call', ([call]) =>
      this.readBalances(call as { to: string; data: Hex }, this.hasDestinationBalances),
    );
    this.wallet.always('eth_sendTransaction', ([request]: readonly unknown[]) => this.ask(request as Asked));
    // discover-evm.ts stores the last wallet in localStorage, so each world needs its own localStorage.
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: new MemoryStore() });
  }

  /** Enables batches in the wallet. A batch becomes one transaction from the account to itself. */
  batches(): void {
    const hashes = new Map<unknown, string>();
    this.wallet.always('wallet_getCapabilities', { '0x2105': { atomic: { status: 'supported' } } });
    this.wallet.always('wallet_sendCalls', async ([request]: readonly unknown[]) => {
      const { id, from, calls } = request as { id: string; from: string; calls: { data: string }[] };
      const hash = await this.ask({ from, to: from, data: batchCalldata(calls), value: '0x0' });
      hashes.set(id, hash);
      return { id };
    });
    this.wallet.always('wallet_getCallsStatus', ([id]: readonly unknown[]) => {
      if (!hashes.has(id)) throw walletError(5730, 'Unknown bundle id');
      const result = this.chain.answer('eth_getTransactionReceipt', [hashes.get(id)]) as { status: string } | null;
      return result ? { status: result.status === '0x1' ? 200 : 500, receipts: [result] } : { status: 100 };
    });
  }

  open(options: Partial<SessionOptions> = {}, deps: Partial<Platform> = {}): Tab {
    const tab = new Tab(this, this.tabs.length, { ...OPTIONS, ...options }, deps);
    this.tabs.push(tab);
    return tab;
  }

  note(entry: Logged): void {
    this.log.push(entry);
    this.onLog(entry);
  }

  /** The accounts of the payer's wallet. */
  get owned(): readonly string[] {
    return this.wallet.owned;
  }

  /** Returns all texts that a page stores, emits or shows. */
  texts(): string[] {
    return [...this.storage.items.values(), JSON.stringify(this.of('event')), JSON.stringify(this.of('state'))];
  }

  of<K extends Logged['kind']>(kind: K): Extract<Logged, { kind: K }>[] {
    return this.log.filter((entry): entry is Extract<Logged, { kind: K }> => entry.kind === kind);
  }

  /** Returns the stored payments of all orders. */
  journal(): StoredEntry[] {
    const stored = [...this.storage.items].filter(([key]) => isPaymentKey(key));
    return stored.flatMap(([, text]) => JSON.parse(text) as StoredEntry[]);
  }

  /**
   * Ends every page. The sessions also let go of the wallets of the browser page that runs this test, which would keep
   * them until the end of the process.
   */
  end(): void {
    for (const tab of this.tabs) {
      tab.kill();
      tab.session.destroy();
    }
  }

  /** Returns the first item of the storage that contains payments. */
  journalItem(): [key: string, text: string] {
    return [...this.storage.items].find(([key]) => isPaymentKey(key))!;
  }

  requestsTo(path: string): Extract<Logged, { kind: 'request' }>[] {
    return this.of('request').filter((entry) => entry.path === path);
  }

  promptsFor(step: 'approve' | 'pay'): number {
    return this.of('prompt').filter((entry) => entry.step === step).length;
  }

  /** Returns the facts of all tabs, such as `hub-sent 0x…`. */
  facts(): string[] {
    return this.of('event')
      .filter(({ type }) => FACTS.includes(type))
      .map(({ type, detail }) => `${type} ${String(detail['requestId'])}`);
  }

  /** Returns the facts of all tabs without the request ids, such as `hub-sent`. */
  factNames(): string[] {
    return this.facts().map((fact) => fact.split(' ')[0]!);
  }

  /** Returns the number of deposits on the origin chain. */
  async deposits(): Promise<number> {
    return depositsOn(this.chain).length;
  }

  /** The wallet shows a prompt. Resolves with the hash, after the payer has approved. */
  ask(transaction: Asked): Promise<string> {
    return new Promise((resolve, reject) => {
      const prompt: Prompt = {
        step: transaction.data.startsWith('0x095ea7b3') ? 'approve' : 'pay',
        transaction,
        isOpen: true,
        approve: () => {
          prompt.isOpen = false;
          const hash = this.chain.send({ ...transaction, value: BigInt(transaction.value) });
          if (this.mines) this.chain.mine();
          resolve(hash);
          return hash;
        },
        answer: (hash) => {
          prompt.isOpen = false;
          resolve(hash);
        },
        reject: (code, message = 'User rejected the request') => {
          prompt.isOpen = false;
          reject(walletError(code, message));
        },
      };
      this.prompts.push(prompt);
      if (this.payer === 'approves') prompt.approve();
    });
  }

  /** Answers as `replies` says, or `symbol()` and `decimals()`. Returns null for any other call. */
  #tokenInfo(target: string, callData: Hex): Returned | null {
    const token = target.toLowerCase();
    const reply = this.replies.get(token)?.(callData);
    if (reply !== undefined) return reply === null ? FAILED : { success: true, returnData: reply };
    const [symbol, decimals] = [this.symbols.get(token), this.decimals.get(token)];
    if (callData === SYMBOL) return symbol === undefined ? FAILED : returned([{ type: 'string' }], symbol);
    if (callData === DECIMALS) return decimals === undefined ? FAILED : returned([{ type: 'uint8' }], decimals);
    return null;
  }

  /** Answers a call of a token contract, or a call of the Multicall3 contract. */
  readBalances({ to = '', data }: { to?: string; data: Hex }, hasBalances: boolean): Hex {
    const info = this.#tokenInfo(to, data);
    if (info?.success === false) throw new Error('execution reverted');
    if (info) return info.returnData;
    const {
      args: [calls],
    } = decodeFunctionData({ abi: MULTICALL, data });
    const results = calls.map(({ target, callData }) => {
      const info = this.#tokenInfo(target, callData);
      if (info) return info;
      const token = callData.startsWith('0x4d2301cc') ? tokens.eth.address : target.toLowerCase();
      return {
        success: true,
        returnData: numberToHex(hasBalances ? (this.balances.get(token) ?? 0n) : 0n, { size: 32 }),
      };
    });
    return encodeFunctionResult({ abi: MULTICALL, functionName: 'aggregate3', result: results });
  }
}

type Returned = { success: boolean; returnData: Hex };
/** The selectors of `symbol()` and `decimals()`. */
const SYMBOL = '0x95d89b41';
const DECIMALS = '0x313ce567';
const FAILED: Returned = { success: false, returnData: '0x' };
const returned = (types: readonly [{ type: 'string' | 'uint8' }], value: string | number): Returned => ({
  success: true,
  returnData: encodeAbiParameters(types, [value as never]),
});

const MULTICALL = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[] returnData)',
]);

/** One page with one session. `kill` stops the page at once, even in the middle of an operation. */
export class Tab {
  readonly session: PaymentSession;
  /** The storage of this page. The page keeps its payments in memory under this object. */
  readonly storage: Platform['storage'];
  readonly #world: World;
  readonly #number: number;
  readonly #wallets: NonNullable<SessionOptions['wallets']>;
  /** The wallets of the Wallet Standard, as this page sees them. */
  readonly #standards = new Map<WalletStandardWallet, WalletStandardWallet>();
  #alive = true;
  #closed = false;
  /** The work that a suspended tab has postponed. The value is null while the tab runs. */
  #frozen: (() => void)[] | null = null;

  constructor(world: World, number: number, options: SessionOptions, deps: Partial<Platform>) {
    this.#world = world;
    this.#number = number;
    const { wallet } = world;
    this.#wallets = [{ info: wallet.info, provider: this.#provider() }];
    const own = { ...this.#deps(), ...deps };
    this.storage = own.storage;
    this.session = createPaymentSession({ ...options, ...this.#own(options) }, own);
    for (const type of EVENTS) this.session.on(type, (detail) => this.#note({ kind: 'event', type, detail }));
    this.session.$state.listen((state) => this.#note({ kind: 'state', state }));
  }

  get state(): PaymentState {
    return this.session.$state.get();
  }

  /** The value is true while the page is open and contains the element. */
  get isOpen(): boolean {
    return this.#alive && !this.#closed;
  }

  /** Closes the page and stops all its work. */
  kill(): void {
    this.#alive = false;
    this.#world.locks.drop(this);
  }

  /** Sets other options of the session. */
  configure(options: Partial<SessionOptions>): void {
    if (this.isOpen) this.session.configure({ ...OPTIONS, ...this.#own(options) });
  }

  /** Removes the element from the page. */
  close(): void {
    this.#closed = true;
    this.session.destroy();
  }

  /** Suspends the tab, as some browsers do with hidden tabs. The tab's timers and all responses wait. */
  freeze(): { thaw: () => void } {
    const held: (() => void)[] = [];
    this.#frozen = held;
    return {
      thaw: () => {
        this.#frozen = null;
        for (const run of held) run();
      },
    };
  }

  /** The names of this tab's events. The events `hub-step` and `hub-status` also have their detail. */
  get emitted(): string[] {
    return this.#world
      .of('event')
      .filter(({ tab }) => tab === this.#number)
      .map(({ type, detail }) =>
        [type, detail['phase'] ?? (type === 'hub-status' ? detail['status'] : undefined)].filter(Boolean).join(' '),
      );
  }

  /** The detail of the tab's last event of this type. */
  detail(type: string): Record<string, unknown> | undefined {
    return this.#world.of('event').findLast((each) => each.tab === this.#number && each.type === type)?.detail;
  }

  /** Hides the page. A hidden page polls the service rarely, so tests with long waits run faster. */
  async hide(): Promise<void> {
    await this.do({ type: 'visibility-changed', visible: false });
  }

  async show(): Promise<void> {
    await this.do({ type: 'visibility-changed', visible: true });
  }

  async do(...events: PayerEvent[]): Promise<void> {
    for (const event of events) {
      if (this.isOpen) this.session.dispatch(event);
      await settle();
    }
  }

  /** Advances the clock until the state has one of these names. */
  async reach(...names: StateName[]): Promise<PaymentState> {
    await this.#until(() => names.includes(this.state.name));
    return this.state;
  }

  /** Continues from any state to the review of a quote for this asset. */
  async review(asset: { chainId: number; currency: string } = ETH): Promise<void> {
    await this.do({ type: 'opened' });
    if (this.state.name === 'selecting' && this.state.accounts.length === 0)
      await this.do({ type: 'wallet-picked', wallet: 'one.test' });
    await this.#until(() => this.state.name !== 'selecting' || this.state.assets.length > 0);
    // The session may have chosen another asset.
    const { state } = this;
    if ((state.name === 'quoting' || state.name === 'reviewing') && state.asset.currency !== asset.currency)
      await this.do({ type: 'back' });
    if (this.state.name === 'selecting') await this.do({ type: 'asset-picked', ...asset });
    await this.reach('reviewing');
  }

  async press(): Promise<void> {
    await this.do({ type: 'confirmed' });
  }

  async #until(reached: () => boolean): Promise<void> {
    await this.#world.clock
      .until(() => !this.isOpen || reached())
      .catch((cause: unknown) => {
        throw new Error(`still ${JSON.stringify(this.state)}`, { cause });
      });
  }

  #note(entry: DistributiveOmit<Logged, 'at' | 'tab'>): void {
    if (this.#alive) this.#world.note({ ...entry, at: this.#world.clock.now(), tab: this.#number });
  }

  #deps(): Platform {
    const { clock, storage, locks } = this.#world;
    let drawn = 0;
    return {
      fetch: (input, init) => this.#fetch(input as string, init),
      storage: {
        get length() {
          return storage.length;
        },
        key: (index) => storage.key(index),
        getItem: (key) => storage.getItem(key),
        setItem: (key, value) => {
          this.#note({ kind: 'write', key, value });
          if (this.#alive) storage.setItem(key, value);
        },
        removeItem: (key) => {
          if (this.#alive) storage.removeItem(key);
        },
      },
      locks: locks.of(this),
      WebSocket: undefined,
      clock: {
        now: () => clock.now(),
        setTimeout: (run, ms) =>
          clock.setTimeout(() => {
            if (!this.#alive) return;
            if (this.#frozen) this.#frozen.push(run);
            else run();
          }, ms),
        clearTimeout: (id) => clock.clearTimeout(id),
      },
      random: (bytes) => Uint8Array.from({ length: bytes }, () => (this.#number * 101 + (drawn += 7)) % 251),
    };
  }

  async #fetch(address: string, init?: RequestInit): Promise<Response> {
    const url = new URL(address);
    if (!this.#alive) return silence();
    if (address === RPC_URL) return this.#delivered(await this.#world.chain.fetch(address, init));
    if (address === RPC_URL_10) return this.#delivered(await this.#world.destinationChain.fetch(address, init));
    const node = this.#world.nodes.get(address);
    if (node) return this.#delivered(await node(address, init));
    this.#note({ kind: 'request', path: url.pathname, query: url.search });
    const body: unknown = init?.body === undefined ? undefined : JSON.parse(init.body as string);
    return this.#delivered(responseOf(await this.#world.service.answer(init?.method ?? 'GET', url, body)));
  }

  #delivered<T>(answer: T | Promise<T>): T | Promise<T> {
    if (!this.#alive) return silence();
    return this.#frozen ? new Promise<void>((resolve) => this.#frozen!.push(resolve)).then(() => answer) : answer;
  }

  /** Passes a request to a wallet, and its answer to the page. A page that has ended gets no answer. */
  async #asks<T>(request: () => T | Promise<T>, shown: Shown | null): Promise<T> {
    if (shown) this.#note({ kind: 'prompt', ...shown });
    if (!this.#alive) return silence();
    try {
      return await this.#delivered(await request());
    } catch (error) {
      await this.#delivered(undefined);
      throw error;
    }
  }

  #provider(): FakeEvmWallet['provider'] {
    const { provider } = this.#world.wallet;
    return {
      on: (event, listener) => provider.on?.(event, listener),
      removeListener: (event, listener) => provider.removeListener?.(event, listener),
      request: (request) => {
        const step = stepOf(request);
        return this.#asks(() => provider.request(request), step && { step, method: request.method });
      },
    };
  }

  /** The options of this page, whose wallets of the Wallet Standard are those of this page. */
  #own({ wallets = this.#wallets, ...options }: Partial<SessionOptions>): Partial<SessionOptions> {
    return { ...options, wallets: wallets.map((each) => ('features' in each ? this.#standard(each) : each)) };
  }

  #standard(wallet: WalletStandardWallet): WalletStandardWallet {
    const own =
      this.#standards.get(wallet) ??
      ofPage(wallet, (method, request) =>
        this.#asks(request, method.startsWith('sign') ? { step: 'pay', method } : null),
      );
    this.#standards.set(wallet, own);
    return own;
  }
}

/** The step for which the wallet shows a prompt, or null if it shows none. */
function stepOf({ method, params }: { method: string; params?: unknown }): Prompt['step'] | null {
  switch (method) {
    case 'eth_sendTransaction':
      return (params as [{ data: string }])[0].data.startsWith('0x095ea7b3') ? 'approve' : 'pay';
    case 'eth_signTypedData_v4':
      return String((params as unknown[])[1]).includes('"primaryType":"NonceMapping"') ? 'approve' : 'pay';
    case 'wallet_sendCalls':
    case 'svm_sign':
      return 'pay';
    default:
      return null;
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

const silence = (): Promise<never> => new Promise(() => undefined);

function responseOf(answer: Outage): Response | Promise<never> {
  if (answer === 'silent') return silence();
  if (answer === 'unreachable') throw new TypeError('Failed to fetch');
  const { status, json, retryAfter } = answer;
  return jsonResponse(() => json ?? {}, {
    status,
    ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }),
  });
}
