/** Tests that the proxy protects the key and the sponsor's money: what it forwards and what it rejects. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteFields } from '../../../demo/devnet/service/quote-fields.js';
import { HubPayError } from '../../../src/errors.js';
import { createProxy, type ProxyOptions } from '../../../src/server/index.js';

const KEY = 'key/with "odd" signs'.replaceAll(' ', '+');
const SHOP = 'https://shop.example';
const ID = `0x${'ab'.repeat(32)}`;
const PAYEE = '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789';
const OTHER = '0x1111111111111111111111111111111111111111';
const AUTHORIZATION = { chainId: 1, address: OTHER, nonce: 0, yParity: 0, r: '0x1', s: '0x2' };

type Sent = { method: string; url: string; headers: Record<string, string>; body: unknown; redirect?: string };

/** A proxy, the requests that it sent to the service, and a function to call it. */
function standing(options: Partial<ProxyOptions> = {}, answer: () => Response = () => Response.json({ fine: true })) {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = (input, init = {}) => {
    const { method = 'GET', headers, body, redirect } = init;
    const json = typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
    const url = typeof input === 'string' ? input : 'not a text';
    sent.push({ method, url, headers: { ...(headers as object) }, body: json, ...(redirect && { redirect }) });
    return Promise.resolve(answer());
  };
  const handle = createProxy({
    baseUrl: 'https://pay.example/v',
    apiKey: KEY,
    path: '/hub',
    origins: [SHOP],
    fetch,
    ...options,
  });
  const ask = async (path: string, body?: unknown, init: RequestInit = {}) => {
    const headers = { origin: SHOP, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const post = body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : json(body) };
    const request = new Request(`https://shop.example${path}`, { ...post, headers, ...init });
    const response = await handle(request);
    const text = await response.text();
    return { status: response.status, text, headers: response.headers };
  };
  return { ask, sent, handle };
}

const json = (body: unknown): string => JSON.stringify(body);

const quote = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  user: OTHER,
  originChainId: 1,
  originCurrency: OTHER,
  destinationChainId: 8453,
  destinationCurrency: OTHER,
  tradeType: 'EXACT_OUTPUT',
  amount: '25000000',
  recipient: PAYEE,
  refundTo: OTHER,
  ...changes,
});
const execution = (data: object = {}, options: object = {}): Record<string, unknown> => ({
  executionKind: 'rawCalls',
  data: { chainId: 8453, to: PAYEE, data: '0x', value: '0', authorizationList: [AUTHORIZATION], ...data },
  executionOptions: { referrer: 'shop', subsidizeFees: false, ...options },
});

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

/** Paths as the element, the headless session and a server request them. */
const passed: [path: string, body?: unknown][] = [
  ['/hub/chains'],
  ['/hub/quote', quote()],
  [`/hub/intents/status/v3?requestId=${ID}`],
  [`/hub/intents/status?requestId=${ID}`],
  [`/hub/requests/v2?id=${ID}&includeOrderData=true`],
  [`/hub/requests/v2?user=${OTHER}&limit=20&continuation=abc%3D%3D`],
  [`/hub/requests/${ID}/signature`],
  ['/hub/currencies/v1', { term: 'usd', chainIds: [1], tokens: ['1:0x'], verified: true }],
  ['/hub/authorize?signature=0xabcd', { type: 'nonce-mapping', wallet: OTHER, nonce: 1, id: ID, depositor: OTHER }],
  ['/hub/execute/permits?signature=0xabcd', { kind: 'permit2', requestId: ID, api: 'swap' }],
  ['/hub/execute', execution()],
  ['/hub/transactions/index', { txHash: '0x1', chainId: '1' }],
  ['/hub/transactions/single', { tx: '0x', chainId: '1', requestId: ID }],
];
for (const [path, body] of passed) {
  test(`createProxy forwards ${path}`, async () => {
    const { ask, sent } = standing();
    assert.equal((await ask(path, body)).status, 200);
    assert.deepEqual(
      sent.map(({ url, body: passedOn }) => [url, passedOn]),
      [[`https://pay.example/v${path.slice('/hub'.length)}`, body]],
    );
  });
}

test('createProxy forwards every quote field that does not make the merchant pay', async () => {
  const marks = ['subsidizeFees', 'sponsoredFeeComponents', 'maxSubsidizationAmount', 'subsidizeRent'];
  const values: Record<string, unknown> = {
    txs: [{ to: OTHER, value: '0', data: '0x', originalTxValue: '0' }],
    authorizationList: [AUTHORIZATION],
    additionalData: { userPublicKey: 'x' },
    appFees: [{ recipient: OTHER, fee: '10' }],
    includedSwapSources: ['a', 'b'],
  };
  const body = Object.fromEntries(
    Object.keys(quoteFields)
      .filter((name) => !marks.includes(name) && name !== 'refundOnOrigin')
      .map((name) => [name, values[name] ?? '1']),
  );
  const { ask, sent } = standing();
  assert.equal((await ask('/hub/quote/v2', body)).status, 200);
  assert.deepEqual(sent[0]?.body, body);
});

const refusals: [status: number, title: string, path: string, body?: unknown, init?: RequestInit][] = [
  [404, 'another path', '/hub/admin'],
  [404, 'a path that is not below its own', '/chains'],
  [404, 'a path above the service’s', '/hub/../v/chains'],
  [404, 'a path that only begins like one', '/hub/chains/'],
  [404, 'a path in disguise', '/hub/%63hains'],
  [404, 'another request’s sub-path', `/hub/requests/${ID}/signature/x`],
  [405, 'another method', '/hub/chains', undefined, { method: 'DELETE' }],
  [405, 'a quote by GET', '/hub/quote/v2'],
  [403, 'a foreign origin', '/hub/chains', undefined, { headers: { origin: 'https://evil.example' } }],
  [
    403,
    'an origin that only begins like ours',
    '/hub/chains',
    undefined,
    { headers: { origin: `${SHOP}.evil.example` } },
  ],
  [403, 'a page without an origin', '/hub/chains', undefined, { headers: { origin: 'null' } }],
  [
    403,
    'a foreign preflight',
    '/hub/quote/v2',
    undefined,
    { method: 'OPTIONS', headers: { origin: 'https://e.example' } },
  ],
  [403, 'a field that nobody knows', '/hub/quote/v2', quote({ apiKey: 'x' })],
  [403, 'a field of another name’s letters', '/hub/quote/v2', quote({ SubsidizeFees: true })],
  [403, 'a deprecated field', '/hub/quote/v2', quote({ refundOnOrigin: true })],
  [403, 'an inner field that nobody knows', '/hub/quote/v2', quote({ txs: [{ to: OTHER, gasPayer: 'shop' }] })],
  [403, 'an object where a value belongs', '/hub/quote/v2', quote({ recipient: { value: PAYEE } })],
  [403, 'a list in a list', '/hub/quote/v2', quote({ includedSwapSources: [['x']] })],
  [403, 'the filter by key', '/hub/requests/v2?apiKey=x'],
  [403, 'a query where none belongs', '/hub/chains?x=1'],
  [400, 'the same parameter twice', `/hub/intents/status/v3?requestId=${ID}&requestId=${ID}`],
  [400, 'an id that is none', '/hub/intents/status/v3?requestId=..'],
  [400, 'a signature that is none', '/hub/authorize?signature=x', { type: 'nonce-mapping' }],
  [400, 'no JSON', '/hub/quote/v2', '{'],
  [400, 'a list', '/hub/quote/v2', '[]'],
  [400, 'a member that changes objects', '/hub/quote/v2', '{"__proto__":{"recipient":"x"}}'],
  [413, 'a body without end', '/hub/quote/v2', quote({ referrer: 'x'.repeat(200_000) })],
  [415, 'a form', '/hub/quote/v2', quote(), { headers: { origin: SHOP, 'content-type': 'text/plain' } }],
  [403, 'raw calls that nobody authorized', '/hub/execute', execution({ authorizationList: [] })],
  [403, 'raw calls without a list', '/hub/execute', execution({ authorizationList: undefined })],
  [403, 'another kind of execution', '/hub/execute', { ...execution(), executionKind: 'other' }],
  [403, 'sponsored raw calls', '/hub/execute', execution({}, { subsidizeFees: true })],
  ...['subsidizeFees', 'subsidizeRent', 'sponsoredFeeComponents', 'maxSubsidizationAmount'].map(
    (name): [number, string, string, unknown] => [
      403,
      `${name} where nothing is sponsored`,
      '/hub/quote/v2',
      quote({ [name]: true }),
    ],
  ),
];
for (const [status, title, path, body, init] of refusals) {
  test(`createProxy refuses ${title} with status ${status}`, async () => {
    const { ask, sent } = standing();
    const answer = await ask(path, body, init);
    assert.equal(answer.status, status);
    assert.deepEqual(Object.keys(JSON.parse(answer.text) as object), ['message']);
    assert.deepEqual(sent, []);
    const allowed = answer.headers.get('access-control-allow-origin');
    assert.ok(allowed === null || allowed === SHOP);
  });
}

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

test('createProxy answers 429 with a retry time when one client sends more than 180 requests', async () => {
  const { ask, sent } = standing();
  const from = (address: string): RequestInit => ({
    headers: { origin: SHOP, 'x-forwarded-for': `${address}, 10.0.0.1` },
  });
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, () => ask('/hub/chains', undefined, from('1.1.1.1'))),
  );
  const rejected = answers.filter(({ status }) => status === 429);
  assert.deepEqual([rejected.length, sent.length], [820, 180]);
  for (const { headers, text } of rejected) {
    const seconds = Number(headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 60);
    assert.match(text, /"message"/u);
  }
  assert.equal((await ask('/hub/chains', undefined, from('2.2.2.2'))).status, 200, 'another client');
});

test('createProxy uses the merchant’s own limiter and client name when they are given', async () => {
  const clients: string[] = [];
  const consume = (client: string): Promise<void> => {
    clients.push(client);
    return clients.length > 1
      ? Promise.reject(Object.assign(new Error('x'), { msBeforeNext: 1_500 }))
      : Promise.resolve();
  };
  const { ask } = standing({ limiter: { consume }, client: () => 'session 7' });
  assert.equal((await ask('/hub/chains')).status, 200);
  const { status, headers } = await ask('/hub/chains');
  assert.deepEqual([status, headers.get('retry-after')], [429, '2']);
  assert.deepEqual(clients, ['session 7', 'session 7']);
});

test('createProxy forwards nothing when the limiter fails', async () => {
  const { ask, sent } = standing({ limiter: { consume: () => Promise.reject(new Error('connection lost')) } });
  assert.equal((await ask('/hub/chains')).status, 503);
  assert.deepEqual(sent, []);
});

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

test('createProxy never puts a signature into an answer or log when the service is down', async (t) => {
  const logs = (['log', 'info', 'warn', 'error'] as const).map((name) => t.mock.method(console, name, () => {}));
  const { ask } = standing({ fetch: () => Promise.reject(new Error('down')) });
  const { status, text } = await ask('/hub/authorize?signature=0xabcdef', { type: 'nonce-mapping' });
  assert.equal(status, 502);
  assert.ok(!text.includes('abcdef'));
  assert.deepEqual(
    logs.map(({ mock }) => mock.callCount()),
    [0, 0, 0, 0],
  );
});

test('createProxy forwards a refusal with its retry time and answers 502 when the answer is not valid JSON', async () => {
  const body = { message: 'Amount too low', errorCode: 'AMOUNT_TOO_LOW' };
  const refused = standing({}, () =>
    Response.json(body, { status: 400, headers: { 'retry-after': '7', 'x-other': '1' } }),
  );
  const { status, text, headers } = await refused.ask('/hub/quote/v2', quote());
  assert.deepEqual(
    [status, JSON.parse(text), headers.get('retry-after'), headers.get('x-other')],
    [400, body, '7', null],
  );
  const html = standing({}, () => new Response('<html>', { status: 200 }));
  assert.equal((await html.ask('/hub/chains')).status, 502);
  const endless = standing({}, () => new Response(`"${'x'.repeat(5_000_000)}"`));
  assert.equal((await endless.ask('/hub/chains')).status, 502);
});

test('createProxy throws when an option is invalid', () => {
  const wrong: Partial<ProxyOptions>[] = [
    { apiKey: '' },
    { apiKey: 'a\nb' },
    { baseUrl: 'pay.example' },
    { origins: ['https://shop.example/'] },
    { origins: ['*'] },
    { perMinute: 0 },
    { sponsor: { maxAmount: '25.00' } },
    { sponsor: { minAmount: '25.00' } },
  ];
  for (const options of wrong) {
    assert.throws(
      () => standing(options),
      (error) => error instanceof HubPayError && !error.message.includes('a\nb'),
    );
  }
});
