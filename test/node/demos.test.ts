/** Tests the demos that install the packed package, and the apps of `npm run test:frameworks`. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import ts from 'typescript';
import { createLedger, postgres, type FetchHandler, type LedgerOptions } from '../../src/server/index.js';
import { platformClock } from '../../src/shared/time/clock.js';
import { answerWith, testRecord, type TestPayment } from '../../src/testing/index.js';
import { chooseApps, heaviestFirst } from '../frameworks/choose.js';
import { inLanes, laneCount } from '../frameworks/lanes.js';
import { APPS } from '../frameworks/rows.js';
import { samplesOf } from '../frameworks/samples.js';
import { ownFiles, read } from '../tools/sources.js';

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };

const expect = {
  recipient: `0x${'11'.repeat(20)}`,
  chainId: 84532,
  currency: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  amount: '25000000',
};
const NEXT = 'demo/next/app/';
const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;

/** The demos run one after the other, so they can have one database in turn. Its start takes seconds. */
let started: Promise<PGlite> | undefined;

/** A database without tables. */
async function emptyDatabase(): Promise<PGlite> {
  const database = await (started ??= PGlite.create());
  await database.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  return database;
}

after(async () => {
  await (await started)?.close();
});

type Service = { records: Map<string, TestPayment['status']>; now: number };

/** Runs the server of a demo, whose service answers with `records`. */
async function serve(demo: 'plain' | 'next', env: Record<string, string>) {
  const service: Service = { records: new Map(), now: Date.now() };
  const fetch = (input: RequestInfo | URL): Promise<Response> => {
    const requestId = new URL(new Request(input).url).searchParams.get('id') ?? '';
    const status = service.records.get(requestId);
    return answerWith(...(status ? [testRecord({ requestId, ...expect, status })] : []))(input);
  };
  const clock = { ...platformClock, now: () => service.now };
  const handlers: FetchHandler[] = [];
  const outside = {
    process: { env },
    globalThis: {},
    createServer: (handler: FetchHandler) => ({ listen: () => handlers.push(handler) }),
    nodeListener: (handler: FetchHandler) => handler,
    file: () => new Response('a page'),
    orderOf: () => ({ baseUrl: env['HUB_SERVICE'] ?? 'demo:', recipient: expect.recipient }),
    PGlite: { create: emptyDatabase },
    postgres,
    // The job runs in the tests of the ledger.
    createLedger: (options: LedgerOptions) => ({ ...createLedger({ ...options, fetch, clock }), run: () => undefined }),
    serve: (handler: FetchHandler) => handlers.push(handler),
  };
  const sources = demo === 'plain' ? ['demo/plain/server.mjs'] : [`${NEXT}ledger.ts`, `${NEXT}${ROUTE}`];
  const source = sources
    .map(read)
    .join('\n')
    .replaceAll(/^(?:import .*|export \{.*|export )/gmu, '');
  const { outputText } = ts.transpileModule(source, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  const code = demo === 'plain' ? outputText : `${outputText}\nserve(GET);`;
  await (AsyncFunction(...Object.keys(outside), code) as (...values: unknown[]) => Promise<void>)(
    ...Object.values(outside),
  );
  const [handle] = handlers;
  assert.ok(handle);
  const store = async (requestId: string): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ requestId }) };
    return (await handle(new Request('https://shop.example/api/orders/1042/payment', init))).status;
  };
  /** Asks the server for the order a minute later. */
  const check = async (): Promise<{ status: string; payments: { status: string }[] }> => {
    service.now += 60_000;
    return (await handle(new Request('https://shop.example/api/orders/1042'))).json() as ReturnType<typeof check>;
  };
  return { records: service.records, store, check };
}

const ROUTE = 'api/orders/[...path]/route.ts';
const files = ownFiles();
const demos = APPS.map(({ folder }) => folder).filter((folder) => folder.startsWith('demo/'));
const linesIn = (folder: string, code: RegExp): number =>
  files
    .filter((file) => file.startsWith(`${folder}/`) && code.test(file))
    .reduce((sum, file) => sum + read(file).trimEnd().split('\n').length, 0);

test('each section whose samples an app compiles or runs is on a page', () => {
  for (const { name, samples } of APPS) if (samples) assert.ok(samplesOf(samples).length > 1, name);
});

test('each demo has at most 100 lines of code, and the server of the plain demo at most 40', () => {
  assert.equal(demos.length, 4);
  for (const folder of demos) {
    const lines = linesIn(folder, /\.(?:html|tsx?|vue|mjs)$/u);
    assert.ok(lines > 20 && lines <= 100, `${folder}: ${lines}`);
  }
  assert.ok(linesIn('demo/plain', /server\.mjs$/u) <= 40);
});

test('each demo installs the tarball of this version, and all other packages have exact versions', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  for (const { folder } of APPS) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(`${folder}/package.json`)) as Manifest;
    const { 'hub-pay': tarball, ...others } = { ...dependencies, ...devDependencies };
    assert.equal(tarball, demos.includes(folder) ? `file:../../hub-pay-${version}.tgz` : undefined, folder);
    for (const [name, wanted] of Object.entries(others)) assert.match(wanted, /^\d+\.\d+\.\d+$/u, `${folder}: ${name}`);
  }
});

test('each app of the repository is a row of the table, and each row says what does not apply and why', () => {
  const apps = files
    .filter((file) => /^test\/frameworks\/apps\/[\w-]+\/package\.json$/u.test(file))
    .map((file) => file.replace('/package.json', ''));
  assert.deepEqual(APPS.map(({ folder }) => folder).sort(), [...demos, ...apps].sort());
  for (const { folder, rows } of APPS) {
    const { scripts = {} } = JSON.parse(read(`${folder}/package.json`)) as { scripts?: Record<string, string> };
    for (const { title, without } of rows)
      for (const column of ['types', 'build'] as const)
        assert.notEqual(column in scripts, column in without, `${title}: ${column}`);
  }
});

test('CI checks React, Next, Vue on a server and the libraries of a page; a run without names checks every app', () => {
  const names = (...choice: Parameters<typeof chooseApps>): string[] => chooseApps(...choice).map(({ name }) => name);
  assert.deepEqual(names([], { ci: true }), ['react', 'next', 'vue-ssr', 'hosts']);
  assert.deepEqual(names([], { hosts: true }), ['hosts', 'appkit']);
  assert.deepEqual(names([], { ci: true, hosts: true }), ['hosts']);
  assert.equal(names([]).length, APPS.length);
  assert.deepEqual(names(['next', 'react']), ['react', 'next']);
  assert.throws(() => names(['rect']), /^Error: No app is called rect\. There are: plain, react, /u);
  for (const option of ['ci', 'hosts'])
    assert.throws(() => names(['react'], { [option]: true }), new RegExp(`^Error: --${option} chooses the apps`, 'u'));
  assert.equal(heaviestFirst(APPS)[0]?.name, 'next');
});

test('apps run in as many lanes as memory and cores allow, each app once and in their order', async () => {
  const GB = 1024 ** 3;
  assert.deepEqual([laneCount(64 * GB, 2), laneCount(5 * GB, 8), laneCount(GB, 8)], [3, 2, 1]);
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const done = inLanes(['a', 'b', 'c'], 2, async (app) => {
    log.push(`begin ${app}`);
    await new Promise<void>((resolve) => ends.push(resolve));
    log.push(`end ${app}`);
  });
  assert.deepEqual(log, ['begin a', 'begin b']);
  ends[1]?.();
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(log, ['begin a', 'begin b', 'end b', 'begin c']);
  for (const end of ends) end();
  await done;
});

const live = { HUB_SERVICE: 'https://pay.example', SHOP_ADDRESS: expect.recipient };
const [A, B, C] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(64)}`) as [string, string, string];
for (const demo of ['plain', 'next'] as const) {
  test(`the server of the ${demo} demo marks an order as paid once, and stores no id of a paid order`, async () => {
    const { records, store, check } = await serve(demo, live);
    assert.deepEqual([await store(A), await store(B)], [204, 204]);
    assert.equal((await check()).status, 'unpaid');
    records.set(A, 'success').set(B, 'success');
    const { status, payments } = await check();
    assert.deepEqual([status, payments.map((each) => each.status).sort()], ['paid', ['paid', 'second']]);
    for (const id of [A, B, C]) assert.equal(await store(id), 409);
  });

  test(`the server of the ${demo} demo stores no second id while the first payment is on its way or has arrived`, async () => {
    const { records, store, check } = await serve(demo, live);
    assert.equal(await store(A), 204);
    for (const [status, answer] of [
      ['pending', 409],
      ['failure', 409],
      ['refund', 204],
    ] as const) {
      records.set(A, status);
      await check();
      assert.equal(await store(B), answer, status);
    }
  });
}

test('the server of the plain demo does not start with a service and the address of the example', async () => {
  await assert.rejects(
    serve('plain', { HUB_SERVICE: 'https://pay.example' }),
    /^Error: Set SHOP_ADDRESS to your own address/u,
  );
  assert.equal((await (await serve('plain', {})).check()).status, 'unpaid');
});
