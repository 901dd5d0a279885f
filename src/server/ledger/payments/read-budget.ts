/** Limits how many requests a ledger sends to the service. */

/** A bucket of tokens. It fills with time, and each request or verification takes one token. */
export class TokenBucket {
  readonly #size: number;
  readonly #perMs: number;
  readonly #now: () => number;
  #tokens: number;
  #filledAt: number;
  #pausedUntil = 0;

  /**
   * Creates a full bucket.
   * @param perMinute the number of tokens that it gets per minute
   * @param size the maximum number of tokens that it holds
   */
  constructor(perMinute: number, size: number, now: () => number) {
    this.#size = size;
    this.#perMs = perMinute / 60_000;
    this.#now = now;
    this.#tokens = size;
    this.#filledAt = now();
  }

  /** Returns how many whole tokens are free beyond the `reserve` for others. Returns 0 during a pause. */
  free(reserve = 0): number {
    this.#fill();
    if (this.#now() < this.#pausedUntil) return 0;
    return Math.max(Math.floor(this.#tokens - reserve), 0);
  }

  /** Takes a token. The bucket can then owe tokens, because one verification can need several requests. */
  take(): void {
    this.#fill();
    this.#tokens -= 1;
  }

  /** Makes `free` return 0 for at least this number of milliseconds. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#now() + ms);
  }

  /** The milliseconds until a token is free and no pause is left. */
  get wait(): number {
    this.#fill();
    const missing = Math.max(1 - this.#tokens, 0) / this.#perMs;
    return Math.max(missing, this.#pausedUntil - this.#now(), 0);
  }

  /** True if the bucket holds its maximum number of tokens. */
  get isFull(): boolean {
    this.#fill();
    return this.#tokens >= this.#size;
  }

  #fill(): void {
    const now = this.#now();
    this.#tokens = Math.min(this.#size, this.#tokens + Math.max(now - this.#filledAt, 0) * this.#perMs);
    this.#filledAt = now;
  }
}

/**
 * The maximum number of verifications a minute that one visitor can cause, on average and at once. The visitors of one
 * order together can cause as many.
 */
const PER_MINUTE = 30;

/** With the default of `maxPayments`, one press of a payer can read 20 stored ids of the order and the new one. */
const OF_ONE_PRESS = 21;

/**
 * The maximum number of buckets of orders and visitors that are kept. Full ones are forgotten first, because a new
 * bucket would be the same.
 */
const MOST_BUCKETS = 10_000;

/**
 * Who causes a request to the service: the job and the merchant's own code, or a visitor. `isPoll` is true if the
 * visitor only looks at the order, and false if they press to pay. `visitor` is null if the ledger has no option
 * `visitor`.
 */
export type Reader = 'merchant' | { orderId: string; visitor: string | null; isPoll: boolean };

/**
 * The limits of all requests to the service that one ledger sends. Pages that look at their order get only what neither
 * the job nor a press can need now, because the stored status is an answer for them too.
 */
export class ReadBudget {
  readonly #all: TokenBucket;
  readonly #presses: TokenBucket;
  readonly #polls: TokenBucket;
  readonly #each = new Map<string, TokenBucket>();
  readonly #now: () => number;
  /** The number of tokens that the job leaves for presses, whose payers wait for the answer. */
  readonly #reserve: number;
  /** The number of tokens that pages leave for the job, and for a whole press. */
  readonly #reserveOfPolls: number;

  /**
   * Creates the limits. On average, presses can start half as many verifications a minute as the ledger may send
   * requests, and pages can send a quarter of these requests, so that nobody stops the job.
   */
  constructor(perMinute: number, now: () => number) {
    // One more than a press needs, so that pages get something at all.
    const size = Math.max(Math.min(perMinute, OF_ONE_PRESS + 1), Math.ceil(perMinute / 4));
    this.#all = new TokenBucket(perMinute, size, now);
    this.#presses = new TokenBucket(perMinute / 2, size, now);
    this.#polls = new TokenBucket(perMinute / 4, size, now);
    this.#reserve = Math.floor(size / 4);
    this.#reserveOfPolls = Math.max(Math.min(size - 1, OF_ONE_PRESS), 1);
    this.#now = now;
  }

  /** How many verifications the job may start now. */
  get forJob(): number {
    return this.#all.free(this.#reserve);
  }

  /**
   * Takes a token for the first request of a verification. Returns false, and takes nothing, if none is left for this
   * reader.
   */
  take(reader: Reader): boolean {
    const own = reader === 'merchant' ? [] : this.#bucketsOf(reader);
    const reserve = reader !== 'merchant' && reader.isPoll ? this.#reserveOfPolls : 0;
    if (this.#all.free(reserve) < 1 || own.some((bucket) => bucket.free() < 1)) return false;
    for (const bucket of [this.#all, ...own]) bucket.take();
    return true;
  }

  /** Takes a token for a further request of the same verification. */
  takeMore(reader: Reader): void {
    this.#all.take();
    if (reader !== 'merchant' && reader.isPoll) this.#polls.take();
  }

  /** Allows no new verification for at least this number of milliseconds, as the service has asked. */
  pause(ms: number): void {
    this.#all.pause(ms);
  }

  /** Returns the milliseconds until this reader may ask again. */
  waitOf(reader: Reader): number {
    const own = reader === 'merchant' ? [] : this.#bucketsOf(reader);
    return Math.max(...[this.#all, ...own].map(({ wait }) => wait));
  }

  #bucketsOf({ orderId, visitor, isPoll }: Exclude<Reader, 'merchant'>): TokenBucket[] {
    const names = [`order ${orderId}`, ...(visitor === null ? [] : [`visitor ${visitor.slice(0, 200)}`])];
    const shared = isPoll ? this.#polls : this.#presses;
    return [shared, ...names.map((name) => this.#bucket(`${isPoll ? 'poll' : 'press'} ${name}`))];
  }

  #bucket(name: string): TokenBucket {
    let bucket = this.#each.get(name);
    if (!bucket) {
      if (this.#each.size >= MOST_BUCKETS) this.#forget();
      bucket = new TokenBucket(PER_MINUTE, PER_MINUTE, this.#now);
      this.#each.set(name, bucket);
    }
    return bucket;
  }

  /** Forgets the full buckets, or the oldest one if none is full. */
  #forget(): void {
    const full = [...this.#each].filter(([, bucket]) => bucket.isFull);
    const [oldest] = this.#each.keys();
    for (const [name] of full) this.#each.delete(name);
    if (full.length === 0 && oldest !== undefined) this.#each.delete(oldest);
  }
}
