/**
 * Creates a response of a fake. A browser needs separate tasks to read the body of a real response. During these tasks,
 * a virtual clock could run all its timers. The methods of this response need no task, so the virtual time does not
 * advance.
 */
export function jsonResponse(
  value: () => unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): Response {
  const text = (): string => JSON.stringify(value());
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: new Headers({ 'content-type': 'application/json', ...headers }),
    json: async () => JSON.parse(text()) as unknown,
    text: async () => text(),
    clone: () => jsonResponse(value, { status, headers }),
    get body() {
      return streamOf(text());
    },
  } as Response;
}

/** The part of a stream that the client uses. A whole stream would take most of the time of a long virtual wait. */
function streamOf(text: string): ReadableStream<Uint8Array> {
  const chunks = [encoder.encode(text)];
  const read = async (): Promise<ReadableStreamReadResult<Uint8Array>> => {
    const value = chunks.shift();
    return value ? { done: false, value } : { done: true, value };
  };
  return { getReader: () => ({ read, cancel: async () => undefined }) } as unknown as ReadableStream<Uint8Array>;
}

const encoder = new TextEncoder();
