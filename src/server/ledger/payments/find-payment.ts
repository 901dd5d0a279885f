/** Asks the service or test mode, and the merchant's own node, what happened to a payment. */
import { HubClient } from '../../../api/client.js';
import type { EndpointPauses } from '../../../api/endpoint-pauses.js';
import type { Clock } from '../../../shared/time/clock.js';
import { isoTime } from '../../../shared/time/iso-time.js';
import type { PaymentResult, Registry } from '../../../types.js';
import { judgePayment, NO_FACTS, type PaymentFacts, type Verdict } from '../../judge.js';
import type { PaymentReason } from '../../refusals.js';
import { arrivedInTest, verifyTestPayment } from '../../verify-test-payment.js';
import type { FinalityReader } from './finality.js';
import { notedFetch } from './last-answer.js';
import { expectationOf, type OrderTerms } from '../order-terms.js';
import type { ReadBudget, Reader } from './read-budget.js';
import { isoOf } from '../database/store.js';
import type { PaymentStatus } from '../types.js';

/**
 * What the ledger has found. `isKnown` is false if the service has no record of the id. In test mode, it is false for
 * every refused payment.
 */
export type Finding = {
  status:
    | 'delivered'
    | Extract<
        PaymentStatus,
        | 'stored'
        | 'pending'
        | 'confirming'
        | 'refunded'
        | 'failed'
        | 'short'
        | 'other-token'
        | 'wrong'
        | 'too-old'
        | 'unreadable'
      >;
  message: string | null;
  /** Null unless `status` is `delivered`. */
  payment: PaymentResult | null;
  facts: PaymentFacts;
  isKnown: boolean;
  /** True if a person is told at once, although the status only tells after some time. */
  isTold?: true;
};

/** Nothing was found: the service could not be read (`down`), or the budget has no request left (`limited`). */
export type NoFinding = { status: 'down'; message: string } | { status: 'limited' };

/**
 * The payment to look for. `storedAt` is when its id was stored, as Unix time in milliseconds, or null if it is not
 * stored yet. `waitsForFinality` is false if a delivery counts without an answer of the merchant's node.
 */
export type Wanted = { requestId: string; storedAt: number | null; terms: OrderTerms; waitsForFinality: boolean };

/** Looks for a payment. Never rejects because of the service or of a node. */
export type Finder = (wanted: Wanted, reader: Reader) => Promise<Finding | NoFinding>;

/** What the finder needs. */
export type FinderDeps = {
  baseUrl: string;
  apiKey: string | undefined;
  registry: Registry | undefined;
  requireOrder: boolean;
  isTest: boolean;
  fetch: typeof fetch;
  clock: Clock;
  budget: ReadBudget;
  finality: FinalityReader;
};

/**
 * How much the merchant's clock can be ahead of the chain's, in milliseconds. Money that was sent more than this time
 * before the id was stored was sent for something else, whatever the service says about the age of the request.
 */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

const STATUSES: Readonly<Record<PaymentReason, Finding['status']>> = {
  'unknown-id': 'stored',
  pending: 'pending',
  refunded: 'refunded',
  failed: 'failed',
  recipient: 'wrong',
  chain: 'wrong',
  calls: 'wrong',
  currency: 'other-token',
  amount: 'short',
  'too-old': 'too-old',
  unreachable: 'unreadable',
};

export function createFinder(deps: FinderDeps): Finder {
  const { baseUrl, apiKey, registry, requireOrder, isTest, clock, budget } = deps;
  const pauses: EndpointPauses = new Map();

  /** Creates the client of one verification. The first of its requests is already taken from the budget. */
  const clientOf = (fetch: typeof globalThis.fetch, reader: Reader): HubClient => {
    let isFirst = true;
    const counted: typeof fetch = (input, init) => {
      if (!isFirst) budget.takeMore(reader);
      isFirst = false;
      return fetch(input, init);
    };
    return new HubClient({ baseUrl, fetch: counted, clock, pauses, ...(apiKey !== undefined && { apiKey }) });
  };

  const judged = async ({ requestId, terms, storedAt }: Wanted, reader: Reader): Promise<Verdict> => {
    const expected = expectationOf(terms);
    if (!isTest) {
      const noted = notedFetch(deps.fetch);
      const client = clientOf(noted.fetch, reader);
      const verdict = await judgePayment(client, { requestId, expected, registry, requireOrder });
      return verdict.name === 'down' ? { ...verdict, message: noted.problem() ?? verdict.message } : verdict;
    }
    const result = await verifyTestPayment(
      // `createLedger` has already refused test mode on a live site.
      {
        allowTestPayments: true,
        expect: { ...expected, ...(registry && { registry }) },
        claim: () => storedAt !== null,
      },
      requestId,
      expected,
      clock.now(),
    );
    if (!result.ok) {
      const received = arrivedInTest(requestId, registry, clock.now());
      return { name: 'refused', refusal: result, facts: { ...NO_FACTS, received }, isKnown: false };
    }
    const { payment, delivery } = result;
    const { paid, received, origin, destination } = payment;
    const facts = {
      keys: [delivery],
      sent: [],
      sentAt: null,
      startedAt: null,
      payer: null,
      paid,
      received,
      transactions: [...origin, ...destination],
    };
    return { name: 'delivered', payment, facts };
  };

  return async (wanted, reader) => {
    if (!isTest && !budget.take(reader)) return { status: 'limited' };
    const verdict = await judged(wanted, reader);
    if (verdict.name === 'down') {
      budget.pause(verdict.retryAfter * 1_000);
      return { status: 'down', message: verdict.message };
    }
    const { facts } = verdict;
    const message = messageOfAge(wanted, facts);
    if (message !== null) return { status: 'too-old', message, payment: null, facts, isKnown: true };
    // No chain contains a payment of test mode, so no node can show it.
    const waitsForFinality = wanted.waitsForFinality && !isTest;
    if (verdict.name === 'delivered') return finalised(verdict, { ...wanted, waitsForFinality }, deps.finality);
    const { reason, message: why } = verdict.refusal;
    const status = STATUSES[reason];
    return { status, message: status === 'stored' ? null : why, payment: null, facts, isKnown: verdict.isKnown };
  };
}

/**
 * Returns why a delivered payment is too old: its money, or a part of it, was sent more than `CLOCK_TOLERANCE_MS`
 * before the merchant's server stored the id. Returns null if this is not so, or if one of the two times is unknown.
 */
function messageOfAge({ storedAt }: Wanted, { keys, startedAt }: PaymentFacts): string | null {
  if (keys.length === 0 || storedAt === null || startedAt === null) return null;
  if (startedAt >= storedAt - CLOCK_TOLERANCE_MS) return null;
  const sent = isoTime(startedAt) || 'a time before all dates';
  return `The money was sent at ${sent}, and your server stored this id later, at ${isoOf(storedAt)}.`;
}

async function finalised(
  { payment, facts }: Extract<Verdict, { name: 'delivered' }>,
  { terms, waitsForFinality }: Wanted,
  finality: FinalityReader,
): Promise<Finding> {
  const found = waitsForFinality ? await finality(terms.chainId, payment.destination).catch(() => null) : 'final';
  if (found === 'final') return { status: 'delivered', message: null, payment, facts, isKnown: true };
  const unconfirmed = { payment: null, facts, isKnown: true };
  if (found === 'failed') {
    const message = 'Your node says that the delivering transaction has failed.';
    return { status: 'unreadable', message, ...unconfirmed, isTold: true };
  }
  // One status for all of these. A node that changes between them would otherwise begin the time anew, after which a
  // person is told.
  const message =
    found === 'waiting'
      ? 'The delivery does not have enough confirmations yet.'
      : found === 'absent'
        ? 'Your node does not know the delivering transaction.'
        : 'Your node gave no usable answer, so the delivery is not confirmed.';
  return { status: 'confirming', message, ...unconfirmed };
}
