/**
 * Measures the ledger on PostgreSQL: 10,000 orders, and eight processes that share them. Each order has one payment,
 * which is stored by one process, and verified by two at the same time.
 *
 * The profile says what stands in the way of more orders: the processors, which Node and PostgreSQL share about 3 to
 * 2. Both costs follow the number of statements, and no lock and no disk makes them wait. 7 statements store a payment,
 * and 12 verify it, of which one is that of `onPaid`. The other process sends 2 to 8 more. Statements that keep a name
 * would be another way, but the poolers in front of many databases refuse them.
 *
 * `stored` and `paid` are orders a second, and `storedCpu` and `paidCpu` milliseconds of the processes for each order,
 * which depend less on what else runs. `doubles` are the orders for which `onPaid` has run twice, and `unpaid`
 * those for which it has not run. The server leaves it to the system when to write, so a disk slows nothing down.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Pool } from 'pg';
import { createLedger, postgres } from '../../src/server/index.js';
import { TERMS } from '../support/fake-service.js';
import { startPostgres } from '../support/postgres.mjs';
import { check, report, round } from '../tools/figures.js';

const ORDERS = 10_000;
const PROCESSES = 8;
const LEAST_PER_SECOND = 500;

const server = await startPostgres();
const { host, user, database } = server;
const pool = new Pool({ host, user, database, max: 4 });
const ledger = createLedger({ baseUrl: 'https://pay.example', database: postgres(pool) });
await ledger.migrate();
await pool.query('create table parcels (order_id text not null)');
const orders = Array.from({ length: ORDERS }, (_, order) => order);
for (const order of orders) await ledger.addOrder({ ...TERMS, id: String(order) });

const folder = mkdtempSync(join(tmpdir(), 'hub-pay-ledger-'));
const program = join(folder, 'ledger-process.cjs');
// Without the loader of TypeScript, which would make each `import()` cost as much as three statements.
await build({
  entryPoints: [fileURLToPath(new URL('support/ledger-process.ts', import.meta.url))],
  bundle: true,
  platform: 'node',
  format: 'cjs',
  external: ['pg-native'],
  outfile: program,
});
const children = await Promise.all(
  Array.from({ length: PROCESSES }, async () => {
    const child = fork(program, [host, user, database], { execArgv: [] });
    await once(child, 'message');
    return child;
  }),
);

type Cost = { perSecond: number; cpu: number };

/** Gives each process its share of the orders, and waits until all have finished. */
async function costOf(step: 'store' | 'verify', isShared: boolean): Promise<Cost> {
  const began = performance.now();
  const micros = await Promise.all(
    children.map(async (child: ChildProcess, at) => {
      const owners = isShared ? [at, (at + 1) % PROCESSES] : [at];
      child.send({ do: step, orders: orders.filter((order) => owners.includes(order % PROCESSES)) });
      const [spent] = (await once(child, 'message')) as [number];
      return spent;
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  return { perSecond: ORDERS / seconds, cpu: micros.reduce((sum, each) => sum + each, 0) / 1_000 / ORDERS };
}

try {
  const stored = await costOf('store', false);
  const paid = await costOf('verify', true);
  const { rows } = await pool.query<{ count: string }>('select count(*) as count from parcels group by order_id');
  const doubles = rows.filter(({ count }) => Number(count) > 1).length;
  const unpaid = ORDERS - rows.length;
  report('ledger', [
    {
      orders: ORDERS,
      processes: PROCESSES,
      stored: round(stored.perSecond),
      paid: round(paid.perSecond),
      storedCpu: round(stored.cpu, 2),
      paidCpu: round(paid.cpu, 2),
      doubles,
      unpaid,
    },
  ]);
  const checks = [
    check('milliseconds for each stored order', round(1_000 / stored.perSecond, 2), 1_000 / LEAST_PER_SECOND),
    check('milliseconds for each paid order', round(1_000 / paid.perSecond, 2), 1_000 / LEAST_PER_SECOND),
    check('orders paid twice', doubles, 0),
    check('orders not paid', unpaid, 0),
  ];
  report('ledger', checks);
  if (checks.some(({ verdict }) => verdict === 'OVER')) process.exitCode = 1;
} finally {
  await Promise.all(
    children.map(async (child) => {
      child.disconnect();
      await once(child, 'exit');
    }),
  );
  await pool.end();
  await server.stop();
  rmSync(folder, { recursive: true });
}
