/**
 * The command `hub-pay orders`. It reads the tables of the ledger in the merchant's own database, and prints what needs
 * a person. With `--all`, it prints every order instead. It changes nothing in the database.
 */
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { LedgerDatabase } from '../server/ledger/database/database.js';
import { createEvents } from '../server/ledger/database/events.js';
import { DEFAULT_PREFIX, PREFIX } from '../server/ledger/database/schema.js';
import { visibleJson } from './visible-json.js';
import type { Registry } from '../types.js';
import { checkRegistry } from '../vm/registry/registry.js';
import { assertKnownOptions, messageOf, type Command, type Print } from './command.js';
import { readDatabaseName } from './database-name.js';
import { assertTables, listOrders, longestId } from './list-orders.js';
import { readDatabase } from './open-database.js';
import { attentionText, orderLine, ordersHeading } from './orders-text.js';

const OPTIONS = {
  database: { type: 'string' },
  prefix: { type: 'string', default: DEFAULT_PREFIX },
  registry: { type: 'string' },
  all: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** The exit code if something needs a person, so that a scheduled task can send a mail. */
const NEEDS_A_PERSON = 2;

export const ordersCommand: Command = {
  name: 'orders',
  usage:
    'npx --no-install hub-pay orders [--database postgres://…|shop.sqlite] [--prefix hub_pay_] [--all] ' +
    '[--registry registry.json] [--json]',
  about: 'Shows which payments of your database need a person, and changes nothing.',
  options: {
    database: 'A URL of PostgreSQL, or an SQLite file. Default: the variable DATABASE_URL.',
    prefix: `The prefix of the ledger's tables. Default: ${DEFAULT_PREFIX}`,
    registry: 'A file with your registry, which names chains and tokens, and links to explorers.',
    all: 'Lists every order with its status and its price.',
    json: 'Prints the data as JSON.',
  } satisfies Record<keyof typeof OPTIONS, string>,
  exits: { [NEEDS_A_PERSON]: 'A payment needs a person.' },
  run,
};

async function run(words: string[], print: Print): Promise<number> {
  assertKnownOptions(words, OPTIONS);
  const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options: OPTIONS });
  // The argument is not repeated, because it can be a URL with a password.
  if (positionals.length > 0)
    throw new Error(`An argument belongs to no option: write --database before it. Usage: ${ordersCommand.usage}`);
  const { prefix, all, json } = values;
  if (!PREFIX.test(prefix))
    throw new Error(`--prefix ${prefix}: a prefix has 1 to 31 lower-case letters, digits and _, and no digit first.`);
  if (json && values.registry !== undefined)
    throw new Error(
      '--registry names tokens and chains in the text, and --json prints the data: leave one of them out.',
    );
  const folder = process.cwd();
  const name = readDatabaseName(values.database, process.env['DATABASE_URL'], folder);
  const registry = values.registry === undefined ? undefined : await registryIn(values.registry);
  return readDatabase(name, folder, async (database) => {
    await assertTables(database, prefix);
    const attention = await createEvents(database, prefix).open(database.query);
    if (all) await printOrders(database, prefix, registry, json, print);
    else await print(json ? `${visibleJson(attention)}\n` : attentionText(attention, registry));
    return attention.length > 0 ? NEEDS_A_PERSON : 0;
  });
}

async function printOrders(
  database: LedgerDatabase<unknown>,
  prefix: string,
  registry: Registry | undefined,
  json: boolean,
  print: Print,
): Promise<void> {
  let separator = '';
  const width = json ? 0 : await longestId(database, prefix);
  await print(json ? '[' : ordersHeading(width));
  for await (const order of listOrders(database, prefix)) {
    await print(json ? `${separator}\n${visibleJson(order)}` : orderLine(order, registry, width));
    separator = ',';
  }
  if (json) await print('\n]\n');
}

async function registryIn(file: string): Promise<Registry> {
  try {
    const registry = JSON.parse(await readFile(file, 'utf8')) as Registry;
    const [problem] = checkRegistry(registry);
    if (problem) throw new Error(`${problem.path} ${problem.message}`);
    return registry;
  } catch (cause) {
    throw new Error(`--registry ${file}: ${messageOf(cause)}`, { cause });
  }
}
