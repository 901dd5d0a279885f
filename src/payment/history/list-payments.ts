/** Lists past payments from this device's journal and from the service. */
import { assertBody, type BodyShape } from '../../api/requests/checks.js';
import { parseRecord } from '../../api/responses/parse.js';
import type { WireRequest } from '../../api/responses/types.js';
import type { ErrorInfo } from '../../errors.js';
import { errorInfo } from '../../errors.js';
import { hashKey } from '../../shared/chain.js';
import { isoTime } from '../../shared/time/iso-time.js';
import { integer, writtenText } from '../../shared/validation.js';
import type { Account, Payment } from '../../types.js';
import type { PaymentContext } from '../context/context.js';
import { isUnsent, type JournalEntry } from '../journal/entry.js';
import { isAbandoned, isEnd, isEnded, isProvedUnpaid } from '../journal/lifecycle.js';
import { readAll } from '../journal/storage.js';
import { isUnfunded, paymentOf } from './fetch-payment.js';
import { firstPlaces, mergeAccounts, parsePlaces, wrongContinuation } from './merge-accounts.js';
import { advancesStatus } from '../context/status.js';
import { readStatus } from '../track/status/read-status.js';
import { endedUnpaid } from '../track/outcome/outcome.js';

/** A past payment, with its status and its time. */
export type PastPayment = Payment & {
  /**
   * The payment's status, as in the field `status` of `GET /requests/v2`. If the service reports an end but names no
   * deposit, this end can be left out, because a deposit can still arrive. `unknown` if this page cannot tell how the
   * payment has ended, for example if only the storage shows a result and the service does not answer.
   */
  status: string;
  /**
   * True if a chain has shown the refund to this page; absent if only the service reports a refund, or if there is
   * none.
   */
  confirmed?: true;
  /** The time of the payment, in ISO 8601; empty if the time is unknown. */
  at: string;
  /**
   * True if this page knows that the service names a second transaction of this payment; absent otherwise. Deposits to
   * a deposit address do not count.
   */
  paidTwice?: true;
};

/** Selects a page of the list of past payments. */
export type HistoryQuery = {
  /**
   * Maximum number of payments on a page, from 1 to 50.
   * @default 20
   */
  limit?: number;
  /** The `continuation` of the previous page; absent for the first page. */
  continuation?: string;
};

const queryShape: BodyShape<HistoryQuery> = {
  name: 'the history’s query',
  checks: { limit: integer(1, 50), continuation: writtenText },
  needed: [],
  rules: [],
};

/** One page of the list of past payments. */
export type HistoryPage = {
  /** This device's payments, then the service's payments, each group with the newest payment first. */
  payments: PastPayment[];
  /** The value to pass as `continuation` for the next page; absent on the last page. */
  continuation?: string;
  /** True if no account is connected, so that the page contains only payments of this device; absent otherwise. */
  deviceOnly?: true;
  /**
   * Why the service's payments of an account could not be loaded for this page; absent if nothing failed. The next
   * page, if there is one, asks for them again, so they can be newer than those of this page.
   */
  problem?: ErrorInfo;
};

/**
 * Lists this device's payments, then the service's payments that this device does not have.
 * @param accounts the connected accounts; if empty, lists only this device's payments
 * @throws HubPayError `config` for an invalid query; the service's error if there is no payment of this device to
 *   return
 */
export async function listPayments(
  context: PaymentContext,
  accounts: readonly Account[],
  query: HistoryQuery = {},
): Promise<HistoryPage> {
  assertBody(query, queryShape);
  const { limit = 20, continuation } = query;
  const [, after, cursor] = /^(?:(0x[0-9a-f]{64})|service:(.*))$/s.exec(continuation ?? '') ?? [];
  if (continuation !== undefined && after === undefined && cursor === undefined) throw wrongContinuation();
  const places = cursor === undefined ? firstPlaces(accounts) : parsePlaces(cursor, accounts);
  const own = ownEntries(context);
  const left = cursor === undefined ? own.slice(own.findIndex(({ payment }) => payment.requestId === after) + 1) : [];
  const payments = await Promise.all(left.slice(0, limit).map((each) => fromService(context, each)));
  const last = payments.at(-1);
  if (last && payments.length < left.length)
    return { payments, continuation: last.requestId, ...(accounts.length === 0 && { deviceOnly: true }) };
  if (accounts.length === 0) return { payments, deviceOnly: true };
  try {
    const known = new Set(own.map(({ payment }) => payment.requestId));
    const room = Math.max(limit - payments.length, 1);
    const page = await mergeAccounts(context, places, room, (id) => known.has(id));
    await context.loadChains();
    return {
      payments: [...payments, ...page.requests.map((each) => toPastPayment(context, each))],
      ...(page.continuation !== undefined && { continuation: `service:${page.continuation}` }),
      ...(page.problem && { problem: page.problem }),
    };
  } catch (error) {
    if (payments.length === 0) throw error;
    return { payments, problem: errorInfo(error, 'unknown') };
  }
}

/**
 * Completes an entry of this device's journal with the current status from the service, unless this page knows the
 * delivery or the confirmed refund. The stored status can be old, because this session does not track payments of other
 * orders.
 */
async function fromService(context: PaymentContext, entry: JournalEntry): Promise<PastPayment> {
  const status = statusOf(entry);
  const { payment, outcome: { receipt, refund } = {} } = entry;
  // The payer can edit the amount in the wallet, so the paid amount can differ from the quote.
  const quote = receipt ? { ...payment.quote, pays: receipt.paid } : payment.quote;
  const isTwice = receipt?.warnings?.some(({ path }) => path === 'origin');
  const at = isoTime(entry.createdAt);
  const past: PastPayment = {
    ...payment,
    quote,
    status,
    at,
    ...(isTwice && { paidTwice: true }),
    ...(refund?.confirmed && { confirmed: true }),
  };
  if (receipt || refund?.confirmed) return past;
  const answer = await readStatus(context, past.requestId, context.signal).catch(() => null);
  // Ignore a report of the service that the payment ended without a deposit, because a deposit can still arrive.
  const isNew = answer && !endedUnpaid(answer, entry) && advancesStatus(status, answer.status);
  if (isNew) return { ...past, status: answer.status };
  // If the service does not answer, do not show a failure that can come only from the storage, where another script of
  // the page's origin can have written it. A failure of an abandoned payment is known if this page has proved it.
  const isProvedHere = isEnded(entry) || (isAbandoned(entry) && entry.isOwnStage && isProvedUnpaid(entry));
  return answer || isProvedHere || status !== 'failure' ? past : { ...past, status: 'unknown' };
}

/** Returns this device's payments, except those in the stages `prepared` and `cancelled`, which count as not sent. */
function ownEntries({ deps, journal }: PaymentContext): JournalEntry[] {
  const entries = readAll(deps.storage, journal.read());
  return entries.filter((entry) => !isUnsent(entry));
}

/**
 * Returns the payment's status without a request to the service. Returns `unknown` if only the storage shows an end of
 * the payment, because any script of the origin can write the storage. Also returns `unknown` if only the service has
 * reported the refund. A `failure` can come from a stored error code, and the caller checks it.
 */
function statusOf({ outcome = {}, status }: JournalEntry): string {
  if (outcome.receipt) return 'success';
  if (outcome.refund) return outcome.refund.confirmed ? 'refund' : 'unknown';
  // A payment can fail on its chain before the service sees the payment.
  if (isProvedUnpaid({ outcome })) return 'failure';
  return isEnd(status) ? 'unknown' : status;
}

function toPastPayment(context: PaymentContext, request: WireRequest): PastPayment {
  const record = parseRecord(request);
  const payment = paymentOf(context, request.id.toLowerCase(), record);
  // A record without the list of deposits does not show whether a deposit arrived.
  const status = record.inTxs && isUnfunded(record) ? 'waiting' : record.status;
  // Several deposits to one deposit address are normal, and do not mean that the payer paid twice by mistake.
  const hashes = record.depositAddress === undefined ? (record.inTxs ?? []).map(({ hash }) => hashKey(hash)) : [];
  const isTwice = new Set(hashes).size > 1;
  return { ...payment, status, at: record.createdAt ?? '', ...(isTwice && { paidTwice: true }) };
}
