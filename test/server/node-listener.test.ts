/** Tests the adapter of fetch handlers to Node's http server, with raw requests over a real connection. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { mock, test, type TestContext } from 'node:test';
import { setImmediate as nextTask } from 'node:timers/promises';
import { HubPayError } from '../../src/errors.js';
import { nodeListener, type FetchHandler, type NodeListenerOptions } from '../../src/server/index.js';

/** Serves the handler. Returns the port and the requests that reached the handler. */
async function serve(context: TestContext, handle: FetchHandler, options: NodeListenerOptions = {}) {
  const seen: Request[] = [];
  const listener = nodeListener((each) => {
    seen.push(each);
    return handle(each);
  }, options);
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
    { maxBytes: 200_000 },
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

test('nodeListener keeps the connection when the handler does not read a body that has arrived', async (context) => {
  const { port } = await serve(context, () => Promise.resolve(new Response('no', { status: 429 })));
  const lines = ['POST / HTTP/1.1', 'Host: a', 'Content-Length: 2', '', 'abGET / HTTP/1.1', 'Host: a'];
  const socket = connect(port, '127.0.0.1', () => socket.end(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`));
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(socket, 'close');
  assert.equal(text.match(/HTTP\/1\.1 429/gu)?.length, 2);
});

test('nodeListener closes the connection after the response when the client still sends a body', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { port } = await serve(context, () => Promise.resolve(Response.json({ message: 'Too many' }, { status: 429 })));
  const socket = connect(port, '127.0.0.1', () => socket.write(`${HEAD}\r\n\r\n1\r\na\r\n`));
  const [text] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
  assert.match(text, /^HTTP\/1\.1 429 [^]*\r\nconnection: close\r\n[^]*\r\n\r\n\{"message":"Too many"\}$/iu);
  context.mock.timers.tick(1_000);
  await once(socket, 'close');
});

const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked';

/** Sends the head and one chunk, waits until the handler has them, and leaves. */
async function leave(port: number, reading: EventTarget): Promise<void> {
  const arrived = once(reading, 'request');
  const socket = connect(port, '127.0.0.1', () => socket.write(`${HEAD}\r\n\r\n1\r\na\r\n`));
  await arrived;
  socket.destroy();
}

const leaving: [title: string, logged: number, handle: (request: Request) => Promise<Response>][] = [
  ['the handler passes on the error of the body', 0, async (each) => new Response(await each.text())],
  [
    'the handler wraps the error of the body',
    0,
    (each) =>
      each.text().then(
        (text) => new Response(text),
        (cause: unknown) => Promise.reject(new Error('The order has no body.', { cause })),
      ),
  ],
  [
    'the handler fails for another reason',
    1,
    (each) =>
      each.text().then(
        () => new Response(),
        () => Promise.reject(new Error('The database is down.')),
      ),
  ],
];
for (const [title, logged, handle] of leaving) {
  test(`nodeListener writes ${logged} errors to the console when the client leaves and ${title}`, async (context) => {
    const log = context.mock.method(console, 'error', () => undefined);
    const reading = new EventTarget();
    let settled: Promise<unknown> = Promise.resolve();
    const { port } = await serve(context, (each) => {
      const answer = handle(each);
      settled = answer.catch(() => undefined);
      reading.dispatchEvent(new Event('request'));
      return answer;
    });
    await leave(port, reading);
    await settled;
    await nextTask();
    assert.equal(log.mock.callCount(), logged);
  });
}

const chains: [title: string, trusted: number, chain: string | null, client: string][] = [
  ['the connection when nothing is set', 0, '6.6.6.6', '127.0.0.1'],
  ['what one server has appended', 1, '6.6.6.6, 203.0.113.7', '203.0.113.7'],
  ['what the first of two servers has appended', 2, '6.6.6.6, 203.0.113.7, 198.51.100.1', '203.0.113.7'],
  ['the connection when no server has appended anything', 1, null, '127.0.0.1'],
  ['the connection when fewer servers have appended', 2, '203.0.113.7', '127.0.0.1'],
];
for (const [title, trustedProxies, chain, client] of chains) {
  test(`nodeListener names as the client ${title}`, async (context) => {
    const { port, seen } = await serve(context, () => Promise.resolve(new Response()), { trustedProxies });
    await raw(port, 'GET / HTTP/1.1', 'Host: a', ...(chain === null ? [] : [`X-Forwarded-For: ${chain}`]));
    assert.equal(seen[0]?.headers.get('x-forwarded-for'), client);
  });
}

const wrong: [title: string, options: unknown, name: string, advice: string][] = [
  ['a misspelt length', { maxByte: 1 }, 'maxByte', 'did you mean "maxBytes"?'],
  ['a length that the server’s settings lack', { maxBytes: undefined }, 'maxBytes', 'is undefined'],
  ['a time that the server’s settings lack', { bodyTimeoutMs: undefined }, 'bodyTimeoutMs', 'is undefined'],
  ['a number of servers that is undefined', { trustedProxies: undefined }, 'trustedProxies', 'is undefined'],
  ['a length as text', { maxBytes: '1000' }, 'maxBytes', 'must be a whole number'],
  ['no length', { maxBytes: Infinity }, 'maxBytes', 'must be a whole number'],
  ['a time that no timer can wait', { bodyTimeoutMs: 2 ** 31 }, 'bodyTimeoutMs', 'must be a whole number'],
  ['no time', { bodyTimeoutMs: 0 }, 'bodyTimeoutMs', 'must be a whole number'],
  ['servers as true', { trustedProxies: true }, 'trustedProxies', 'must be a whole number'],
  ['options that are a number', 1_000, 'body', 'is not the options of nodeListener'],
];
for (const [title, options, name, advice] of wrong) {
  test(`nodeListener refuses by its name ${title}`, () => {
    assert.throws(
      () => nodeListener(() => Promise.resolve(new Response()), options as NodeListenerOptions),
      (error) => error instanceof HubPayError && error.attribute === name && error.message.includes(advice),
    );
  });
}

test('nodeListener refuses a handler that is no function', () => {
  assert.throws(() => nodeListener(undefined as never), HubPayError);
});

test('in Express, a handler sees the path of the client, and says that its body was read before', async (t) => {
  const errors = mock.method(console, 'error', () => undefined);
  const paths: string[] = [];
  const listener = nodeListener(async (request) => {
    paths.push(new URL(request.url).pathname);
    return new Response(await request.text());
  });
  const server = createServer((incoming, outgoing) => {
    // As a router that is mounted at /shop does.
    Object.assign(incoming, { originalUrl: incoming.url, url: incoming.url?.slice('/shop'.length) });
    if (incoming.headers['x-read'] === undefined) listener(incoming, outgoing);
    else
      incoming.resume().on('end', () => {
        listener(incoming, outgoing);
      });
  });
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  server.listen(0);
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}/shop/api/orders/7/payment`;
  const answer = await fetch(url, { method: 'POST', body: 'x' });
  assert.deepEqual([answer.status, await answer.text()], [200, 'x']);
  assert.deepEqual(paths, ['/shop/api/orders/7/payment']);
  assert.equal((await fetch(url, { method: 'POST', body: 'x', headers: { 'x-read': '1' } })).status, 500);
  const [line, error] = (errors.mock.calls[0]?.arguments ?? []) as unknown[];
  assert.match(String(line), /POST \/shop\/api\/orders\/7\/payment failed/u);
  assert.match(String(error), /Mount this listener before middleware such as express\.json\(\)/u);
  errors.mock.restore();
});
