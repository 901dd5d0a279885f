/** Reports what to do when the tables of the ledger are missing. */
import { config, type HubPayError } from '../../../errors.js';
import type { LedgerDatabase, Query } from './database.js';
import { DIALECTS } from './dialects.js';
import { VERSION, versionOf } from './schema.js';

/**
 * Returns the database for the ledger's own statements, with a clear error if its tables are missing or older than this
 * code. `migrate` uses the given database directly.
 */
export function withTables<T>(db: LedgerDatabase<T>, prefix: string): LedgerDatabase<T> {
  const { dialect, canAbandon = false } = db;
  const { isMissing, isVague } = DIALECTS[dialect];

  /** @throws HubPayError `config` if the tables are missing or older than this code; otherwise the error of `run` */
  const explained = async <R>(run: () => Promise<R>, look: Query): Promise<R> => {
    try {
      return await run();
    } catch (error) {
      if (!isMissing(Object(error) as object)) throw error;
      // If the version of the tables cannot be read, the error counts as one with another cause.
      if (isVague && (await versionOf(look, dialect, prefix).catch(() => VERSION)) >= VERSION) throw error;
      throw missing(prefix, error);
    }
  };

  return {
    dialect,
    canAbandon,
    query: (sql, values) => explained(() => db.query(sql, values), db.query),
    transaction: (work) => explained(() => db.transaction(work), db.query),
    within(transaction) {
      const query = db.within(transaction);
      return (sql, values) => explained(() => query(sql, values), query);
    },
  };
}

const missing = (prefix: string, cause: unknown): HubPayError => {
  const why = 'do not exist, or an older hub-pay has created them: call ledger.migrate() at each start';
  return Object.assign(config('database', `the tables ${prefix}… ${why}`), { cause });
};
