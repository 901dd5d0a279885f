/** Who may import whom: one table of rooms, from the leaves up to the entries. */
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { importsOf, ownFiles, type ImportLine } from '../support/sources.js';

const sources = ownFiles().filter((file) => /^src\/.*\.ts$/u.test(file));
const lines = sources.flatMap(importsOf);
const show = ({ from, to, kind }: ImportLine): string => `${from} -> ${to} (${kind})`;

/** Rooms that every room above the leaves may import. */
const LEAVES = ['errors', 'types', 'events', 'shared'];
/** The rooms outside `payment` that every folder of `payment` may import. */
const BELOW_PAYMENT = ['api', 'api/requests', 'api/responses', 'vm', 'vm/loader', 'wallets'];

/**
 * A room: a folder, or the files that the pattern names. It may import its own files, the leaves, and the rooms that
 * it lists. A listed room stands higher up in the table, so no arrow can point upwards and no two rooms can form a
 * circle.
 */
const ROOMS: readonly [room: string, files: RegExp, imports: readonly string[]][] = [
  ['errors', /^src\/errors\.ts$/u, []],
  ['types', /^src\/types\.ts$/u, ['errors']],
  ['events', /^src\/events\.ts$/u, ['errors', 'types']],
  ['shared', /^src\/shared\//u, ['errors', 'types']],
  ['i18n/locales', /^src\/i18n\/locales\//u, []],
  ['i18n', /^src\/i18n\/[a-z-]+\.ts$/u, ['i18n/locales']],
  ['wallets', /^src\/wallets\//u, LEAVES],
  ['api/responses', /^src\/api\/responses\//u, LEAVES],
  ['api/requests', /^src\/api\/requests\//u, [...LEAVES, 'api/responses']],
  ['api', /^src\/api\/[a-z-]+\.ts$/u, [...LEAVES, 'api/requests', 'api/responses']],
  ['vm', /^src\/vm\/(?:adapter|addresses|registry)\.ts$/u, [...LEAVES, 'api/responses', 'wallets']],
  ['vm/evm/abi', /^src\/vm\/evm\/abi\//u, []],
  ['vm/evm/guard', /^src\/vm\/evm\/guard\//u, [...LEAVES, 'vm', 'api/responses', 'vm/evm/abi']],
  ['vm/evm/chain', /^src\/vm\/evm\/chain\//u, [...LEAVES, 'vm', 'vm/evm/abi', 'vm/evm/guard']],
  ['vm/evm/wallet', /^src\/vm\/evm\/wallet\//u, [...LEAVES, 'vm', 'wallets', 'vm/evm/abi', 'vm/evm/chain']],
  [
    'vm/evm',
    /^src\/vm\/evm\/[a-z-]+\.ts$/u,
    [...LEAVES, 'vm', 'api/responses', 'vm/evm/guard', 'vm/evm/chain', 'vm/evm/wallet'],
  ],
  ['vm/loader', /^src\/vm\/(?:load-adapter|check-address)\.ts$/u, [...LEAVES, 'vm', 'vm/evm', 'vm/evm/guard']],
  ['payment/model', /^src\/payment\/model\//u, [...LEAVES, ...BELOW_PAYMENT]],
  ['payment/journal', /^src\/payment\/journal\//u, [...LEAVES, ...BELOW_PAYMENT, 'payment/model']],
  ['payment/guard', /^src\/payment\/guard\//u, [...LEAVES, ...BELOW_PAYMENT, 'payment/model']],
  ['payment/context', /^src\/payment\/context\//u, [...LEAVES, ...BELOW_PAYMENT, 'payment/model', 'payment/journal']],
  [
    'payment/quote',
    /^src\/payment\/quote\//u,
    [...LEAVES, ...BELOW_PAYMENT, 'payment/model', 'payment/guard', 'payment/context'],
  ],
  [
    'payment/assets',
    /^src\/payment\/assets\//u,
    [...LEAVES, ...BELOW_PAYMENT, 'payment/model', 'payment/context', 'payment/quote'],
  ],
  [
    'payment/track',
    /^src\/payment\/track\//u,
    [...LEAVES, ...BELOW_PAYMENT, 'payment/model', 'payment/journal', 'payment/context', 'payment/quote'],
  ],
  [
    'payment/pay',
    /^src\/payment\/pay\//u,
    [
      ...LEAVES,
      ...BELOW_PAYMENT,
      'payment/model',
      'payment/journal',
      'payment/guard',
      'payment/context',
      'payment/quote',
      'payment/track',
    ],
  ],
  [
    'payment/history',
    /^src\/payment\/history\//u,
    [...LEAVES, ...BELOW_PAYMENT, 'payment/model', 'payment/journal', 'payment/context', 'payment/track'],
  ],
  [
    'payment/session',
    /^src\/payment\/session\//u,
    [
      ...LEAVES,
      ...BELOW_PAYMENT,
      'payment/model',
      'payment/journal',
      'payment/guard',
      'payment/context',
      'payment/quote',
      'payment/assets',
      'payment/track',
      'payment/pay',
      'payment/history',
    ],
  ],
  ['server/proxy', /^src\/server\/proxy\//u, [...LEAVES, 'api', 'api/requests', 'api/responses']],
  ['server', /^src\/server\/[a-z-]+\.ts$/u, [...LEAVES, 'api', 'api/responses', 'vm/evm', 'server/proxy']],
  ['ui/styles', /^src\/ui\/styles\//u, []],
  [
    'ui/context',
    /^src\/ui\/context\//u,
    [...LEAVES, 'i18n', 'i18n/locales', 'payment/model', 'payment/quote', 'payment/assets', 'payment/history'],
  ],
  ['ui/parts', /^src\/ui\/parts\//u, [...LEAVES, 'i18n', 'payment/model', 'payment/quote', 'ui/context']],
  [
    'ui/views',
    /^src\/ui\/views\//u,
    [...LEAVES, 'i18n', 'i18n/locales', 'payment/model', 'payment/quote', 'ui/context', 'ui/parts'],
  ],
  ['ui/deposit', /^src\/ui\/deposit\//u, [...LEAVES, 'i18n', 'payment/model', 'ui/context', 'ui/parts', 'ui/views']],
  [
    'ui/history',
    /^src\/ui\/history\//u,
    [
      ...LEAVES,
      'i18n',
      'i18n/locales',
      'payment/model',
      'payment/history',
      'payment/session',
      'ui/context',
      'ui/parts',
    ],
  ],
  [
    'ui',
    /^src\/ui\/[a-z-]+\.ts$/u,
    [...LEAVES, 'i18n', 'payment/model', 'ui/context', 'ui/parts', 'ui/views', 'ui/deposit'],
  ],
  [
    'element/controllers',
    /^src\/element\/controllers\//u,
    [
      ...LEAVES,
      'i18n',
      'i18n/locales',
      'payment/model',
      'payment/session',
      'ui',
      'ui/context',
      'ui/deposit',
      'ui/history',
    ],
  ],
  [
    'element',
    /^src\/element\//u,
    [
      ...LEAVES,
      'i18n',
      'i18n/locales',
      'wallets',
      'payment/model',
      'payment/session',
      'ui',
      'ui/styles',
      'ui/context',
      'ui/deposit',
      'ui/history',
      'element/controllers',
    ],
  ],
  [
    'headless',
    /^src\/headless\.ts$/u,
    [
      ...LEAVES,
      ...BELOW_PAYMENT,
      'payment/model',
      'payment/guard',
      'payment/assets',
      'payment/history',
      'payment/session',
    ],
  ],
  ['cli', /^src\/cli\.ts$/u, [...LEAVES, 'api', 'vm']],
  ['index', /^src\/index\.ts$/u, [...LEAVES, 'element', 'i18n/locales', 'headless', 'wallets', 'payment/model']],
];

const roomOf = (file: string): string | undefined => ROOMS.find(([, files]) => files.test(file))?.[0];

/** How many rooms lie below a room, one on the other. */
function levels(prefix = ''): Map<string, number> {
  const found = new Map<string, number>();
  for (const [room] of ROOMS.filter(([name]) => name.startsWith(prefix))) {
    const below = [...arrows()].filter(([from]) => from === room).flatMap(([, to]) => [...to.keys()]);
    found.set(room, 1 + Math.max(0, ...below.map((each) => found.get(each) ?? 0)));
  }
  return found;
}

/** From each room to the rooms that it really imports, with the number of import lines. */
function arrows(): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>(ROOMS.map(([room]) => [room, new Map()]));
  for (const { from, to } of lines.filter((line) => line.to.startsWith('src/'))) {
    const [a = '', b = ''] = [roomOf(from), roomOf(to)];
    if (a !== b) found.get(a)?.set(b, (found.get(a)?.get(b) ?? 0) + 1);
  }
  return found;
}

const PACKAGES: readonly [name: RegExp, where: RegExp][] = [
  [/^lit(?:\/|$)/u, /^src\/(?:element|ui)\//u],
  [/^viem(?:\/|$)/u, /^src\/vm\/evm\//u],
  [/^@wagmi\/core(?:\/|$)/u, /^src\/wallets\/connect-evm\.ts$/u],
  [/^mipd(?:\/|$)/u, /^src\/wallets\/discover\.ts$/u],
  [/^qr$/u, /^src\/ui\/deposit\/qr\.ts$/u],
  [/^rate-limiter-flexible$/u, /^src\/server\/proxy\/rate-limit\.ts$/u],
  [/^node:/u, /^src\/cli\.ts$/u],
  [/^nanostores$/u, /^src\/(?:payment|wallets)\//u],
];

test('every source file stands in one room, and every room has a file', () => {
  assert.ok(sources.length > 200, `only ${sources.length} source files were found`);
  assert.deepEqual(
    sources.filter((file) => roomOf(file) === undefined),
    [],
  );
  assert.deepEqual(
    ROOMS.map(([room]) => room).filter((room) => !sources.some((file) => roomOf(file) === room)),
    [],
  );
});

test('a room lists only rooms that stand higher up in the table', () => {
  const upwards = ROOMS.flatMap(([room, , imports], at) =>
    imports
      .filter((other) => !ROOMS.slice(0, at).some(([name]) => name === other))
      .map((other) => `${room} -> ${other}`),
  );
  assert.deepEqual(upwards, []);
});

test('a file imports only from its own room and the rooms that its room lists', () => {
  const isAllowed = ({ from, to }: ImportLine): boolean => {
    const room = roomOf(from);
    const target = roomOf(to) ?? '';
    return room === target || (ROOMS.find(([name]) => name === room)?.[2].includes(target) ?? false);
  };
  const inside = lines.filter(({ to }) => to.startsWith('src/'));
  assert.deepEqual(inside.filter((line) => !isAllowed(line)).map(show), []);
});

test('payment has at most 8 levels of rooms', (context) => {
  const drawn = [...arrows()].map(
    ([room, to]) => `${room} -> ${[...to].map(([name, count]) => `${name} (${count})`).join(', ') || 'nothing'}`,
  );
  const payment = levels('payment/');
  for (const line of drawn) context.diagnostic(line);
  context.diagnostic(`payment: ${Math.max(...payment.values())} levels`);
  assert.ok(Math.max(...payment.values()) <= 8);
});

test('a package is imported only where its weight or its power belongs', () => {
  const bare = lines.filter(({ to }) => !to.startsWith('src/'));
  const allowed = ({ from, to }: ImportLine): boolean =>
    PACKAGES.some(([name, where]) => name.test(to) && where.test(from));
  assert.deepEqual(bare.filter((line) => !allowed(line)).map(show), []);
  const unused = PACKAGES.filter(([name, where]) => !lines.some(({ from, to }) => name.test(to) && where.test(from)));
  assert.deepEqual(unused, []);
});

test('each chunk that loads late has one import()', () => {
  const late = lines.filter(({ kind }) => kind === 'dynamic');
  const targets = late.map(({ to }) => to);
  assert.ok(targets.length > 10);
  assert.deepEqual(late.filter(({ to }, at) => targets.indexOf(to) !== at).map(show), []);
});

test('wallet discovery and the API’s answers are imported by chain code and payments as types only', () => {
  const answers = lines.filter(({ from, to }) => from.startsWith('src/vm/') && to.startsWith('src/api/responses/'));
  assert.deepEqual(answers.filter(({ kind }) => kind !== 'type').map(show), []);
});

test('a file in element/controllers is a reactive controller of Lit', () => {
  const controllers = sources.filter((file) => posix.dirname(file) === 'src/element/controllers');
  const usesLit = (file: string): boolean => importsOf(file).some(({ to }) => to === 'lit');
  assert.ok(controllers.length > 5);
  assert.deepEqual(
    controllers.filter((file) => !usesLit(file)),
    [],
  );
});

test('the entry loads no package but lit and nanostores', () => {
  assert.deepEqual(packagesBehind('src/index.ts'), ['lit', 'nanostores']);
});

test('the headless entry loads neither lit nor the DOM layer', () => {
  assert.deepEqual(packagesBehind('src/headless.ts'), ['nanostores']);
});

test('the server entry loads no package but the rate limiter and viem', () => {
  assert.deepEqual(packagesBehind('src/server/index.ts'), ['rate-limiter-flexible', 'viem']);
});

/** The packages that a file loads before anything is imported late. */
function packagesBehind(entry: string): string[] {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const { to } of importsOf(file).filter(({ kind }) => kind === 'value')) {
      if (to.startsWith('src/')) files.add(to);
      else packages.add(to.split('/')[0] ?? to);
    }
  }
  return [...packages].sort();
}
