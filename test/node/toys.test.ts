/**
 * Adds a toy language, screen, chain family and quote field to a copy of the repository, as CONTRIBUTING describes.
 * Counts what each costs, and proves by the compiler and by running the toys that nothing else is needed.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type * as Payments from '../../stories/support/payments.js';
import type * as Stages from '../../stories/support/stage.js';
import type * as Translation from '../../src/i18n/translate.js';
import type * as LoadedMessages from '../../src/i18n/load-messages.js';
import type * as Announcements from '../../src/ui/announcement.js';
import type * as Content from '../../src/ui/content.js';
import type * as Phrases from '../../src/ui/context/phrases.js';
import type * as Families from '../../src/vm/families.js';
import type * as Connection from '../../src/wallets/connection.js';
import type * as Clocks from '../support/clock.js';
import type * as Worlds from '../support/world.js';
import { languageTags } from '../../src/i18n/locales/languages.js';
import { ownFiles, root } from '../tools/sources.js';

/** `rows` are lines to add: the file, and the text before which the row belongs. Without this text, it is the end. */
type Toy = {
  files: Readonly<Record<string, string | ((copied: (file: string) => string) => string)>>;
  rows: readonly { file: string; row: string; before?: string }[];
};

const TOYS: Readonly<Record<'family' | 'language' | 'screen' | 'field', Toy>> = {
  family: {
    files: {
      'src/vm/tvm/adapter.ts': `/** The adapter of a toy family. It reads balances, and its guard accepts no quote. */
import type { VmAdapter } from '../family/adapter.js';

export const tvmAdapter: VmAdapter = {
  vmType: 'tvm',
  guardSteps: () =>
    Promise.resolve({ requests: [], blocks: [{ rule: 'G17', path: 'steps', message: 'is unknown' }], warnings: [] }),
  hashText: (text) => \`0x\${text.length.toString(16).padStart(64, '0')}\`,
  async balances(address, assets, { chain, fetch, signal }) {
    const answer = await fetch(\`\${chain.httpRpcUrl ?? ''}/\${address}\`, { signal });
    const held = (await answer.json()) as Record<string, string>;
    return assets.map(({ currency }) => BigInt(held[currency] ?? 0));
  },
  tokenInfo: (assets) => Promise.resolve(assets.map(() => null)),
  estimateFee: () => Promise.resolve(0n),
  prepare: () => Promise.resolve(),
};
`,
      'src/wallets/discover-tvm.ts': `/** Finds the wallet of a toy family. */
import { atom } from 'nanostores';
import { infoOf, optionOf, reconnect } from './wallet-option.js';
import type { WalletDiscovery, WalletOption } from './wallet.js';

const info = infoOf('toy.test', 'Toy wallet', null, 'tvm');
const accounts = (): Promise<string[]> => Promise.resolve(['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t']);

const $announced = atom<readonly WalletOption[]>([
  optionOf(info, {
    handle: () => Promise.resolve(null),
    wrap: (_, disconnect) => ({ ...info, addresses: accounts, subscribe: () => () => undefined, disconnect }),
    connect: accounts,
    disconnect: () => Promise.resolve(),
    shared: () => Promise.resolve([]),
  }),
]);

export const discoverWallets: WalletDiscovery['discoverWallets'] = () => $announced;

export const walletOptionsOf: WalletDiscovery['walletOptionsOf'] = () => [];

export const reconnectWallet: WalletDiscovery['reconnectWallet'] = (options, o) =>
  reconnect('tvm', $announced, options, o);
`,
      'test/support/fake-tvm-chain.ts': `/** A toy chain: its fake \`fetch\` answers with the balances of an account. */
import { jsonResponse } from './json-response.js';

export class FakeTvmChain {
  readonly url = 'https://rpc.test/tvm';
  readonly balances = new Map<string, Record<string, string>>();
  readonly fetch: typeof fetch = (address) =>
    Promise.resolve(jsonResponse(() => this.balances.get(String(address).slice(this.url.length + 1)) ?? {}));
}
`,
    },
    rows: [
      {
        file: 'src/vm/families.ts',
        before: '};\n\n/** Returns the row of a chain family',
        row: `  tvm: {
    load: async () => (await loaded(import('./tvm/adapter.js'), 'pays from Tron')).tvmAdapter,
    wallets: 'tvm',
    discover: () => loaded(import('../wallets/discover-tvm.js'), 'finds Tron wallets'),
    isVenue: false,
    hasLedger: false,
    hasContractAccounts: false,
    hasSolverKeys: false,
    hasTokenSymbols: true,
    nativeDecimals: 6,
    hasDepositAddresses: false,
    limitsSize: false,
  },
`,
      },
      ...languageTags.map((tag) => ({
        file: `src/i18n/locales/${tag === 'en' ? 'en/checkout' : tag}.ts`,
        before: "  'word.svm': 'Solana',\n",
        row: "  'word.tvm': 'Tron',\n",
      })),
    ],
  },
  language: {
    files: { 'src/i18n/locales/tlh.ts': (copied) => copied('src/i18n/locales/de.ts').replace("'Weiter'", "'Verder'") },
    rows: [
      {
        file: 'src/i18n/locales/languages.ts',
        before: '} as const satisfies',
        row: "  tlh: () => import('./words/tlh.js'),\n",
      },
    ],
  },
  screen: {
    files: {
      'src/ui/views/toy.ts': `/** A toy screen instead of the receipt of a payment that was delivered at 42. */
import { html } from 'lit';
import type { ScreenOn } from '../context/view-context.js';

export const toyScreen: ScreenOn<'succeeded'> = {
  id: 'toy',
  on: ['succeeded'],
  when: ({ at }) => at === 42,
  render: (_, { t }) => ({ heading: t('done'), body: html\`<slot name="toy"></slot>\` }),
  announcement: (_, { t }) => t('done'),
};
`,
    },
    rows: [{ file: 'src/ui/screens.ts', row: "export { toyScreen } from './views/toy.js';\n" }],
  },
  field: {
    files: {},
    rows: [
      {
        file: 'src/element/reference.ts',
        before: "  quoteField({\n    name: 'referrer',",
        row: `  quoteField({
    name: 'toyLimits',
    kind: 'list',
    form: 'limits',
    type: 'string[]',
    default: 'none',
    description: 'Limits of a toy.',
  }),
`,
      },
      { file: 'src/api/requests/forms.ts', before: '  appFees: ', row: '  limits: filledList(digits),\n' },
      {
        file: 'test/api/requests/quote-body.test.ts',
        before: "  protocolVersion: { right: ['v2']",
        row: "  toyLimits: { right: [['5']], wrong: [[], '5', ['x']] },\n",
      },
      {
        file: 'demo/devnet/orders/quote-fields.ts',
        before: '  subsidizeRent: FLAG,\n',
        row: "  toyLimits: { type: 'array', minItems: 1, items: DIGITS },\n",
      },
    ],
  },
};

const copy = mkdtempSync(join(tmpdir(), 'hub-pay-toys-'));
const copied = (file: string): string => readFileSync(join(copy, file), 'utf8');
const load = async <T>(file: string): Promise<T> => (await import(pathToFileURL(join(copy, file)).href)) as T;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), text);
}

function add({ files, rows }: Toy): void {
  for (const { file, row, before: next } of rows) {
    const text = copied(file);
    const parts = next === undefined ? [text, ''] : text.split(next);
    assert.equal(parts.length, 2, `${file} has not exactly one place before ${next}`);
    write(file, parts.join(`${row}${next ?? ''}`));
  }
  for (const [file, text] of Object.entries(files)) write(file, typeof text === 'string' ? text : text(copied));
}

/** Runs a program of Node in the copy. Rejects with its output if it fails. */
function run(...args: readonly string[]): Promise<void> {
  // With this variable, a test file would only report to its parent.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, args, { cwd: copy, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve();
      else reject(new Error(`node ${args.join(' ')} failed\n${output}`));
    });
  });
}

let types: Promise<void>;
let layers: Promise<void>;

before(async () => {
  for (const file of ownFiles()) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  // The programs of `npm run docs` ask git for the files of the repository.
  await new Promise((resolve) => spawn('git', ['init', '-q'], { cwd: copy }).on('close', resolve));
  for (const toy of Object.values(TOYS)) add(toy);
  await run('--import', 'tsx', 'test/tools/docs/docs.ts', '--write');
  // `test/tsconfig.json` includes everything: the sources, the demo, the stories and the tests.
  const flags = ['--checkers', '1', '-p', 'test/tsconfig.json', '--incremental', 'false'];
  types = run('node_modules/typescript-native/bin/tsc', ...flags);
  layers = run('--import', 'tsx', 'test/node/boundaries.test.ts');
  // A test reports the failure.
  types.catch(() => undefined);
  layers.catch(() => undefined);
});

after(() => {
  rmSync(copy, { recursive: true, force: true });
  // The virtual world defines it, and other files of this process expect a plain Node.
  Reflect.deleteProperty(globalThis, 'localStorage');
});

test('each costs what CONTRIBUTING promises', () => {
  const costs = Object.entries(TOYS).map(([name, { files, rows }]) => [name, Object.keys(files).length, rows.length]);
  assert.deepEqual(costs, [
    // The adapter, the wallets and the fake; the row, and the family's name in each language.
    ['family', 3, 1 + languageTags.length],
    ['language', 1, 1],
    ['screen', 1, 1],
    // The row, the check of its new form, the values of its test, and the row of the local service.
    ['field', 0, 4],
  ]);
});

test('a toy language is offered, with its button and its other texts', async () => {
  const { languageOf } = await load<typeof Translation>('src/i18n/translate.ts');
  const { loadMessages } = await load<typeof LoadedMessages>('src/i18n/load-messages.ts');
  assert.equal(languageOf('tlh-US'), 'tlh');
  const texts = await loadMessages('tlh' as 'de', undefined);
  assert.deepEqual([texts?.['continue'], texts?.['button.pay'] !== undefined], ['Verder', true]);
});

test('a toy screen has a public name, renders under it, and is announced', async () => {
  const { contentOf } = await load<typeof Content>('src/ui/content.ts');
  const { announcementOf } = await load<typeof Announcements>('src/ui/announcement.ts');
  const { contextOf } = await load<typeof Stages>('stories/support/stage.ts');
  const { succeeded } = await load<typeof Payments>('stories/support/payments.ts');
  const [toy, receipt] = [{ ...succeeded, at: 42 }, succeeded];
  assert.deepEqual(
    [toy, receipt].map((state) => contentOf(state, contextOf({})).frame?.view as string),
    ['toy', 'succeeded'],
  );
  assert.equal(announcementOf(toy, contextOf({})).text, 'Done');
  assert.match(copied('src/events.ts'), /ViewName =[^;]*'toy'/u);
  assert.match(copied('stories/docs/reference.md'), /^ {2}\| 'toy'/mu);
});

test('a toy family has an adapter, wallets to connect, and a name', async () => {
  const { familyOf, walletDiscoveries } = await load<typeof Families>('src/vm/families.ts');
  const { createConnection } = await load<typeof Connection>('src/wallets/connection.ts');
  const { familyPhrase } = await load<typeof Phrases>('src/ui/context/phrases.ts');
  const { contextOf } = await load<typeof Stages>('stories/support/stage.ts');
  const { FakeTvmChain } = await load<{ FakeTvmChain: new () => Fake }>('test/support/fake-tvm-chain.ts');
  const { VirtualClock } = await load<typeof Clocks>('test/support/clock.ts');
  const clock = new VirtualClock();
  const life = new AbortController();
  const connection = createConnection({
    discovery: walletDiscoveries(),
    entries: () => [],
    signal: life.signal,
    clock,
    dispatch: () => undefined,
    emit: () => false,
  });
  connection.offerFamilies(['tvm' as 'evm']);
  const { address, vmType } = await connection.connect({ id: 'toy.test' });
  assert.deepEqual([vmType, familyPhrase(vmType, contextOf({}))], ['tvm', 'Tron']);
  const chain = new FakeTvmChain();
  chain.balances.set(address, { native: '7' });
  const access = { chain: { id: 1, vmType, httpRpcUrl: chain.url }, fetch: chain.fetch, signal: life.signal, clock };
  const adapter = await familyOf('tvm')?.load();
  assert.deepEqual(await adapter?.balances(address, [{ currency: 'native' }], access), [7n]);
  life.abort();
});

type Fake = { url: string; fetch: typeof fetch; balances: Map<string, Record<string, string>> };

test('a toy field of the quote goes from the option into the body of POST /quote, and is checked', async () => {
  const { ETH, World } = await load<typeof Worlds>('test/support/world.ts');
  const world = new World();
  /** Gives the session real time between the steps of the virtual clock, because imports need it here. */
  const until = async (isReached: () => boolean): Promise<void> => {
    for (let attempt = 0; !isReached(); attempt += 1) {
      assert.ok(attempt < 2_000, `not reached: ${isReached.toString()}`);
      await setTimeout(5);
      await world.clock.advance(20);
    }
  };
  const tab = world.open({ toyLimits: ['5'] } as object);
  await tab.do({ type: 'opened' });
  await until(() => tab.state.name === 'selecting' && tab.state.wallets.length > 0);
  await tab.do({ type: 'wallet-picked', wallet: 'one.test' });
  await until(() => tab.state.name === 'selecting' && tab.state.assets.length > 0);
  await tab.do({ type: 'asset-picked', ...ETH });
  await until(() => tab.state.name === 'reviewing');
  assert.deepEqual(world.service.bodies.at(-1)?.['toyLimits'], ['5']);
  const wrong = world.open({ toyLimits: ['x'] } as object);
  await wrong.do({ type: 'opened' });
  await until(() => wrong.state.name === 'idle' && wrong.state.problem !== undefined);
  const { problem } = wrong.state as { problem: { message: string } };
  assert.match(problem.message, /^toyLimits: entry 0 must be digits only/u);
  world.end();
  for (const file of ['src/element/property-element.ts', 'src/payment/model/options.ts', 'src/api/requests/types.ts'])
    assert.match(copied(file), /\btoyLimits\b/u, file);
});

test('the compiler accepts all toys together, and so do the tests of the layers', async () => {
  await types;
  await layers;
});
