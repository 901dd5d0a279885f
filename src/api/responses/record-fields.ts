/** Reads untyped fields of a request record. */
import { isRecord, UINT_TEXT } from '../../shared/patterns.js';
import type { WireRequest } from './types.js';

/** Returns the string in this member. Null if the member is empty or not a string. */
export function textIn(request: WireRequest, name: string): string | null {
  const value = request[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** What the order of a request pays on the destination chain (`protocol.v2.orderData.output`). */
export type OrderOutput = {
  /** The number of calls that the order runs. Null if the record does not say. */
  calls: number | null;
  /** The payments. Null if the record does not contain them completely. */
  payments: { recipient: string; currency: string; amount: bigint }[] | null;
};

/**
 * Reads what the order pays and runs on the destination chain. The amount of a payment is `expectedAmount`, otherwise
 * `minimumAmount`.
 */
export function orderOutput(request: WireRequest): OrderOutput {
  const output = ['protocol', 'v2', 'orderData', 'output'].reduce(member, request);
  const calls = member(output, 'calls');
  const listed = member(output, 'payments');
  const payments = Array.isArray(listed) ? listed.map(paymentIn) : [];
  return {
    calls: Array.isArray(calls) ? calls.length : null,
    payments: payments.length > 0 && payments.every((each) => each !== null) ? payments : null,
  };
}

function paymentIn(payment: unknown): { recipient: string; currency: string; amount: bigint } | null {
  const [recipient, currency] = [member(payment, 'recipient'), member(payment, 'currency')];
  const amount = member(payment, 'expectedAmount') ?? member(payment, 'minimumAmount');
  if (typeof recipient !== 'string' || typeof currency !== 'string') return null;
  return typeof amount === 'string' && UINT_TEXT.test(amount) ? { recipient, currency, amount: BigInt(amount) } : null;
}

const member = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
