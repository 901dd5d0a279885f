/**
 * Connects to the PostgreSQL server at `DATABASE_URL`. Without this variable, the database is in the memory of this
 * process.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { Pool } from 'pg';
import { postgres, type LedgerDatabase } from '../../src/server/index.js';

type Row = Record<string, unknown>;

/** What the clients of both drivers have in common. */
export interface Client {
  query(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

export interface Database extends LedgerDatabase<Client> {
  close(): Promise<void>;
}

export async function openDatabase(url: string | undefined): Promise<Database> {
  if (url === undefined) return embedded();
  const pool = new Pool({ connectionString: url, max: 4 });
  return { ...postgres(pool), close: () => pool.end() };
}

/** Starts from a cached copy of an empty database, because a new database takes seconds to create. */
async function embedded(): Promise<Database> {
  const copy = await emptyCopy();
  const db = await PGlite.create({ loadDataDir: new Blob([new Uint8Array(await readFile(copy))]) });
  return { ...postgres(db), close: () => db.close() };
}

async function emptyCopy(): Promise<string> {
  const root = fileURLToPath(new URL('../../node_modules/', import.meta.url));
  const { version } = JSON.parse(await readFile(join(root, '@electric-sql/pglite/package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(root, `.cache/hub-pay-demo/postgres-${version}.tar`);
  if (existsSync(copy)) return copy;
  const db = await PGlite.create();
  const dump = await db.dumpDataDir('none');
  await db.close();
  await mkdir(dirname(copy), { recursive: true });
  // Write to a temporary file and rename it, so that no process reads a partial file.
  await writeFile(`${copy}-${process.pid}`, new Uint8Array(await dump.arrayBuffer()));
  await rename(`${copy}-${process.pid}`, copy);
  return copy;
}
