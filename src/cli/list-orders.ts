/** Reads the orders of the ledger from the merchant's database. */
import type { LedgerDatabase } from '../server/ledger/database/database.js';
import { VERSION, versionOf } from '../server/ledger/database/schema.js';
import { paymentIn, type StoredPayment, termsIn } from '../server/ledger/database/store.js';
import { publicOrder } from '../server/ledger/payments/public-order.js';
import type { LedgerOrder } from '../server/ledger/types.js';

/** The maximum number of orders that one statement reads. */
const PAGE = 1_000;

/**
 * Checks that the database has the tables of the ledger, in the version that this package reads.
 * @throws an error for the merchant if it has no such tables, or has another version of them
 */
export async function assertTables({ query, dialect }: LedgerDatabase<unknown>, prefix: string): Promise<void> {
  const found = await versionOf(query, dialect, prefix);
  if (found === 0)
    throw new Error(
      `there are no tables ${prefix}… of the ledger. Check --database and --prefix, or start your server: it creates ` +
        'them by migrate().',
    );
  if (found < VERSION)
    throw new Error(
      `the tables ${prefix}… have version ${found}, and this command reads version ${VERSION}. Start your server ` +
        'with this version of hub-pay: it updates them by migrate().',
    );
  if (found > VERSION)
    throw new Error(
      `the tables ${prefix}… have version ${found}, and this command reads version ${VERSION}. Update hub-pay here.`,
    );
}

/** Reads all orders with their payments, sorted by the time at which they were added, and then by their ids. */
export async function* listOrders({ query }: LedgerDatabase<unknown>, prefix: string): AsyncGenerator<LedgerOrder> {
  const [orders, payments] = [`${prefix}orders`, `${prefix}payments`];
  const now = Date.now();
  for (let after = ['', '']; ;) {
    const rows = await query(
      `select * from ${orders} where (added_at, id) > ($1, $2) order by added_at, id limit ${PAGE}`,
      after,
    );
    const last = rows.at(-1);
    if (!last) return;
    const end = [String(last['added_at']), String(last['id'])];
    const found = await query(
      `select * from ${payments} where order_id in
       (select id from ${orders} where (added_at, id) > ($1, $2) and (added_at, id) <= ($3, $4))
       order by stored_at, request_id`,
      [...after, ...end],
    );
    const ofOrder = new Map<string, StoredPayment[]>(rows.map((row) => [String(row['id']), []]));
    for (const payment of found.map(paymentIn)) ofOrder.get(payment.orderId)?.push(payment);
    for (const row of rows)
      yield publicOrder({ terms: termsIn(row), payments: ofOrder.get(String(row['id'])) ?? [] }, now);
    after = end;
  }
}
