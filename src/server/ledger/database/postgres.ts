/** The ledger's adapter for PostgreSQL: a pool of node-pg, or an embedded PGlite. It imports no driver. */
import { config } from '../../../errors.js';
import { sharedOnPage } from '../../../shared/memory-store.js';
import { createSeldomTeller } from '../payments/tell-seldom.js';
import { Abandoned } from './abandoned.js';
import type { LedgerDatabase, Query, Row, Value } from './database.js';

/** An object that runs statements, such as a client of node-pg or a PGlite. */
export type PgQueries = {
  /** Runs one statement with its values. */
  query(
    sql: string,
    values?: unknown[],
  ): Promise<{
    /** The rows that the statement returns. */
    rows: unknown[];
    /**
     * The command that the database has executed, from node-pg: `ROLLBACK` for the `commit` of a failed transaction.
     */
    command?: string;
  }>;
};

/** The members of a node-pg client that the ledger uses. */
export type PgClient = PgQueries & {
  /** Gives the client back to its pool. With an error or true, the pool closes the client. */
  release(error?: Error | boolean): void;
  /** Adds a listener for the loss of the connection. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Removes the listener. */
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
};

/** The members of a node-pg `Pool` that the ledger uses. */
export type PgPool = PgQueries & {
  /** Resolves to a client of the pool. */
  connect(): Promise<PgClient>;
  /** Adds a listener for the loss of an idle connection. */
  on(event: 'error', listener: (error: Error) => void): unknown;
};

/** The members of a PGlite that the ledger uses. */
export type PgLite = PgQueries & {
  /** Runs `work` in a transaction, for which every other statement waits. */
  transaction(work: (transaction: PgQueries) => Promise<unknown>): Promise<unknown>;
};

/** The driver's own client in a transaction: node-pg's `PoolClient`, or PGlite's `Transaction`. */
export type PgTransaction<Driver> = Driver extends {
  /** Runs a function in a transaction, as in PGlite. */
  transaction(work: (transaction: infer Client) => Promise<unknown>): Promise<unknown>;
}
  ? Client
  : // In the types of node-pg, `connect` has two signatures.
    Driver extends {
        /** As in the types of node-pg. */
        connect: {
          /** Resolves to a client. */
          (): Promise<infer Client>;
          /** Passes a client to the function. */
          (callback: never): void;
        };
      }
    ? Client
    : Driver extends {
          /** As in a pool of your own. */
          connect(): Promise<infer Client>;
        }
      ? Client
      : never;

/**
 * Connects the ledger to PostgreSQL, by a `Pool` of node-pg or by a `PGlite`. A transaction of the ledger takes one
 * client of the pool until `onPaid` has ended. All other statements would wait for it in a pool of one client, so give
 * the pool at least 2. A connection that has not answered a statement of the ledger for 60 seconds is closed, and the
 * statement has failed. The loss of an idle connection is written to the console, instead of ending the process. PGlite
 * has one connection. If `onPaid` awaits a statement that does not use its `transaction`, this statement waits until
 * `onPaid` has failed after 30 seconds.
 * @throws HubPayError `config` if the value is neither
 */
export function postgres<Driver extends PgPool | PgLite>(driver: Driver): LedgerDatabase<PgTransaction<Driver>> {
  const given = driver as unknown;
  if (isLite(given)) return lite(given) as LedgerDatabase<PgTransaction<Driver>>;
  if (isPool(given)) return pooled(given) as LedgerDatabase<PgTransaction<Driver>>;
  throw config('database', 'postgres() needs a Pool of node-pg or a PGlite');
}

const has = (value: unknown, ...names: string[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');

const isLite = (value: unknown): value is PgLite => has(value, 'query', 'transaction');

/** A `Client` of node-pg has a `connect` too, but no `totalCount`. */
const isPool = (value: unknown): value is PgPool =>
  has(value, 'query', 'connect', 'on') && 'totalCount' in Object(value);

/**
 * Returns the client of the merchant's own transaction. A pool would run each statement on any connection, outside the
 * transaction, so it is refused.
 * @throws HubPayError `config` for a pool, a PGlite, or an object without `query`
 */
function checkedClient(transaction: unknown): PgQueries {
  if (isLite(transaction))
    throw config('transaction', 'this is a PGlite: pass what its method transaction has passed to your function');
  if (isPool(transaction)) throw config('transaction', 'this is a pool: pass the client on which you called begin');
  if (!has(transaction, 'query'))
    throw config('transaction', 'has no function query: pass the client on which you called begin');
  return transaction as PgQueries;
}

const queryOf =
  (client: PgQueries): Query =>
  async (sql, values = []) =>
    (await client.query(sql, values.map(storable))).rows as Row[];

/**
 * Replaces the character U+0000, with which PostgreSQL refuses a text. The ledger must record a payment even if the
 * service's record contains this character.
 */
const storable = (value: Value): Value => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value);

/**
 * How long a pool may take to give a client, or a client to answer a statement, in milliseconds. A connection whose
 * other end has vanished without a word never answers, and the job would wait for ever.
 */
const ANSWER_MS = 60_000;

/** There was no answer within `ANSWER_MS`. */
class Unanswered extends Error {}

/**
 * Waits for at most `ANSWER_MS`, by the clock of the platform, because the network has no other one.
 * @param onLate called with a result that comes later
 * @throws Unanswered after this time
 */
const answered = <R>(what: string, pending: Promise<R>, onLate: (result: R) => void = () => undefined): Promise<R> =>
  new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new Unanswered(`The database has given no answer to ${what} for ${ANSWER_MS / 1_000} seconds.`));
    }, ANSWER_MS);
    pending.then((result) => (isLate ? onLate(result) : resolve(result)), reject).finally(() => clearTimeout(timer));
  });

/** A client of a pool. It is closed at the end if `broken` is set. */
type Connection = PgQueries & { client: PgClient; broken: Error | undefined };

/**
 * Takes a client for `work`, and gives it back. Closes it instead if its connection is lost, or if one of its
 * statements was not answered: the statement could otherwise run in a later transaction.
 */
async function withClient<R>(pool: PgPool, work: (connection: Connection) => Promise<R>): Promise<R> {
  const client = await answered('the request for a connection', pool.connect(), (late) => late.release());
  const connection: Connection = {
    client,
    broken: undefined,
    query: (sql, values) =>
      answered('a statement', client.query(sql, values)).catch((error: unknown) => {
        if (!isOfStatement(error)) connection.broken ??= error as Error;
        throw error;
      }),
  };
  const onError = (error: Error): void => void (connection.broken ??= error);
  client.on('error', onError);
  try {
    return await work(connection);
  } finally {
    client.removeListener('error', onError);
    client.release(connection.broken);
  }
}

/**
 * True for an error of PostgreSQL about a statement, after which the client can be used: one with a code and a severity
 * whose class is none of connections (08), of shutdowns (57P) and of the server itself (58, XX).
 */
function isOfStatement(error: unknown): boolean {
  const { code, severity } = Object(error) as { code?: unknown; severity?: unknown };
  return typeof severity === 'string' && typeof code === 'string' && !/^(?:08|57P|58|XX)/u.test(code);
}

/** The maximum number of attempts for a statement outside a transaction. */
const TRIES = 20;

/**
 * Runs each statement as a transaction of its own. If the default of the database is `repeatable read` or
 * `serializable`, PostgreSQL can undo one of two such statements that change the same row. The statement must then run
 * again.
 */
const soleQueryOf = (pool: PgQueries): Query => {
  const query = queryOf(pool);
  return async (sql, values) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await query(sql, values);
      } catch (error) {
        if (tried === TRIES || !isSerialization(error)) throw error;
      }
    }
  };
};

/** `serialization_failure`, after which nothing of the statement is left. */
const isSerialization = (error: unknown): boolean => (Object(error) as { code?: unknown }).code === '40001';

/** In a transaction, the ledger must read what other transactions have written while it waited for their lock. */
const ISOLATION = 'isolation level read committed';

const lite = (driver: PgLite): LedgerDatabase<unknown> => ({
  dialect: 'postgres',
  // After the end of a transaction, PGlite refuses the statements of its client.
  canAbandon: true,
  query: soleQueryOf(driver),
  transaction: async <R>(work: (query: Query, transaction: unknown) => Promise<R>) =>
    (await driver.transaction(async (transaction: PgQueries) => {
      await transaction.query(`set transaction ${ISOLATION}`);
      return work(queryOf(transaction), transaction);
    })) as R,
  within: (transaction) => queryOf(checkedClient(transaction)),
});

function pooled(pool: PgPool): LedgerDatabase<unknown> {
  // Without a listener, the loss of an idle connection would end the process. Several ledgers share one listener.
  sharedOnPage(pool, 'ledger', () => {
    // A restart of the database ends all connections of the pool at once.
    const tell = createSeldomTeller(() => Date.now());
    return pool.on('error', (error) => tell(`a connection to the database was lost: ${error.message}`));
  });
  return {
    dialect: 'postgres',
    canAbandon: true,
    query: soleQueryOf({ query: (sql, values) => withClient(pool, (connection) => connection.query(sql, values)) }),
    transaction: (work) =>
      withClient(pool, async (connection) => {
        try {
          await connection.query(`begin ${ISOLATION}`);
          const result = await work(queryOf(connection), connection.client);
          if (connection.broken) throw connection.broken;
          // PostgreSQL reports no error for the `commit` of a transaction in which a statement has failed.
          const { command } = await connection.query('commit');
          if (command === 'ROLLBACK') throw new Error('A statement has failed, so the database undid the transaction.');
          return result;
        } catch (error) {
          // A statement that never ends would block the rollback. The loss of the connection undoes everything.
          if (error instanceof Abandoned) connection.broken = error;
          if (!connection.broken)
            await connection.query('rollback').catch((cause: unknown) => void (connection.broken ??= cause as Error));
          throw error;
        }
      }),
    within: (transaction) => queryOf(checkedClient(transaction)),
  };
}
