/**
 * One process of the bench `ledger`: `node ledger-process.cjs <socket folder> <user> <database>`. When it has stored a
 * payment of the orders in a message `{ do, orders }`, or verified it, it answers with the microseconds of processor
 * time that this took. The service knows no payment while they are stored, and has delivered each of them afterwards.
 */
import { Pool } from 'pg';
import { createLedger, postgres } from '../../../src/server/index.js';
import { FakeService, idOf } from '../../support/fake-service.js';

/** How many requests a process handles at once, as a server does. */
const AT_ONCE = 8;

const [, , host = '', user = '', database = ''] = process.argv;
const service = new FakeService();
const ledger = createLedger({
  baseUrl: 'https://pay.example',
  database: postgres(new Pool({ host, user, database, max: 5 })),
  fetch: service.fetch,
  readsPerMinute: 100_000_000,
  async onPaid({ id }, _, transaction) {
    await transaction.query('insert into parcels (order_id) values ($1)', [id]);
  },
});

const post = (requestId: string): Request =>
  new Request('https://shop.example/api/orders/x/payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requestId }),
  });

const steps = {
  async store(order: number): Promise<void> {
    const { status } = await ledger.storeHandler(post(idOf(order)), String(order));
    if (status !== 204) throw new Error(`The payment of order ${order} got the answer ${status}.`);
  },
  async verify(order: number): Promise<void> {
    service.records.set(idOf(order), { sentAt: Date.now() });
    await ledger.check(String(order));
  },
};

process.on('message', ({ do: step, orders }: { do: keyof typeof steps; orders: number[] }) => {
  const left = [...orders];
  const before = process.cpuUsage();
  const worker = async (): Promise<void> => {
    for (let order = left.pop(); order !== undefined; order = left.pop()) await steps[step](order);
  };
  void Promise.all(Array.from({ length: AT_ONCE }, worker)).then(() => {
    const { user: own, system } = process.cpuUsage(before);
    process.send?.(own + system);
  });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
