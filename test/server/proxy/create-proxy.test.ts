/** Tests the proxy's request handling: headers, repeated fields, origins, paths and invalid options. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTask } from 'node:timers/promises';
import { HubPayError } from '../../../src/errors.js';
import { createProxy, type ProxyOptions } from '../../../src/server/index.js';
import { KEY, SHOP, PAYEE, OTHER, standing, json, quote } from './standing.js';

const LIMIT = 128 * 1024;

test('createProxy forwards a quote with the API key and without other request headers', async () => {
  const { ask, sent } = standing();
  const headers = {
    origin: SHOP,
    'content-type': 'application/json',
    cookie: 'a=b',
    'x-api-key': 'mine',
    forwarded: 'x',
  };
  const { status, text, headers: answered } = await ask('/hub/quote/v2', quote(), { headers });
  assert.deepEqual([status, JSON.parse(text)], [200, { fine: true }]);
  assert.deepEqual(sent, [
    {
      method: 'POST',
      url: 'https://pay.example/v/quote/v2',
      headers: { accept: 'application/json', 'content-type': 'application/json', 'x-api-key': KEY },
      body: quote(),
      redirect: 'error',
    },
  ]);
  assert.equal(answered.get('access-control-allow-origin'), SHOP);
  assert.equal(answered.get('vary'), 'origin');
  assert.equal(answered.get('cache-control'), 'no-store');
});

test('createProxy reads a repeated field once and forwards the body as read', async () => {
  const { ask, sent } = standing({ sponsor: { recipient: PAYEE, maxSubsidizationAmount: '1' } });
  const twice = `{"recipient":"${OTHER}",${json(quote({ subsidizeFees: true })).slice(1)}`;
  assert.equal((await ask('/hub/quote/v2', twice)).status, 200);
  assert.deepEqual(sent[0]?.body, quote({ subsidizeFees: true, maxSubsidizationAmount: '1' }));
});

test('createProxy answers a preflight request itself when the origin is allowed', async () => {
  const { ask, sent } = standing();
  const { status, headers } = await ask('/hub/quote/v2', undefined, { method: 'OPTIONS', headers: { origin: SHOP } });
  assert.deepEqual([status, headers.get('access-control-allow-origin')], [204, SHOP]);
  assert.match(headers.get('access-control-allow-headers') ?? '', /content-type/u);
  assert.deepEqual(sent, []);
});

test('createProxy accepts a request without an origin and returns no allowed origin', async () => {
  const { ask } = standing();
  const { status, headers } = await ask('/hub/chains', undefined, { headers: {} });
  assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, null]);
});

test('createProxy serves /hub and the root when it has no path', async () => {
  const { handle } = standing({ path: undefined } as unknown as Partial<ProxyOptions>);
  for (const path of ['/chains', '/hub/chains']) {
    assert.equal((await handle(new Request(`https://shop.example${path}`))).status, 200);
  }
});

test('createProxy names the origin and the option when it refuses an origin', async () => {
  const { handle } = standing();
  const headers = { origin: 'https://other.example' };
  const answer = await handle(new Request('https://shop.example/hub/chains', { headers }));
  assert.equal(answer.status, 403);
  const message = 'The origin https://other.example is not among the `origins` of createProxy.';
  assert.deepEqual(await answer.json(), { message });
});

for (const [name, message] of [
  ['apiKey', 'apiKey: is missing'],
  ['origins', 'origins: is empty, so no page could use the proxy'],
  ['baseUrl', 'baseUrl: is missing; set it to the URL of the service.'],
] as const) {
  test(`createProxy names the option when ${name} is undefined`, () => {
    assert.throws(
      () => standing({ [name]: undefined }),
      (error) =>
        error instanceof HubPayError &&
        error.code === 'config' &&
        error.attribute === name &&
        error.message.startsWith(message),
    );
  });
}

test('createProxy throws when an option is invalid', () => {
  const wrong: Partial<ProxyOptions>[] = [
    { apiKey: '' },
    { apiKey: 'a\nb' },
    { baseUrl: 'pay.example' },
    { origins: ['https://shop.example/'] },
    { origins: ['*'] },
    { origins: [] },
    { path: 'hub' },
    { perMinute: 0 },
    { sponsor: null as never },
    { sponsor: [] as never },
    { execute: 'false' as never },
    { limiter: {} as never },
    { limiter: { consume: true } as never },
    { client: 'x-real-ip' as never },
    { client: () => '1.1.1.1', trustedProxies: 1 },
  ];
  for (const options of wrong) {
    assert.throws(
      () => standing(options),
      (error) => error instanceof HubPayError && !error.message.includes('a\nb'),
    );
  }
});

const misread: [title: string, options: object, name: string, advice: string][] = [
  ['a misspelt limit', { perMinut: 10 }, 'perMinut', 'did you mean "perMinute"?'],
  ['a misspelt number of servers', { trustedProxys: 1 }, 'trustedProxys', 'did you mean "trustedProxies"?'],
  ['a limit that the server’s settings lack', { perMinute: undefined }, 'perMinute', 'is undefined'],
  ['a limit that is no number', { perMinute: Number('many') }, 'perMinute', 'must be a whole number from 1 on'],
  ['a limit as text', { perMinute: '180' }, 'perMinute', 'must be a whole number from 1 on'],
  ['no limit', { perMinute: Infinity }, 'perMinute', 'must be a whole number from 1 on'],
  ['a limiter that is undefined', { limiter: undefined }, 'limiter', 'is undefined'],
  ['a client that is undefined', { client: undefined }, 'client', 'is undefined'],
  ['a number of servers that is undefined', { trustedProxies: undefined }, 'trustedProxies', 'is undefined'],
  ['a misspelt option that is undefined', { orgins: undefined }, 'orgins', 'is undefined'],
  ['no server in front', { trustedProxies: 0 }, 'trustedProxies', 'must be a whole number from 1 on'],
  ['servers as true', { trustedProxies: true }, 'trustedProxies', 'must be a whole number from 1 on'],
  ['one origin as text', { origins: SHOP }, 'origins', 'must be a list'],
  ['an origin that is no text', { origins: [5] }, 'origins', 'write "5"'],
  ['a URL object', { baseUrl: new URL('https://pay.example') }, 'baseUrl', 'must be a text'],
  ['a path that is no text', { path: 5 }, 'path', 'write "5"'],
  ['a fetch that is no function', { fetch: {} }, 'fetch', 'must be a function'],
];
for (const [title, options, name, advice] of misread) {
  test(`createProxy refuses by its name ${title}`, () => {
    assert.throws(
      () => standing(options),
      (error) => error instanceof HubPayError && error.attribute === name && error.message.includes(advice),
    );
  });
}

test('createProxy throws a config error when its options are no object', () => {
  for (const options of [undefined, null, 'https://pay.example', []]) {
    assert.throws(
      () => createProxy(options as never),
      (error) => error instanceof HubPayError && error.code === 'config',
    );
  }
});

test('createProxy refuses perMinute beside a limiter, which would have no effect', () => {
  const limiter = { consume: () => Promise.resolve() };
  assert.throws(
    () => standing({ limiter, perMinute: 60 }),
    (error) =>
      error instanceof HubPayError && error.attribute === 'perMinute' && /if limiter is set/u.test(error.message),
  );
});

test('createProxy starts when options that cost and limit nothing are undefined', () => {
  standing({ path: undefined, execute: undefined, sponsor: undefined, fetch: undefined } as never);
});

const BODIES: [text: string, status: number][] = [
  ...['null', 'true', '0', '-1', '"text"', '[]', '[{}]', '', '{', '{"a":1}}', 'NaN', 'undefined'].map(
    (text): [string, number] => [text, 400],
  ),
  ['{}', 200],
  ['\ufeff{}', 400],
  [`${'['.repeat(50_000)}${']'.repeat(50_000)}`, 400],
  [`${'{"user":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400],
  ['{"user":{"toString":1,"valueOf":1}}', 403],
  ['{"amount":{"toString":"x"},"subsidizeFees":true}', 403],
  ['{"__proto__":{"subsidizeFees":true}}', 400],
  ['{"constructor":{"prototype":{}}}', 400],
  ['{"txs":[[]]}', 403],
  ['{"txs":[null,1,"x"]}', 200],
];
for (const path of ['/quote', '/quote/v2']) {
  for (const [text, status] of BODIES) {
    const shown = text.length > 40 ? `${text.slice(0, 20)}… of ${text.length} characters` : text;
    test(`createProxy answers ${status} to ${path} with the body ${JSON.stringify(shown)}`, async () => {
      const { ask } = standing();
      assert.equal((await ask(`/hub${path}`, text)).status, status);
    });
  }
}

test('createProxy takes a body of 128 KiB, and says the limit when it has one byte more', async () => {
  const { ask } = standing();
  const body = json({ ...quote(), referrer: 'ä' });
  const padded = body + ' '.repeat(LIMIT - new TextEncoder().encode(body).byteLength);
  assert.equal((await ask('/hub/quote/v2', padded)).status, 200);
  const { status, text, headers } = await ask('/hub/quote/v2', `${padded} `);
  assert.deepEqual([status, headers.get('access-control-allow-origin')], [413, SHOP]);
  assert.deepEqual(JSON.parse(text), { message: 'The body is longer than 131072 bytes.' });
});

test('createProxy answers 413 when the body is longer than 128 KiB, and reads no more of it', async () => {
  let read = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      read += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(32));
    },
    cancel: () => void (isCancelled = true),
  });
  const { ask, sent } = standing();
  const { status } = await ask('/hub/quote/v2', {}, { body, duplex: 'half' } as RequestInit);
  assert.deepEqual([status, sent, isCancelled], [413, [], true]);
  assert.ok(read <= 5 * 65_536, `${read} bytes`);
});

test('createProxy answers 408 when the body is not complete after 30 seconds', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
    cancel: () => void (isCancelled = true),
  });
  const { ask, sent } = standing();
  const answer = ask('/hub/quote/v2', {}, { body, duplex: 'half' } as RequestInit);
  await nextTask();
  context.mock.timers.tick(29_999);
  await nextTask();
  assert.equal(isCancelled, false);
  context.mock.timers.tick(1);
  const { status, headers } = await answer;
  assert.deepEqual([status, headers.get('access-control-allow-origin'), isCancelled, sent], [408, SHOP, true, []]);
});

test('createProxy answers 400 and forwards nothing when the client leaves before the body is complete', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('aborted')),
  });
  const { ask, sent } = standing();
  const { status, text } = await ask('/hub/quote/v2', {}, { body, duplex: 'half' } as RequestInit);
  assert.deepEqual([status, text, sent], [400, json({ message: 'The body cannot be read.' }), []]);
});

test('createProxy says what is missing when Express calls it with its own request', async () => {
  const proxy = createProxy({ baseUrl: 'https://pay.example', apiKey: KEY, origins: [SHOP] });
  const express = { method: 'POST', url: '/hub/quote/v2', headers: { host: 'shop.example' } };
  await assert.rejects(() => proxy(express as never), /wrap the handler in nodeListener/u);
});
