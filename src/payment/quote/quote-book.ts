/**
 * Requests the price quotes of the asset list. The review of the same payment can reuse an answer for a few seconds,
 * and then needs no second quote.
 */
import type { HubClient } from '../../api/client.js';
import type { QuoteBody } from '../../api/requests/types.js';
import { HubPayError } from '../../errors.js';
import { pause, rejectOnAbort, type Clock } from '../../shared/time/clock.js';
import type { QuoteAnswer } from './request-quote.js';
import { toJson } from '../../shared/builtins/to-json.js';

export interface QuoteBook {
  /**
   * Requests a price quote as soon as fewer than six price requests are running. With `isFirst`, the request goes
   * before those that wait. If the service refuses a request with `Retry-After`, all price requests that are not sent
   * yet wait for this time, and the refused one is sent once more.
   * @throws the error of the request; after an abort, the signal's reason
   */
  price(body: QuoteBody, o: { isFirst: boolean; signal: AbortSignal }): Promise<unknown>;
  /**
   * Returns the price quote for exactly this body if it arrived at most 5 s ago. Otherwise waits for a running request
   * for this body, if it started at most 2 s ago. Returns null if there is neither, or if the asset list aborts the
   * running request. Each quote is returned only once, and the caller must pass it to the guard, like any other
   * response.
   * @throws the error of the running request; after an abort, the signal's reason
   */
  take(body: QuoteBody, signal: AbortSignal): Promise<QuoteAnswer | null>;
}

/** A kept price request, whose `arrivedAt` is Infinity while it is running. */
type Kept = { quotedAt: number; arrivedAt: number; answer: Promise<unknown> };

const MOST = 6;
const REUSE_MS = 5_000;

/**
 * If a price request was sent more than this many milliseconds ago, the review does not wait for it, but sends a second
 * quote request.
 */
const JOIN_MS = 2_000;

export function createQuoteBook(client: Pick<HubClient, 'quote' | 'quotePause'>, clock: Clock): QuoteBook {
  const book = new Map<string, Kept>();
  const waiting: (() => void)[] = [];
  let free = MOST;

  const send = async (body: QuoteBody, signal: AbortSignal): Promise<unknown> => {
    while (client.quotePause > 0) await pause(client.quotePause, clock, signal);
    signal.throwIfAborted();
    const key = toJson(body);
    const kept: Kept = { quotedAt: clock.now(), arrivedAt: Infinity, answer: client.quote(body, { signal }) };
    if (isReusable(body)) book.set(key, kept);
    try {
      const answer = await kept.answer;
      kept.arrivedAt = clock.now();
      return answer;
    } catch (error) {
      // Meanwhile, a newer request with the same body can have taken this place.
      if (book.get(key) === kept) book.delete(key);
      throw error;
    }
  };

  return {
    async price(body, { isFirst, signal }) {
      if (free > 0) free -= 1;
      else {
        await new Promise<void>((resolve) => {
          if (isFirst) waiting.unshift(resolve);
          else waiting.push(resolve);
        });
      }
      try {
        return await send(body, signal).catch((error: unknown) => {
          if (retryAfterOf(error) === undefined) throw error;
          return send(body, signal);
        });
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
    async take(body, signal) {
      const key = toJson(body);
      const kept = book.get(key);
      book.delete(key);
      if (!kept || !isUsable(kept, clock.now())) return null;
      try {
        return { quotedAt: kept.quotedAt, answer: await rejectOnAbort(kept.answer, signal) };
      } catch (error) {
        if (signal.aborted || error instanceof HubPayError) throw error;
        // The asset list aborted the price request, so the caller must request a new quote.
        return null;
      }
    },
  };
}

const isUsable = ({ quotedAt, arrivedAt }: Kept, now: number): boolean =>
  arrivedAt === Infinity ? now - quotedAt <= JOIN_MS : now - arrivedAt <= REUSE_MS;

const retryAfterOf = (error: unknown): number | undefined => (error as Partial<HubPayError>).retryAfter;

/**
 * False for a quote with a permit, which depends on the account's nonce, and for one with a deposit address, which is
 * for one payment only.
 */
const isReusable = ({ usePermit, useDepositAddress }: QuoteBody): boolean => !usePermit && !useDepositAddress;
