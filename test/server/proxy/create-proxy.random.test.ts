/**
 * Tests with random requests that a proxy without an opt-in forwards nothing that costs the merchant, never answers 500
 * and never tells the key. `HUB_PAY_RUNS` sets the number of requests, and `HUB_PAY_SEED` their seed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { executeBody } from '../../../src/api/requests/other-bodies.js';
import { quoteBody } from '../../../src/api/requests/quote-body.js';
import { createProxy, type ProxyOptions } from '../../../src/server/index.js';
import { KEY, OTHER, PAYEE, quote } from './standing.js';

const { HUB_PAY_RUNS, HUB_PAY_SEED } = process.env;
const RUNS = Number(HUB_PAY_RUNS ?? 10_000);
const SEED = HUB_PAY_SEED === undefined ? {} : { seed: Number(HUB_PAY_SEED) };

/** Fields of a quote that make the owner of the key pay. */
const COSTS = ['subsidizeFees', 'subsidizeRent', 'sponsoredFeeComponents', 'maxSubsidizationAmount'];

const values = fc.oneof(
  fc.constantFrom<unknown>(
    true,
    false,
    null,
    'true',
    'false',
    '',
    0,
    1,
    '1',
    '2000000',
    [],
    {},
    [true],
    [false],
    ['app'],
  ),
  fc.constantFrom<unknown>({ subsidizeFees: true }, [{ subsidizeFees: true }], [{ subsidizeFees: false }]),
  fc.jsonValue({ maxDepth: 2 }),
);
const spelt = (names: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...names) },
    fc.constantFrom(...names).map((name) => name.toUpperCase()),
    fc.constantFrom('__proto__', 'constructor', 'subsidizefees', 'SubsidizeFees', 'subsidizeFees ', 'apiKey'),
  );
const fields = (names: readonly string[]): fc.Arbitrary<[string, unknown][]> =>
  fc.array(fc.tuple(spelt(names), values), { maxLength: 6 });

/** JSON text, in which a member can occur twice. */
const text = (members: readonly (readonly [string, unknown])[]): string =>
  `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;

const AUTHORIZATION = { chainId: 1, address: OTHER, nonce: 0, yParity: 0, r: '0x1', s: '0x2' };
const CALLS = { chainId: 8453, to: PAYEE, data: '0x', value: '0', authorizationList: [AUTHORIZATION] };
const executions = fc
  .tuple(
    fc.oneof(
      fc.constantFrom<unknown>({ subsidizeFees: false }, { subsidizeFees: true }),
      values,
      fields(['subsidizeFees', 'referrer']).map(Object.fromEntries),
    ),
    fields(Object.keys(executeBody.checks)),
  )
  .map(([executionOptions, more]): [string, string] => [
    '/execute',
    text([['executionKind', 'rawCalls'], ['data', CALLS], ['executionOptions', executionOptions], ...more]),
  ]);
const quotes = fc
  .tuple(fc.constantFrom('/quote', '/quote/v2'), fields([...COSTS, ...COSTS, ...Object.keys(quoteBody.checks)]))
  .map(([path, more]): [string, string] => [path, text([...Object.entries(quote()), ...more])]);

/** Sends the body, and returns what the service got, if anything. */
async function forwarded([path, body]: [string, string], options: Partial<ProxyOptions>): Promise<unknown> {
  let sent: unknown;
  const proxy = createProxy({
    baseUrl: 'https://pay.example',
    apiKey: 'key',
    origins: ['https://shop.example'],
    limiter: { consume: () => Promise.resolve() },
    fetch: (_, init) => {
      sent = JSON.parse(init?.body as string);
      return Promise.resolve(Response.json({}));
    },
    ...options,
  });
  const headers = { 'content-type': 'application/json' };
  await proxy(new Request(`https://shop.example/hub${path}`, { method: 'POST', body, headers }));
  return sent;
}

/** True if a member of this name, in any letter case and at any depth, is set to something else than false. */
const costs = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(
    ([name, member]) =>
      (COSTS.some((cost) => cost.toLowerCase() === name.trim().toLowerCase()) && member !== false) || costs(member),
  );

test(`V-1 V-2 createProxy without an opt-in forwards nothing that costs in ${RUNS} random bodies`, async () => {
  let passed = 0;
  // On a failure, fast-check prints the seed and the body.
  await fc.assert(
    fc.asyncProperty(fc.oneof(executions, quotes), async (sent) => {
      const body = await forwarded(sent, {});
      if (body !== undefined) passed += 1;
      return body === undefined || (sent[0] !== '/execute' && !costs(body));
    }),
    { numRuns: RUNS, ...SEED },
  );
  assert.ok(passed > RUNS / 100, `only ${passed} were forwarded`);
});

test('V-1 createProxy forwards only an execution that its caller pays in 2,000 random bodies', async () => {
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(executions, async (sent) => {
      const body = (await forwarded(sent, { execute: true })) as
        | { executionOptions?: { subsidizeFees?: unknown } }
        | undefined;
      if (body !== undefined) passed += 1;
      return body === undefined || body.executionOptions?.subsidizeFees === false;
    }),
    { numRuns: 2_000 },
  );
  assert.ok(passed > 0);
});

const NAMES = ['requestId', 'signature', 'limit', 'user', 'id', 'apiKey', '__proto__', 'toString'];
const paths = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('/chains', '/quote', '/quote/v2', '/execute', '/currencies/v1', '/authorize'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('/intents/status/v3', '/requests/v2', '/execute/permits', '/transactions/index'),
  },
  fc.constantFrom(
    `/requests/0x${'ab'.repeat(32)}/signature`,
    '/transactions/single',
    '',
    '/',
    '//',
    '/../chains',
    '/CHAINS',
  ),
  fc.string().map((text) => `/${encodeURIComponent(text)}`),
  fc.webPath(),
);
const queries = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc
    .array(fc.tuple(fc.constantFrom(...NAMES), fc.oneof(fc.string(), fc.constant(`0x${'ab'.repeat(65)}`))))
    .map((pairs) => `?${new URLSearchParams(pairs).toString()}`),
  fc.webQueryParameters().map((text) => `?${text}`),
);
const sponsored = fc
  .record({
    recipient: fc.constantFrom(PAYEE, PAYEE.toLowerCase(), OTHER, ''),
    subsidizeFees: fc.constantFrom(true, true, true, false, 'true'),
    maxSubsidizationAmount: fc.constantFrom('0', '1000000', '1000001', '9', '-1', undefined),
  })
  .map((changes): [string, string] => ['/quote/v2', JSON.stringify(quote(changes))]);
const bodies = fc.oneof(
  fc.oneof(executions, quotes, sponsored).map(([, body]) => body),
  fc.json(),
  fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify({ requestId: value, user: value, txs: [value] })),
  fc.constantFrom('', 'null', '[]', '{', '{"requestId":{"toString":1}}', '\u0000', '\ud800', '['.repeat(30_000)),
  fc.string(),
  fc.uint8Array(),
);
const strange = fc.tuple(
  fc.tuple(fc.constantFrom('/hub', '', '/a/b'), paths, queries).map((parts) => parts.join('')),
  fc.constantFrom('GET', 'POST', 'POST', 'OPTIONS', 'DELETE'),
  bodies,
);
/** Requests that a page could send. */
const usual = fc
  .oneof(executions, quotes, sponsored)
  .map(([path, body]): [string, string, string] => [`/hub${path}`, 'POST', body]);
const headers = fc.record(
  {
    'content-type': fc.oneof(
      {
        weight: 9,
        arbitrary: fc.constantFrom('application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'),
      },
      fc.constant('text/plain'),
    ),
    origin: fc.constantFrom('https://shop.example', 'https://shop.example', 'https://other.example', 'null'),
    'x-forwarded-for': fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom('', ',', 'unknown', '[::1]:1, ::', '%', '[')),
    'x-api-key': fc.constant('theirs'),
  },
  { requiredKeys: ['content-type'] },
);
const answers = fc.constantFrom<() => Response>(
  () => Response.json({ fine: true }),
  () => Response.json({ message: `no ${KEY}`, [KEY]: [KEY] }, { status: 401, headers: { 'retry-after': KEY } }),
  () => new Response(`<b>${KEY}`, { status: 500 }),
  () => new Response(null, { status: 204 }),
  () => Response.json(encodeURIComponent(KEY), { status: 599 }),
  () => {
    throw new Error(KEY);
  },
);
const options = fc.record<Partial<ProxyOptions>>(
  {
    execute: fc.boolean(),
    path: fc.constantFrom('/hub', '/', '/a/b/'),
    sponsor: fc.constant({ recipient: PAYEE, maxSubsidizationAmount: '1000000' }),
    client: fc.constantFrom<() => string>(
      () => 'one',
      () => null as never,
      () => ({ toString: 1 }) as never,
    ),
    limiter: fc.constantFrom(
      { consume: () => Promise.resolve() },
      { consume: () => Promise.reject(new Error(KEY)) },
      { consume: () => Promise.reject(Object.assign(new Error('busy'), { msBeforeNext: 1 })) },
    ),
  },
  { requiredKeys: [] },
);

test(`createProxy never answers 500, never tells the key and pays within the rules in ${RUNS} random requests`, async () => {
  const statuses = new Map<number, number>();
  const all = fc.tuple(fc.oneof(usual, strange), headers, answers, options);
  await fc.assert(
    fc.asyncProperty(all, async ([[path, method, body], sentHeaders, answer, given]) => {
      const forwards: [url: string, body: string | undefined][] = [];
      const proxy = createProxy({
        baseUrl: 'https://pay.example',
        apiKey: KEY,
        origins: ['https://shop.example'],
        limiter: { consume: () => Promise.resolve() },
        fetch: async (url, init) => {
          forwards.push([url as string, init?.body as string | undefined]);
          return Promise.resolve().then(answer);
        },
        ...given,
      });
      const init: RequestInit = { method, headers: sentHeaders };
      if (method === 'POST') init.body = body;
      const response = await proxy(new Request(`https://shop.example${path}`, init));
      const text = [await response.text(), ...[...response.headers].flat()].join('\n');
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const [url = '', sent] = forwards[0] ?? [];
      const json = sent === undefined ? undefined : (JSON.parse(sent) as Record<string, unknown>);
      assert.ok(forwards.length <= 1, 'one request at most');
      assert.notEqual(response.status, 500, text);
      for (const form of [KEY, JSON.stringify(KEY).slice(1, -1), encodeURIComponent(KEY)])
        assert.ok(!text.includes(form), text);
      if (/\/execute$/u.test(url)) {
        assert.equal(given.execute, true);
        assert.equal((json?.['executionOptions'] as Record<string, unknown>)['subsidizeFees'], false);
      } else if (json && costs(json)) {
        assert.ok(given.sponsor, 'no opt-in');
        assert.deepEqual([String(json['recipient']).toLowerCase(), json['subsidizeFees']], [PAYEE.toLowerCase(), true]);
        assert.ok(BigInt(json['maxSubsidizationAmount'] as string) <= 1_000_000n);
      }
    }),
    { numRuns: RUNS, ...SEED },
  );
  for (const status of [200, 400, 403, 404, 405, 415, 429, 502, 503]) assert.ok(statuses.has(status), `no ${status}`);
});
