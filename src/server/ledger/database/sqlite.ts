/** The ledger's adapter for SQLite: `better-sqlite3`, or the `DatabaseSync` of `node:sqlite`. It imports no driver. */
import { config } from '../../../errors.js';
import { sharedOnPage } from '../../../shared/memory-store.js';
import type { LedgerDatabase, Query, Row, Value } from './database.js';

/** The members of a prepared statement that the ledger uses. */
export type SqliteStatement = {
  /** Runs the statement and returns its rows. */
  all(...values: unknown[]): unknown[];
  /** Runs the statement. */
  run(...values: unknown[]): unknown;
  /**
   * False if the statement returns no rows, because `all` of `better-sqlite3` then throws. `node:sqlite` has no such
   * member.
   */
  readonly reader?: boolean;
};

/** The members of a `better-sqlite3` or `node:sqlite` database that the ledger uses. */
export type SqliteDriver = {
  /** Prepares a statement. */
  prepare(sql: string): SqliteStatement;
  /** Runs statements without values. */
  exec(sql: string): unknown;
  /** True while a transaction is open, in `better-sqlite3`. */
  readonly inTransaction?: boolean;
  /** True while a transaction is open, in newer versions of `node:sqlite`. */
  readonly isTransaction?: boolean;
};

/**
 * How long a statement or a transaction waits for another connection, or for the merchant's own transaction, in
 * milliseconds.
 */
const BUSY_MS = 10_000;
const BUSY_PAUSE_MS = 20;

/**
 * Connects the ledger to SQLite 3.35 or newer, by a database of `better-sqlite3` or of `node:sqlite`. Give the ledger a
 * connection of its own: its transactions stay open while `onPaid` awaits. A statement of yours on the same connection
 * would become part of such a transaction, and could be undone with it. In `onPaid`, write only by its `transaction`,
 * because SQLite has one writer, and another connection would wait for this one. With the pragma `journal_mode = wal`,
 * your other connections can read meanwhile. If another process writes, a transaction waits for up to 10 seconds. Set
 * the driver's own timeout to 0, because the whole process stops while the driver waits.
 * @throws HubPayError `config` if the value is no such database
 */
export function sqlite<Driver extends SqliteDriver>(driver: Driver): LedgerDatabase<Driver> {
  const { prepare, exec } = Object(driver) as Partial<SqliteDriver>;
  if (typeof prepare !== 'function' || typeof exec !== 'function')
    throw config('database', 'sqlite() needs a database of better-sqlite3 or node:sqlite');
  // All ledgers of one connection share its queue, because a connection can have only one transaction at a time.
  const queue = sharedOnPage(driver, 'ledger', () => new Queue());
  const query: Query = (sql, values = []) => new Promise((resolve) => resolve(rowsOf(driver, sql, values)));
  return {
    dialect: 'sqlite',
    query: (sql, values) =>
      queue.add(() =>
        whenFree(() => {
          assertClosed(driver);
          return query(sql, values);
        }),
      ),
    transaction: (work) =>
      queue.add(async () => {
        await whenFree(() => {
          assertClosed(driver);
          driver.exec('begin immediate');
        });
        try {
          const result = await work(query, driver);
          await whenFree(() => driver.exec('commit'));
          return result;
        } catch (error) {
          rollback(driver);
          throw error;
        }
      }),
    within: (transaction) => {
      assertOwn(driver, transaction);
      return query;
    },
  };
}

/** Runs one task after the other. */
class Queue {
  #last: Promise<unknown> = Promise.resolve();

  add<R>(task: () => Promise<R>): Promise<R> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** Undoes the transaction, unless SQLite itself has ended it before, for example because the disk is full. */
function rollback(driver: SqliteDriver): void {
  try {
    driver.exec('rollback');
  } catch {
    // The developer needs the error that caused the rollback.
  }
}

/**
 * Runs a statement with the placeholders `$1`, `$2`, and so on. Replaces each by `?`, which both drivers understand in
 * the same way.
 */
function rowsOf(driver: SqliteDriver, sql: string, values: readonly Value[]): Row[] {
  const bound: Value[] = [];
  const text = sql.replaceAll(/\$(\d+)/g, (_, number: string) => {
    bound.push(values[Number(number) - 1] ?? null);
    return '?';
  });
  const statement = driver.prepare(text);
  if (statement.reader !== false) return statement.all(...bound) as Row[];
  statement.run(...bound);
  return [];
}

/**
 * Calls `run`, and calls it again while another connection writes, or while the merchant's own transaction is open on
 * this connection.
 * @throws the error of `run` if it has another cause, or after `BUSY_MS`
 */
async function whenFree<R>(run: () => R | Promise<R>): Promise<R> {
  for (const start = performance.now(); ;) {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error) || performance.now() - start > BUSY_MS) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
  }
}

/**
 * Checks that the merchant's own transaction is not open, because a statement would become a part of it. Checks nothing
 * if the driver does not report open transactions.
 * @throws an error that `isBusy` recognizes, while this transaction is open on this connection
 */
function assertClosed({ inTransaction, isTransaction }: SqliteDriver): void {
  if (inTransaction !== true && isTransaction !== true) return;
  throw Object.assign(new Error('Your own transaction is open on the connection of the ledger.'), {
    code: 'SQLITE_BUSY',
  });
}

/**
 * Checks that the transaction is that of the ledger's connection. A transaction of another connection cannot contain
 * what the ledger writes.
 * @throws HubPayError `config` for another connection, or if the driver reports that no transaction is open
 */
function assertOwn(driver: SqliteDriver, transaction: unknown): void {
  if (transaction !== driver) throw config('transaction', 'is not the connection that sqlite() has received');
  if (driver.inTransaction === false || driver.isTransaction === false)
    throw config('transaction', 'has no open transaction: begin one first');
}

/**
 * True if another connection or transaction blocks the database. An error of `better-sqlite3` has the name of the code,
 * and an error of `node:sqlite` its number: 5 is SQLITE_BUSY.
 */
function isBusy(error: unknown): boolean {
  const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown };
  return String(code).startsWith('SQLITE_BUSY') || (typeof errcode === 'number' && (errcode & 0xff) === 5);
}
