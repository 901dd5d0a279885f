/** Creates the records and the answers of a service, for a merchant's tests of `verifyPayment`. */
import { formatUnits } from '../shared/amounts.js';
import { jsonResponse } from '../shared/builtins/to-json.js';

/**
 * The contents of a record. `chainId`, `currency`, `recipient` and `amount` have the form of `verifyPayment`’s
 * `expect`.
 */
export type TestPayment = {
  /** The service's id of the payment: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /** The address that received the money. */
  recipient: string;
  /** The id of the chain on which the money arrived. */
  chainId: number;
  /** The address of the token that arrived. */
  currency: string;
  /** The amount that arrived: a decimal string in the token's smallest unit. */
  amount: string;
  /**
   * The service's status: `waiting`, `depositing` and `pending` before the end; `success`, `refund` or `failure`
   * afterwards.
   * @default `success`
   */
  status?: 'waiting' | 'depositing' | 'pending' | 'success' | 'refund' | 'failure';
  /**
   * The least amount that the payment guaranteed.
   * @default `amount`
   */
  minimumAmount?: string;
  /**
   * The calls that ran on the destination chain.
   * @default none
   */
  calls?: readonly unknown[];
  /**
   * The id of the chain from which the payer paid.
   * @default `chainId`
   */
  originChainId?: number;
  /**
   * When the payer sent the money: an ISO 8601 date and time with its zone. With a time after the order's `expiresAt`,
   * the payment is `late`, and with one long before the id was stored, it is `too-old`.
   * @default the record has no time
   */
  sentAt?: string;
};

const STATUSES: readonly unknown[] = ['waiting', 'depositing', 'pending', 'success', 'refund', 'failure'];

/** A record of `GET /requests/v2` for `answerWith`, with the fields that `verifyPayment` needs. */
export type TestRecord = Readonly<Record<string, unknown>>;

/** The payer of every record. */
const PAYER = '0x1111111111111111111111111111111111111111';

/**
 * Creates the service's record of a payment. The record calls every token `TEST`, and gives it 6 decimals.
 * @throws TypeError if `status` is none of the service's words, or if `sentAt` is no date
 */
export function testRecord(payment: TestPayment): TestRecord {
  const { requestId, recipient, chainId, currency, amount, minimumAmount = amount, originChainId = chainId } = payment;
  const { status = 'success', calls = [], sentAt } = payment;
  if (!STATUSES.includes(status))
    throw new TypeError(`testRecord: status "${status as string}" is none of ${STATUSES.join(', ')}`);
  const sent = sentAt === undefined ? null : Date.parse(sentAt);
  if (Number.isNaN(sent))
    throw new TypeError(`testRecord: sentAt "${sentAt}" is no date and time, such as "2026-01-31T09:00:00Z"`);
  const amountOn = (chain: number) => ({
    currency: { chainId: chain, address: currency, symbol: 'TEST', decimals: 6 },
    amount,
    amountFormatted: formatUnits(amount, 6),
    minimumAmount,
  });
  const transaction = (chain: number, digit: string) => ({
    chainId: chain,
    hash: `0x${digit.repeat(64)}`,
  });
  const payments = [{ recipient, currency, minimumAmount, expectedAmount: amount }];
  return {
    id: requestId,
    status,
    user: PAYER,
    recipient,
    data: {
      inTxs: [{ ...transaction(originChainId, '1'), ...(sent !== null && { timestamp: Math.floor(sent / 1_000) }) }],
      outTxs: status === 'success' ? [transaction(chainId, '2')] : [],
      metadata: { recipient, currencyIn: amountOn(originChainId), currencyOut: amountOn(chainId) },
    },
    protocol: { v2: { orderData: { output: { payments, calls } } } },
  };
}

/**
 * Creates a `fetch` that answers every request with these records. Without records, it answers like a service that does
 * not know the payment.
 */
export const answerWith =
  (
    /** The records. */
    ...records: readonly TestRecord[]
  ): typeof fetch =>
  () =>
    Promise.resolve(jsonResponse({ requests: records }));
