/** Tests the proxy's rate limit: the default, a merchant's own limiter, and a limiter that fails. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
