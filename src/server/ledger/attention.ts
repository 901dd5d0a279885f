/** Creates the events that need a person, with their texts and amounts. */
import { visibleText } from '../../shared/text/visible-text.js';
import { addressKey } from '../../shared/chain.js';
import { formatUnits } from '../../shared/amounts.js';
import { knownToken } from '../../shared/test-mode/test-chains.js';
import type { Registry, TokenAmount } from '../../types.js';
import { pinnedCurrency } from '../../vm/registry/registry.js';
import type { OrderTerms } from './order-terms.js';
import type { StoredPayment } from './database/store.js';
import type { Attention, AttentionKind } from './attention-types.js';

const PAID_AGAIN = 'an order that is not paid can then be paid again until it expires.';
const DELIVER = 'Or deliver, if no payment has ever paid the order, and call resolve with { accepted: true }.';
const RETURN = `Return the money to the payer and call resolve: ${PAID_AGAIN} ${DELIVER}`;

/**
 * The texts for each kind: what has happened, and what to do. The documentation contains them, `ACCEPTED` and
 * `COMMITTED`.
 */
export const ATTENTION_TEXTS: Readonly<Record<AttentionKind, { what: string; advice: string }>> = {
  second: {
    what: 'The order was paid before, and this is another payment for it.',
    advice: 'Return this payment to the payer. Then call resolve.',
  },
  late: {
    what: 'The payer sent the money after the order had expired.',
    advice:
      'Return the money to the payer and call resolve. The order has expired, so the payer needs a new one. ' + DELIVER,
  },
  disputed: {
    what: 'The same delivery has been taken by another order before.',
    advice:
      'Find out which of the two payers sent the money. If it was the payer of this order, deliver, and call ' +
      'resolve with { accepted: true }. Otherwise call resolve.',
  },
  conflicting: {
    what: 'The service reports a refund of this money, and also a delivery.',
    advice:
      'Look on the chain whether you have the money, and ask the operator of the service whether it went back. ' +
      'If you have it for good, and no payment has ever paid the order, deliver, and call resolve with ' +
      `{ accepted: true }. Otherwise call resolve: ${PAID_AGAIN}`,
  },
  reversed: {
    what: 'This payment had paid the order, and the service now says that the money went back.',
    advice: 'Stop the delivery of the goods if you can, and look on the chain for the money. Then call resolve.',
  },
  failed: {
    what: 'The service has said for a day that this payment failed.',
    advice: 'Send the request id to the operator of the service. The ledger goes on asking. Call resolve afterwards.',
  },
  short: { what: 'Less than the amount of the order arrived, or was guaranteed.', advice: RETURN },
  'other-token': { what: 'Another token than that of the order arrived.', advice: RETURN },
  wrong: {
    what: 'The payment does not match the order: another recipient or chain, or calls of the payer.',
    advice:
      'Compare the order with the tag of your page, and look on the chain at what you received. Then call resolve.',
  },
  'too-old': {
    what: 'The money was sent before this request existed, so it was sent for something else.',
    advice: 'Look in your records for what the money was sent for. Do not ship this order for it. Then call resolve.',
  },
  unreadable: {
    what: 'Nobody can tell what has happened to this payment.',
    advice:
      'Look on the chain whether the money arrived, and ask the operator of the service. If you deliver by hand, ' +
      `call resolve with { accepted: true }. Otherwise call resolve: ${PAID_AGAIN}`,
  },
  contradicted: {
    what: 'This payment has paid the order, and the service now says something else about it.',
    advice: 'Look on the chain whether you have the money. The order stays paid. Then call resolve.',
  },
  'handler-failed': {
    what: 'The payment is delivered, but onPaid has failed several times, so the order is not recorded as paid.',
    advice:
      'Repair onPaid: the console has each of its errors, and the message the last one. The ledger goes on trying.',
  },
};

/** The texts of `handler-failed` for a payment that is `paid`, because `onPaid` has committed by itself. */
export const COMMITTED = {
  what: 'onPaid has failed after it had ended the transaction of the ledger itself, so the order is recorded as paid.',
  advice:
    'Look in your tables which part of onPaid is missing, and add it. Then call resolve. Repair onPaid: it must not ' +
    'end the transaction.',
};

/** The texts of `contradicted` for a payment that a person has accepted. */
export const ACCEPTED = {
  what: 'You have accepted this payment, and the service now says something else about it.',
  advice:
    'Look on the chain whether you have the money for this order. If you stay with your decision, call resolve with ' +
    '{ accepted: true } again. To take it back, call resolve with { accepted: false }.',
};

/** After this number of failures of `onPaid` in a row, the ledger adds an event for a person. */
export const FAILURES_TOLD = 3;

/** Creates the event about a payment, without its key. */
export function attentionOf(
  kind: AttentionKind,
  terms: OrderTerms,
  payment: StoredPayment,
  at: string,
  registry: Registry | undefined,
): Omit<Attention, 'key'> {
  const { what, advice } = textsOf(kind, payment);
  const { requestId, orderId, received, paid, payer, transactions, message } = payment;
  return {
    kind,
    orderId,
    requestId,
    at,
    expected: expectedAmount(terms, payment, registry),
    received,
    paid,
    payer,
    transactions,
    message: message === null ? what : `${what} ${message}`,
    advice,
  };
}

function textsOf(kind: AttentionKind, { status, resolution }: StoredPayment): { what: string; advice: string } {
  if (kind === 'handler-failed' && status === 'paid') return COMMITTED;
  return kind === 'contradicted' && resolution?.accepted ? ACCEPTED : ATTENTION_TEXTS[kind];
}

/**
 * Returns the price of the order. Its decimals are those of the registry, those of the same token in the record, or
 * those that test mode knows. If none are known, `decimals` is 0 and `amountFormatted` is null.
 */
export function expectedAmount(
  { chainId, currency, amount }: Pick<OrderTerms, 'chainId' | 'currency' | 'amount'>,
  { received, isTest }: Pick<StoredPayment, 'received' | 'isTest'>,
  registry: Registry | undefined,
): TokenAmount {
  const chain = registry?.chains.find(({ id }) => id === chainId);
  const pinned = chain && pinnedCurrency(chain, currency);
  const isSame = received?.chainId === chainId && addressKey(received.currency) === currency;
  const known = pinned ?? (isSame ? received : isTest ? knownToken(chainId, currency) : null);
  const { symbol, decimals } = known ?? { symbol: '', decimals: undefined };
  const amountFormatted = decimals === undefined ? null : formatUnits(amount, decimals);
  return { chainId, currency, symbol, decimals: decimals ?? 0, amount, amountFormatted };
}

/** Writes an event as one line, for a merchant who has set no `onAttention`. */
export const lineOf = ({ orderId, requestId, kind, message, advice }: Attention): string =>
  visibleText(`hub-pay: order ${orderId}, payment ${requestId}: ${kind}. ${message} ${advice}`);
