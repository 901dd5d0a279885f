/** Verifies stored payments: finds out what has happened to them, and records it. */
import { config, type HubPayError } from '../../../errors.js';
import type { Finder } from './find-payment.js';
import type { Reader } from './read-budget.js';
import { settle } from './settle.js';
import type { LedgerCore } from '../ledger-core.js';
import { publicOrder } from './public-order.js';
import { canStillPay, TRAITS } from './status.js';
import { createSeldomTeller } from './tell-seldom.js';
import { isoOf, type StoredOrder, type StoredPayment, type StoredTerms } from '../database/store.js';
import type { LedgerOrder } from '../types.js';

/**
 * The result of a verification: `limited` and `down` mean that it has found nothing new. A check of several payments
 * has the result of its last verification.
 */
export type CheckResult = 'done' | 'limited' | 'down';

/**
 * The result of a check. `order` is the order as it is recorded after the check. If nothing was recorded, it is null,
 * or the order from before if `checkOrder` returns it.
 */
export type Checked<Order = StoredOrder | null> = { result: CheckResult; order: Order };

/** Verifies payments. */
export interface Checker {
  /**
   * Verifies one payment. Two callers of this ledger at the same time share one verification, unless it is
   * `limited`: the limit of a page must not keep the job or a press from their own verification.
   * @param terms its order, if the caller has read it
   */
  checkOne(payment: StoredPayment, reader: Reader, terms?: StoredTerms): Promise<Checked>;
  /**
   * Verifies the open payments of an order one after the other, the newest first. Leaves out the payment with the id
   * `except`. For a visitor, also leaves out those that were verified in the last 10 seconds, and those that no longer
   * count as payable. Stops when the budget has no request left, or when the service gives no answer.
   */
  checkOrder(order: StoredOrder, reader: Reader, except?: string): Promise<Checked<StoredOrder>>;
  /** Reads an order. Resolves to null if there is none. */
  read(orderId: string): Promise<StoredOrder | null>;
  /** Reads an order for the merchant. Resolves to null if there is none. */
  order(orderId: string): Promise<LedgerOrder | null>;
}

/** How long a verification is recent enough for a visitor, in milliseconds. */
const FRESH_MS = 10_000;

/** The pause before the job verifies a payment again after the service could not be read, in milliseconds. */
const DOWN_PAUSE_MS = 30_000;

export function createChecker<T>(core: LedgerCore<T>, find: Finder): Checker {
  const { db, store, now } = core;
  const running = new Map<string, Promise<Checked>>();
  const tell = createSeldomTeller(now);

  const verify = async (payment: StoredPayment, reader: Reader, known?: StoredTerms): Promise<Checked> => {
    const { requestId, orderId, status, storedAt } = payment;
    const terms = known ?? (await store.readOrder(db.query, orderId));
    if (!terms) return { result: 'done', order: null };
    const wanted = { requestId, terms, storedAt: Date.parse(storedAt), waitsForFinality: status !== 'paid' };
    const finding = await find(wanted, reader);
    if (finding.status === 'limited') return { result: 'limited', order: null };
    if (finding.status === 'down') {
      tell(`order ${orderId}: its payments could not be verified: ${finding.message}`);
      return { result: 'down', order: null };
    }
    return { result: 'done', order: await settle(core, requestId, orderId, finding) };
  };

  const shared = async (payment: StoredPayment, reader: Reader, terms?: StoredTerms): Promise<Checked> => {
    const { requestId } = payment;
    for (let current = running.get(requestId); current; current = running.get(requestId)) {
      const checked = await current;
      if (checked.result !== 'limited') return checked;
    }
    const started = verify(payment, reader, terms).finally(() => running.delete(requestId));
    running.set(requestId, started);
    return started;
  };

  const checkOne: Checker['checkOne'] = async (payment, reader, terms) => {
    const checked = await shared(payment, reader, terms);
    // Only the job waits for the service. A page that looks at its order must not delay the job.
    if (checked.result === 'down' && reader === 'merchant')
      await store.postpone(db.query, payment.requestId, isoOf(now() + DOWN_PAUSE_MS));
    return checked;
  };

  const isDue = (payment: StoredPayment, reader: Reader): boolean => {
    if (reader === 'merchant') return TRAITS[payment.status].isOpen === true;
    const { checkedAt } = payment;
    return canStillPay(payment, now()) && (checkedAt === null || now() - Date.parse(checkedAt) >= FRESH_MS);
  };

  const read: Checker['read'] = async (orderId) => {
    const terms = await store.readOrder(db.query, orderId);
    return terms && { terms, payments: await store.payments(db.query, orderId) };
  };

  return {
    checkOne,
    async checkOrder(before, reader, except) {
      const due = before.payments.filter((each) => each.requestId !== except && isDue(each, reader));
      let checked: Checked<StoredOrder> = { result: 'done', order: before };
      // One after the other, the newest first. The first one that cannot be verified ends the round.
      for (const payment of due.toReversed()) {
        const { result, order } = await checkOne(payment, reader, before.terms);
        checked = { result, order: order ?? checked.order };
        if (result !== 'done') break;
      }
      return checked;
    },
    read,
    async order(orderId) {
      const order = await read(orderId);
      return order && publicOrder(order, now());
    },
  };
}

/** The error for an id that names no order. */
export const noOrder = (id: string): HubPayError => config('orderId', `there is no order "${id}"`);
