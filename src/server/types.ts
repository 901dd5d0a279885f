/** The options and the result of `verifyPayment`. */
import type { PaymentResult, Registry } from '../types.js';

/**
 * The reason why `verifyPayment` does not accept a payment for the order:
 * - `unknown-id`: the service has no such payment, or the id is invalid or belongs to a part of another payment. In
 *   test mode, also if the id is not one of test mode, or if `claim` is absent or did not return true.
 * - `pending`: the payment is not delivered yet.
 * - `refunded`: the payment was refunded.
 * - `failed`: the service reports that the payment failed. A refund or a delivery can still follow.
 * - `recipient`: the payment, or a part of it, went to an address other than the order's recipient.
 * - `chain`, `currency`: the payment was delivered on another chain or in another currency than the order requires.
 * - `amount`: less than `amount` was delivered, or less than `minimumAmount` was guaranteed.
 * - `too-old`: the money, or a part of it, was sent more than a minute before this request was created, so it was sent
 *   for something else.
 * - `calls`: calls of the payer ran on the destination chain, and can have spent the delivered funds at once.
 * - `already-used`: `claim` did not return true for an otherwise accepted payment.
 * - `unreachable`: the service's record is incomplete, contradicts itself or another one, or could not be read. Verify
 *   again later.
 */
export type VerifyReason =
  | 'unknown-id'
  | 'pending'
  | 'refunded'
  | 'failed'
  | 'recipient'
  | 'chain'
  | 'currency'
  | 'amount'
  | 'too-old'
  | 'calls'
  | 'already-used'
  | 'unreachable';

/** The values that the order requires. Take them from your own records, never from the page. */
export type ExpectedPayment = {
  /** The recipient's address on the destination chain. */
  recipient: string;
  /** The id of the destination chain. */
  chainId: number;
  /**
   * The token's address on the destination chain. The native currency is the zero address on an EVM chain, and
   * `11111111111111111111111111111111` on Solana. Only if you set `registry`, you can also write the token's symbol or
   * `native`, as in the element's attribute `destination-currency`.
   */
  currency: string;
  /**
   * The least that must arrive: a decimal string in the currency's smallest unit. USDC usually has 6 decimals,
   * but 18 on BNB Chain and 8 at the perps venue. If you set `registry`, write the amount as in the element's attribute
   * `amount`, such as `25.00`.
   */
  amount: string;
  /**
   * The least that the service's order for the payment must have guaranteed, in the form of `amount`. Default:
   * `amount`. Set less only if your page accepts prices with slippage. The record then cannot prove how much arrived
   * above this amount, so read the received amount on the chain.
   */
  minimumAmount?: string;
  /**
   * The same registry that your page sets on the element. Its decimals convert an `amount` such as `25.00`. Default: no
   * registry, so that `amount` is in the currency's smallest unit.
   */
  registry?: Registry;
};

/** Options of `verifyPayment`. */
export type VerifyOptions = {
  /**
   * The URL of the service, or of your proxy. With `demo:`, `verifyPayment` verifies payments of the element's test
   * mode without any request. This needs a `NODE_ENV` of `development` or `test`, or the option `allowTestPayments`.
   */
  baseUrl: string;
  /** The API key of the service. Some services accept `GET /requests/v2` only with a key. */
  apiKey?: string | undefined;
  /** The request id that the page sent: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /** The values that your order requires. */
  expect: ExpectedPayment;
  /**
   * Receives the request id in lower case, and must return true only if you stored it for this order before the
   * payment. If it does not return true, the reason is `already-used`, or `unknown-id` in test mode. Outside test mode,
   * it is called only if everything else is right. Default: no check; test mode then accepts no payment.
   */
  claim?(requestId: string): boolean | Promise<boolean>;
  /**
   * If true, `verifyPayment` accepts a payment only if the service's record contains the order data. These show whom
   * the solver had to pay and which calls ran on the destination chain. Set false only if the records of your service
   * contain no order data. Your server then cannot notice calls that spend the delivered funds. Default: true.
   */
  requireOrder?: boolean;
  /**
   * If true, `demo:` works with any `NODE_ENV`, for example with `next start` or on a preview of your site. Write
   * `true` only for a site on which nobody buys, because a test payment moves no money. Never take the value from a
   * request. Default: false.
   */
  allowTestPayments?: boolean;
  /** Replaces the platform's `fetch`. Default: `globalThis.fetch`. */
  fetch?: typeof fetch;
};

/** The result of `verifyPayment`. */
export type VerifyResult =
  | {
      /** True if the payment pays for the order. */
      ok: true;
      /** The delivered payment. */
      payment: PaymentResult;
      /** The first of `deliveries`. */
      delivery: string;
      /**
       * All keys of the delivery, which can consist of several transfers. Several request ids can belong to one
       * transfer, so store each key in a column with a unique constraint, and ship only if all of them are new.
       */
      deliveries: string[];
      /** True for a payment of test mode, in which no money moves. Absent in a real payment. */
      test?: true;
    }
  | {
      /** False if the payment does not pay for the order, or if this is not known yet. */
      ok: false;
      /** The reason as a code, for your program. */
      reason: VerifyReason;
      /** The reason in English, for a developer. */
      message: string;
    };
