/** The interface of a database, as the ledger uses it. */

/** A row of a result, by the names of its columns. */
export type Row = Record<string, unknown>;

/** A value of a statement. */
export type Value = string | number | null;

/** Runs one statement with values for `$1`, `$2`, and so on. Resolves to its rows. */
export type Query = (sql: string, values?: readonly Value[]) => Promise<Row[]>;

/** A database of the ledger. `Transaction` is the driver's own client, which `onPaid` receives. */
export interface LedgerDatabase<Transaction> {
  /** The dialect of SQL. */
  readonly dialect: 'postgres' | 'sqlite';
  /** Runs one statement outside any other transaction. */
  readonly query: Query;
  /** Runs `work` in one transaction, which is undone if `work` rejects or the commit fails. */
  transaction<R>(work: (query: Query, transaction: Transaction) => Promise<R>): Promise<R>;
  /** Runs statements in a transaction that the merchant has begun. */
  within(transaction: Transaction): Query;
}
