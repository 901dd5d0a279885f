/** Tests that a mistake in the options of the ledger is named, and leaves no limit out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLedger, type LedgerDatabase } from '../../../src/server/index.js';
import { isConfig } from './is-config.js';

const database: LedgerDatabase<unknown> = {
  dialect: 'postgres',
  query: () => Promise.resolve([]),
  transaction: (work) => work(() => Promise.resolve([]), null),
  within: () => () => Promise.resolve([]),
};
const create = (changes: object): unknown => createLedger({ baseUrl: 'https://pay.example', database, ...changes });

test('a wrong option is refused by its name', () => {
  for (const [changes, message] of [
    [{ readPerMinute: 5 }, /did you mean "readsPerMinute"/u],
    [{ onpaid: () => undefined }, /did you mean "onPaid"/u],
    [{ onpaid: undefined }, /^onpaid: is undefined/u],
    [{ baseUrl: undefined }, /baseUrl/u],
    [{ baseUrl: 'pay.example' }, /baseUrl/u],
    [{ apiKey: '' }, /^apiKey: is empty, or is not a valid header value/u],
    [{ apiKey: 'key with spaces' }, /^apiKey: is empty, or is not a valid header value/u],
    [{ apiKey: 'key\n' }, /^apiKey: is empty, or is not a valid header value/u],
    [{ apiKey: 7 }, /apiKey/u],
    [{ database: undefined }, /database/u],
    [{ database: {} }, /the result of postgres\(\) or sqlite\(\), or a LedgerDatabase of your own/u],
    [{ database: { ...database, dialect: 'mysql' } }, /database/u],
    [{ database: { ...database, dialect: 'toString' } }, /database/u],
    [{ database: { ...database, dialect: undefined } }, /database/u],
    [{ database: { ...database, canAbandon: 'no' } }, /database/u],
    [{ maxPayments: '20' }, /maxPayments/u],
    [{ maxPayments: 0 }, /maxPayments/u],
    [{ maxPayments: undefined }, /^maxPayments: is undefined/u],
    [{ readsPerMinute: NaN }, /readsPerMinute/u],
    [{ readsPerMinute: undefined }, /^readsPerMinute: is undefined/u],
    [{ requireOrder: 'false' }, /requireOrder/u],
    [{ requireOrder: undefined }, /^requireOrder: is undefined/u],
    [{ authorize: undefined }, /^authorize: is undefined/u],
    [{ onPaid: undefined }, /^onPaid: is undefined/u],
    [{ onPaid: 'ship' }, /onPaid/u],
    [{ prefix: 'shop-' }, /prefix/u],
    [{ prefix: "x'; drop table orders; --" }, /prefix/u],
    [{ path: 'api/orders' }, /path/u],
    [{ registry: { chains: 1 } }, /registry/u],
    [{ clock: {} }, /clock/u],
    [{ finality: undefined }, /^finality: is undefined/u],
    [{ finality: [] }, /finality/u],
    [{ finality: { base: { rpc: 'https://node.example', confirmations: 1 } } }, /^finality\.base: is no chain id/u],
    [{ finality: { 1: { rpc: 'node.example', confirmations: 1 } } }, /finality\.1\.rpc/u],
    [
      { finality: { 1: { rpc: 'https://shop:hunter2@node.example', confirmations: 1 } } },
      /^finality\.1\.rpc: has a user name or a password, with which no request can be sent/u,
    ],
    [{ finality: { 1: { rpc: 'https://node.example', confirmations: 0 } } }, /finality\.1\.confirmations/u],
    [{ finality: { 1: { rpc: 'https://node.example', confirmations: 'final' } } }, /finality\.1\.confirmations/u],
    [{ finality: { 1: { rpc: 'https://node.example', confirmation: 1 } } }, /unknown member "confirmation"/u],
    [{ finality: { 1337: { rpc: 'https://node.example', confirmations: 1 } } }, /^finality\.1337: cannot be read/u],
  ] as const)
    assert.throws(() => create(changes), isConfig(message), JSON.stringify(changes));
});

test('an environment variable that is not set counts as absent', () => {
  create({ apiKey: undefined, fetch: undefined, clock: undefined });
});

test('test mode needs a site on which nobody buys', () => {
  const { NODE_ENV } = process.env;
  try {
    for (const value of ['production', undefined]) {
      if (value === undefined) delete process.env['NODE_ENV'];
      else process.env['NODE_ENV'] = value;
      assert.throws(() => create({ baseUrl: 'demo:' }), /accepts payments without money/u);
      create({ baseUrl: 'demo:', allowTestPayments: true });
    }
    process.env['NODE_ENV'] = 'test';
    create({ baseUrl: 'demo:' });
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
});
