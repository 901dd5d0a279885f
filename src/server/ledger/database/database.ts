/** The interface of a database, as the ledger uses it. */

/** A row of a result, by the names of its columns. */
export type Row = Record<string, unknown>;

/** A value of a statement. */
export type Value = string | number | null;

/** Runs one statement with values for `$1`, `$2`, and so on. Resolves to its rows. */
export type Query = (sql: string, values?: readonly Value[]) => Promise<Row[]>;

/**
 * A database of the ledger. `Transaction` is the driver's own client, which `onPaid` receives.
 *
 * You can write one for a driver that `postgres()` and `sqlite()` do not take. The ledger depends on every rule below.
 * If one is broken, an order can be shipped without being paid, or be paid twice. PostgreSQL refuses a text with the
 * character U+0000, and money whose record contains one must still be recorded. So a statement must not fail because of
 * this character: replace it in the values.
 */
export interface LedgerDatabase<Transaction> {
  /** The dialect of SQL. */
  readonly dialect: 'postgres' | 'sqlite';
  /**
   * True if the ledger can end a transaction while a late `onPaid` still uses it. After `work` has rejected, a
   * statement of this `onPaid` must then fail, and must never run outside the transaction or in a later one. So a
   * client that returns to a pool is not enough: close its connection.
   * @default false: the ledger waits for `onPaid` to end, however long that takes
   */
  readonly canAbandon?: boolean;
  /** Runs one statement outside any other transaction. */
  readonly query: Query;
  /**
   * Runs `work` in one transaction, and commits it. If `work` rejects, everything in it is undone, and the promise
   * rejects with the same error. The promise also rejects if the commit fails, or if the database undoes the
   * transaction instead: PostgreSQL answers `ROLLBACK` to the `commit` of a failed transaction, and reports no error.
   *
   * Two transactions must not use one connection at the same time. On PostgreSQL, the isolation level must be `read
   * committed`, so that a statement reads what others have written while it waited for their lock. On SQLite, the
   * transaction must begin with `begin immediate`.
   */
  transaction<R>(work: (query: Query, transaction: Transaction) => Promise<R>): Promise<R>;
  /** Runs statements in a transaction that the merchant has begun. */
  within(transaction: Transaction): Query;
}
