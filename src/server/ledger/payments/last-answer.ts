/** Notes what the service answered, so that the console of the merchant's server can say why nothing was read. */

/** A `fetch`, and the words for the last answer that it got. */
export type NotedFetch = {
  fetch: typeof globalThis.fetch;
  /** What was answered and what to check, in two sentences. Null if the last answer was a success with JSON. */
  problem: () => string | null;
};

/** The maximum number of causes that are looked through for the code of an error. */
const DEPTH = 8;

/** Wraps a `fetch`. The words for a failed request contain its URL without the query. */
export function notedFetch(fetch: typeof globalThis.fetch): NotedFetch {
  let problem: string | null = null;
  return {
    async fetch(input, init) {
      const { origin, pathname } = new URL(input instanceof Request ? input.url : input);
      const told = (what: string, advice: string): string => `GET ${origin}${pathname} ${what}. ${advice}`;
      try {
        const response = await fetch(input, init);
        const { status, ok } = response;
        const isJson = /json/i.test(response.headers.get('content-type') ?? '');
        problem = ok && isJson ? null : told(`answered ${status}${ok ? ' without JSON' : ''}`, adviceFor(status));
        return response;
      } catch (error) {
        const code = codeOf(error);
        problem = told(`got no answer${code && ` (${code})`}`, 'Check baseUrl of createLedger, and the network.');
        throw error;
      }
    },
    problem: () => problem,
  };
}

const adviceFor = (status: number): string =>
  status === 429 || status >= 500
    ? 'The service has refused or failed, and is asked again.'
    : 'Check baseUrl and apiKey of createLedger.';

/** Returns the code of a network's error, such as `ENOTFOUND`, or an empty text. `fetch` hides it in causes. */
function codeOf(error: unknown): string {
  for (let each = error, depth = 0; each instanceof Error && depth < DEPTH; each = each.cause, depth += 1) {
    const { code } = each as { code?: unknown };
    if (typeof code === 'string') return code;
    // A host with several addresses has one error for each of them.
    if (each instanceof AggregateError) return each.errors.map(codeOf).find((found) => found !== '') ?? '';
  }
  return '';
}
