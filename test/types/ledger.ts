/** Tests that the ledger takes the databases of the real drivers, and gives their own clients to the merchant. */
import { PGlite, type Transaction } from '@electric-sql/pglite';
import Database from 'better-sqlite3';
import { Client, Pool, type PoolClient } from 'pg';
import { createLedger, postgres, sqlite, type Ledger } from '../../src/server/index.js';
import { equal } from './equal.js';

/** `node:sqlite` of Node 22.5, as its documentation describes it. The types of Node 20 do not have it. */
declare class DatabaseSync {
  prepare(sql: string): StatementSync;
  exec(sql: string): void;
  readonly isTransaction: boolean;
}
type SupportedValue = null | number | bigint | string | Uint8Array;
declare class StatementSync {
  all(...values: SupportedValue[]): Record<string, SupportedValue>[];
  run(...values: SupportedValue[]): { changes: number | bigint };
}

const baseUrl = 'https://pay.example';
const pool = new Pool();

export const byPool = createLedger({
  baseUrl,
  database: postgres(pool),
  async onPaid(order, _, client) {
    await client.query<{ id: string }>('update orders set paid = true where id = $1', [order.id]);
  },
});
export const byLite = createLedger({
  baseUrl,
  database: postgres(await PGlite.create()),
  async onPaid(order, _, client) {
    await client.query('update orders set paid = true where id = $1', [order.id]);
  },
});
export const bySqlite = createLedger({
  baseUrl,
  database: sqlite(new Database(':memory:')),
  onPaid: (order, _, db) => void db.prepare('update orders set paid = 1 where id = ?').run(order.id),
});
export const byNode = createLedger({
  baseUrl,
  database: sqlite(new DatabaseSync()),
  onPaid: (order, _, db) => void db.prepare('update orders set paid = 1 where id = ?').run(order.id),
});

equal<Ledger<PoolClient>>()(byPool);
equal<Ledger<Transaction>>()(byLite);
equal<Ledger<Database.Database>>()(bySqlite);
equal<Ledger<DatabaseSync>>()(byNode);

// @ts-expect-error A client has no pool, so two transactions at once would be one.
postgres(new Client());
// @ts-expect-error A SQLite database is no PostgreSQL.
postgres(new Database(':memory:'));
// @ts-expect-error An id is a text, because 7 and '7' would be two orders.
void byPool.addOrder({ id: 7, recipient: '', chainId: 1, currency: '', amount: '1' });
// @ts-expect-error Money is never a number.
void byPool.addOrder({ id: '7', recipient: '', chainId: 1, currency: '', amount: 25 });
