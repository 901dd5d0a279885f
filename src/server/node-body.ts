/** Reads the body of a request of Node's http server, with limits on its length and on the wait for its parts. */

/** What `readBody` needs of Node's `IncomingMessage`. */
type Incoming = AsyncIterable<Uint8Array> & {
  method?: string | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

type Limits = {
  /** The maximum length in bytes. */
  maxBytes: number;
  /** The maximum time to wait for the parts of the body in total, in milliseconds. */
  bodyTimeoutMs: number;
};

/** The error for a body that is too long or too slow. The client gets the message. */
export class RefusedBody extends Error {
  /** The HTTP status of the response. */
  readonly status: 408 | 413;

  constructor(status: 408 | 413, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * A body. `refused` rejects with a `RefusedBody` when the handler reads more than `maxBytes`, or waits longer than
 * `bodyTimeoutMs` in total.
 */
export type ReadBody = { stream: ReadableStream<Uint8Array>; refused: Promise<never> };

/**
 * Converts the body of a request to a stream, which reads only what the handler reads. Returns null if the request has
 * no body that a `Request` can have.
 * @param client aborted by this function if the body cannot be read to its end, for example because the client has
 *   left; reading then fails with the reason of the abort
 * @throws RefusedBody if the header `content-length` names more bytes than the limit allows
 */
export function readBody(incoming: Incoming, limits: Limits, client: AbortController): ReadBody | null {
  const { method = 'GET', headers } = incoming;
  const length = headers['content-length'];
  if (method === 'GET' || method === 'HEAD' || (length === undefined && !headers['transfer-encoding'])) return null;
  if (Number(length) > limits.maxBytes) throw tooLong(limits);
  let refuse: (error: RefusedBody) => void = () => undefined;
  const refused = new Promise<never>((_, reject) => (refuse = reject));
  return { stream: streamOf(incoming, limits, client, (error) => refuse(error)), refused };
}

function streamOf(
  incoming: Incoming,
  limits: Limits,
  client: AbortController,
  refuse: (error: RefusedBody) => void,
): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]();
  let bytes = 0;
  let timeLeft = limits.bodyTimeoutMs;
  const nextChunk = async (): Promise<IteratorResult<Uint8Array>> => {
    const began = performance.now();
    const timer = setTimeout(() => refuse(new RefusedBody(408, 'The body did not arrive in time.')), timeLeft);
    try {
      return await chunks.next();
    } finally {
      clearTimeout(timer);
      timeLeft -= performance.now() - began;
    }
  };
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await nextChunk().catch(() => {
          client.abort();
          throw client.signal.reason;
        });
        if (next.done === true) {
          controller.close();
          return;
        }
        bytes += next.value.byteLength;
        if (bytes > limits.maxBytes) {
          refuse(tooLong(limits));
          throw tooLong(limits);
        }
        controller.enqueue(new Uint8Array(next.value));
      },
    },
    { highWaterMark: 0 },
  );
}

const tooLong = ({ maxBytes }: Limits): RefusedBody =>
  new RefusedBody(413, `The body is longer than ${maxBytes} bytes.`);
