/** The ledger of the shop, whose database is in memory. A real shop passes the pool of its own database. */
import { PGlite } from '@electric-sql/pglite';
import { createLedger, postgres, type Ledger } from 'hub-pay/server';
import { orderOf } from './order';

const shared = globalThis as { ledger?: Promise<Ledger> }; // Next.js loads this module for each route anew.
export const ledger = () => (shared.ledger ??= open());
async function open(): Promise<Ledger> {
  const { baseUrl, recipient } = orderOf('');
  const allowTestPayments = baseUrl === 'demo:'; // In test mode, nobody buys.
  const shop = createLedger({ baseUrl, allowTestPayments, database: postgres(await PGlite.create()) });
  await shop.migrate();
  const usdc = { chainId: 84532, currency: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', amount: '25000000' };
  for (const id of ['1042', '1043', '1044']) await shop.addOrder({ id, recipient, ...usdc });
  shop.run();
  return shop;
}
