/** Tests the proxy's rate limit: the default, a merchant's own limiter, and a limiter that fails. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTask } from 'node:timers/promises';
import type { ProxyOptions } from '../../../src/server/index.js';
import { SHOP, standing } from './standing.js';

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

/** Sends so many requests, each with the headers of its number. Returns how many the service gets. */
async function forwarded(
  count: number,
  headersOf: (index: number) => Record<string, string>,
  options: Partial<ProxyOptions> = {},
): Promise<number> {
  const { ask, sent } = standing({ perMinute: 20, ...options });
  for (let index = 0; index < count; index += 1) await ask('/hub/chains', undefined, { headers: headersOf(index) });
  return sent.length;
}

const one: [title: string, headersOf: (index: number) => Record<string, string>, options?: Partial<ProxyOptions>][] = [
  ['it writes other addresses before its own', (index) => ({ 'x-forwarded-for': `6.6.6.${index}, 203.0.113.7` })],
  [
    'it writes other addresses before those of two own servers',
    (index) => ({ 'x-forwarded-for': `6.6.6.${index}, 203.0.113.7, 198.51.100.1` }),
    { trustedProxies: 2 },
  ],
  ['it has a whole IPv6 network', (index) => ({ 'x-forwarded-for': `2001:db8:1:2::${index.toString(16)}` })],
  [
    'it has a whole IPv6 network, and the shop names it',
    (index) => ({ 'x-real-ip': `2001:db8:1:2::${index}` }),
    {
      client: ({ headers }) => headers.get('x-real-ip')!,
    },
  ],
  ['it uses another port each time', (index) => ({ 'x-forwarded-for': `203.0.113.7:${5_000 + index}` })],
  [
    'its address is written in two letter cases',
    (index) => ({ 'x-forwarded-for': index % 2 === 0 ? '2001:DB8::1' : '2001:db8::1' }),
  ],
  [
    'its address is written as IPv4 and as IPv6',
    (index) => ({ 'x-forwarded-for': index % 2 === 0 ? '203.0.113.7' : '::ffff:203.0.113.7' }),
  ],
  ['the shop names nobody', (index) => ({ 'x-forwarded-for': `203.0.113.${index}` }), { client: () => null as never }],
];
for (const [title, headersOf, options] of one) {
  test(`createProxy counts one client when ${title}`, async () => {
    assert.equal(await forwarded(60, headersOf, options), 20);
  });
}

test('createProxy counts two clients when their networks differ', async () => {
  assert.equal(await forwarded(60, (index) => ({ 'x-forwarded-for': `2001:db8:1:${index % 2}::1` })), 40);
});

test('createProxy answers 503 with a retry time when the limiter gives no answer within 3 seconds', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { ask, sent } = standing({ limiter: { consume: () => new Promise(() => undefined) } });
  const answer = ask('/hub/chains');
  await nextTask();
  context.mock.timers.tick(3_000);
  const { status, headers } = await answer;
  assert.deepEqual([status, headers.get('retry-after'), sent], [503, '5', []]);
});

test('createProxy forwards nothing and goes on when the limiter fails after its time', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let fail: (error: Error) => void = () => undefined;
  const { ask, sent } = standing({ limiter: { consume: () => new Promise((_, reject) => (fail = reject)) } });
  const answer = ask('/hub/chains');
  await nextTask();
  context.mock.timers.tick(3_000);
  assert.equal((await answer).status, 503);
  fail(new Error('connection lost')); // An unhandled rejection would fail this test.
  await nextTask();
  assert.deepEqual(sent, []);
});

const failing: [title: string, consume: () => Promise<unknown>, status: number, after: string][] = [
  [
    'throws at once',
    () => {
      throw new Error('connection lost');
    },
    503,
    '5',
  ],
  ['rejects with a time that is no number', () => rejected({ msBeforeNext: 'soon' }), 503, '5'],
  ['rejects with an endless time', () => rejected({ msBeforeNext: Infinity }), 429, '86400'],
  ['rejects with a time in the past', () => rejected({ msBeforeNext: -5 }), 429, '1'],
  ['rejects with nothing', () => rejected(undefined), 503, '5'],
];
for (const [title, consume, status, after] of failing) {
  test(`createProxy answers ${status} with a retry time when the limiter ${title}`, async () => {
    const { status: answered, headers } = await standing({ limiter: { consume } }).ask('/hub/chains');
    assert.deepEqual([answered, headers.get('retry-after')], [status, after]);
  });
}

/** As the limiters of `rate-limiter-flexible` do, which reject with a value that is no error. */
async function rejected(reason: unknown): Promise<never> {
  throw await Promise.resolve(reason);
}
