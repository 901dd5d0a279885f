/** Tests how often the shop's server asks the service for the reserved payments, and how many it reserves. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openDatabase, type Database } from '../../demo/backend/database.js';
import { createOrderApi, type OrderApi } from '../../demo/backend/order-api.js';
import { openOrders } from '../../demo/backend/orders.js';
import { stopClock } from '../support/fakes/database-clock.js';

const TERMS = {
  recipient: `0x${'11'.repeat(20)}`,
  chainId: 31338,
  currency: `0x${'22'.repeat(20)}`,
  amount: '25000000',
};
const idOf = (number: number): string => `0x${String(number).padStart(64, '0')}`;

let db: Database;
let later: (seconds: number) => Promise<unknown>;
let api: OrderApi;
let asked: string[] = [];

before(async () => {
  db = await openDatabase(undefined);
  later = await stopClock(db);
  const fetch = (input: RequestInfo | URL): Promise<Response> => {
    asked.push(new URL(new Request(input).url).searchParams.get('id') ?? '');
    return Promise.resolve(Response.json({ requests: [] }));
  };
  api = createOrderApi({ orders: await openOrders(db, TERMS), baseUrl: 'https://pay.example', apiKey: 'key', fetch });
});
after(() => db.close());

async function reserve(order: string, requestId: string): Promise<number> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requestId }),
  };
  return (await api.handle(new Request(`https://shop.example/api/orders/${order}/payment`, init))).status;
}

it('asks for a payment that the service does not know all the time for an hour, then once an hour for a week', async () => {
  assert.equal(await reserve('order-1', idOf(1)), 200);
  /** Lets the time pass, and counts what a sweep asks for. */
  const asks = async (minutes: number): Promise<number> => {
    await later(minutes * 60);
    asked = [];
    await api.sweep();
    return asked.length;
  };
  assert.deepEqual([await asks(1), await asks(1), await asks(60)], [1, 1, 1]);
  assert.deepEqual([await asks(59), await asks(1)], [0, 1]);
  assert.deepEqual([await asks(1), await asks(60), await asks(7 * 24 * 60)], [0, 1, 0]);
});

it('reserves at most 20 payments that can still pay an order, and asks for nothing when it refuses', async () => {
  for (let number = 100; number < 120; number += 1) assert.equal(await reserve('order-2', idOf(number)), 200);
  asked = [];
  assert.equal(await reserve('order-2', idOf(120)), 409);
  assert.deepEqual(asked, []);
  assert.equal(await reserve('order-2', idOf(119)), 200);
});
