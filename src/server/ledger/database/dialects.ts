/**
 * The differences between the two dialects of SQL. All other SQL about the ledger's tables is the same in both, so a
 * further dialect must have what it uses: the placeholders `$1`, `on conflict` with `do nothing` and `do update`,
 * `returning`, partial unique indexes, comparisons of rows such as `(a, b) > ($1, $2)`, and transactions that undo
 * statements about tables too.
 */
import type { LedgerDatabase } from './database.js';

/** The differences of a dialect. */
export type Dialect = {
  /** The type of a text that is compared by its bytes. */
  text: string;
  /** The end of a `select` that locks its rows until the end of the transaction. */
  lock: string;
  /** The end of a `select` that locks its rows, and skips those that another process has locked. */
  skipLocked: string;
  /**
   * The statement that lets only one process at a time migrate. `$1` is a number for the prefix of the tables. Null if
   * a transaction does this itself.
   */
  lockMigration: string | null;
  /** The statement that returns a row if the table `$1` exists. */
  findTable: string;
  /**
   * The statements before `onPaid`. They make a `commit` of its own fail, because an order could otherwise be recorded
   * as paid by an `onPaid` that then fails.
   */
  guard: readonly string[];
  /** The statements after `onPaid`. One of them fails if `onPaid` has ended the transaction. */
  unguard: readonly string[];
  /**
   * Returns what to change in an `onPaid` whose own `commit` the guard has refused. Null for an error that the guard
   * cannot have caused.
   */
  adviceOfGuard: (error: { code?: unknown; errcode?: unknown; message?: unknown }) => string | null;
  /** True for the error that a row breaks a constraint, also one that is checked only by the commit. */
  isConstraint: (error: { code?: unknown; errcode?: unknown }) => boolean;
  /** True if a `commit` of `onPaid` can succeed in spite of `guard`. */
  canCommit: boolean;
  /**
   * True for an error that a missing table or column causes. If `isVague` is true, other mistakes have the same code.
   */
  isMissing: (error: { code?: unknown; errcode?: unknown }) => boolean;
  isVague: boolean;
  /**
   * `isMissing` is true for the error about a missing right. `who` is the statement that returns the `role`, and the
   * `schema` of the tables. Null if the dialect has no roles.
   */
  rights: { isMissing: (error: { code?: unknown }) => boolean; who: string } | null;
};

const ENDS = 'onPaid must not end the transaction of the ledger';
const LEAVE_OUT = 'leave out its commit or rollback';

/** The dialects by their names. */
export const DIALECTS: Readonly<Record<LedgerDatabase<unknown>['dialect'], Dialect>> = {
  postgres: {
    // The collation of a database can ignore punctuation and letter case when it sorts.
    text: 'text collate "C"',
    lock: ' for update',
    skipLocked: ' for update skip locked',
    lockMigration: 'select pg_advisory_xact_lock($1)',
    findTable: 'select 1 where to_regclass($1) is not null',
    // PostgreSQL runs the query of such a cursor when it commits, and undoes the transaction if this query fails. The
    // error that `onPaid` then gets contains the text.
    guard: [
      `declare hub_pay_open cursor with hold for select told::integer from
       unnest(array['${ENDS}']) as told`,
    ],
    unguard: ['close hub_pay_open'],
    // invalid_text_representation, for the text above
    adviceOfGuard: ({ code, message }) =>
      code === '22P02' && String(message).includes(ENDS) ? `${ENDS}: ${LEAVE_OUT}` : null,
    // integrity_constraint_violation
    isConstraint: ({ code }) => String(code).startsWith('23'),
    canCommit: false,
    // undefined_table and undefined_column
    isMissing: ({ code }) => code === '42P01' || code === '42703',
    isVague: false,
    // insufficient_privilege
    rights: {
      isMissing: ({ code }) => code === '42501',
      who: "select current_user as role, coalesce(current_schema(), 'public') as schema",
    },
  },
  // SQLite has one writer, which locks the whole database.
  sqlite: {
    text: 'text',
    lock: '',
    skipLocked: '',
    lockMigration: null,
    findTable: "select 1 from sqlite_master where type = 'table' and name = $1",
    // The row refers to no row. SQLite refuses that when it commits, unless the merchant has set `foreign_keys` to off.
    guard: [
      `create temp table if not exists hub_pay_open (
         id integer primary key,
         missing integer references hub_pay_open (id) deferrable initially deferred
       )`,
      'insert into temp.hub_pay_open (missing) values (0)',
      'savepoint hub_pay_open',
    ],
    unguard: ['release hub_pay_open', 'delete from temp.hub_pay_open'],
    // A foreign key of the merchant's own has the same code.
    adviceOfGuard: ({ code, errcode }) =>
      code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || errcode === 787
        ? 'A foreign key has failed: a row of your own refers to one that does not exist. ' +
          `Or onPaid has called commit, which fails in this way: ${ENDS}: ${LEAVE_OUT}`
        : null,
    isConstraint: ({ code, errcode }) =>
      String(code).startsWith('SQLITE_CONSTRAINT') || (typeof errcode === 'number' && (errcode & 0xff) === 19),
    canCommit: true,
    // `better-sqlite3` gives the name of the code, and `node:sqlite` its number.
    isMissing: ({ code, errcode }) => code === 'SQLITE_ERROR' || errcode === 1,
    isVague: true,
    rights: null,
  },
};
