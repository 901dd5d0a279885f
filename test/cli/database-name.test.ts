/** Tests which database a text names, and that no message repeats a password. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readDatabaseName } from '../../src/cli/database-name.js';

const folder = mkdtempSync(join(tmpdir(), 'hub-pay-names-'));
const file = join(folder, 'shop 1.db');
writeFileSync(file, '');
after(() => rmSync(folder, { recursive: true }));

const read = (option?: string, variable?: string) => readDatabaseName(option, variable, folder);
const refusal = (option?: string, variable?: string): string => {
  try {
    read(option, variable);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('no refusal');
};

test('readDatabaseName finds a SQLite file by a path, or by a URL as other tools write it', () => {
  for (const name of [
    file,
    'shop 1.db',
    './shop 1.db',
    'file:./shop 1.db?mode=ro',
    'file:shop 1.db',
    pathToFileURL(file).href,
  ])
    assert.deepEqual(read(name), { dialect: 'sqlite', file }, name);
});

test('readDatabaseName takes DATABASE_URL when there is no option, and names it in its messages', () => {
  assert.deepEqual(read(undefined, 'shop 1.db'), { dialect: 'sqlite', file });
  assert.deepEqual(read('shop 1.db', 'postgres://127.0.0.1/x'), { dialect: 'sqlite', file });
  assert.match(refusal(undefined, 'mysql://u:hidden@h/d'), /^DATABASE_URL begins with mysql: .*PostgreSQL/u);
  assert.match(refusal(undefined, 'absent.db'), /^DATABASE_URL absent\.db: there is no such file\.$/u);
  assert.match(refusal(undefined, 'data\\absent.sqlite3'), /^DATABASE_URL data\\absent\.sqlite3: there is no such/u);
  assert.match(refusal(undefined, 'absent'), /^DATABASE_URL: there is no such file\.$/u);
  assert.match(refusal(undefined, 'my:absent'), /^DATABASE_URL is neither a URL of PostgreSQL \(postgres:/u);
  assert.match(refusal(), /^--database is missing: .*DATABASE_URL\.$/u);
  assert.match(refusal('', 'shop 1.db'), /^--database is empty: /u);
});

for (const [url, label, secrets] of [
  ['postgres://u:hidden@db.example:6432/shop', 'postgres://db.example:6432/shop', ['hidden']],
  [
    'postgresql://u:hid%20den@db.example/shop?sslmode=require',
    'postgresql://db.example/shop',
    ['hid%20den', 'hid den'],
  ],
  ['postgres://u@/shop?host=/run/pg&password=hid%26den', 'postgres:///run/pg/shop', ['hid%26den', 'hid&den']],
  ['postgres://u:hid@den@db.example/shop', 'postgres://db.example/shop', ['hid%40den', 'hid@den']],
  ['postgres:///shop', 'postgres:///shop', []],
  ['postgres://u:%E0%A4@db.example/shop', 'postgres://db.example/shop', ['%E0%A4']],
] as const) {
  test(`readDatabaseName keeps the password of ${url} out of the label`, () => {
    const name = read(url);
    if (name.dialect !== 'postgres') throw new Error('not PostgreSQL');
    assert.deepEqual([name.url, name.label], [url, label]);
    assert.deepEqual(new Set(name.secrets), new Set(secrets));
  });
}

for (const text of [
  'postgres://u:hid/den@db.example/shop',
  'postgres://u:77/hidden@db.example/shop',
  'postgres://u:hid#den@db.example/shop',
  'postgres://u:hid?den@db.example/shop',
  'postgres://u:hidden@db.example:port/shop',
  'postgres:/u:hidden@db.example:5432/shop',
  'postgres:u:hidden@db.example/shop',
  'postgresql:u:hidden@db.example',
  'postgress://u:hidden@db.example/shop',
  'mysql://u:hidden@db.example/shop',
  'prisma+postgres://u:hidden@db.example/shop',
  'host=db.example user=u password=hidden dbname=shop',
  'u:hidden@db.example/shop',
  '//u:hidden@db.example/shop',
  'hidden',
  '/hid/den',
  './hid~den 77',
  'hid.den',
  'C:\\hidden',
  'hidden:77',
  'hidden:77/shop.db',
  'u:hidden/shop.db',
]) {
  test(`readDatabaseName refuses ${text} without a part of its password`, () => {
    for (const message of [refusal(text), refusal(undefined, text)])
      assert.doesNotMatch(message, /hid|den\b|77|u:/u, message);
  });
}

test('readDatabaseName refuses a folder, which PGlite may have open', () => {
  assert.match(refusal(folder), /is a folder\. If it belongs to PGlite, only the process/u);
});
