/** The types of what needs a person. */
import type { TokenAmount, TransactionRef } from '../../types.js';
import type { Payer } from '../payer.js';

/**
 * What a person must look at. Most kinds are named after the payment's status. `handler-failed` means that `onPaid` has
 * failed several times in a row, so the order of a delivered payment is not paid. It also means that `onPaid` has
 * failed after it had ended the transaction of the ledger itself, so the order is paid, and a part of `onPaid` can be
 * missing. `unreadable` also stands for a payment that stays `pending` for a day or `confirming` for an hour.
 * `contradicted` means that the service's record has changed, and contradicts a payment that is `paid` or accepted.
 * Or the delivery of an accepted payment has paid another order.
 */
export type AttentionKind =
  | 'second'
  | 'late'
  | 'disputed'
  | 'conflicting'
  | 'reversed'
  | 'failed'
  | 'short'
  | 'other-token'
  | 'wrong'
  | 'too-old'
  | 'unreadable'
  | 'contradicted'
  | 'handler-failed';

/** Something that needs a person. */
export type Attention = {
  /** The stable key of this event. You can receive an event twice, so act only if the key is new to you. */
  key: string;
  /** What a person must look at. */
  kind: AttentionKind;
  /** The id of the order. */
  orderId: string;
  /** The service's id of the payment, in lower case. */
  requestId: string;
  /** When the ledger noticed it: an ISO 8601 date and time in UTC. */
  at: string;
  /** What the order requires. `amountFormatted` is null if the token's decimals are unknown. */
  expected: TokenAmount;
  /** What arrived. Null if it is unknown, or if nothing has arrived. */
  received: TokenAmount | null;
  /** What the payer sent. Null if it is unknown. */
  paid: TokenAmount | null;
  /** Who sent the money, and on which chain. Null if it is unknown. Ask the payer before you send money to it. */
  payer: Payer | null;
  /**
   * The transactions that the service's record names: those of the payer, then those of the delivery or the refund.
   */
  transactions: TransactionRef[];
  /** What has happened, in English. */
  message: string;
  /** What to do, in English. */
  advice: string;
};
