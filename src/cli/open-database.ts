/**
 * Opens the merchant's database to read it, with a driver of the merchant's own project. For SQLite, the driver of Node
 * is used if the project has none.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { LedgerDatabase, Query, Row } from '../server/ledger/database/database.js';
import { sqlite, type SqliteDriver } from '../server/ledger/database/sqlite.js';
import { messageOf } from './command.js';
import type { DatabaseName } from './database-name.js';

/** What the command needs of node-pg. */
type Pg = { Client: new (options: object) => PgClient };
type PgClient = {
  connect(): Promise<unknown>;
  query(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
  end(): Promise<void>;
  unref(): void;
  on(event: 'error', listener: () => void): unknown;
};

/** What the command needs of `better-sqlite3` and of `node:sqlite`. */
type BetterSqlite = new (file: string, options: object) => Closable;
type NodeSqlite = { DatabaseSync: new (file: string, options: object) => Closable };
type Closable = SqliteDriver & { close(): unknown };

/** Longest waits for the connection and for the result of a statement, in milliseconds. */
const CONNECT_MS = 10_000;
const QUERY_MS = 60_000;

/**
 * Runs `work` with one connection, in one transaction that can only read. So all of its statements see the same state,
 * and the database refuses every change.
 * @param folder the merchant's project, from which the driver is loaded, unless it is that of Node
 * @throws an error for the merchant, without any password, if no driver can be loaded, if the database cannot be read,
 *   or if `work` rejects
 */
export async function readDatabase<R>(
  name: DatabaseName,
  folder: string,
  work: (database: LedgerDatabase<unknown>) => Promise<R>,
): Promise<R> {
  const load = createRequire(join(folder, 'package.json'));
  // A further dialect needs a case here: without it, this function would not compile.
  switch (name.dialect) {
    case 'sqlite':
      return readSqlite(name.file, load, folder, work);
    case 'postgres':
      return readPostgres(name, loadPg(load, folder), work);
  }
}

function loadPg(load: NodeJS.Require, folder: string): Pg {
  const pg = attempt(() => load('pg') as Pg);
  if ('done' in pg) return pg.done;
  throw new DriverError(
    `To read PostgreSQL, the command loads the package pg of the project in ${folder}. ${advice(pg.cause, 'pg')}`,
  );
}

/** The error for a driver that is missing or cannot be loaded. */
class DriverError extends Error {}

function attempt<R>(run: () => R): { done: R } | { cause: unknown } {
  try {
    return { done: run() };
  } catch (cause) {
    return { cause };
  }
}

const codeOf = (cause: unknown): string => String((cause as { code?: unknown } | null)?.code);

/**
 * Returns what to install, or why a package could not be loaded, for example because its machine code is for another
 * version of Node.
 */
function advice(cause: unknown, name: string): string {
  const [text = ''] = messageOf(cause).split('\n');
  if (codeOf(cause) !== 'MODULE_NOT_FOUND') return `${name} could not be loaded: ${text}`;
  return `Run npm install ${name} there, or run the command in the folder of your server.`;
}

async function readPostgres<R>(
  { url, label, secrets }: Extract<DatabaseName, { dialect: 'postgres' }>,
  { Client }: Pg,
  work: (database: LedgerDatabase<unknown>) => Promise<R>,
): Promise<R> {
  try {
    const limits = { connectionTimeoutMillis: CONNECT_MS, query_timeout: QUERY_MS };
    return await readBy(new Client({ connectionString: url, ...limits }), work);
  } catch (cause) {
    const text = secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), messageOf(cause));
    // The new error has no `cause`, because the cause could contain the password.
    throw new Error(`${label}: ${text}`);
  }
}

async function readBy<R>(client: PgClient, work: (database: LedgerDatabase<unknown>) => Promise<R>): Promise<R> {
  // Without a listener, the loss of the connection would end the process. With one, only the running statement rejects.
  client.on('error', () => undefined);
  try {
    await client.connect();
    // The transaction is read-only, and not the session. If a pooler shares the connection, a setting of the session
    // could affect its other users.
    await client.query('begin transaction isolation level repeatable read, read only');
    const query: Query = async (sql, values = []) => (await client.query(sql, [...values])).rows;
    return await work(inOneTransaction('postgres', query));
  } finally {
    // The server undoes the transaction. A server that does not answer any more must not keep the command waiting.
    client.unref();
    client.end().catch(() => undefined);
  }
}

async function readSqlite<R>(
  file: string,
  load: NodeJS.Require,
  folder: string,
  work: (database: LedgerDatabase<unknown>) => Promise<R>,
): Promise<R> {
  let driver: Closable | undefined;
  try {
    driver = openSqlite(file, load, folder);
    driver.exec('begin');
    return await work(inOneTransaction('sqlite', sqlite(driver).within(driver)));
  } catch (cause) {
    if (cause instanceof DriverError) throw cause;
    throw new Error(`${file}: ${messageOf(cause)}${isUnwritable(cause) ? FOLDER_HINT : ''}`, { cause });
  } finally {
    driver?.close();
  }
}

/** Opens the file with the project's own `better-sqlite3`, or else with the SQLite of Node. */
function openSqlite(file: string, load: NodeJS.Require, folder: string): Closable {
  const better = attempt(() => new (load('better-sqlite3') as BetterSqlite)(file, { readonly: true }));
  if ('done' in better) return better.done;
  // The driver works, but cannot open this file.
  if (/^SQLITE_/u.test(codeOf(better.cause))) throw better.cause;
  const node = attempt(() => load('node:sqlite') as NodeSqlite);
  if ('done' in node) return new node.done.DatabaseSync(file, { readOnly: true });
  throw new DriverError(
    `To read SQLite, the command loads the package better-sqlite3 of the project in ${folder}, or else the SQLite of ` +
      `Node 22.13 or newer. ${advice(better.cause, 'better-sqlite3')}`,
  );
}

/** In WAL mode, SQLite itself writes into files beside the database, also for those who only read. */
const FOLDER_HINT = '. If the file is in WAL mode, run the command as a user who may write into its folder.';

/**
 * True if SQLite could not open or write a file. An error of `better-sqlite3` has the name of the code. An error of
 * `node:sqlite` has its number: 8 is SQLITE_READONLY, and 14 is SQLITE_CANTOPEN.
 */
function isUnwritable(cause: unknown): boolean {
  const { errcode } = Object(cause) as { errcode?: unknown };
  return (
    /^SQLITE_(?:READONLY|CANTOPEN)/u.test(codeOf(cause)) ||
    (typeof errcode === 'number' && [8, 14].includes(errcode & 0xff))
  );
}

const inOneTransaction = (dialect: LedgerDatabase<unknown>['dialect'], query: Query): LedgerDatabase<unknown> => ({
  dialect,
  query,
  transaction: (work) => work(query, undefined),
  within: () => query,
});
