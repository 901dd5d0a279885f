/** Verifies stored payments: finds out what has happened, and records it. */
import type { HubPayError } from '../../../errors.js';
import { wrongOption } from '../../expected-forms.js';
import type { Finder } from './find-payment.js';
import type { Reader } from './read-budget.js';
import { settle, type SettleDeps } from './settle.js';
import { canStillPay, OPEN } from './status.js';
import { createSeldomTeller } from './tell-seldom.js';
import { isoOf, orderWith, type Claimed, type StoredPayment } from '../database/store.js';
import type { LedgerOrder } from '../types.js';

/** The result of a verification: `limited` and `down` mean that nothing new is known. */
export type CheckResult = 'done' | 'limited' | 'down';

/** Verifies payments. */
export interface Checker {
  /** Verifies one payment. Two callers at once share one verification. */
  checkOne(payment: Claimed, reader: Reader): Promise<CheckResult>;
  /** Verifies the payments of an order that can still change, except those that were verified a moment ago. */
  checkOrder(orderId: string, reader: Reader, except?: string): Promise<CheckResult>;
  /** Reads an order. Resolves to null if there is none. */
  order(orderId: string): Promise<LedgerOrder | null>;
}

/** For how long a verification is news for a visitor, in milliseconds. */
const FRESH_MS = 10_000;

/** The pause before a payment is verified again, after the service has given no answer. */
const DOWN_PAUSE_MS = 30_000;

/** Creates the checker of a ledger. */
export function createChecker<T>(deps: SettleDeps<T>, find: Finder): Checker {
  const { db, store, now } = deps;
  const running = new Map<string, Promise<CheckResult>>();
  const tell = createSeldomTeller(now);

  const verify = async ({ requestId, orderId }: Claimed, reader: Reader): Promise<CheckResult> => {
    const [terms, payment] = [await store.readOrder(db.query, orderId), await store.payment(db.query, requestId)];
    if (!terms || payment?.orderId !== orderId) return 'done';
    const wanted = {
      requestId,
      terms,
      storedAt: Date.parse(payment.storedAt),
      waitsForFinality: payment.status !== 'paid',
    };
    const finding = await find(wanted, reader);
    if (finding.status === 'limited') return 'limited';
    if (finding.status === 'down') {
      tell(`order ${orderId}: ${finding.message}`);
      await store.postpone(db.query, requestId, isoOf(now() + DOWN_PAUSE_MS));
      return 'down';
    }
    await settle(deps, requestId, orderId, finding);
    return 'done';
  };

  const checkOne: Checker['checkOne'] = (payment, reader) => {
    const { requestId } = payment;
    const current = running.get(requestId);
    if (current) return current;
    const started = verify(payment, reader).finally(() => running.delete(requestId));
    running.set(requestId, started);
    return started;
  };

  const isDue = (payment: StoredPayment, reader: Reader): boolean => {
    if (reader === 'merchant') return OPEN.includes(payment.status);
    const { checkedAt } = payment;
    return canStillPay(payment, now()) && (checkedAt === null || now() - Date.parse(checkedAt) >= FRESH_MS);
  };

  return {
    checkOne,
    async checkOrder(orderId, reader, except) {
      const payments = await store.payments(db.query, orderId);
      const due = payments.filter((each) => each.requestId !== except && isDue(each, reader));
      const results: CheckResult[] = [];
      // One after the other, the newest first: the first one that the budget refuses ends the round.
      for (const payment of due.toReversed()) {
        const result = await checkOne(payment, reader);
        results.push(result);
        if (result !== 'done') break;
      }
      return results.at(-1) ?? 'done';
    },
    async order(orderId) {
      const terms = await store.readOrder(db.query, orderId);
      return terms && orderWith(terms, await store.payments(db.query, orderId), now());
    },
  };
}

/** The error for an id that names no order. */
export const noOrder = (id: string): HubPayError => wrongOption('orderId', `there is no order "${id}"`);
