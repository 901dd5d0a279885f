/** Tests that each layer imports only the layers that `test/tools/layers.ts` allows. */
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { BELOW_PAYMENT, LAYERS, LEAVES, VM_BASE } from '../tools/layers.js';
import { importsOf, ownFiles, read, type ImportLine } from '../tools/sources.js';

const sources = ownFiles().filter((file) => /^src\/.*\.ts$/u.test(file));
const lines = sources.flatMap(importsOf);
const show = ({ from, to, kind }: ImportLine): string => `${from} -> ${to} (${kind})`;

const layerOf = (file: string): string | undefined => LAYERS.find(([, files]) => files.test(file))?.[0];

/** A layer without imports has height 1. Every other layer is 1 higher than the highest layer that it imports. */
function heights(prefix = ''): Map<string, number> {
  const found = new Map<string, number>();
  for (const [layer] of LAYERS.filter(([name]) => name.startsWith(prefix))) {
    const below = [...arrows()].filter(([from]) => from === layer).flatMap(([, to]) => [...to.keys()]);
    found.set(layer, 1 + Math.max(0, ...below.map((each) => found.get(each) ?? 0)));
  }
  return found;
}

/** The layers that each layer imports, with the number of import lines. */
function arrows(): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>(LAYERS.map(([layer]) => [layer, new Map()]));
  for (const { from, to } of lines.filter((line) => line.to.startsWith('src/'))) {
    const [a = '', b = ''] = [layerOf(from), layerOf(to)];
    if (a !== b) found.get(a)?.set(b, (found.get(a)?.get(b) ?? 0) + 1);
  }
  return found;
}

const PACKAGES: readonly [name: RegExp, where: RegExp][] = [
  [/^lit(?:\/|$)/u, /^src\/(?:element\/|ui\/|testing\/mark\.ts$)/u],
  [/^viem(?:\/|$)/u, /^src\/vm\/evm\//u],
  [/^@wagmi\/core(?:\/|$)/u, /^src\/wallets\/connect-evm\.ts$/u],
  [/^mipd(?:\/|$)/u, /^src\/wallets\/discover-evm\.ts$/u],
  [/^@wallet-standard\/app$/u, /^src\/wallets\/(?:discover-svm|svm-wallet)\.ts$/u],
  [/^@scure\/base$/u, /^src\/wallets\/svm-wallet\.ts$/u],
  [/^qr$/u, /^src\/ui\/deposit\/qr-code\.ts$/u],
  [/^rate-limiter-flexible$/u, /^src\/server\/proxy\/rate-limit\.ts$/u],
  [/^@noble\/ciphers\/chacha$/u, /^src\/wallets\/remote\/envelope\.ts$/u],
  [/^@noble\/(?:curves|hashes)\//u, /^src\/wallets\/remote\/library-cryptography\.ts$/u],
  [/^@noble\/secp256k1$/u, /^src\/vm\/evm\/attestation\.ts$/u],
  [/^@scure\/base$|^@noble\/hashes\//u, /^src\/vm\/address\/judge-address\.ts$/u],
  [/^react$/u, /^src\/react\.ts$/u],
  [/^node:/u, /^src\/cli(?:\.ts$|\/)/u],
  [/^@(?:solana\/web3\.js|noble\/(?:curves|hashes)|scure\/base)(?:\/|$)/u, /^src\/vm\/svm\//u],
  [/^nanostores$/u, /^src\/(?:payment|wallets)\//u],
];

test('every source file is in a layer, and every layer has a file', () => {
  assert.ok(sources.length > 200, `only ${sources.length} source files were found`);
  assert.deepEqual(
    sources.filter((file) => layerOf(file) === undefined),
    [],
  );
  assert.deepEqual(
    LAYERS.map(([layer]) => layer).filter((layer) => !sources.some((file) => layerOf(file) === layer)),
    [],
  );
});

test('a layer lists only layers that come before it in the table', () => {
  const upwards = LAYERS.flatMap(([layer, , imports], at) =>
    imports
      .filter((other) => !LAYERS.slice(0, at).some(([name]) => name === other))
      .map((other) => `${layer} -> ${other}`),
  );
  assert.deepEqual(upwards, []);
});

test('a file imports only from its own layer and the layers that its layer lists', () => {
  const isAllowed = ({ from, to }: ImportLine): boolean => {
    const layer = layerOf(from);
    const target = layerOf(to) ?? '';
    return layer === target || (LAYERS.find(([name]) => name === layer)?.[2].includes(target) ?? false);
  };
  const inside = lines.filter(({ to }) => to.startsWith('src/'));
  assert.deepEqual(inside.filter((line) => !isAllowed(line)).map(show), []);
});

test('apart from the groups, a layer lists only layers that it imports', () => {
  const imported = arrows();
  const unused = LAYERS.flatMap(([layer, , imports]) =>
    imports
      .filter((other) => !hasGroup(imports, other) && !imported.get(layer)?.has(other))
      .map((other) => `${layer} -> ${other}`),
  );
  assert.deepEqual(unused, []);
});

/** True if the layer lists the whole group of the other layer. */
const hasGroup = (imports: readonly string[], other: string): boolean =>
  [LEAVES, VM_BASE, BELOW_PAYMENT].some(
    (group) => group.includes(other) && group.every((each) => imports.includes(each)),
  );

test('the layers of payment have at most 9 levels', (context) => {
  const drawn = [...arrows()].map(
    ([layer, to]) => `${layer} -> ${[...to].map(([name, count]) => `${name} (${count})`).join(', ') || 'nothing'}`,
  );
  const payment = heights('payment/');
  for (const line of drawn) context.diagnostic(line);
  context.diagnostic(`payment: ${Math.max(...payment.values())} levels`);
  assert.ok(Math.max(...payment.values()) <= 9);
});

test('a package is imported only in the folders that may use it', () => {
  const bare = lines.filter(({ to }) => !to.startsWith('src/'));
  const allowed = ({ from, to }: ImportLine): boolean =>
    PACKAGES.some(([name, where]) => name.test(to) && where.test(from));
  assert.deepEqual(bare.filter((line) => !allowed(line)).map(show), []);
  const unused = PACKAGES.filter(([name, where]) => !lines.some(({ from, to }) => name.test(to) && where.test(from)));
  assert.deepEqual(unused, []);
});

/**
 * The seams of the build: the files whose code a page loads only when it needs this code. The rows of
 * `src/vm/families.ts` name those of a chain family.
 */
const SEAMS: readonly string[] = [
  'src/api/requests/other-bodies.ts',
  'src/api/service-error.ts',
  'src/api/status-stream.ts',
  'src/element/checkout/checkout.ts',
  'src/element/checkout/load-registry.ts',
  'src/element/checkout/page-mistakes.ts',
  'src/element/currency/display-currency.ts',
  'src/i18n/locales/en/gift.ts',
  'src/payment/assets/search-tokens.ts',
  'src/payment/guard/check-attestation.ts',
  'src/payment/history/list-payments.ts',
  'src/payment/history/resume-by-id.ts',
  'src/payment/journal/lease-lock.ts',
  'src/payment/pay/confirm.ts',
  'src/payment/pay/deposit-address.ts',
  'src/payment/pay/execute-batch.ts',
  'src/payment/pay/execute-instructions.ts',
  'src/payment/pay/execute-permit.ts',
  'src/payment/pay/execute-signed-transfer.ts',
  'src/payment/pay/tell-merchant.ts',
  'src/payment/quote/check-origins.ts',
  'src/payment/quote/check-typed.ts',
  'src/payment/quote/open-destination.ts',
  'src/payment/quote/prove-tokens.ts',
  'src/payment/quote/route-ladder.ts',
  'src/payment/quote/token-rules.ts',
  'src/payment/session/session.ts',
  'src/payment/track/earlier/recall-payment.ts',
  'src/payment/track/outcome/add-links.ts',
  'src/payment/track/outcome/read-refund.ts',
  'src/payment/track/outcome/settle-same-chain.ts',
  'src/payment/track/search/chunk.ts',
  'src/payment/track/search/confirm-unpaid.ts',
  'src/payment/track/tabs/poll-read-only.ts',
  'src/payment/track/track-deposit.ts',
  'src/payment/track/track-overdue.ts',
  'src/testing/test-mode.ts',
  'src/ui/amount/chunk.ts',
  'src/ui/choices/chunk.ts',
  'src/ui/deposit/chunk.ts',
  'src/ui/history/payment-list.ts',
  'src/ui/phone/chunk.ts',
  'src/ui/pictures/chunk.ts',
  'src/vm/address/judge-address.ts',
  'src/vm/evm/chain/find-transaction.ts',
  'src/vm/evm/chain/token-info.ts',
  'src/vm/evm/chain/transfers.ts',
  'src/vm/evm/guard/deposit-address.ts',
  'src/vm/evm/guard/router.ts',
  'src/vm/evm/permits.ts',
  'src/vm/evm/wallet/add-chain.ts',
  'src/vm/evm/wallet/send-calls.ts',
  'src/wallets/remote/client.ts',
  'src/wallets/remote/library-cryptography.ts',
];

/** The texts of every language but English, which `src/i18n/locales/languages.ts` lists. */
const OTHER_TEXTS = /^src\/i18n\/locales\/(?:words\/)?(?!en-)[a-z]{2,3}(?:-[A-Za-z]+)*\.ts$/u;

test('code loads late only at the seams of the build', () => {
  const late = lines.filter(
    ({ from, kind, to }) =>
      kind === 'dynamic' && to.startsWith('src/') && from !== 'src/vm/families.ts' && !OTHER_TEXTS.test(to),
  );
  assert.deepEqual([...new Set(late.map(({ to }) => to))].sort(), SEAMS);
});

test('no file exists only to wrap an import()', () => {
  const wraps = sources.filter((file) => {
    const code = read(file).replaceAll(/\/\*[\s\S]*?\*\/|^import [\s\S]*?;$/gmu, '');
    return code.includes('import(') && code.split('\n').filter((line) => line.trim() !== '').length <= 3;
  });
  assert.deepEqual(wraps, []);
});

test('chain code imports the answers of the API as types only', () => {
  const answers = lines.filter(({ from, to }) => from.startsWith('src/vm/') && to.startsWith('src/api/responses/'));
  assert.ok(answers.length > 0);
  assert.deepEqual(answers.filter(({ kind }) => kind !== 'type').map(show), []);
});

test('wallet discovery is imported by import() or as types only', () => {
  const discovery = lines.filter(({ to }) => /^src\/wallets\/discover-[a-z]+\.ts$/u.test(to));
  assert.ok(discovery.length > 0);
  assert.deepEqual(discovery.filter(({ kind }) => kind === 'value').map(show), []);
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

test('the React entry loads no package but react and those of the entry', () => {
  assert.deepEqual(packagesBehind('src/react.ts'), ['lit', 'nanostores', 'react']);
});

test('the headless entry loads neither lit nor the DOM layer', () => {
  assert.deepEqual(packagesBehind('src/headless.ts'), ['nanostores']);
});

test('the server entry loads no package but the rate limiter and viem', () => {
  assert.deepEqual(packagesBehind('src/server/index.ts'), ['rate-limiter-flexible', 'viem']);
});

/** The packages that a file loads by static imports. Dynamic imports do not count. */
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
