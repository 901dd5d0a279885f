/** Reads which database the merchant has named. A message never repeats a password. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The database that the merchant has named. */
export type DatabaseName =
  | {
      dialect: 'postgres';
      /** The whole URL, with the password. */
      url: string;
      /** A URL with only the host and the name of the database, for messages. */
      label: string;
      /** The forms in which a message could contain a password of the URL, the longest first. */
      secrets: readonly string[];
    }
  | {
      dialect: 'sqlite';
      /** The absolute path of the file. */
      file: string;
    };

/**
 * Reads the option `--database`, or else the variable `DATABASE_URL`.
 * @param folder the folder to which a relative path refers
 * @throws an error for the merchant, without any password, if there is no text, or if it is neither a URL of PostgreSQL
 *   nor the path of an existing file
 */
export function readDatabaseName(
  option: string | undefined,
  variable: string | undefined,
  folder: string,
): DatabaseName {
  const given = option ?? variable;
  const source = option === undefined ? 'DATABASE_URL' : '--database';
  if (!given)
    throw new Error(
      `${option === undefined ? '--database is missing' : '--database is empty'}: write the URL of your PostgreSQL ` +
        'database or the path of your SQLite file, or set DATABASE_URL.',
    );
  const [, scheme] = /^([a-z][a-z\d+.-]+):/iu.exec(given) ?? [];
  if (scheme === undefined || /^file$/iu.test(scheme))
    return { dialect: 'sqlite', file: fileOf(given, source, folder) };
  if (/^postgres(?:ql)?$/iu.test(scheme)) return { dialect: 'postgres', url: given, ...partsOf(given, source) };
  // If no `//` follows the colon, the text before the colon can be a part of a password.
  if (!given.slice(scheme.length).startsWith('://'))
    throw new Error(`${source} is neither a URL of PostgreSQL (postgres://…) nor the path of a SQLite file.`);
  throw new Error(
    `${source} begins with ${scheme}: the ledger's databases are PostgreSQL (postgres://…) and SQLite (the path of a ` +
      'file).',
  );
}

/**
 * Returns the label and the secrets of a URL.
 * @throws an error for the merchant, without the URL, if `URL` cannot parse the text, or if a part of the password can
 *   be in the place of the host
 */
function partsOf(text: string, source: string): { label: string; secrets: string[] } {
  const refusal = new Error(
    `${source} is not a URL of the form postgres://user:password@host:5432/database. In the user name and the ` +
      'password, write @ : / ? # as %40 %3A %2F %3F %23.',
  );
  // Without `//`, `URL` reads no user and no password, so the label would contain both.
  const [, rest] = /^[^:]+:\/\/(.*)$/su.exec(text) ?? [];
  if (rest === undefined) throw refusal;
  // If an `@` comes only after the first `/`, `?` or `#`, a part of the password can be in the place of the host. A
  // message about the host would then contain this part.
  const [, before = '', after = ''] = /^([^/?#]*)(.*)$/su.exec(rest) ?? [];
  if (!before.includes('@') && after.includes('@')) throw refusal;
  let url: URL;
  try {
    // `URL` refuses a user without a host, as in the URL of a socket: postgres://user@/shop?host=/run/postgresql
    url = new URL(text.replace(/^([^/]+:\/\/[^/?#]*@)\//u, '$1localhost/'));
  } catch {
    throw refusal;
  }
  const { protocol, password, host, pathname, searchParams } = url;
  const hidden = [...searchParams].filter(([name]) => /pass/iu.test(name)).map(([, value]) => value);
  const secrets = [password, decoded(password), ...hidden, ...hidden.map(encodeURIComponent)];
  return {
    label: `${protocol}//${searchParams.get('host') ?? host}${pathname}`,
    // The longest first, because one can be a part of another.
    secrets: secrets.filter((secret) => secret !== '').sort((one, other) => other.length - one.length),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the absolute path of the file. The text can also be a URL such as `file:./shop.db?mode=ro`, as other tools
 * write it.
 * @throws an error for the merchant if there is no such file, or if it is a folder; for an invalid `file://` URL, the
 *   error of Node
 */
function fileOf(text: string, source: string, folder: string): string {
  const file = /^file:\/\//iu.test(text)
    ? fileURLToPath(text.replace(/[?#].*$/su, ''))
    : resolve(folder, text.replace(/^file:([^?#]*).*$/isu, '$1'));
  // Repeat only a plain path that ends like the name of a database file. Any other text can be a password, or settings
  // with a password, which somebody has written into this option or variable.
  const name = /^(?:file:|[a-z]:(?=[\\/]))?[\w./\\ ~-]+\.(?:db3?|sqlite3?)$/iu.test(text)
    ? `${source} ${text}`
    : source;
  if (!existsSync(file)) throw new Error(`${name}: there is no such file.`);
  if (statSync(file).isDirectory())
    throw new Error(
      `${name} is a folder. If it belongs to PGlite, only the process that has opened it can read it: call ` +
        'attention() there.',
    );
  return file;
}
