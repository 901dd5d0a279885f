/** Tests the proxy's request handling: headers, repeated fields, origins, paths and invalid options. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HubPayError } from '../../../src/errors.js';
import { type ProxyOptions } from '../../../src/server/index.js';
import { KEY, SHOP, PAYEE, OTHER, standing, json, quote } from './standing.js';

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
  const { ask, sent } = standing({ sponsor: { recipient: PAYEE } });
  const twice = `{"recipient":"${OTHER}",${json(quote({ subsidizeFees: true })).slice(1)}`;
  assert.equal((await ask('/hub/quote/v2', twice)).status, 200);
  assert.deepEqual(sent[0]?.body, quote({ subsidizeFees: true }));
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
  ['apiKey', 'apiKey is missing, or is not a valid header value.'],
  ['origins', 'origins is empty, so no page could use the proxy.'],
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
    { sponsor: { maxAmount: '25.00' } },
    { sponsor: { minAmount: '25.00' } },
    { sponsor: null as never },
    { perMinut: 10 } as never,
    { execute: 'false' as never },
  ];
  for (const options of wrong) {
    assert.throws(
      () => standing(options),
      (error) => error instanceof HubPayError && !error.message.includes('a\nb'),
    );
  }
});
