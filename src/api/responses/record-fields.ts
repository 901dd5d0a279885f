/** Reads fields of a request record whose types `parseRequests` does not check. */
import { isRecord, UINT_TEXT } from '../../shared/text/patterns.js';
import type { WireRequest } from './types.js';

/** Returns the string in the member `name`, or null if the member is empty or not a string. */
export function textIn(request: WireRequest, name: string): string | null {
  const value = request[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** What the service's order for a payment does on the destination chain, from `protocol.v2.orderData.output`. */
export type OrderOutput = {
  /** The service's name of the destination chain, or null if the record does not name it. */
  chain: string | null;
  /**
   * True if the member `calls` of `output` is neither absent, null nor a list. The order's calls are then unknown.
   */
  hasUnreadableCalls: boolean;
  /**
   * The number of calls that the service's order runs on the destination chain, or null if the record does not contain
   * the list of calls.
   */
  calls: number | null;
  /**
   * The payments that the service's order makes on the destination chain, or null if the record contains no payments,
   * or if one payment is incomplete.
   */
  payments: OrderPayment[] | null;
};

/**
 * A payment of the service's order. The order guarantees the `minimum` and expects the `amount`. If the record names no
 * expected amount, both are equal.
 */
type OrderPayment = { recipient: string; currency: string; amount: bigint; minimum: bigint };

/** Reads which payments and how many calls the service's order makes on the destination chain. */
export function orderOutput(request: WireRequest): OrderOutput {
  const output = ['protocol', 'v2', 'orderData', 'output'].reduce(member, request);
  const calls = member(output, 'calls');
  const listed = member(output, 'payments');
  const payments = Array.isArray(listed) ? listed.map(paymentIn) : [];
  return {
    chain: chainIn(output),
    hasUnreadableCalls: calls !== undefined && calls !== null && !Array.isArray(calls),
    calls: Array.isArray(calls) ? calls.length : null,
    payments: payments.length > 0 && payments.every((each) => each !== null) ? payments : null,
  };
}

/** A transaction of `data.outTxs`, with the balances that it changed. */
export type OutTransaction = {
  /** The id of the chain; NaN if the record does not contain it, and 0 if it is null. */
  chainId: number;
  /** True if the record contains a status of the transaction other than `success` and `pending`. */
  hasFailed: boolean;
  /** The changes of token balances, with each `diff` in the token's smallest unit. */
  changes: { account: string; token: string; diff: bigint }[];
};

/** Reads the transactions of `data.outTxs` with their changes of balances, as far as the record contains them. */
export function outTxChanges(request: WireRequest): OutTransaction[] {
  return entriesOf(member(member(request, 'data'), 'outTxs')).map((each) => {
    const status = member(each, 'status');
    const changes = member(each, 'stateChanges');
    return {
      chainId: Number(member(each, 'chainId')),
      hasFailed: typeof status === 'string' && status !== 'success' && status !== 'pending',
      changes: entriesOf(changes).flatMap(changeIn),
    };
  });
}

function changeIn(value: unknown): OutTransaction['changes'] {
  const [account, change] = [member(value, 'address'), member(value, 'change')];
  const token = member(member(change, 'data'), 'tokenAddress');
  const diff = member(change, 'balanceDiff');
  if (typeof account !== 'string' || typeof token !== 'string' || typeof diff !== 'string') return [];
  return /^-?\d{1,78}$/.test(diff) ? [{ account, token, diff: BigInt(diff) }] : [];
}

/**
 * A refund that the service's order allows. `recipient` is null if the record contains no text for it. `isElsewhere` is
 * true if the record names the chains of the deposit and of the refund, and these differ.
 */
type OrderRefund = { recipient: string | null; isElsewhere: boolean };

/**
 * Reads from `protocol.v2.orderData.inputs` to whom the service's order can refund a deposit. The list is empty if the
 * record contains no refunds of an order.
 */
export function orderRefunds(request: WireRequest): OrderRefund[] {
  const inputs = ['protocol', 'v2', 'orderData', 'inputs'].reduce(member, request);
  return entriesOf(inputs).flatMap((input) => {
    const chain = chainIn(member(input, 'payment'));
    return entriesOf(member(input, 'refunds')).map((refund) => {
      const [recipient, to] = [member(refund, 'recipient'), chainIn(refund)];
      return {
        recipient: typeof recipient === 'string' ? recipient : null,
        isElsewhere: chain !== null && to !== null && to !== chain,
      };
    });
  });
}

/** The service's name of the chain, or null if the record does not name it. */
function chainIn(value: unknown): string | null {
  const chain = member(value, 'chainId');
  return typeof chain === 'string' || typeof chain === 'number' ? String(chain) : null;
}

const entriesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function paymentIn(payment: unknown): OrderPayment | null {
  const [recipient, currency] = [member(payment, 'recipient'), member(payment, 'currency')];
  const minimum = unitsOf(member(payment, 'minimumAmount'));
  const amount = unitsOf(member(payment, 'expectedAmount') ?? member(payment, 'minimumAmount'));
  if (typeof recipient !== 'string' || typeof currency !== 'string') return null;
  return minimum === null || amount === null ? null : { recipient, currency, amount, minimum };
}

const unitsOf = (value: unknown): bigint | null =>
  typeof value === 'string' && UINT_TEXT.test(value) ? BigInt(value) : null;

const member = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
