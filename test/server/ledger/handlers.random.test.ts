/**
 * Tests with random requests that the handlers of the ledger never fail, store only an id for the order of its path,
 * and with random options that `createLedger` names what is wrong. `HUB_PAY_RUNS` sets the number of each.
 */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import fc from 'fast-check';
import { HubPayError } from '../../../src/errors.js';
import { createLedger } from '../../../src/server/index.js';
import { runsOf, seedOf } from '../../support/thorough.js';
import { databases } from './databases.js';
import { idOf } from '../../support/fake-service.js';
import { openShop } from './shop.js';

const { sqlite } = databases;
const ORDERS = ['1', 'Straße 7/№', '../1', '%2e'];

const odd = fc.constantFrom('', '/', '..', '%', '%00', '%E0%A4%A', '%2f', '\u0000', ' ', '?', '#', '✓', '🛒');
const id = fc.oneof(
  { weight: 3, arbitrary: fc.nat(40).map(idOf) },
  { weight: 1, arbitrary: fc.nat(40).map((number) => idOf(number).toUpperCase()) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('0', 'x', 'f', 'F', 'g'), maxLength: 70 }) },
);
const segment = fc.oneof(fc.constantFrom(...ORDERS.map(encodeURIComponent)), odd, fc.string(), fc.constant('payment'));
const path = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ORDERS).map((order) => `${encodeURIComponent(order)}/payment`) },
  { weight: 2, arbitrary: fc.array(segment, { maxLength: 4 }).map((parts) => parts.join('/')) },
);
const body = fc.oneof(
  { weight: 4, arbitrary: id.map((requestId) => JSON.stringify({ requestId })) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.record({ requestId: fc.jsonValue() }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.uint8Array() },
  { weight: 1, arbitrary: fc.constant('{"__proto__":{"requestId":"0x"},"requestId":["0x"]}') },
);
const type = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  '',
);
const method = fc.constantFrom('POST', 'POST', 'POST', 'GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS');

test('no request makes a handler fail, or stores an id that its body does not name', async (context) => {
  const errors = mock.method(console, 'error', () => undefined);
  const shop = await openShop(sqlite, { maxPayments: 1_000_000 });
  for (const order of ORDERS) await shop.add(order);
  /** The id that each order may have from what was posted. */
  const posted = new Map<string, Set<string>>(ORDERS.map((order) => [order, new Set()]));
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(path, method, body, type, async (rest, verb, sent, contentType) => {
      const hasBody = verb !== 'GET' && verb !== 'HEAD';
      const request = new Request(`https://shop.example/api/orders/${rest}`, {
        method: verb,
        headers: contentType === '' ? {} : { 'content-type': contentType },
        ...(hasBody && { body: sent as BodyInit }),
      });
      const { status } = await shop.ledger.handler(request);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      assert.ok([200, 204, 400, 403, 404, 405, 409, 413, 415].includes(status), `${verb} ${rest}: ${status}`);
      if (status !== 204) return;
      const order = ORDERS.find((each) => rest === `${encodeURIComponent(each)}/payment`);
      assert.ok(order !== undefined && verb === 'POST', `${verb} ${rest} has stored something`);
      const { requestId } = JSON.parse(String(sent)) as { requestId: string };
      posted.get(order)?.add(requestId.toLowerCase());
    }),
    { numRuns: runsOf(2_000), seed: seedOf(20_261_127), includeErrorInReport: true },
  );
  for (const order of ORDERS)
    for (const { requestId } of (await shop.order(order)).payments)
      assert.ok(posted.get(order)?.has(requestId), `${order} has ${requestId}`);
  const lines = errors.mock.calls.map(({ arguments: parts }) => parts.map(String).join(' '));
  // A path with `..` can lead out of the handler's path, which the console says once. Any other line is a failure
  // inside.
  const isOfPath = (line: string): boolean => line.includes(' is not below path "/api/orders"');
  assert.ok(lines.filter(isOfPath).length <= 1);
  assert.deepEqual(lines.filter((line) => !isOfPath(line)).slice(0, 3), []);
  errors.mock.restore();
  context.diagnostic(JSON.stringify([...statuses]));
});

const value = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    0,
    -1,
    NaN,
    Infinity,
    1n,
    [],
    {},
    () => true,
    'https://pay.example',
    'x',
  ),
  fc.anything(),
);
const names = ['baseUrl', 'apiKey', 'database', 'registry', 'requireOrder', 'allowTestPayments', 'fetch', 'prefix'];
const others = ['onPaid', 'afterPaid', 'onAttention', 'authorize', 'visitor', 'path', 'readsPerMinute', 'maxPayments'];
const last = ['finality', 'clock', 'onpaid', 'readPerMinute', '__proto__', 'constructor'];

test('random options are taken, or refused with a config error', async () => {
  const database = await sqlite.connect();
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names, ...others, ...last), value, { maxKeys: 3 }), (changes) => {
      const options = { baseUrl: 'https://pay.example', database, ...changes };
      try {
        createLedger(options as never);
      } catch (error) {
        assert.ok(error instanceof HubPayError && error.code === 'config', String(error));
      }
    }),
    { numRuns: runsOf(2_000), seed: seedOf(20_261_127), includeErrorInReport: true },
  );
});
