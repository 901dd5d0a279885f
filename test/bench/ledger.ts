/**
 * Measures the ledger on PostgreSQL: 10,000 orders, and eight processes that share them. Each order has one payment,
 * which is stored by one process, and verified by two at the same time.
 *
 * `stored` and `paid` are orders a second. `doubles` are the orders for which `onPaid` has run twice, and `unpaid`
 * those for which it has not run. The server leaves it to the system when to write, so a disk slows nothing down.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
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

const program = fileURLToPath(new URL('support/ledger-process.ts', import.meta.url));
const children = await Promise.all(
  Array.from({ length: PROCESSES }, async () => {
    const child = fork(program, [host, user, database], { execArgv: ['--import', 'tsx'] });
    await once(child, 'message');
    return child;
  }),
);

/** Gives each process its share of the orders. Resolves to the seconds until all have finished. */
async function seconds(step: 'store' | 'verify', isShared: boolean): Promise<number> {
  const began = performance.now();
  await Promise.all(
    children.map(async (child: ChildProcess, at) => {
      const owners = isShared ? [at, (at + 1) % PROCESSES] : [at];
      child.send({ do: step, orders: orders.filter((order) => owners.includes(order % PROCESSES)) });
      await once(child, 'message');
    }),
  );
  return (performance.now() - began) / 1_000;
}

try {
  const stored = ORDERS / (await seconds('store', false));
  const paid = ORDERS / (await seconds('verify', true));
  const { rows } = await pool.query<{ count: string }>('select count(*) as count from parcels group by order_id');
  const doubles = rows.filter(({ count }) => Number(count) > 1).length;
  const unpaid = ORDERS - rows.length;
  report('ledger', [
    { orders: ORDERS, processes: PROCESSES, stored: round(stored), paid: round(paid), doubles, unpaid },
  ]);
  const checks = [
    check('milliseconds for each stored order', round(1_000 / stored, 2), 1_000 / LEAST_PER_SECOND),
    check('milliseconds for each paid order', round(1_000 / paid, 2), 1_000 / LEAST_PER_SECOND),
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
}
