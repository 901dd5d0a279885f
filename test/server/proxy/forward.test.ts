/** Tests the proxy's responses. No response contains the API key or a signature. */
import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTask } from 'node:timers/promises';
import { KEY, standing, json, quote } from './standing.js';

test('createProxy never puts the API key into an answer, log or error when the service returns it', async (t) => {
  const logs = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    t.mock.method(console, name, () => {}),
  );
  const answers: (() => Response)[] = [
    () => Response.json({ apiKey: KEY, [KEY]: { deep: [`Bearer ${KEY}`] } }),
    () => Response.json({ message: `No such key: ${KEY}` }, { status: 401 }),
    () => Response.json({ url: `https://x.example/?k=${encodeURIComponent(KEY)}` }),
    () => new Response(json({ a: KEY }).replaceAll('k', '\\u006b'), { headers: { 'x-api-key': KEY, 'x-echo': KEY } }),
    () => Response.json({}, { status: 429, headers: { 'retry-after': KEY, 'set-cookie': KEY } }),
    () => new Response(`<html>${KEY}</html>`, { status: 500 }),
    () => Response.json({}, { status: 302, headers: { location: `https://x.example/${KEY}` } }),
  ];
  for (const answer of answers) {
    const { ask } = standing({}, answer);
    const { text, headers } = await ask('/hub/chains');
    const all = [text, ...headers.values()].join('\n');
    for (const form of [KEY, json(KEY).slice(1, -1), encodeURIComponent(KEY)]) assert.ok(!all.includes(form), all);
    assert.doesNotThrow(() => JSON.parse(text) as unknown);
  }
  const failing = standing({ fetch: () => Promise.reject(new Error(`x-api-key: ${KEY}`)) });
  const { status, text } = await failing.ask('/hub/chains');
  assert.equal(status, 502);
  assert.ok(!text.includes(KEY));
  assert.deepEqual(
    logs.map(({ mock }) => mock.callCount()),
    [0, 0, 0, 0, 0],
  );
});

test('createProxy forwards JSON without escapes as the service wrote it', async () => {
  const text = '{ "amount": 12345678901234567890, "rate": 1e400, "name": "Zürich" }';
  assert.equal((await standing({}, () => new Response(text)).ask('/hub/chains')).text, text);
});

test('createProxy never puts a signature into an answer or log when the service is down', async (t) => {
  const logs = (['log', 'info', 'warn', 'error'] as const).map((name) => t.mock.method(console, name, () => {}));
  const { ask } = standing({ fetch: () => Promise.reject(new Error('down')) });
  const { status, text } = await ask(`/hub/authorize?signature=0x${'abcdef'.repeat(22)}`, { type: 'nonce-mapping' });
  assert.equal(status, 502);
  assert.ok(!text.includes('abcdef'));
  assert.deepEqual(
    logs.map(({ mock }) => mock.callCount()),
    [0, 0, 0, 0],
  );
});

test('V-5 createProxy forwards a refusal with its retry time and answers 502 when the answer is not valid JSON', async () => {
  const body = { message: 'Amount too low', errorCode: 'AMOUNT_TOO_LOW' };
  const refused = standing({}, () =>
    Response.json(body, { status: 400, headers: { 'retry-after': '7', 'x-other': '1' } }),
  );
  const { status, text, headers } = await refused.ask('/hub/quote/v2', quote());
  assert.deepEqual(
    [status, JSON.parse(text), headers.get('retry-after'), headers.get('x-other')],
    [400, body, '7', null],
  );
  for (const [value, passed] of [
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT'],
    ['soon <b>', null],
    ['-1', null],
  ] as const) {
    const { ask } = standing({}, () => Response.json(body, { status: 429, headers: { 'retry-after': value } }));
    assert.equal((await ask('/hub/chains')).headers.get('retry-after'), passed);
  }
  const html = standing({}, () => new Response('<html>', { status: 200 }));
  assert.equal((await html.ask('/hub/chains')).status, 502);
  const endless = standing({}, () => new Response(`"${'x'.repeat(5_000_000)}"`));
  assert.equal((await endless.ask('/hub/chains')).status, 502);
});

test('createProxy answers 502 when the service has not answered completely after 15 seconds', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const ended: unknown[] = [];
  const silent: typeof fetch = (_, init) =>
    new Promise((resolve, reject) => {
      init?.signal?.addEventListener('abort', () => {
        ended.push(true);
        reject(new Error('aborted'));
      });
    });
  const stopped: typeof fetch = (_, init) => {
    const body = new ReadableStream({ start: (all) => all.enqueue(new TextEncoder().encode('{')) });
    init?.signal?.addEventListener('abort', () => ended.push(true));
    return Promise.resolve(new Response(body));
  };
  for (const fetch of [silent, stopped]) {
    const answer = standing({ fetch }).ask('/hub/chains');
    await nextTask();
    context.mock.timers.tick(14_999);
    await nextTask();
    assert.deepEqual(ended, []);
    context.mock.timers.tick(1);
    assert.equal((await answer).status, 502);
    assert.equal(ended.splice(0).length, 1, 'the request to the service is aborted');
  }
});

test('createProxy aborts its request to the service when the client leaves', async () => {
  const client = new AbortController();
  let isAborted = false;
  const { ask } = standing({
    fetch: (_, init) => {
      init?.signal?.addEventListener('abort', () => (isAborted = true));
      client.abort();
      return new Promise(() => undefined);
    },
  });
  assert.equal((await ask('/hub/chains', undefined, { signal: client.signal })).status, 502);
  assert.equal(isAborted, true);
});

test('createProxy aborts its request to the service when the answer cannot be used', async () => {
  const signals: AbortSignal[] = [];
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)) });
  const { ask } = standing({
    fetch: (_, init) => {
      signals.push(init!.signal!);
      return Promise.resolve(new Response(endless));
    },
  });
  assert.equal((await ask('/hub/chains')).status, 502);
  assert.equal(signals[0]?.aborted, true);
});

test('createProxy answers whatever HTTP status the service sends', async () => {
  const answers = [
    ['204 No Content', 200, {}],
    ['205 Reset Content', 200, {}],
    ['299 Odd', 200, {}],
    ['101 Switching Protocols', 502, null],
    ['304 Not Modified', 502, null],
    ['399 Odd', 502, null],
    ['599 Odd', 599, { message: 'no' }],
    ['600 Odd', 502, null],
    ['999 Request denied', 502, null],
  ] as const;
  for (const [line, status, body] of answers) {
    const hasBody = /^[3-9]/.test(line) && !line.startsWith('304');
    const text = hasBody ? '{"message":"no"}' : '';
    // Only a connection of its own can send every status.
    const service = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.end(`HTTP/1.1 ${line}\r\nconnection: close\r\ncontent-length: ${text.length}\r\n\r\n${text}`);
      });
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const { port } = service.address() as AddressInfo;
    try {
      const { ask } = standing({ baseUrl: `http://127.0.0.1:${port}`, fetch });
      const answer = await ask('/hub/chains');
      assert.equal(answer.status, status, line);
      if (body) assert.deepEqual(JSON.parse(answer.text), body, line);
      else assert.match(answer.text, /gave no answer that the proxy can forward/, line);
    } finally {
      service.close();
    }
  }
});
