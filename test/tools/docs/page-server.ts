/** Runs the whole server of the documentation in processes of its own, against a real database. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import pg from 'pg';
import { blocksOf } from './markdown.js';
import { read, root } from '../sources.js';

const PAGE = 'stories/docs/server.md';

/** The whole server, as the page shows it. */
export const wholeServer: string =
  blocksOf(PAGE, read(PAGE)).find(({ text }) => text.includes('createServer('))?.text ?? '';

/** The statement that creates the merchant's own table. */
export const parcelTable: string =
  blocksOf(PAGE, read(PAGE)).find(({ text }) => text.includes('create table parcels'))?.text ?? '';

/** When a process ends itself: at the nth chunk that it sends, before or after the chunk is sent. */
export type End = { chunk: number; sent: boolean };

/** A new database with the merchant's own table, and the address by which a server connects to it. */
export type ShopDatabase = {
  url: string;
  /** Runs a statement, and resolves to its rows. */
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** The ids of the orders that are to be packed. */
  parcels(): Promise<unknown[]>;
  /**
   * Lets the time pass, for one order, for which a page gets the same answer, for which a failed payment waits, and
   * for which a dead process holds what it has claimed.
   */
  pass(order: string): Promise<void>;
};

let databases = 0;

/** Creates a database on a PostgreSQL server, which listens on a socket in the folder `host`. */
export async function openShopDatabase({ host, user }: { host: string; user: string }): Promise<ShopDatabase> {
  databases += 1;
  const name = `shop_${databases}`;
  const pool = new pg.Pool({ host, user, database: 'postgres', max: 1 });
  await pool.query(`create database ${name}`);
  // Otherwise, a crash of the server would lose what a client has already been told.
  await pool.query(`alter database ${name} set synchronous_commit = on`);
  await pool.end();
  // Each statement has a connection of its own, because the server may restart between two of them.
  const query: ShopDatabase['query'] = async (sql, values = []) => {
    const client = new pg.Client({ host, user, database: name });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql, values)).rows;
    } finally {
      await client.end();
    }
  };
  await query(parcelTable);
  return {
    url: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`,
    query,
    parcels: async () => (await query('select order_id from parcels')).map((row) => row['order_id']),
    async pass(order) {
      const past = new Date(0).toISOString();
      const changes = 'checked_at = $1, next_check_at = $1, claimed_until = null';
      await query(`update hub_pay_payments set ${changes} where next_check_at is not null and order_id = $2`, [
        past,
        order,
      ]);
    },
  };
}

export type PageServer = {
  /** Answers `POST /api/orders/<order>/payment`. Null if the process has ended. */
  store(order: string, requestId: string): Promise<number | null>;
  /** Returns the answer of `GET /api/orders/<order>`. Null if the process has ended. */
  read(order: string): Promise<{ status: number; body: Record<string, unknown> } | null>;
  /** From now on, the process counts the chunks that it sends. */
  endAt(end: End): void;
  /** Whether the process still runs. */
  isRunning(): boolean;
  /** What it has written to the console. */
  output(): string;
  stop(): Promise<void>;
};

export type PageServers = {
  /**
   * Starts a process for an order. Resolves when it answers, or to null if it has ended before.
   * @param end when the process ends itself, counted from its start
   */
  start(environment: Record<string, string>, end?: End): Promise<PageServer | null>;
  close(): Promise<void>;
};

/**
 * Bundles the server once, because a process then starts in a fraction of a second.
 * @param changes texts of the sample, each with its new text. The order's id is the variable `ORDER`.
 */
export async function openPageServers(changes: Readonly<Record<string, string>> = {}): Promise<PageServers> {
  const folder = `${root}node_modules/.cache/page-server/${process.pid}-${Date.now()}/`;
  mkdirSync(folder, { recursive: true });
  const all: Record<string, string> = {
    ...changes,
    "'1042'": "process.env.ORDER ?? '1042'",
    '.listen(3000)': `.listen(0, '127.0.0.1', function () { process.send(this.address().port); })`,
  };
  let contents = wholeServer;
  for (const [from, to] of Object.entries(all)) {
    if (!contents.includes(from)) throw new Error(`The whole server does not contain ${from}.`);
    contents = contents.replace(from, to);
  }
  await build({
    stdin: { contents, resolveDir: root, loader: 'js' },
    outfile: `${folder}server.mjs`,
    alias: { 'hub-pay/server': `${root}src/server/index.ts` },
    packages: 'external',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  const processes = new Set<ChildProcess>();
  return {
    start: (environment, end) => start(`${folder}server.mjs`, environment, processes, end),
    async close() {
      await Promise.all([...processes].map(stopProcess));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function start(
  file: string,
  environment: Record<string, string>,
  processes: Set<ChildProcess>,
  end?: End,
): Promise<PageServer | null> {
  const child = fork(file, {
    env: { PATH: process.env['PATH'], ...environment, ...(end && { END: JSON.stringify(end) }) },
    execArgv: ['--import', `${root}test/support/fakes/kill-at-write.mjs`],
    silent: true,
  });
  processes.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const ended = once(child, 'exit').then(() => null);
  const port = await Promise.race([once(child, 'message').then(([number]) => Number(number)), ended]);
  if (port === null) {
    if (!end) throw new Error(`The server ended before it answered:\n${output}`);
    return null;
  }
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const ask = async (path: string, init?: RequestInit): Promise<Response | null> => {
    try {
      return await fetch(`http://127.0.0.1:${port}/api/orders/${path}`, init);
    } catch (error) {
      await ended;
      if (child.signalCode !== 'SIGKILL') throw new Error(output, { cause: error });
      return null;
    }
  };
  return {
    async store(order, requestId) {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify({ requestId }) };
      return (await ask(`${order}/payment`, init))?.status ?? null;
    },
    async read(order) {
      const response = await ask(order);
      return response && { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    endAt: (wanted) => void child.send(wanted),
    isRunning,
    output: () => output,
    stop: () => stopProcess(child),
  };
}
