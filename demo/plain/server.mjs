/** The shop's server. `HUB_SERVICE` is the URL of the payments service. Without it, the page stays in test mode. */
import { createServer } from 'node:http';
import { PGlite } from '@electric-sql/pglite';
import { createLedger, nodeListener, postgres } from 'hub-pay/server';
import { file } from './files.mjs';

const example = '0x7A3bC1de5f60718293a4B5c6d7E8f90123456789';
const { HUB_SERVICE, SHOP_ADDRESS: recipient = example, PORT: port = '3000' } = process.env;
if (HUB_SERVICE && recipient === example)
  throw new Error('Set SHOP_ADDRESS to your own address on Base Sepolia: it receives the money.');
const db = await PGlite.create(HUB_SERVICE ? './shop-data' : undefined); // In test mode, the database is in memory.
await db.exec('create table if not exists parcels (order_id text primary key)');
const ledger = createLedger({
  baseUrl: HUB_SERVICE ?? 'demo:',
  allowTestPayments: !HUB_SERVICE, // In test mode, nobody buys.
  database: postgres(db),
  async onPaid({ id }, payment, transaction) {
    await transaction.query('insert into parcels (order_id) values ($1)', [id]);
  },
});
await ledger.migrate();
const currency = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'; // USDC on Base Sepolia
await ledger.addOrder({ id: '1042', recipient, chainId: 84532, currency, amount: '25000000' });
ledger.run();

const changes = [
  ['demo:', HUB_SERVICE ?? 'demo:'],
  [example, recipient],
];
async function answer(request) {
  const { pathname } = new URL(request.url);
  return pathname.startsWith('/api/') ? ledger.handler(request) : file(pathname, changes);
}

createServer(nodeListener(answer)).listen(port, () => console.log(`http://localhost:${port}/`));
