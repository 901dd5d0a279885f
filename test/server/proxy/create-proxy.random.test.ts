/** Tests with random requests that a proxy without an opt-in forwards nothing that costs the merchant. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { executeBody } from '../../../src/api/requests/other-bodies.js';
import { quoteBody } from '../../../src/api/requests/quote-body.js';
import { createProxy, type ProxyOptions } from '../../../src/server/index.js';
import { OTHER, PAYEE, quote } from './standing.js';

const RUNS = 10_000;

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

test('V-1 V-2 createProxy without an opt-in forwards nothing that costs in 10,000 random bodies', async () => {
  let passed = 0;
  // On a failure, fast-check prints the seed and the body.
  await fc.assert(
    fc.asyncProperty(fc.oneof(executions, quotes), async (sent) => {
      const body = await forwarded(sent, {});
      if (body !== undefined) passed += 1;
      return body === undefined || (sent[0] !== '/execute' && !costs(body));
    }),
    { numRuns: RUNS },
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
