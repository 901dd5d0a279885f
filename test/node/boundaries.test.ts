/** Tests the allowed imports between layers, read from the import lines of the sources. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsOf, ownFiles, read, type ImportLine } from '../support/sources.js';

const sources = ownFiles().filter((file) => /^src\/.*\.ts$/u.test(file));
const lines = sources.flatMap(importsOf);
const show = ({ from, to, kind }: ImportLine): string => `${from} -> ${to} (${kind})`;

/**
 * The allowed imports of each layer. The first row that matches a file applies. `errors`, `types`, `clock` and `chain`
 * are always allowed.
 */
const LAYERS: readonly [who: RegExp, may: RegExp][] = [
  [/^src\/(?:index|headless)\.ts$/u, /^src\//u],
  [
    /^src\/(?:hub-pay|property-element|checkout|attributes|define)\.ts$/u,
    /^src\/(?:ui\/|payment\/|i18n\/|wallets\/wallet\.ts|[a-z-]+\.ts$)/u,
  ],
  [/^src\/server\//u, /^src\/(?:server\/|api\/|payment\/amounts\.ts|vm\/evm\/attestation\.ts)/u],
  [/^src\/cli\.ts$/u, /^src\/(?:api\/client|vm\/registry)\.ts$/u],
  [/^src\/(?:errors|types|clock|chain|public-api)\.ts$/u, /^$/u],
  [/^src\/ui\//u, /^src\/(?:ui\/|payment\/|i18n\/|public-api\.ts)/u],
  [
    /^src\/payment\//u,
    /^src\/(?:payment\/|api\/|vm\/(?:adapter|addresses|registry)\.ts|wallets\/(?:wallet|discover)\.ts)/u,
  ],
  [/^src\/api\//u, /^src\/api\//u],
  [/^src\/vm\//u, /^src\/(?:vm\/|api\/wire\.ts|wallets\/(?:wallet|errors)\.ts)/u],
  [/^src\/wallets\//u, /^src\/wallets\//u],
  [/^src\/i18n\//u, /^src\/i18n\//u],
];

const PACKAGES: readonly [name: RegExp, where: RegExp][] = [
  [/^lit(?:\/|$)/u, /^src\/(?:hub-pay\.ts|property-element\.ts|ui\/)/u],
  [/^viem(?:\/|$)/u, /^src\/vm\/evm\//u],
  [/^@wagmi\/core(?:\/|$)/u, /^src\/wallets\/connect-evm\.ts$/u],
  [/^mipd(?:\/|$)/u, /^src\/wallets\/discover\.ts$/u],
  [/^qr$/u, /^src\/ui\/parts\/qr\.ts$/u],
  [/^rate-limiter-flexible$/u, /^src\/server\/limit\.ts$/u],
  [/^node:/u, /^src\/cli\.ts$/u],
  [/^nanostores$/u, /^src\/(?:payment|wallets)\//u],
];

const LAZY = new Set(
  [
    'hub-pay',
    'vm/adapter',
    'vm/addresses',
    'payment/session',
    'wallets/discover',
    'i18n/translate',
    // The status stream, if the page set its URL, and the watch for extra deposits.
    'payment/watch',
    // Payments by signature and batched payments.
    'payment/execute',
    'payment/lost',
    'payment/pricing',
    // The list of past payments.
    'checkout',
    // The search for tokens beyond the list.
    'payment/search',
    // The checks of request bodies. They load while the chains listing is requested.
    'api/client',
    'payment/intent',
    // The payment to a deposit address, without a wallet.
    'payment/choosing',
    'payment/following',
    'ui/parts/by-address',
  ].map((name) => `src/${name}.ts`),
);

test('source file boundaries assign a layer to every source file', () => {
  assert.ok(sources.length > 20, `only ${sources.length} source files were found`);
  assert.deepEqual(
    sources.filter((file) => !LAYERS.some(([who]) => who.test(file))),
    [],
  );
});

test('source file boundaries allow imports from lower layers only', () => {
  const own = lines.filter(({ to }) => to.startsWith('src/') && !/^src\/(?:errors|types|clock|chain)\.ts$/u.test(to));
  assert.deepEqual(own.filter(({ from, to }) => !LAYERS.find(([who]) => who.test(from))?.[1].test(to)).map(show), []);
});

test('source file boundaries allow response imports in chain code as types and discovery in payment by import()', () => {
  const wire = lines.filter(({ from, to }) => from.startsWith('src/vm/') && to === 'src/api/wire.ts');
  const discover = lines.filter(({ from, to }) => from.startsWith('src/payment/') && to === 'src/wallets/discover.ts');
  assert.deepEqual(wire.filter(({ kind }) => kind !== 'type').map(show), []);
  assert.deepEqual(discover.filter(({ kind }) => kind === 'value').map(show), []);
});

test('source file boundaries allow a package only in its listed folders', () => {
  const bare = lines.filter(({ to }) => !to.startsWith('src/'));
  const allowed = ({ from, to }: ImportLine): boolean =>
    PACKAGES.some(([name, where]) => name.test(to) && where.test(from));
  assert.deepEqual(bare.filter((line) => !allowed(line)).map(show), []);
});

test('source file boundaries allow import() only in the listed files', () => {
  assert.deepEqual(lines.filter(({ from, kind }) => kind === 'dynamic' && !LAZY.has(from)).map(show), []);
});

test('source file boundaries contain no rule that matches nothing', () => {
  const unused = [
    ...LAYERS.filter((layer) => !sources.some((file) => LAYERS.find(([who]) => who.test(file)) === layer)),
    ...PACKAGES.filter(([name, where]) => !lines.some(({ from, to }) => name.test(to) && where.test(from))),
  ];
  assert.deepEqual(unused, []);
  const lazy = lines.filter(({ kind }) => kind === 'dynamic').map(({ from }) => from);
  assert.deepEqual([...LAZY].sort(), [...new Set(lazy)].sort());
});

test('element controllers each implement ReactiveController', () => {
  const named = sources.filter((file) => file.startsWith('src/ui/controllers/'));
  assert.ok(named.length > 5);
  assert.deepEqual(
    named.filter((file) => !/^export class \w+ implements ReactiveController\b/mu.test(read(file))),
    [],
  );
});

test('hub-pay entry needs only lit and nanostores at load', () => {
  assert.deepEqual(packagesBehind('src/index.ts'), ['lit', 'nanostores']);
});

test('hub-pay/headless entry needs only nanostores at load', () => {
  assert.deepEqual(packagesBehind('src/headless.ts'), ['nanostores']);
});

test('hub-pay/server entry needs only rate-limiter-flexible and viem at load', () => {
  assert.deepEqual(packagesBehind('src/server/index.ts'), ['rate-limiter-flexible', 'viem']);
});

/** The packages that a file loads before any dynamic import. */
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
