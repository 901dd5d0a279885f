/** In what the two dialects of SQL differ. Every other statement is the same in both. */
import type { LedgerDatabase } from './database.js';

/** The differences of a dialect. */
export type Dialect = {
  /** The type of a text that is compared by its bytes. */
  text: string;
  /** The end of a `select` that holds its row until the end of the transaction. */
  lock: string;
  /** The end of a `select` that passes over the rows that another process holds. */
  skipLocked: string;
  /** Lets one process at a time migrate. `$1` is the number of the ledger. Null if a transaction does this itself. */
  lockMigration: string | null;
  /** Returns a row if there is the table `$1`. */
  findTable: string;
  /** A late handler cannot harm what comes after it, because its connection can be closed. */
  canAbandon: boolean;
  /** True for an error that a missing table or column causes. With `isVague`, other mistakes have the same code. */
  isMissing: (error: { code?: unknown; errcode?: unknown }) => boolean;
  isVague: boolean;
};

/** The dialects by their names. */
export const DIALECTS: Readonly<Record<LedgerDatabase<unknown>['dialect'], Dialect>> = {
  postgres: {
    // The collation of a database can ignore signs and letter case when it sorts.
    text: 'text collate "C"',
    lock: ' for update',
    skipLocked: ' for update skip locked',
    lockMigration: 'select pg_advisory_xact_lock($1)',
    findTable: 'select 1 where to_regclass($1) is not null',
    canAbandon: true,
    // undefined_table and undefined_column
    isMissing: ({ code }) => code === '42P01' || code === '42703',
    isVague: false,
  },
  // SQLite has one writer, who locks the whole database.
  sqlite: {
    text: 'text',
    lock: '',
    skipLocked: '',
    lockMigration: null,
    findTable: "select 1 from sqlite_master where type = 'table' and name = $1",
    canAbandon: false,
    // `better-sqlite3` names the code, and `node:sqlite` its number.
    isMissing: ({ code, errcode }) => code === 'SQLITE_ERROR' || errcode === 1,
    isVague: true,
  },
};
