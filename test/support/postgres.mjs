/** Starts a PostgreSQL server for tests, if PostgreSQL is installed. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

export const POSTGRES_PACKAGE = 'postgresql';

/** Debian keeps the programs of each version in a folder outside the path. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/**
 * Returns the folder of `initdb` and `postgres`. Returns null if PostgreSQL is not installed.
 *
 * @returns {string | null}
 */
function programs() {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a)) : [];
  const own = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
  const folders = [...versions.map((version) => join(DEBIAN_FOLDER, version, 'bin')), ...(own ? [own] : [])];
  return folders.find((folder) => ['initdb', 'postgres'].every((each) => existsSync(join(folder, each)))) ?? null;
}

export const hasPostgres = () => programs() !== null;

/** Returns a list with one message if PostgreSQL is not installed. Otherwise, returns an empty list. */
export const missingPostgres = () =>
  hasPostgres()
    ? []
    : [`PostgreSQL is not installed: the tests of the ledger fail. Debian: apt install ${POSTGRES_PACKAGE}`];

/**
 * Starts PostgreSQL on a socket in a folder of its own, because another process could take a port that was free before.
 * The server leaves it to the system when to write. `halt` ends it at once, as a crash does, and `restart` starts it.
 *
 * @returns {Promise<{ host: string, user: string, database: string, stop(): Promise<void>, halt(): Promise<void>,
 *   restart(): Promise<void> }>}
 */
export async function startPostgres() {
  const folder = programs();
  if (folder === null) throw new Error(missingPostgres()[0]);
  const host = mkdtempSync(join(tmpdir(), 'hub-pay-postgres-'));
  const account = unprivileged();
  if (account) chownSync(host, account.uid, account.gid);
  const data = join(host, 'data');
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale', 'C.UTF-8'];
  const made = spawnSync(join(folder, 'initdb'), init, { ...account, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=60'];
  const options = ['-D', data, '-k', host, '-h', '', ...settings.flatMap((each) => ['-c', each])];
  const start = async () => {
    const server = spawn(join(folder, 'postgres'), options, { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
    for await (const line of createInterface(server.stderr)) {
      if (!/ready to accept connections/iu.test(line)) continue;
      server.stderr.resume();
      return server;
    }
    throw new Error('postgres ended before it was ready.');
  };
  let server = await start();
  const end = async (/** @type {NodeJS.Signals} */ signal) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  };
  // A test that fails early must leave no server.
  const onExit = () => void server.kill('SIGQUIT');
  process.once('exit', onExit);
  return {
    host,
    user: 'postgres',
    database: 'postgres',
    halt: () => end('SIGQUIT'),
    async restart() {
      await end('SIGQUIT');
      server = await start();
    },
    async stop() {
      await end('SIGQUIT');
      process.removeListener('exit', onExit);
      rmSync(host, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root, so root starts it with the account that the package has made. */
function unprivileged() {
  if (process.getuid?.() !== 0) return null;
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
  );
  if (!uid || !gid) throw new Error('Root needs the account postgres to start PostgreSQL.');
  return { uid, gid };
}
