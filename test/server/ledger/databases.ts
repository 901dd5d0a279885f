/** The databases on which the ledger is tested. Each test has its own tables, by their prefix. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import Database from 'better-sqlite3';
import { Pool } from 'pg';
import { postgres, sqlite, type LedgerDatabase } from '../../../src/server/index.js';
import { atEnd } from '../../runner/at-end.mjs';
import { startPostgres } from '../../support/postgres.mjs';

/** A database. `connect` opens a connection as another process would. */
export interface Kind {
  name: 'postgres' | 'pglite' | 'sqlite';
  connect(): Promise<LedgerDatabase<unknown>>;
}

let number = 0;

/** Returns a prefix that no other test of this process uses. */
export const newPrefix = (): string => `t${(number += 1)}_`;

type Server = Awaited<ReturnType<typeof startPostgres>>;
let server: Promise<Server> | undefined;

const keep = <T>(value: T, end: (value: T) => unknown): T => {
  atEnd(() => end(value));
  return value;
};

/** Starts the PostgreSQL server of this process. */
export async function postgresServer(): Promise<Server> {
  return (server ??= startPostgres().then((started) => keep(started, (each) => each.stop())));
}

/** Opens a pool of the PostgreSQL server of this process. */
export async function openPool(max = 8): Promise<Pool> {
  const { host, user, database } = await postgresServer();
  return keep(new Pool({ host, user, database, max }), (pool) => pool.end());
}

const pools: Pool[] = [];
let next = 0;

/** Returns one of a few pools, the next one each time, so that two connections are those of two processes. */
async function anyPool(): Promise<Pool> {
  const at = (next += 1) % 4;
  return (pools[at] ??= await openPool());
}

let folder: string | undefined;

/** Opens a connection to the SQLite file of this process. */
export function openSqlite(): Database.Database {
  folder ??= keep(mkdtempSync(join(tmpdir(), 'hub-pay-sqlite-')), (path) => rmSync(path, { recursive: true }));
  const db = new Database(join(folder, 'ledger.db'), { timeout: 0 });
  db.pragma('journal_mode = wal');
  db.pragma('synchronous = off');
  return keep(db, (each) => each.close());
}

let embedded: Promise<PGlite> | undefined;

/** The databases by their names. PGlite has one connection, so its processes share it. */
export const databases: Readonly<Record<Kind['name'], Kind>> = {
  postgres: { name: 'postgres', connect: async () => postgres(await anyPool()) },
  pglite: {
    name: 'pglite',
    connect: async () => {
      embedded ??= PGlite.create().then((db) => keep(db, (each) => each.close()));
      return postgres(await embedded);
    },
  },
  sqlite: { name: 'sqlite', connect: () => Promise.resolve(sqlite(openSqlite())) },
};

/** Every kind of database. */
export const kinds: readonly Kind[] = Object.values(databases);
