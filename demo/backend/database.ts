/**
 * Opens the PostgreSQL server at `DATABASE_URL`. Without this variable, it opens an in-process database, which loses
 * its data at exit.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { Pool } from 'pg';

type Row = Record<string, unknown>;

export interface Database {
  query(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
  /** Runs several SQL statements in sequence on one connection. */
  run(sql: string): Promise<unknown>;
  close(): Promise<void>;
}

export async function openDatabase(url: string | undefined): Promise<Database> {
  if (url === undefined) return embedded();
  const pool = new Pool({ connectionString: url, max: 4 });
  return {
    query: (sql, values) => pool.query<Row>(sql, values),
    run: (sql) => pool.query(sql),
    close: () => pool.end(),
  };
}

/** Creating a database takes seconds, so a copy of an empty one is cached for the next start. */
async function embedded(): Promise<Database> {
  const copy = await emptyCopy();
  const db = await PGlite.create({ loadDataDir: new Blob([new Uint8Array(await readFile(copy))]) });
  return {
    query: (sql, values) => db.query<Row>(sql, values),
    run: (sql) => db.exec(sql),
    close: () => db.close(),
  };
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
