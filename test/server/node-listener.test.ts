/** Tests the adapter of fetch handlers to Node's http server, with raw requests over a real connection. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTask } from 'node:timers/promises';
import { nodeListener, type FetchHandler } from '../../src/server/index.js';

/** Serves the handler. Returns the port and the requests that reached the handler. */
async function serve(context: TestContext, handle: FetchHandler) {
  const seen: Request[] = [];
  const listener = nodeListener((each) => {
    seen.push(each);
    return handle(each);
  });
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, seen };
}

/** Sends these lines as they are, and returns the first line of the response. */
const raw = (port: number, ...lines: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`));
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('error', reject).on('close', () => resolve(text.split('\r\n')[0] ?? ''));
  });

const post = (port: number, path: string, body: string): Promise<[IncomingMessage, string]> =>
  new Promise((resolve, reject) => {
    const headers = { 'x-forwarded-for': '6.6.6.6', 'content-type': 'text/plain' };
    const sent = request({ port, path, method: 'POST', host: '127.0.0.1', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve([answer, text]));
    });
    sent.on('error', reject).end(body);
  });

const invalid: [title: string, ...lines: string[]][] = [
  ['the path is //', 'GET // HTTP/1.1', 'Host: shop.example'],
  ['the path names another host', 'GET //other.example/hub/chains HTTP/1.1', 'Host: shop.example'],
  ['the host has a space', 'GET / HTTP/1.1', 'Host: a b'],
  ['the host has credentials', 'GET / HTTP/1.1', 'Host: a:b@shop.example'],
  ['the method is TRACE', 'TRACE / HTTP/1.1', 'Host: shop.example'],
];
for (const [title, ...lines] of invalid) {
  test(`V-4 nodeListener answers 400 and goes on when ${title}`, async (context) => {
    const { port, seen } = await serve(context, () => Promise.resolve(Response.json({ fine: true })));
    assert.equal(await raw(port, ...lines), 'HTTP/1.1 400 Bad Request');
    assert.equal(seen.length, 0);
    assert.equal(await raw(port, 'GET / HTTP/1.1', 'Host: shop.example'), 'HTTP/1.1 200 OK');
  });
}

test('V-4 nodeListener answers 500, writes the error to the console and goes on when the handler fails', async (context) => {
  const log = context.mock.method(console, 'error', () => undefined);
  const failures: (() => Promise<Response>)[] = [
    () => Promise.resolve(undefined as unknown as Response),
    () => Promise.reject(new Error('no')),
    () => Promise.resolve(new Response(new ReadableStream({ start: (body) => body.error(new Error('no')) }))),
  ];
  const { port } = await serve(context, () => failures.pop()?.() ?? Promise.resolve(new Response('fine')));
  const internal = 'HTTP/1.1 500 Internal Server Error';
  for (const answer of [internal, internal, internal, 'HTTP/1.1 200 OK'])
    assert.equal(await raw(port, 'GET /pay?token=secret HTTP/1.1', 'Host: a'), answer);
  const lines = log.mock.calls.map(({ arguments: [line, error] }) => `${String(line)} ${String(error)}`);
  const failed = 'nodeListener: GET /pay failed:';
  const empty = `${failed} TypeError: The handler returned no Response.`;
  assert.deepEqual(lines, [`${failed} Error: no`, `${failed} Error: no`, empty]);
});

test('nodeListener writes nothing to the console when the client leaves before the response', async (context) => {
  const log = context.mock.method(console, 'error', () => undefined);
  const arrived = new EventTarget();
  const { port, seen } = await serve(context, ({ signal }) => {
    arrived.dispatchEvent(new Event('request'));
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  });
  const client = connect(port, '127.0.0.1', () => client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
  await once(arrived, 'request');
  const left = once(seen[0]!.signal, 'abort');
  client.destroy();
  await left;
  await nextTask();
  assert.equal(log.mock.callCount(), 0);
});

test('nodeListener passes on the body and every header, and names the connection as the client', async (context) => {
  const headers = new Headers([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ]);
  const { port, seen } = await serve(
    context,
    async (each) => new Response(`${await each.text()}!`, { status: 201, headers }),
  );
  const body = 'x'.repeat(200_000);
  const [answer, text] = await post(port, '/hub/quote?a=1', body);
  assert.deepEqual([answer.statusCode, text === `${body}!`], [201, true]);
  assert.deepEqual(answer.headers['set-cookie'], ['a=1', 'b=2']);
  const [{ method, url, headers: read }] = seen as [Request];
  assert.deepEqual(
    [method, url, read.get('x-forwarded-for'), read.get('content-type')],
    ['POST', `http://127.0.0.1:${port}/hub/quote?a=1`, '127.0.0.1', 'text/plain'],
  );
});
