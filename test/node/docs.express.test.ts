/**
 * Runs the documentation's samples `shop.mjs` and `staff.mjs` for Express. `HUB_PAY_EXPRESS` can name a folder in which
 * Express 5 and `express-session` are installed. Without it, a stand-in of the test runs them.
 */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import Database from 'better-sqlite3';
import { build } from 'esbuild';
import { createLedger, sqlite, type Ledger } from '../../src/server/index.js';
import { answerWith, testRecord } from '../../src/testing/index.js';
import { express, session } from '../support/fakes/toy-express.js';
import { blocksOf } from '../tools/docs/markdown.js';
import { read, root } from '../tools/sources.js';

const PAGE = 'stories/docs/server.md';
const FOLDER = join(root, `node_modules/.cache/docs-express-${process.pid}`);
const REAL = process.env['HUB_PAY_EXPRESS'];
const order = {
  recipient: '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789',
  chainId: 8453,
  currency: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  amount: '25000000',
};
const idOf = (digits: string): string => `0x${digits.repeat(32)}`;

let answer = answerWith();
let ledger: Ledger;
let server: Server;
let origin: string;

const sample = (name: string, has: string): void => {
  const found = blocksOf(PAGE, read(PAGE)).filter(({ text }) => text.includes(has));
  assert.equal(found.length, 1, name);
  writeFileSync(join(FOLDER, name), found[0]!.text);
};

before(async () => {
  ledger = createLedger({
    baseUrl: 'https://pay.example',
    database: sqlite(new Database(':memory:')),
    fetch: (...request) => answer(...request),
  });
  await ledger.migrate();
  for (const id of ['1042', '1043']) await ledger.addOrder({ id, ...order });
  mkdirSync(FOLDER, { recursive: true });
  sample('shop.mjs', 'const ownsOrder =');
  sample('staff.mjs', 'export const staff');
  writeFileSync(join(FOLDER, 'ledger.mjs'), 'export const { ledger } = globalThis.samples;');
  for (const name of ['express', 'session'])
    writeFileSync(join(FOLDER, `${name}.mjs`), `export default globalThis.samples.${name};`);
  const installed = (name: string, stand: string): string =>
    REAL ? join(REAL, 'node_modules', name, 'index.js') : join(FOLDER, stand);
  await build({
    entryPoints: [join(FOLDER, 'shop.mjs')],
    outfile: join(FOLDER, 'out.mjs'),
    bundle: true,
    ...({ format: 'esm', platform: 'node', target: 'es2022' } as const),
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    alias: {
      'hub-pay/server': join(root, 'src/server/index.ts'),
      express: installed('express', 'express.mjs'),
      'express-session': installed('express-session', 'session.mjs'),
    },
  });
  process.env['SESSION_SECRET'] = 'secret';
  Object.assign(globalThis, { samples: { ledger, express, session } });
  type App = RequestListener & { get(path: string, handle: (request: Visit, response: Sent) => void): void };
  type Visit = { query: Record<string, string>; session: Record<string, unknown> };
  type Sent = { sendStatus(code: number): void };
  const { app } = (await import(join(FOLDER, 'out.mjs'))) as { app: App };
  // What the shop itself does: it keeps the orders of a visitor and the login of its staff in the session.
  app.get('/login', ({ query, session }, response) => {
    if (query['order'] !== undefined) session['orders'] = [query['order']];
    session['isStaff'] = query['staff'] === 'yes';
    response.sendStatus(200);
  });
  server = createServer(app).listen(0);
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.close();
  server.closeAllConnections();
  rmSync(FOLDER, { recursive: true, force: true });
});

/** Logs in, and returns a function that sends requests with the cookie of the session. */
async function visitor(query: string): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const { headers } = await fetch(`${origin}/login?${query}`);
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return (path, init = {}) =>
    fetch(`${origin}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { cookie, ...(init.headers as Record<string, string>) },
    });
}

const post = (requestId: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ requestId }),
});
const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) });

test('only the customer of an order pays and sees it, by either handler', async () => {
  const customer = await visitor('order=1042');
  const stranger = await visitor('order=1043');
  for (const path of ['/api/orders/1042/payment', '/pay/1042']) {
    assert.equal((await stranger(path, post(idOf('a1')))).status, 403, path);
    assert.equal((await fetch(`${origin}${path}`, post(idOf('a1')))).status, 403, path);
  }
  assert.equal((await customer('/api/orders/1042/payment', post(idOf('a1')))).status, 204);
  assert.equal((await customer('/pay/1042', post(idOf('a2')))).status, 204);
  assert.equal((await stranger('/api/orders/1042')).status, 403);
  const shown = (await (await customer('/api/orders/1042')).json()) as { payments: unknown[] };
  assert.equal(shown.payments.length, 2);
});

test('the staff reads what needs a person, and decides', async () => {
  const customer = await visitor('order=1043');
  const staff = await visitor('staff=yes');
  for (const decision of ['returned', 'accepted']) {
    const requestId = idOf(decision === 'returned' ? 'b1' : 'b2');
    answer = answerWith();
    assert.equal((await customer('/pay/1043', post(requestId))).status, 204);
    answer = answerWith(testRecord({ requestId, ...order, amount: '1' }));
    await ledger.check('1043');
    const page = await (await staff('/staff')).text();
    for (const text of ['Order 1043: Too little', requestId, 'Paid from 0x1111111111111111111111111111111111111111'])
      assert.ok(page.includes(text), text);
    const fields = { requestId, note: `Decided: ${decision}.`, decision };
    assert.equal((await customer('/staff', form(fields))).status, 403);
    const sent = await staff('/staff', form(fields));
    assert.deepEqual([sent.status, sent.headers.get('location')], [302, '/staff']);
    assert.ok((await (await staff('/staff')).text()).includes('All is done.'));
    const found = await ledger.order('1043');
    assert.equal(found?.status, decision === 'accepted' ? 'paid' : 'unpaid');
    assert.equal(found.payments.at(-1)?.resolution?.note, fields.note);
  }
  assert.equal((await customer('/staff')).status, 403);
  assert.equal((await staff('/staff', form({ requestId: idOf('b1'), note: ' ', decision: 'returned' }))).status, 500);
});
