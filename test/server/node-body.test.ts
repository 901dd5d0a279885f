/** Tests the limits on the body of a request, with real connections to Node's http server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTask } from 'node:timers/promises';
import { nodeListener, type FetchHandler, type NodeListenerOptions } from '../../src/server/index.js';

const LIMIT = 128 * 1024;
const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');
const echo: FetchHandler = async (each) => new Response(String((await each.text()).length));

/** Serves the handler. Returns the port, the connections, and how often the handler was called. */
async function serve(context: TestContext, handle: FetchHandler, options?: NodeListenerOptions) {
  const state = { port: 0, called: 0, sockets: [] as Socket[] };
  const server = createServer(
    nodeListener((each) => {
      state.called += 1;
      return handle(each);
    }, options),
  );
  server.on('connection', (socket) => state.sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  state.port = (server.address() as AddressInfo).port;
  return state;
}

/** Sends parts without saying their length. Returns the response, and its text. */
async function send(port: number, parts: Iterable<Uint8Array>, headers = {}): Promise<[IncomingMessage, string]> {
  const sent = request({ port, host: '127.0.0.1', method: 'POST', headers });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  const state = { isAnswered: false };
  sent.on('error', () => undefined); // The server closes the connection while this client still sends.
  sent.on('response', () => (state.isAnswered = true));
  for (const part of parts) {
    if (state.isAnswered) break;
    if (!sent.write(part)) await Promise.race([once(sent, 'drain'), answered]);
  }
  if (!state.isAnswered) sent.end();
  const [answer] = await answered;
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk as string;
  sent.destroy();
  return [answer, text];
}

function* parts(count: number, part: Uint8Array = MEGABYTE): Generator<Uint8Array> {
  for (let index = 0; index < count; index += 1) yield part;
}

test('nodeListener answers 413 and stops reading when a body of 200 MB does not say its length', async (context) => {
  const state = await serve(context, echo);
  const [answer, text] = await send(state.port, parts(200));
  assert.deepEqual([answer.statusCode, answer.headers.connection], [413, 'close']);
  assert.deepEqual(JSON.parse(text), { message: `The body is longer than ${LIMIT} bytes.` });
  const { bytesRead } = state.sockets[0]!;
  assert.ok(bytesRead < 2 * MEGABYTE.length, `${bytesRead} bytes`);
});

test('nodeListener answers 413 and calls no handler when the length of the body is too large', async (context) => {
  const state = await serve(context, echo);
  const headers = { 'content-length': LIMIT + 1, origin: 'https://shop.example' };
  const [answer] = await send(state.port, parts(1), headers);
  assert.deepEqual([answer.statusCode, state.called], [413, 0]);
  // A page of another origin could otherwise not read why.
  assert.equal(answer.headers['access-control-allow-origin'], '*');
});

for (const [length, status] of [
  [LIMIT, 200],
  [LIMIT + 1, 413],
] as const) {
  test(`nodeListener answers ${status} when a body in parts has ${length} bytes`, async (context) => {
    const { port } = await serve(context, echo);
    const [answer, text] = await send(port, [MEGABYTE.subarray(0, LIMIT), MEGABYTE.subarray(0, length - LIMIT)]);
    assert.equal(answer.statusCode, status);
    if (status === 200) assert.equal(text, String(length));
  });
}

test('nodeListener takes the maximum length of its options', async (context) => {
  const { port } = await serve(context, echo, { maxBytes: 3 });
  assert.equal((await send(port, [Buffer.from('abc')]))[0].statusCode, 200);
  assert.equal((await send(port, [Buffer.from('abcd')]))[0].statusCode, 413);
  assert.equal((await send(port, [Buffer.from('abcd')], { 'content-length': 4 }))[0].statusCode, 413);
});

test('nodeListener answers 413 when the handler catches the error of the body and answers', async (context) => {
  const caught: FetchHandler = (each) =>
    each.text().then(
      () => new Response(),
      () => new Response('fine'),
    );
  const { port } = await serve(context, caught);
  assert.equal((await send(port, parts(2)))[0].statusCode, 413);
});

test('nodeListener aborts the signal of the request when the body is too long', async (context) => {
  let signal: AbortSignal | undefined;
  const { port } = await serve(context, (each) => {
    ({ signal } = each);
    return echo(each);
  });
  await send(port, parts(2));
  assert.equal(signal?.aborted, true);
});

/** Sends a head and nothing else. */
function sendHead(port: number): Socket {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n');
  return socket;
}

/** A time that only the test advances. */
function virtualTime(context: TestContext): (ms: number) => void {
  let now = 0;
  context.mock.timers.enable({ apis: ['setTimeout'] });
  context.mock.method(performance, 'now', () => now);
  return (ms) => {
    now += ms;
    context.mock.timers.tick(ms);
  };
}

test('nodeListener answers 408 and closes the connection when a body does not arrive in time', async (context) => {
  const advance = virtualTime(context);
  const reads = new EventTarget();
  const { port } = await serve(context, (each) => {
    reads.dispatchEvent(new Event('read'));
    return echo(each);
  });
  const read = once(reads, 'read');
  const socket = sendHead(port);
  const answer = once(socket, 'data') as Promise<[string]>;
  await read;
  await nextTask();
  advance(30_000);
  const [text] = await answer;
  assert.match(text, /^HTTP\/1\.1 408 [^]*\{"message":"The body did not arrive in time\."\}$/u);
  advance(1_000);
  await once(socket, 'close');
});

test('nodeListener answers 408 when the parts of a body together take too long', async (context) => {
  const advance = virtualTime(context);
  const parts = new EventTarget();
  const { port } = await serve(
    context,
    async (each) => {
      const reader = each.body!.getReader();
      for (;;) {
        parts.dispatchEvent(new Event('part'));
        if ((await reader.read()).done) return new Response();
      }
    },
    { bodyTimeoutMs: 1_000 },
  );
  const started = once(parts, 'part');
  const socket = sendHead(port);
  let text = '';
  socket.on('data', (chunk: string) => (text += chunk));
  await started;
  for (let sent = 0; sent < 3; sent += 1) {
    await nextTask();
    advance(300);
    const arrived = once(parts, 'part');
    socket.write('x');
    await arrived;
    assert.equal(text, '');
  }
  await nextTask();
  const answered = once(socket, 'data');
  advance(100);
  await answered;
  assert.match(text, /^HTTP\/1\.1 408 /u);
});

test('nodeListener counts no time in which the handler reads nothing', async (context) => {
  const advance = virtualTime(context);
  const steps = new EventTarget();
  let goOn = (): void => undefined;
  const { port } = await serve(context, async (each) => {
    const reader = each.body!.getReader();
    await reader.read();
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    steps.dispatchEvent(new Event('wait'));
    await waiting;
    await reader.read();
    return new Response('fine');
  });
  const waits = once(steps, 'wait');
  const socket = sendHead(port);
  socket.write('01234');
  await waits;
  advance(300_000);
  goOn();
  socket.write('56789');
  const [text] = (await once(socket, 'data')) as [string];
  assert.match(text, /^HTTP\/1\.1 200 /u);
});

test('nodeListener reads no body when the handler does not', async (context) => {
  const { port, sockets } = await serve(context, () => Promise.resolve(new Response('no', { status: 404 })));
  const [answer] = await send(port, parts(50));
  assert.equal(answer.statusCode, 404);
  assert.ok(sockets[0]!.bytesRead < 2 * MEGABYTE.length);
});
