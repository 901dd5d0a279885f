/** A scripted service with a log of its requests. It is only for tests of faults and tests in virtual time. */

export type ScriptedAnswer = {
  /**
   * The HTTP status.
   * @default 200
   */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** The body as JSON. */
  json?: unknown;
  /** The body as raw text. */
  text?: string;
  /** The delay before the response head, in milliseconds. */
  after?: number;
  /** The interval in milliseconds between single bytes of the body. */
  drip?: number;
  /** The response head never arrives. */
  hangs?: true;
  /** The body stops after this many bytes and never ends. */
  stallsAfter?: number;
  /** The connection breaks after this many bytes. */
  breaksAfter?: number;
  /** The body never ends; it repeats chunks of 64 KiB. */
  endless?: true;
  /** `fetch` rejects, as for a refused connection, a redirect or a missing CORS header. */
  unreachable?: true;
};

export type LoggedRequest = { method: string; url: URL; headers: Headers; body: unknown; init: RequestInit };

export interface FakeHub {
  readonly fetch: typeof fetch;
  /** The requests, in order. */
  readonly requests: readonly LoggedRequest[];
  /** The bytes that an endless body has sent so far. */
  readonly bytesSent: number;
  /** The number of bodies that the reader cancelled. */
  readonly cancelled: number;
  /** Sets the responses to `METHOD /path`, in order; the last one repeats. */
  answer(question: string, ...answers: ScriptedAnswer[]): void;
}

export function fakeHub(): FakeHub {
  const script = new Map<string, ScriptedAnswer[]>();
  const requests: LoggedRequest[] = [];
  const counts = { bytesSent: 0, cancelled: 0 };

  const answerTo = (question: string): ScriptedAnswer => {
    const answers = script.get(question) ?? [];
    const [next = { status: 404, json: { message: 'Not found' } }] = answers;
    if (answers.length > 1) answers.shift();
    return next;
  };

  return {
    requests,
    get bytesSent() {
      return counts.bytesSent;
    },
    get cancelled() {
      return counts.cancelled;
    },
    answer(question, ...answers) {
      script.set(question, answers);
    },
    async fetch(input, init = {}) {
      const url = new URL(input as string);
      const method = init.method ?? 'GET';
      const { body, headers, signal } = init;
      requests.push({
        method,
        url,
        headers: new Headers(headers),
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
        init,
      });
      const answer = answerTo(`${method} ${url.pathname}`);
      if (answer.unreachable) throw new TypeError('Failed to fetch');
      await head(answer, signal ?? undefined);
      return new Response(bodyOf(answer, counts), {
        status: answer.status ?? 200,
        headers: { 'content-type': 'application/json', ...answer.headers },
      });
    },
  };
}

const head = ({ after = 0, hangs }: ScriptedAnswer, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    if (after > 0) setTimeout(resolve, after);
    else if (!hangs) resolve();
  });

function bodyOf(answer: ScriptedAnswer, counts: { bytesSent: number; cancelled: number }): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(answer.text ?? JSON.stringify(answer.json ?? {}));
  let at = 0;
  return new ReadableStream({
    async pull(stream) {
      if (answer.endless) {
        counts.bytesSent += 65_536;
        stream.enqueue(new Uint8Array(65_536).fill(0x20));
        return;
      }
      const limit = Math.min(answer.stallsAfter ?? answer.breaksAfter ?? bytes.length, bytes.length);
      if (at < limit) {
        if (answer.drip) await new Promise((resolve) => setTimeout(resolve, answer.drip));
        const end = answer.drip ? at + 1 : limit;
        stream.enqueue(bytes.slice(at, end));
        at = end;
        return;
      }
      if (answer.breaksAfter !== undefined) stream.error(new TypeError('network error'));
      else if (answer.stallsAfter !== undefined) await new Promise(() => undefined);
      else stream.close();
    },
    cancel() {
      counts.cancelled += 1;
    },
  });
}
