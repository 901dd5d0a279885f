/** Tests the events that wait for the merchant. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEvents } from '../../../../src/server/ledger/database/events.js';
import { migrate } from '../../../../src/server/ledger/database/schema.js';
import { createStore, isoOf } from '../../../../src/server/ledger/database/store.js';
import type { Attention } from '../../../../src/server/index.js';
import { withAmount } from '../../../../src/shared/amounts.js';
import { kinds, newPrefix } from '../databases.js';
import { idOf, TERMS, USDC } from '../../../support/fake-service.js';
import { NOW } from '../shop.js';

const at = isoOf(NOW);
const later = isoOf(NOW + 1_000);
const event: Omit<Attention, 'key'> = {
  kind: 'short',
  orderId: 'a',
  requestId: idOf(1),
  at,
  expected: withAmount({ chainId: 8453, currency: USDC, symbol: 'USDC', decimals: 6 }, '25000000'),
  received: null,
  paid: null,
  payer: null,
  transactions: [],
  message: 'x',
  advice: 'y',
};

for (const kind of kinds)
  test(`${kind.name}: an event has a stable key, is told once, and again only after it was settled`, async () => {
    const prefix = newPrefix();
    const db = await kind.connect();
    await migrate(db, prefix, () => at);
    const store = createStore(db, prefix);
    await store.addOrder(db.query, { id: 'a', ...TERMS, minimumAmount: '1', expiresAt: null }, at);
    await store.addPayment(db.query, { requestId: idOf(1), orderId: 'a', isTest: false, now: at, nextCheckAt: at });
    const events = createEvents(db, prefix);
    const { query } = db;
    await events.addAttention(query, { ...event, message: 'w', at: isoOf(NOW - 1) }, true);
    await events.addAttention(query, { ...event, at: later }, true);
    await events.addPaid(query, event, at);
    await events.addPaid(query, event, at);
    // The open event has the new message, and the time at which it was noticed.
    assert.deepEqual(await events.open(query), [{ key: `${idOf(1)}:short`, ...event, at: isoOf(NOW - 1) }]);
    const claim = {
      now: at,
      until: later,
      limit: 10,
      paidSince: at,
      attentionUntil: isoOf(NOW + 9_000),
      exceptWritten: false,
    };
    assert.deepEqual(
      (await events.claim(query, { ...claim, paidSince: null })).map(({ key }) => key),
      [`${idOf(1)}:short`],
    );
    assert.deepEqual(await events.claim(query, { ...claim, paidSince: later, attentionUntil: isoOf(NOW - 1) }), []);
    const [paid, ...others] = await events.claim(query, claim);
    assert.deepEqual([paid?.key, paid?.body, others], [`${idOf(1)}:paid`, null, []]);
    await events.renew(query, `${idOf(1)}:paid`, isoOf(NOW + 5_000));
    assert.deepEqual(
      (await events.claim(query, { ...claim, now: later, until: isoOf(NOW + 2_000) })).map(({ key }) => key),
      [`${idOf(1)}:short`],
    );
    await events.failed(query, `${idOf(1)}:short`, 1, isoOf(NOW + 3_000));
    assert.deepEqual(await events.claim(query, { ...claim, now: isoOf(NOW + 2_999) }), []);
    const [again] = await events.claim(query, { ...claim, now: isoOf(NOW + 3_000), until: isoOf(NOW + 4_000) });
    assert.equal(again?.failures, 1);
    // What the console has, a process with onAttention still gets.
    await events.written(query, `${idOf(1)}:short`, at);
    const third = { ...claim, now: isoOf(NOW + 3_100), until: isoOf(NOW + 4_000) };
    assert.deepEqual(await events.claim(query, { ...third, exceptWritten: true }), []);
    assert.equal((await events.claim(query, third)).length, 1);
    await events.told(query, `${idOf(1)}:short`, at);
    assert.deepEqual(await events.claim(query, { ...claim, now: isoOf(NOW + 4_500) }), []);
    assert.equal((await events.open(query)).length, 1);
    assert.equal(await events.close(query, idOf(1), 'short', at), 0);
    assert.equal(await events.close(query, idOf(1), null, at), 1);
    assert.deepEqual(await events.open(query), []);
    await events.addAttention(query, event, false);
    assert.deepEqual(await events.open(query), []);
    await events.addAttention(query, event, true);
    assert.equal((await events.open(query))[0]?.key, `${idOf(1)}:short:2`);
  });
