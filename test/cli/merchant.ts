/** A merchant with a ledger in a database of their own, and a project with the drivers. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { attentionOf } from '../../src/server/ledger/attention.js';
import type { LedgerDatabase } from '../../src/server/ledger/database/database.js';
import { createEvents } from '../../src/server/ledger/database/events.js';
import { createStore, type StoredPayment } from '../../src/server/ledger/database/store.js';
import { orderStatusOf } from '../../src/server/ledger/payments/status.js';
import { createLedger, postgres, sqlite, type AttentionKind, type Ledger } from '../../src/server/index.js';
import { unknownAmount } from '../../src/shared/amounts.js';
import { attentionSamples } from '../support/attention.js';
import { startPostgres } from '../support/postgres.mjs';

const NOW = '2025-11-21T14:05:30.000Z';
const ORDER = {
  recipient: `0x${'7a'.repeat(20)}`,
  chainId: 42161,
  currency: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
  amount: '25000000',
};

/** A database of the merchant. */
export type Merchant = {
  /** What the merchant writes after `--database`. */
  name: string;
  database: LedgerDatabase<unknown>;
  /** Runs a statement of the merchant's own. */
  sql(text: string): Promise<unknown>;
  close(): Promise<void>;
};

/** Creates a folder with the packages of a project: with those of this repository, or with none. */
export function createProject(packages: readonly string[]): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'hub-pay-shop-'));
  const own = createRequire(import.meta.url);
  for (const each of packages) {
    const to = join(folder, 'node_modules', each);
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(dirname(own.resolve(`${each}/package.json`)), to);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Opens a new SQLite file, in the mode that servers use. */
export function sqliteMerchant(file: string): Merchant {
  const db = new Database(file);
  db.pragma('journal_mode = wal');
  return {
    name: file,
    database: sqlite(db),
    sql: async (text) => db.exec(text),
    close: () => Promise.resolve(void db.close()),
  };
}

/** Starts a PostgreSQL server. */
export async function postgresMerchant(): Promise<Merchant> {
  const server = await startPostgres();
  const { host, user, database } = server;
  const pool = new pg.Pool({ host, user, database, max: 4 });
  return {
    name: `postgres://${user}:hidden@/${database}?host=${encodeURIComponent(host)}`,
    database: postgres(pool),
    sql: (text) => pool.query(text),
    async close() {
      await pool.end();
      await server.stop();
    },
  };
}

/** Creates the ledger of the merchant's server. */
export const ledgerOf = ({ database }: Merchant, prefix?: string): Ledger =>
  createLedger({ baseUrl: 'https://pay.example', database, ...(prefix !== undefined && { prefix }) });

/** Adds an order with a payment that needs a person, as the ledger records it. `message` comes from the service. */
export async function addProblem(
  merchant: Merchant,
  kind: Exclude<AttentionKind, 'contradicted' | 'handler-failed'>,
  { id = `order of ${kind}`, message = null as string | null, at = NOW, prefix = 'hub_pay_' } = {},
): Promise<string> {
  const { database } = merchant;
  const sample = attentionSamples.find((each) => each.kind === kind)!;
  const order = await ledgerOf(merchant, prefix).addOrder({ id, ...ORDER });
  const requestId = `0x${Buffer.from(`${prefix}${id}`).toString('hex').padEnd(64, '0').slice(-64)}`;
  const change: StoredPayment & { nextCheckAt: null } = {
    requestId,
    orderId: id,
    status: kind,
    message,
    delivery: null,
    result: null,
    received: sample.received,
    paid: sample.paid ?? unknownAmount(8453),
    payer: sample.payer,
    transactions: [...sample.transactions],
    storedAt: at,
    checkedAt: at,
    changedAt: Date.parse(at),
    resolution: null,
    isTest: false,
    failures: 0,
    deliveries: [],
    returnedAt: null,
    nextCheckAt: null,
  };
  const [store, events] = [createStore(database, prefix), createEvents(database, prefix)];
  await database.transaction(async (query) => {
    await store.addPayment(query, { requestId, orderId: id, isTest: false, now: at, nextCheckAt: at });
    await store.change(query, requestId, change, at);
    await store.setOrder(query, id, orderStatusOf([change], Date.parse(at)), null);
    await events.addAttention(query, attentionOf(kind, { ...order }, change, at, undefined), true);
  });
  return requestId;
}
