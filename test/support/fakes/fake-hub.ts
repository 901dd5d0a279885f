/** A scripted service that records its requests, for tests of faults and tests with virtual time. */

export type ScriptedAnswer = {
  /** @default 200 */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  text?: string;
  /** Milliseconds before the head of the response. */
  after?: number;
  /** Milliseconds between two bytes of the body. */
  drip?: number;
  /** The head of the response never arrives. */
  hangs?: true;
  /** After this number of bytes, the body stops but does not end. */
  stallsAfter?: number;
  /** The connection breaks after this many bytes. */
  breaksAfter?: number;
  /** The body repeats chunks of 64 KiB and never ends. */
  endless?: true;
  /** `fetch` rejects, for example because the connection is refused. */
  unreachable?: true;
};

export type LoggedRequest = { method: string; url: URL; headers: Headers; body: unknown; init: RequestInit };

export interface FakeHub {
  readonly fetch: typeof fetch;
  readonly requests: readonly LoggedRequest[];
  /** The number of bytes that endless bodies have sent. */
  readonly bytesSent: number;
  /** The number of bodies that the client has cancelled. */
  readonly cancelled: number;
  /** Sets the responses to `METHOD /path`, in order. The last response repeats. */
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
