/** Stores a request id for an order before the wallet prompts. Refuses it if the payment could be one too many. */
import type { Checker } from './checker.js';
import { isExpired } from '../order-terms.js';
import type { Finder } from './find-payment.js';
import type { Reader } from './read-budget.js';
import { nextCheck } from './schedule.js';
import type { LedgerCore } from '../ledger-core.js';
import { canStillPay, orderStatusOf, takesPayment, wasPaid } from './status.js';
import type { ConsoleLines } from '../console-lines.js';
import { readTestId } from '../../../shared/test-mode/test-id.js';
import { isoOf, type StoredPayment, type StoredTerms } from '../database/store.js';

/** The answer to the page: an HTTP status, and the reason for a developer. */
export type StoreAnswer = { status: 204 | 409 | 410 | 429 | 503; message?: string };

/** What the storing needs. */
export type StoreDeps = {
  core: Pick<LedgerCore<unknown>, 'db' | 'store' | 'now'>;
  checker: Checker;
  find: Finder;
  isTest: boolean;
  maxPayments: number;
  lines: ConsoleLines;
};

const STORED: StoreAnswer = { status: 204 };
const LIMITED: StoreAnswer = { status: 429, message: 'Too many requests. Try again in a minute.' };
const FULL: StoreAnswer = { status: 429, message: 'Too many payments of this order were started. Try again later.' };
const DOWN: StoreAnswer = { status: 503, message: 'The payments service could not be asked. Try again in a minute.' };
const conflict = (message: string): StoreAnswer => ({ status: 409, message });
const FOREIGN = conflict('This payment belongs to another order.');
const MADE = conflict('This payment exists already, so it cannot be stored before it.');

/** The refusals of an id of the other mode, which the ledger could never verify: of a real id, and of a test id. */
const REAL = {
  answer: conflict('This server is in test mode and takes no real payment.'),
  line: 'the page is live, but baseUrl of createLedger is demo:',
};
const TEST = {
  answer: conflict('This server takes no payment of test mode.'),
  line: 'the payment is one of test mode: is base-url of the page still "demo:"?',
};

/** Stores a request id, which must be in lower case, for an order that exists, or refuses it. */
export async function storePayment(
  { core, checker, find, isTest, maxPayments, lines }: StoreDeps,
  requestId: string,
  terms: StoredTerms,
  reader: Reader,
): Promise<StoreAnswer> {
  const { db, store, now } = core;
  const { id: orderId } = terms;
  const payments = await store.payments(db.query, orderId, requestId);
  if (payments.some((each) => each.orderId !== orderId)) return FOREIGN;
  const refused = refusal(payments, requestId, terms.expiresAt, now());
  if ((readTestId(requestId) !== null) !== isTest) {
    const { answer, line } = isTest ? REAL : TEST;
    lines.tell('mode', `order ${orderId}: ${line}`);
    // The payer may read that nothing was sent. Any other refusal would be about a payment of the right mode.
    return refused?.status === 410 ? refused : answer;
  }
  if (refused) return refused;
  // The payer can have another page of this order, whose payment is on its way.
  const { result } = await checker.checkOrder({ terms, payments }, reader, requestId);
  if (result !== 'done') return result === 'down' ? DOWN : LIMITED;
  if (!payments.some((each) => each.requestId === requestId)) {
    // After a payment is sent, anybody can read its id on the chain. So only an id that the service does not know is
    // stored.
    const finding = await find({ requestId, storedAt: null, terms, waitsForFinality: false }, reader);
    if (finding.status === 'down') {
      lines.tell('service', `order ${orderId}: no payment can start: ${finding.message}`);
      return DOWN;
    }
    if (finding.status === 'limited') return LIMITED;
    if (finding.status !== 'stored' || finding.isKnown) return MADE;
  }
  return db.transaction(async (query) => {
    await store.lockOrder(query, orderId);
    const locked = await store.payments(query, orderId);
    const late = refusal(locked, requestId, terms.expiresAt, now());
    if (late) return late;
    if (locked.some((each) => each.requestId === requestId)) return STORED;
    if (locked.filter((each) => canStillPay(each, now())).length >= maxPayments) {
      console.error(`hub-pay: order ${orderId}: ${maxPayments} payments are open, so no further one is stored.`);
      return FULL;
    }
    const time = now();
    const next = nextCheck({ status: 'stored', changedAt: time }, time) ?? time;
    const isNew = await store.addPayment(query, {
      requestId,
      orderId,
      isTest,
      now: isoOf(time),
      nextCheckAt: isoOf(next),
    });
    return isNew ? STORED : FOREIGN;
  });
}

/**
 * Returns the refusal if the order takes no further payment, or if this payment exists already. Returns null if neither
 * is the case.
 */
function refusal(
  payments: readonly StoredPayment[],
  requestId: string,
  expiresAt: string | null,
  now: number,
): StoreAnswer | null {
  if (wasPaid(payments)) return conflict('This order is already paid.');
  const own = payments.find((each) => each.requestId === requestId);
  if (own && own.status !== 'stored') return MADE;
  if (!takesPayment(payments, now))
    return orderStatusOf(payments, now) === 'paying'
      ? conflict('Another payment of this order may be on its way.')
      : conflict('Another payment of this order must be looked at first.');
  if (!isExpired(expiresAt, now)) return null;
  // After a 409, the payer reads that an earlier payment may still arrive. Without any stored id, there is none.
  return { status: payments.length === 0 ? 410 : 409, message: 'This order has expired.' };
}
