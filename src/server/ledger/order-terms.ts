/** Checks a new order, and converts its values to one form, so that equal orders have equal values. */
import { problemOf, shown, type BodyShape } from '../../api/requests/checks.js';
import { config, textOf } from '../../errors.js';
import { addressKey } from '../../shared/chain.js';
import { isRecord } from '../../shared/text/patterns.js';
import { unchecked } from '../../shared/validation.js';
import type { Registry } from '../../types.js';
import { checkedExpectation, type CheckedExpectation } from '../expectation.js';
import { checkedId } from './order-id.js';
import type { LedgerOrder, NewOrder } from './types.js';

/** The values of an order that never change. */
export type OrderTerms = Omit<LedgerOrder, 'status' | 'paidAt' | 'payments'>;

const shape: BodyShape<NewOrder> = {
  name: 'an order',
  // `checkedId`, `checkedExpectation` and `timeOf` check the members.
  checks: {
    id: unchecked,
    recipient: unchecked,
    chainId: unchecked,
    currency: unchecked,
    amount: unchecked,
    minimumAmount: unchecked,
    expiresAt: unchecked,
  },
  needed: [],
  rules: [],
};

const MEMBERS = 'id, recipient, chainId, currency and amount';

/** Matches a date and time with its zone. Without a zone, the time would depend on where the server runs. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Checks a new order. The result has addresses as `addressKey` returns them, amounts in the smallest unit, and the end
 * of the order in UTC, or null if there is none.
 * @throws HubPayError `config` for a wrong value
 */
export function orderTerms(order: NewOrder, registry: Registry | undefined): OrderTerms {
  // Plain JavaScript can leave the order out.
  const given: unknown = order;
  if (!isRecord(given))
    throw config('order', given == null ? `is missing: pass ${MEMBERS}` : `is no object with ${MEMBERS}`);
  const problem = problemOf(order, shape);
  if (problem) throw config(`order.${problem.field}`, textOf(problem.message));
  const { id, expiresAt, ...expect } = order;
  const checked = checkedExpectation({ ...expect, ...(registry && { registry }) }, 'order');
  return {
    id: checkedId(id, 'order.id'),
    recipient: addressKey(checked.recipient),
    chainId: checked.chainId,
    currency: addressKey(checked.currency),
    amount: checked.amount,
    minimumAmount: checked.minimumAmount,
    expiresAt: 'expiresAt' in order ? timeOf(expiresAt) : null,
  };
}

function timeOf(value: unknown): string {
  const time = typeof value === 'string' && TIME.test(value) ? Date.parse(value) : NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  const why =
    value instanceof Date
      ? 'is a Date: write date.toISOString()'
      : `${shown(value)} is no date and time with its zone, such as "2026-01-31T09:00:00Z"`;
  throw config('order.expiresAt', why);
}

/** True if the order's end has come. An order whose `expiresAt` is null has no end. */
export const isExpired = (expiresAt: string | null, now: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now;

/** Returns what the order requires of a payment. */
export const expectationOf = ({
  recipient,
  chainId,
  currency,
  amount,
  minimumAmount,
}: OrderTerms): CheckedExpectation => ({ recipient, chainId, currency, amount, minimumAmount });

/** Returns the name of the first value in which two orders with the same id differ. Returns null if they are equal. */
export function differenceOf(one: OrderTerms, other: OrderTerms): keyof OrderTerms | null {
  const names = ['recipient', 'chainId', 'currency', 'amount', 'minimumAmount', 'expiresAt'] as const;
  return names.find((name) => one[name] !== other[name]) ?? null;
}
