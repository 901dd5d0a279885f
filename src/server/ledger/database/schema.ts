/** The ledger's tables, and the steps that create and change them. */
import { config, HubPayError } from '../../../errors.js';
import type { LedgerDatabase, Query } from './database.js';
import { DIALECTS, type Dialect } from './dialects.js';

/**
 * The steps from an empty database to the newest tables. A step never changes, because databases have run it, so a
 * change is a new step at the end. `{p}` is the prefix of the tables, and `{text}` the type of a text that is compared
 * by its bytes.
 *
 * Times are ISO 8601 texts in UTC with milliseconds, which sort as the times do. Amounts are decimal texts. All
 * dialects use the same statements. A step that fails must leave nothing, so a transaction must undo these too.
 */
const STEPS: readonly (readonly string[])[] = [
  [
    `create table {p}orders (
      id {text} primary key,
      recipient text not null,
      chain_id bigint not null,
      currency text not null,
      amount text not null,
      minimum_amount text not null,
      expires_at {text},
      status text not null default 'unpaid',
      paid_at {text},
      added_at {text} not null
    )`,
    `create table {p}payments (
      request_id {text} primary key,
      order_id {text} not null references {p}orders (id),
      status text not null default 'stored',
      message text,
      delivery {text},
      result text,
      received text,
      paid text,
      transactions text,
      stored_at {text} not null,
      checked_at {text},
      changed_at {text} not null,
      next_check_at {text},
      claimed_until {text},
      failures integer not null default 0,
      resolved_at {text},
      resolution text,
      is_test integer not null
    )`,
    // At most one payment of an order has the status `paid`.
    `create unique index {p}one_paid on {p}payments (order_id) where status = 'paid'`,
    `create index {p}of_order on {p}payments (order_id)`,
    `create index {p}due on {p}payments (next_check_at)`,
    // One delivery pays one order. A delivery can have several keys.
    `create table {p}deliveries (
      delivery {text} primary key,
      request_id {text} not null references {p}payments (request_id),
      order_id {text} not null references {p}orders (id)
    )`,
    // What the job reports to the merchant, and what a person must look at. The kind `paid` is for `afterPaid`.
    `create table {p}events (
      key {text} primary key,
      kind text not null,
      order_id {text} not null references {p}orders (id),
      request_id {text} not null references {p}payments (request_id),
      body text not null,
      created_at {text} not null,
      due_at {text} not null,
      claimed_until {text},
      failures integer not null default 0,
      told_at {text},
      resolved_at {text}
    )`,
    `create index {p}untold on {p}events (due_at) where told_at is null`,
    `create index {p}of_payment on {p}events (request_id)`,
  ],
  // `accepted` is 1 if a person has accepted the payment for its order.
  [`alter table {p}payments add column accepted integer not null default 0`],
  // When a process without `onAttention` has written the event to the console. Another process still passes it on.
  [`alter table {p}events add column written_at {text}`],
  // Who sent the money, and on which chain, in JSON.
  [`alter table {p}payments add column payer text`],
  // When the ledger first read that the money went back to the payer. A delivery cannot pay an order after that.
  [`alter table {p}payments add column returned_at {text}`],
  // All keys of the delivery, in JSON.
  [`alter table {p}payments add column deliveries text`],
];

/** The default prefix of the tables. */
export const DEFAULT_PREFIX = 'hub_pay_';

/** The form of a prefix, which the statements contain without quotation marks. */
export const PREFIX: RegExp = /^[a-z_][a-z0-9_]{0,30}$/;

/** The version of the tables that this code uses. */
export const VERSION: number = STEPS.length;

/**
 * Creates or updates the tables.
 * @throws HubPayError `config` if the tables are newer than this code, or if the database role lacks a right
 */
export async function migrate(db: LedgerDatabase<unknown>, prefix: string, now: () => string): Promise<void> {
  const { rights } = DIALECTS[db.dialect];
  try {
    await runSteps(db, prefix, now);
  } catch (error) {
    if (!rights?.isMissing(Object(error) as object)) throw error;
    const [row] = await db.query(rights.who);
    throw forbidden(error, String(row?.['role']), String(row?.['schema']));
  }
}

/**
 * Runs the steps that the database has not run, each in one transaction under a lock. So a restart continues with the
 * next step, and several processes can start at once.
 * @throws HubPayError `config` if the tables are newer than this code
 */
async function runSteps(db: LedgerDatabase<unknown>, prefix: string, now: () => string): Promise<void> {
  for (let isNewest = false; !isNewest;) {
    isNewest = await db.transaction(async (query) => {
      const { lockMigration } = DIALECTS[db.dialect];
      if (lockMigration !== null) await query(lockMigration, [lockOf(prefix)]);
      const versions = `${prefix}migrations`;
      await query(`create table if not exists ${versions} (version integer primary key, done_at text not null)`);
      const [row] = await query(`select max(version) as version from ${versions}`);
      const version = Number(row?.['version'] ?? 0);
      if (version > VERSION) throw tooNew(prefix, version);
      const step = STEPS[version];
      if (!step) return true;
      await runStep(query, step, DIALECTS[db.dialect], prefix);
      await query(`insert into ${versions} (version, done_at) values ($1, $2)`, [version + 1, now()]);
      return version + 1 === VERSION;
    });
  }
}

/** Returns the version of the tables with this prefix. 0 if there are none. */
export async function versionOf(
  query: Query,
  dialect: LedgerDatabase<unknown>['dialect'],
  prefix: string,
): Promise<number> {
  const versions = `${prefix}migrations`;
  const [known] = await query(DIALECTS[dialect].findTable, [versions]);
  if (!known) return 0;
  const [row] = await query(`select max(version) as version from ${versions}`);
  return Number(row?.['version'] ?? 0);
}

async function runStep(query: Query, step: readonly string[], { text }: Dialect, prefix: string): Promise<void> {
  for (const statement of step) await query(statement.replaceAll('{p}', prefix).replaceAll('{text}', text));
}

/** Returns a number for the prefix, so that usually two ledgers in one database do not wait for each other. */
const lockOf = (prefix: string): number =>
  Array.from(prefix, (letter) => letter.charCodeAt(0)).reduce((hash, code) => (hash * 31 + code) % 2 ** 31, 4280);

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function forbidden(cause: unknown, role: string, schema: string): HubPayError {
  const why = cause instanceof Error ? cause.message : String(cause);
  const grant = `grant usage, create on schema ${quoted(schema)} to ${quoted(role)}`;
  return new HubPayError(
    'config',
    `database: the role ${quoted(role)} cannot create or update the ledger's tables (${why}). ` +
      `As the owner of the database, run: ${grant}; if another role owns the tables, call migrate() with that role`,
    { attribute: 'database', cause },
  );
}

const tooNew = (prefix: string, version: number): HubPayError =>
  config(
    'database',
    `the tables ${prefix}… have version ${version}, and this hub-pay knows only version ${VERSION}: update hub-pay`,
  );
