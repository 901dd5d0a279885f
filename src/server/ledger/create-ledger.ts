/**
 * Creates the merchant's ledger in the merchant's own database. Without a decision of a person, one delivery pays only
 * one order there, once.
 */
import { parseRequestId } from '../../api/input.js';
import { config } from '../../errors.js';
import { platformClock, type Clock } from '../../shared/time/clock.js';
import { isTestMode } from '../verify-test-payment.js';
import { createChecker, noOrder } from './payments/checker.js';
import { createEvents } from './database/events.js';
import { finalityReader } from './payments/finality.js';
import { createFinder } from './payments/find-payment.js';
import { createHandlers } from './handlers.js';
import { startJob } from './job.js';
import { assertOptions } from './options.js';
import { checkedId } from './order-id.js';
import { differenceOf, isExpired, orderTerms } from './order-terms.js';
import { ReadBudget } from './payments/read-budget.js';
import { acceptedIn, resolvePayment } from './payments/resolve.js';
import { DEFAULT_PREFIX, migrate } from './database/schema.js';
import { createConsoleLines } from './console-lines.js';
import { withTables } from './database/with-tables.js';
import type { LedgerCore } from './ledger-core.js';
import { createStore, isoOf, type StoredTerms } from './database/store.js';
import { publicOrder } from './payments/public-order.js';
import type { Ledger, LedgerOptions, LedgerOrder, NewOrder } from './types.js';

/** The wall clock itself, because processes compare its times. A correction of the wall clock takes effect at once. */
const wallClock: Clock = { ...platformClock, now: () => Date.now() };

/**
 * Creates the ledger of a merchant's server. Each process of the server creates one, with the same options. Only
 * `afterPaid` and `onAttention` may be absent in some of them. The database ensures that two processes do not record
 * the same thing twice. The clocks of the processes may differ by a few seconds only.
 * @throws HubPayError `config` for an option that is missing, unknown or invalid, and for `demo:` on a live site; also
 *   for an undefined option, unless it is `apiKey`, `fetch` or `clock`
 */
export function createLedger<Transaction>(options: LedgerOptions<Transaction>): Ledger<Transaction> {
  assertOptions(options);
  const { baseUrl, apiKey, database, registry, prefix = DEFAULT_PREFIX, clock = wallClock } = options;
  const fetch: typeof globalThis.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const isTest = isTestMode({ baseUrl });
  const now = (): number => clock.now();
  const db = withTables(database, prefix);
  const store = createStore(db, prefix);
  const events = createEvents(db, prefix);
  const budget = new ReadBudget(options.readsPerMinute ?? 120, now);
  const finality = finalityReader(options.finality, { fetch, clock, registry });
  const requireOrder = options.requireOrder !== false;
  const find = createFinder({ baseUrl, apiKey, registry, requireOrder, isTest, fetch, clock, budget, finality });
  const core: LedgerCore<Transaction> = {
    db,
    store,
    events,
    clock,
    now,
    registry,
    onPaid: options.onPaid?.bind(options),
  };
  const lines = createConsoleLines(now);
  const checker = createChecker(core, find);
  const { storeHandler, handler } = createHandlers({
    storing: { core, checker, find, isTest, maxPayments: options.maxPayments ?? 20, lines },
    checker,
    budget,
    authorize: options.authorize?.bind(options),
    visitor: options.visitor?.bind(options),
    path: (options.path ?? '/api/orders').replace(/\/+$/, ''),
    clock,
  });

  const addOrder = async (order: NewOrder, transaction?: Transaction): Promise<LedgerOrder> => {
    const terms = orderTerms(order, registry);
    const query = transaction === undefined ? db.query : db.within(transaction);
    // A second call for an order that has expired in the meantime changes nothing, as any other second call does.
    if (isExpired(terms.expiresAt, now()) && !(await store.readOrder(query, terms.id)))
      throw config('order.expiresAt', `${String(terms.expiresAt)} has passed, so nobody could pay this order`);
    const isNew = await store.addOrder(query, terms, isoOf(now()));
    const found: StoredTerms | null = isNew
      ? { ...terms, status: 'unpaid', paidAt: null }
      : await store.readOrder(query, terms.id);
    if (!found) throw noOrder(terms.id);
    const name = differenceOf(terms, found);
    if (name !== null)
      throw config(
        `order.${name}`,
        `is ${String(terms[name])}, and the order "${terms.id}" exists with ${String(found[name])}`,
      );
    return publicOrder({ terms: found, payments: isNew ? [] : await store.payments(query, terms.id) }, now());
  };

  return {
    migrate: () => migrate(database, prefix, () => isoOf(now())),
    addOrder,
    order: async (id) => checker.order(checkedId(id, 'id')),
    storeHandler,
    handler,
    async check(id) {
      const orderId = checkedId(id, 'orderId');
      const before = await checker.read(orderId);
      if (!before) throw noOrder(orderId);
      const { order } = await checker.checkOrder(before, 'merchant');
      return publicOrder(order, now());
    },
    attention: () => events.open(db.query),
    resolve: async (requestId, note, decision, transaction) =>
      resolvePayment(core, parseRequestId(requestId), note, acceptedIn(decision), transaction),
    run: () =>
      startJob({
        core,
        checker,
        budget,
        lines,
        isTest,
        afterPaid: options.afterPaid?.bind(options),
        onAttention: options.onAttention?.bind(options),
      }),
  };
}
