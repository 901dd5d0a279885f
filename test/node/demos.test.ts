/** Tests the demos that install the packed package, and the apps of `npm run test:frameworks`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileFunction } from 'node:vm';
import ts from 'typescript';
import { verifyPayment, type FetchHandler, type VerifyOptions } from '../../src/server/index.js';
import { testRecord, type TestPayment } from '../../src/testing/index.js';
import { chooseApps, heaviestFirst } from '../frameworks/choose.js';
import { inLanes, laneCount } from '../frameworks/lanes.js';
import { APPS } from '../frameworks/rows.js';
import { ownFiles, read } from '../tools/sources.js';

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };

const expect = {
  recipient: `0x${'11'.repeat(20)}`,
  chainId: 84532,
  currency: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  amount: '25000000',
};
const ROUTE = 'demo/next/app/api/orders/[id]/[step]/route.ts';

/** Runs the server of a demo, whose service answers with `records`. */
function serve(demo: 'plain' | 'next', env: Record<string, string>) {
  const records = new Map<string, TestPayment['status']>();
  const fetch = (input: RequestInfo | URL): Promise<Response> => {
    const requestId = new URL(new Request(input).url).searchParams.get('id') ?? '';
    const status = records.get(requestId);
    return Promise.resolve(Response.json({ requests: status ? [testRecord({ requestId, ...expect, status })] : [] }));
  };
  const handlers: FetchHandler[] = [];
  const outside = {
    process: { env },
    createServer: (handler: FetchHandler) => ({ listen: () => handlers.push(handler) }),
    nodeListener: (handler: FetchHandler) => handler,
    file: () => new Response('a page'),
    orderOf: () => ({ baseUrl: 'https://pay.example', recipient: expect.recipient }),
    verifyPayment: (options: VerifyOptions) => verifyPayment({ ...options, fetch }),
    serve: (handle: (request: Request, context: { params: Promise<object> }) => Promise<Response>) =>
      handlers.push((request) => {
        const [, , , id, step] = new URL(request.url).pathname.split('/');
        return handle(request, { params: Promise.resolve({ id, step }) });
      }),
  };
  const source = read(demo === 'plain' ? 'demo/plain/server.mjs' : ROUTE).replaceAll(/^(?:import .*|export )/gmu, '');
  const { outputText } = ts.transpileModule(source, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  const code = demo === 'plain' ? outputText : `${outputText}\nserve(POST);`;
  (compileFunction(code, Object.keys(outside)) as (...values: unknown[]) => void)(...Object.values(outside));
  const [handle] = handlers;
  assert.ok(handle);
  const post = async (step: 'payment' | 'shipping', requestId: string): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ requestId }) };
    return (await handle(new Request(`https://shop.example/api/orders/1042/${step}`, init))).status;
  };
  return { records, post };
}

const files = ownFiles();
const demos = APPS.map(({ folder }) => folder).filter((folder) => folder.startsWith('demo/'));
const linesIn = (folder: string, code: RegExp): number =>
  files
    .filter((file) => file.startsWith(`${folder}/`) && code.test(file))
    .reduce((sum, file) => sum + read(file).trimEnd().split('\n').length, 0);

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

test('CI checks React, Next and Vue on a server; a run without names checks every app', () => {
  const names = (...choice: Parameters<typeof chooseApps>): string[] => chooseApps(...choice).map(({ name }) => name);
  assert.deepEqual(names([], true), ['react', 'next', 'vue-ssr']);
  assert.equal(names([]).length, APPS.length);
  assert.deepEqual(names(['next', 'react']), ['react', 'next']);
  assert.throws(() => names(['rect']), /^Error: No app is called rect\. There are: plain, react, /u);
  assert.throws(() => names(['react'], true), /^Error: --ci chooses the apps/u);
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
  test(`the server of the ${demo} demo ships an order once, and stores no id of a paid order`, async () => {
    const { records, post } = serve(demo, live);
    assert.deepEqual([await post('payment', A), await post('payment', B)], [200, 200]);
    assert.equal(await post('shipping', A), 409);
    records.set(A, 'success').set(B, 'success');
    assert.deepEqual(
      [await post('shipping', A), await post('shipping', B), await post('shipping', A)],
      [200, 409, 200],
    );
    for (const id of [A, B, C]) assert.equal(await post('payment', id), 409);
  });

  test(`the server of the ${demo} demo stores no second id while the first payment is on its way or has arrived`, async () => {
    const { records, post } = serve(demo, live);
    assert.equal(await post('payment', A), 200);
    for (const [status, answer] of [
      ['refund', 200],
      ['pending', 409],
      ['failure', 409],
      ['success', 409],
    ] as const) {
      records.set(A, status);
      assert.equal(await post('payment', B), answer, status);
    }
    assert.deepEqual([await post('shipping', A), await post('shipping', C)], [200, 409]);
  });
}

test('the server of the plain demo does not start with a service and the address of the example', () => {
  assert.throws(
    () => serve('plain', { HUB_SERVICE: 'https://pay.example' }),
    /^Error: Set SHOP_ADDRESS to your own address/u,
  );
  serve('plain', {});
});
