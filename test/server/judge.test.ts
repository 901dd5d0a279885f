/** Tests what the judge tells the ledger beside the verdict. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HubClient } from '../../src/api/client.js';
import { judgePayment, NO_FACTS, type Verdict } from '../../src/server/judge.js';
import { VirtualClock } from '../support/clock.js';
import { FakeService, idOf, TERMS, type FakeRecord } from '../support/fake-service.js';

const AT = Date.UTC(2026, 10, 21);

/** Judges the payment of a record. Null: the service does not know it. */
async function judge(record: FakeRecord | null, answer?: () => Response): Promise<Verdict> {
  const service = new FakeService();
  if (record) service.records.set(idOf(1), record);
  if (answer) service.answer = answer;
  const client = new HubClient({ baseUrl: 'https://pay.example', fetch: service.fetch, clock: new VirtualClock() });
  const expected = { ...TERMS, minimumAmount: TERMS.amount };
  return judgePayment(client, { requestId: idOf(1), expected, registry: undefined, requireOrder: true });
}

test('the facts of a delivery name its keys, its time, its amounts and its transactions', async () => {
  const verdict = await judge({ sentAt: AT, isOwn: true, hash: `0x${'Ab'.repeat(32)}` });
  assert.equal(verdict.name, 'delivered');
  assert.deepEqual(verdict.facts.keys, [`8453:0x${'ab'.repeat(32)}`, idOf(1)]);
  assert.equal(verdict.facts.sentAt, AT);
  assert.equal(verdict.facts.received?.amount, '25000000');
  const solved = await judge({ sentAt: AT });
  assert.deepEqual(solved.name === 'delivered' && solved.facts.keys, [idOf(1)]);
  assert.equal(solved.name === 'delivered' && solved.facts.transactions.length, 2);
});

test('a refusal names what came, and nothing that is only planned', async () => {
  const short = await judge({ sentAt: AT, amount: '1' });
  assert.ok(short.name === 'refused');
  assert.deepEqual([short.refusal.reason, short.facts.received?.amount, short.facts.keys], ['amount', '1', [idOf(1)]]);
  const pending = await judge({ sentAt: AT, status: 'pending' });
  assert.ok(pending.name === 'refused');
  assert.deepEqual([pending.facts.received, pending.facts.keys, pending.isKnown], [null, [], true]);
  const waiting = await judge({ status: 'waiting' });
  assert.ok(waiting.name === 'refused');
  assert.equal(waiting.facts.paid, null);
});

test('money for something else is too old, whatever else is wrong with it', async () => {
  const old = await judge({ sentAt: AT, createdAt: AT + 3_600_000, amount: '1' });
  assert.equal(old.name === 'refused' && old.refusal.reason, 'too-old');
});

test('the service knows a part of another payment, but not an id without a record', async () => {
  const unknown = await judge(null);
  assert.deepEqual(unknown.name === 'refused' && [unknown.isKnown, unknown.facts], [false, NO_FACTS]);
  const part = await judge({ parent: idOf(9) });
  assert.deepEqual(part.name === 'refused' && [part.refusal.reason, part.isKnown], ['unknown-id', true]);
});

test('a service that gives no answer decides nothing, and names its pause', async () => {
  const down = await judge(null, () => new Response(null, { status: 429, headers: { 'retry-after': '7' } }));
  assert.deepEqual(down.name === 'down' && down.retryAfter, 7);
  const refused = await judge(null, () => Response.json({ message: 'no' }, { status: 401 }));
  assert.deepEqual(refused.name === 'down' && refused.retryAfter, 0);
});
