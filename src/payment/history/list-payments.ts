/** Past payments: those of this device first, then what the service knows of the connected account. */
import { parseRecord } from '../../api/responses/parse.js';
import type { WireRequest } from '../../api/responses/types.js';
import type { ErrorInfo } from '../../errors.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type { Payment } from '../../types.js';
import type { PaymentContext } from '../context/context.js';
import type { JournalEntry } from '../journal/entry.js';
import { readAll } from '../journal/storage.js';
import { paymentOf } from './fetch-payment.js';
import { advancesStatus } from '../context/status.js';

/** `status` is the service's word; `at` is when the payment began, ISO 8601. */
export type PastPayment = Payment & { status: string; at: string };

/** `limit`: 1 to 50, 20 by default. `continuation`: of the page before. */
export type HistoryQuery = { limit?: number; continuation?: string };

export type HistoryPage = {
  payments: PastPayment[];
  /** Absent on the last page. */
  continuation?: string;
  /** Why the service's own list is not there, where this device's is. */
  problem?: ErrorInfo;
};

/**
 * Newest first within each of the two parts. A payment that is in both is told once, as this device knows it.
 * @param user the connected account; none has only what this device knows
 * @throws HubPayError `config` for a query that cannot be; what keeps the service from answering, unless there is
 * something to show all the same
 */
export async function listPayments(
  context: PaymentContext,
  user: string | undefined,
  { limit = 20, continuation }: HistoryQuery = {},
): Promise<HistoryPage> {
  if (!Number.isInteger(limit) || limit < 1 || limit > 50) throw configError('limit', 'is a whole number from 1 to 50');
  const [, after, cursor] = /^(?:(0x[0-9a-f]{64})|service:(.*))$/s.exec(continuation ?? '') ?? [];
  if (continuation !== undefined && after === undefined && cursor === undefined)
    throw configError('continuation', 'is that of an earlier answer');
  const own = ownPayments(context);
  const left = cursor === undefined ? own.slice(own.findIndex(({ requestId }) => requestId === after) + 1) : [];
  const payments = await Promise.all(left.slice(0, limit).map((each) => fromService(context, each)));
  const last = payments.at(-1);
  if (last && payments.length < left.length) return { payments, continuation: last.requestId };
  if (user === undefined) return { payments };
  try {
    const known = new Set(own.map(({ requestId }) => requestId));
    const page = await context.client.requests(
      { user, limit: Math.max(limit - payments.length, 1), ...(cursor && { continuation: cursor }) },
      { signal: context.signal },
    );
    await context.chainsKnown();
    const theirs = page.requests
      .filter(({ id }) => !known.has(id.toLowerCase()))
      .map((each) => toPastPayment(context, each));
    return {
      payments: [...payments, ...theirs],
      ...(page.continuation && { continuation: `service:${page.continuation}` }),
    };
  } catch (error) {
    if (payments.length === 0) throw error;
    return { payments, problem: errorInfo(error, 'unknown') };
  }
}

/** A payment of another order is not watched here: how it went on since is the service's to say. */
async function fromService({ client, signal }: PaymentContext, payment: PastPayment): Promise<PastPayment> {
  const { requestId, status } = payment;
  if (status === 'success' || status === 'refund') return payment;
  const answer = await client.status(requestId, { signal }).catch(() => null);
  return answer && advancesStatus(status, answer.status) ? { ...payment, status: answer.status } : payment;
}

const configError = (attribute: string, message: string): HubPayError =>
  new HubPayError('config', `${attribute} ${message}`, { attribute });

/** Of every order on this device; where nothing was ever asked of a wallet but an approval, nothing was paid. */
function ownPayments({ deps, journal }: PaymentContext): PastPayment[] {
  const entries = readAll(deps.storage, journal.read());
  return entries
    .filter(({ stage }) => stage !== 'prepared' && stage !== 'cancelled')
    .map((entry) => ({ ...entry.payment, status: statusOf(entry), at: new Date(entry.createdAt).toISOString() }));
}

function statusOf({ outcome, status }: JournalEntry): string {
  if (outcome?.receipt) return 'success';
  if (outcome?.refund) return 'refund';
  // Also what came to nothing on the chain, of which the service has never heard.
  return outcome?.problem ? 'failure' : status;
}

function toPastPayment(context: PaymentContext, request: WireRequest): PastPayment {
  const record = parseRecord(request);
  const payment = paymentOf(context, request.id.toLowerCase(), record);
  return { ...payment, status: record.status, at: record.createdAt ?? '' };
}
