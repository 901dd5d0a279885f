/**
 * Limits how often the page asks the service and the chains about tracked payments that are not on its screen. All
 * sessions of the page that send their requests with the same function share one budget. Questions about the payment on
 * the screen, and those about earlier payments after a press, are not limited. The same holds for the questions of
 * `trackRefused` and `recallOutcome`.
 */
import type { Clock } from '../../shared/time/clock.js';
import { onAbort } from '../../shared/time/on-abort.js';
import { SharedRequests } from './shared-requests.js';

/** A question about one payment. */
export type Question = {
  /**
   * When the payment was made, as Unix time in milliseconds. Of two equally urgent questions, the one about the newer
   * payment comes first.
   */
  createdAt: number;
  /**
   * True if the payment was perhaps sent and has not ended. Unless the question is late, it comes before the questions
   * about payments for which this is false.
   */
  isUnfinished: boolean;
  /** True for a question that can wait until all questions that are not late have been asked. */
  isLate: boolean;
  /** True while the payment is on the screen. */
  isInFront(): boolean;
};

type Waiter = { question: Question; since: number; go: () => void };

/** The most questions that the page asks at once after a quiet time. */
const BURST = 6;

const PER_MINUTE = 20;

const MINUTE_MS = 60_000;

/**
 * After this many milliseconds, a waiting question comes before those that have waited less, so that more urgent
 * questions cannot delay it for ever.
 */
const LONGEST_WAIT_MS = 120_000;

/** Pause until the page looks again whether it may ask a waiting question, in milliseconds. */
const LOOK_MS = 1_000;

export class QuestionBudget {
  readonly #clock: Clock;
  readonly #waiting = new Set<Waiter>();
  /** The requests whose answers are on their way, by URL and body. */
  readonly #running = new SharedRequests(false);
  #left = BURST;
  #counted: number;
  #timer: unknown;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#counted = clock.now();
  }

  /** Resolves when the question may be asked, or when the signal is aborted. */
  async turn(question: Question, signal: AbortSignal): Promise<void> {
    if (question.isInFront() || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const waiter: Waiter = {
        question,
        since: this.#clock.now(),
        go: () => {
          free();
          this.#waiting.delete(waiter);
          resolve();
        },
      };
      const free = onAbort(signal, () => {
        waiter.go();
        this.#serve();
      });
      this.#waiting.add(waiter);
      if (question.isLate) this.#serveLater();
      else this.#serve();
    });
  }

  /**
   * Sends a request for a payment that is not on the screen, and counts the request. While it runs, an equal request
   * gets the same answer and is not counted, because the payments of one account need the same reads.
   */
  async send(fetch: typeof globalThis.fetch, url: string, init: RequestInit & { body: string }): Promise<Response> {
    const key = `${url} ${init.body}`;
    if (!this.#running.has(key)) {
      this.#refill();
      // With this lower bound, the others wait at most about a minute after the last request of an expensive search.
      this.#left = Math.max(this.#left - 1, -PER_MINUTE);
    }
    return this.#running.send(key, fetch, url, init);
  }

  #serve(): void {
    this.#refill();
    for (const { question, go } of this.#waiting) if (question.isInFront()) go();
    for (let next = this.#next(); next && this.#left >= 1; next = this.#next()) {
      this.#left -= 1;
      next.go();
    }
    this.#serveLater();
  }

  #serveLater(): void {
    this.#clock.clearTimeout(this.#timer);
    if (this.#waiting.size > 0) this.#timer = this.#clock.setTimeout(() => this.#serve(), LOOK_MS);
  }

  #next(): Waiter | undefined {
    const now = this.#clock.now();
    const longest = [...this.#waiting].filter(({ since }) => now - since >= LONGEST_WAIT_MS);
    const rank = ({ question: { isLate, isUnfinished } }: Waiter): number => (isLate ? 2 : isUnfinished ? 0 : 1);
    const byWait = (one: Waiter, other: Waiter): number => one.since - other.since;
    const byAge = (one: Waiter, other: Waiter): number =>
      rank(one) - rank(other) || other.question.createdAt - one.question.createdAt || byWait(one, other);
    return longest.sort(byWait)[0] ?? [...this.#waiting].sort(byAge)[0];
  }

  #refill(): void {
    const now = this.#clock.now();
    // If the clock was set back, count no time as passed, so that the budget does not shrink.
    const passed = Math.max(now - this.#counted, 0);
    this.#counted = now;
    this.#left = Math.min(this.#left + (passed / MINUTE_MS) * PER_MINUTE, BURST);
  }
}
