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

const streamOf = (text: string): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode(text));
      stream.close();
    },
  });
