/** Reads the orders of the ledger from the merchant's database. */
import type { LedgerDatabase } from '../server/ledger/database/database.js';
import { VERSION, versionOf } from '../server/ledger/database/schema.js';
import { createStore, type OrderPage, type OrderPlace } from '../server/ledger/database/store.js';
import { publicOrder } from '../server/ledger/payments/public-order.js';
import type { LedgerOrder } from '../server/ledger/types.js';

/** The maximum number of orders that are in memory at once. */
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

/** Returns the length of the longest id of an order, or 0 if there are no orders. */
export const longestId = (database: LedgerDatabase<unknown>, prefix: string): Promise<number> =>
  createStore(database, prefix).longestId(database.query);

/** Reads all orders with their payments, sorted by the time at which they were added, and then by their ids. */
export async function* listOrders(database: LedgerDatabase<unknown>, prefix: string): AsyncGenerator<LedgerOrder> {
  const store = createStore(database, prefix);
  const now = Date.now();
  for (let after: OrderPlace | null = null; ;) {
    const page: OrderPage | null = await store.page(database.query, after, PAGE);
    if (!page) return;
    for (const order of page.orders) yield publicOrder(order, now);
    after = page.end;
  }
}
