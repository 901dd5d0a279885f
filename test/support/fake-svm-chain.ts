/**
 * A scripted SVM chain behind a fake `fetch`. A transaction is the JSON text of its hash, its order id, its payer and
 * its blockhash. The chain makes a block every 400 ms of the clock.
 */
import type { Clock } from '../../src/shared/time/clock.js';
import { jsonResponse } from './json-response.js';

export type FakeMessage = { hash: string; orderId: string; from: string; blockhash: string };
type Landed = FakeMessage & { at: number; fails: boolean };

const BLOCK_MS = 400;
/** The number of blocks for which a blockhash is valid. */
export const VALID_BLOCKS = 150;
/** After this time, every blockhash has expired. */
export const EXPIRY_MS: number = (VALID_BLOCKS + 1) * BLOCK_MS;

export class FakeSvmChain {
  readonly url = 'https://rpc.test/svm';
  /** Every attempt to send a transaction, with its time. */
  readonly attempts: { hash: string; orderId: string; at: number }[] = [];
  /** The number of next attempts that the node loses. */
  drops = 0;
  /** Time in milliseconds until a transaction is executed. */
  delay = 800;
  /** The value is true if transactions fail on the chain. */
  fails = false;
  /** `down`: the node does not answer. `blind`: the node shows no transaction. */
  fault: 'down' | 'blind' | null = null;
  /** The number of blocks that the node adds to the real height. */
  lead = 0;
  /** The height at which the chain makes no more blocks. */
  haltedAt: number | null = null;
  readonly #clock: Clock;
  readonly #start: number;
  readonly #landed = new Map<string, Landed>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#start = clock.now();
  }

  get height(): number {
    return this.haltedAt ?? 1_000 + Math.floor((this.#clock.now() - this.#start) / BLOCK_MS);
  }

  /** Returns the transactions that the chain has really executed without a failure. */
  executed(): Landed[] {
    return [...this.#landed.values()].filter(({ at, fails }) => at <= this.#clock.now() && !fails);
  }

  /** Returns the transactions that the chain has executed or will execute. */
  accepted(): Landed[] {
    return [...this.#landed.values()];
  }

  /** Returns true if the chain can no longer execute a transaction with this blockhash. */
  hasExpired(blockhash: string): boolean {
    return this.height > Number(blockhash.slice(4)) + VALID_BLOCKS;
  }

  /** Executes a transaction although no page has sent it. */
  execute(message: FakeMessage): void {
    if (!this.#landed.has(message.hash)) this.#land(message);
  }

  readonly fetch: typeof fetch = async (_address, init) => {
    const { id, method, params } = JSON.parse(init?.body as string) as {
      id: number;
      method: string;
      params: unknown[];
    };
    if (this.fault === 'down') throw new TypeError('Failed to fetch');
    const result = this.#answer(method, params);
    return jsonResponse(() => ({ jsonrpc: '2.0', id, result }));
  };

  #answer(method: string, [first]: readonly unknown[]): unknown {
    switch (method) {
      case 'getLatestBlockhash':
        return { blockhash: `hash${this.height}`, lastValidBlockHeight: this.height + VALID_BLOCKS };
      case 'getBlockHeight':
        return this.height + this.lead;
      case 'getSignatureStatuses': {
        const found = this.#shown().find(({ hash }) => hash === first);
        return found ? { failed: found.fails } : null;
      }
      case 'getSignaturesForAddress':
        return this.#shown().filter(({ from }) => from === first);
      case 'sendTransaction': {
        const message = JSON.parse(first as string) as FakeMessage;
        this.attempts.push({ hash: message.hash, orderId: message.orderId, at: this.#clock.now() });
        if (this.drops > 0) this.drops -= 1;
        else this.execute(message);
        return message.hash;
      }
      default:
        throw new Error(`no method ${method}`);
    }
  }

  #shown(): Landed[] {
    return this.fault === 'blind' ? [] : [...this.#landed.values()].filter(({ at }) => at <= this.#clock.now());
  }

  /**
   * Executes the transaction after `delay`. If the blockhash has expired before this time, the chain never executes the
   * transaction.
   */
  #land(message: FakeMessage): void {
    const at = this.#clock.now() + this.delay;
    const height = this.height + Math.floor(this.delay / BLOCK_MS);
    if (height > Number(message.blockhash.slice(4)) + VALID_BLOCKS) return;
    this.#landed.set(message.hash, { ...message, at, fails: this.fails });
  }
}
