/** Tests how the merchant's database is opened: by which driver, that nothing can change, and what errors say. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readDatabaseName } from '../../src/cli/database-name.js';
import { readDatabase } from '../../src/cli/open-database.js';
import { createProject, postgresMerchant, sqliteMerchant } from './merchant.js';

const shop = createProject(['pg', 'better-sqlite3']);
const bare = createProject([]);
after(() => [shop, bare].forEach(({ remove }) => remove()));

const read = (name: string, sql: string, { folder } = shop) =>
  readDatabase(readDatabaseName(name, undefined, folder), folder, ({ query }) => query(sql));

const textOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => null,
    (cause: unknown) => cause,
  );
  assert.ok(error instanceof Error);
  return error.message;
};

test('readDatabase reads PostgreSQL in one transaction that sees one moment and cannot change anything', async () => {
  const merchant = await postgresMerchant();
  try {
    await merchant.sql('create table t (a int); insert into t values (1)');
    const name = readDatabaseName(merchant.name, undefined, shop.folder);
    const seen = await readDatabase(name, shop.folder, async ({ query }) => {
      const first = await query('select a from t');
      await merchant.sql('insert into t values (2)');
      return [first, await query('select a from t'), await query('select $1::text as b', ['x'])];
    });
    assert.deepEqual(seen, [[{ a: 1 }], [{ a: 1 }], [{ b: 'x' }]]);
    for (const sql of [
      'insert into t values (3)',
      'create table u (a int)',
      'drop table t',
      'select a from t for update',
    ])
      assert.match(
        await textOf(read(merchant.name, sql)),
        /^postgres:\/\/.*: cannot execute .* in a read-only transaction/u,
      );
  } finally {
    await merchant.close();
  }
});

test('readDatabase reads a SQLite file that a server has open, sees one moment, and cannot change anything', async () => {
  const file = join(shop.folder, 'shop.db');
  const merchant = sqliteMerchant(file);
  try {
    await merchant.sql('create table t (a int); insert into t values (1)');
    const seen = await readDatabase({ dialect: 'sqlite', file }, shop.folder, async ({ query }) => {
      const first = await query('select a from t');
      await merchant.sql('insert into t values (2)');
      return [first, await query('select a from t'), await query('select $1 as b', ['x'])];
    });
    assert.deepEqual(seen, [[{ a: 1 }], [{ a: 1 }], [{ b: 'x' }]]);
    for (const sql of ['insert into t values (3)', 'create table u (a int)', 'drop table t'])
      assert.match(await textOf(read(file, sql)), /shop\.db: attempt to write a readonly database/u);
  } finally {
    await merchant.close();
  }
});

test('readDatabase leaves the bytes of a SQLite file as they are, and creates no file', async () => {
  const file = join(shop.folder, 'still.db');
  const merchant = sqliteMerchant(file);
  await merchant.sql('pragma journal_mode = delete; create table t (a int)');
  await merchant.close();
  const before = readFileSync(file);
  await read(file, 'select * from t');
  assert.deepEqual(readFileSync(file), before);
  writeFileSync(
    join(shop.folder, 'text.db'),
    'no database, but a text that is long enough to be read as a header of one',
  );
  assert.match(await textOf(read('text.db', 'select 1 from t')), /text\.db: file is not a database/u);
  assert.deepEqual(
    ['still.db-wal', 'still.db-shm', 'still.db-journal'].map((each) => existsSync(join(shop.folder, each))),
    [false, false, false],
  );
});

test('readDatabase says what SQLite needs when it cannot write the files beside a file in WAL mode', async () => {
  const file = join(shop.folder, 'closed.db');
  const merchant = sqliteMerchant(file);
  await merchant.sql('create table t (a int)');
  await merchant.close();
  // Root can write into any folder, but not where a folder stands.
  mkdirSync(`${file}-wal`);
  const hint = 'If the file is in WAL mode, run the command as a user who may write into its folder.';
  assert.match(await textOf(read(file, 'select 1 from t')), new RegExp(`closed\\.db: .+\\. ${hint}$`, 'u'));
});

test('readDatabase says what to install when the project has no driver', async () => {
  const text = await textOf(read('postgres://u:hidden@127.0.0.1:1/shop', 'select 1', bare));
  assert.equal(
    text,
    `To read PostgreSQL, the command loads the package pg of the project in ${bare.folder}. ` +
      'Run npm install pg there, or run the command in the folder of your server.',
  );
  const file = join(bare.folder, 'shop.db');
  await sqliteMerchant(file).close();
  if (hasNodeSqlite()) assert.deepEqual({ ...(await read(file, 'select 1 as a', bare))[0] }, { a: 1 });
  else
    assert.match(
      await textOf(read(file, 'select 1', bare)),
      /Node 22\.13 or newer\. Run npm install better-sqlite3 there/u,
    );
});

test('readDatabase uses the SQLite of Node, or says why the driver does not load, when it is built for another Node', async () => {
  const broken = createProject([]);
  try {
    const place = join(broken.folder, 'node_modules/better-sqlite3');
    mkdirSync(place, { recursive: true });
    // The real package loads its machine code when the first database is opened.
    writeFileSync(
      join(place, 'index.js'),
      "const failed = Object.assign(new Error('NODE_MODULE_VERSION 108\\nlong'), { code: 'ERR_DLOPEN_FAILED' });" +
        'module.exports = function () { throw failed; };',
    );
    const file = join(broken.folder, 'shop.db');
    await sqliteMerchant(file).close();
    if (hasNodeSqlite()) assert.deepEqual({ ...(await read(file, 'select 1 as a', broken))[0] }, { a: 1 });
    else
      assert.match(
        await textOf(read(file, 'select 1', broken)),
        /better-sqlite3 could not be loaded: NODE_MODULE_VERSION 108$/u,
      );
  } finally {
    broken.remove();
  }
});

test('readDatabase names the host and no password when the server cannot be reached or repeats the password', async () => {
  assert.match(
    await textOf(read('postgres://u:hidden@127.0.0.1:1/shop', 'select 1')),
    /^postgres:\/\/127\.0\.0\.1:1\/shop: connect ECONNREFUSED 127\.0\.0\.1:1$/u,
  );
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    let isKnown = false;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      // Asks for the password in clear text, and then repeats it in an error.
      const fields = ['SFATAL', 'C28P01', `Mwrong: ${data.toString('latin1', 5).replace(/\0.*$/su, '')} hid%20den`, ''];
      const body = Buffer.from(`${fields.join('\0')}\0`, 'latin1');
      const head = Buffer.alloc(5);
      head.write('E');
      head.writeInt32BE(4 + body.length, 1);
      socket.write(isKnown ? Buffer.concat([head, body]) : Buffer.from('5200000008 00000003'.replace(' ', ''), 'hex'));
      isKnown = true;
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const text = await textOf(read(`postgres://u:hid%20den@127.0.0.1:${port}/shop`, 'select 1'));
    assert.equal(text, `postgres://127.0.0.1:${port}/shop: wrong: *** ***`);
  } finally {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
});

function hasNodeSqlite(): boolean {
  try {
    return Boolean(createRequire(import.meta.url)('node:sqlite'));
  } catch {
    return false;
  }
}
