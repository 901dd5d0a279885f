/** Shares one request among callers that need the same answer. Each caller keeps its own time limit and abort. */
import { rejectOnAbort } from '../../shared/time/clock.js';

/** A request, with the number of callers that wait for its answer. */
type Shared = { answer: Promise<() => Response>; stop: AbortController; waiting: number; isOver: boolean };

export class SharedRequests {
  readonly #all = new Map<string, Shared>();
  readonly #keepsAnswers: boolean;

  /**
   * @param keepsAnswers true if callers after the answer also get this answer, or the error of the request; false if
   *   they send the request again
   */
  constructor(keepsAnswers: boolean) {
    this.#keepsAnswers = keepsAnswers;
  }

  /** True if `send` with this key sends no request. */
  has(key: string): boolean {
    return this.#all.has(key);
  }

  /**
   * Returns the answer to the request with this key, which only the first caller sends. The request is aborted only
   * when every caller has left, because the others still need the answer when one of them leaves.
   * @throws the error of the request; after an abort of `init.signal`, the signal's reason
   */
  async send(key: string, fetch: typeof globalThis.fetch, ...[url, init]: Parameters<typeof fetch>): Promise<Response> {
    const signal = init?.signal ?? undefined;
    signal?.throwIfAborted();
    const shared = this.#all.get(key) ?? this.#begin(key, (stop) => fetch(url, { ...init, signal: stop }));
    shared.waiting += 1;
    try {
      return (await rejectOnAbort(shared.answer, signal))();
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0 && !shared.isOver) {
        this.#drop(key, shared);
        shared.stop.abort(signal?.reason);
      }
    }
  }

  #begin(key: string, send: (stop: AbortSignal) => Promise<Response>): Shared {
    const stop = new AbortController();
    const shared: Shared = { answer: readWhole(send(stop.signal)), stop, waiting: 0, isOver: false };
    this.#all.set(key, shared);
    const end = (): void => {
      shared.isOver = true;
      if (!this.#keepsAnswers) this.#drop(key, shared);
    };
    shared.answer.then(end, end);
    return shared;
  }

  /** Forgets this request, but not a newer one with the same key. */
  #drop(key: string, shared: Shared): void {
    if (this.#all.get(key) === shared) this.#all.delete(key);
  }
}

/** Reads the whole body, so that no abort of one caller can cut the answer of another. */
async function readWhole(sent: Promise<Response>): Promise<() => Response> {
  const response = await sent;
  const { status, headers } = response;
  const text = await response.text();
  return () => new Response(text || null, { status, headers });
}
