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
const LEAST_AT_ONCE = 21;

/**
 * The maximum number of buckets of orders and visitors that are kept. Full ones are forgotten first, because a new
 * bucket would be the same.
 */
const MOST_BUCKETS = 10_000;

/**
 * Who causes a request to the service: the job and the merchant's own code, or a visitor. `visitor` is null if the
 * ledger has no option `visitor`.
 */
export type Reader = 'merchant' | { orderId: string; visitor: string | null };

/** The limits of all requests to the service that one ledger sends. */
export class ReadBudget {
  readonly #all: TokenBucket;
  readonly #visitors: TokenBucket;
  readonly #each = new Map<string, TokenBucket>();
  readonly #now: () => number;
  /** The number of tokens that the job leaves for visitors, who wait for their answer. */
  readonly #reserve: number;

  /**
   * Creates the limits. On average, visitors can start half as many verifications a minute as the ledger may send
   * requests, so that nobody stops the job.
   */
  constructor(perMinute: number, now: () => number) {
    const size = Math.max(Math.min(perMinute, LEAST_AT_ONCE), Math.ceil(perMinute / 4));
    this.#all = new TokenBucket(perMinute, size, now);
    this.#visitors = new TokenBucket(perMinute / 2, size, now);
    this.#reserve = Math.floor(size / 4);
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
    const buckets = [this.#all, ...own];
    if (buckets.some((bucket) => bucket.free() < 1)) return false;
    for (const bucket of buckets) bucket.take();
    return true;
  }

  /** Takes a token for a further request of the same verification. */
  takeMore(): void {
    this.#all.take();
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

  #bucketsOf({ orderId, visitor }: Exclude<Reader, 'merchant'>): TokenBucket[] {
    const names = [`order ${orderId}`, ...(visitor === null ? [] : [`visitor ${visitor.slice(0, 200)}`])];
    return [this.#visitors, ...names.map((name) => this.#bucket(name))];
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
