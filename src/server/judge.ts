/**
 * Decides whether a payment pays for an order, by the service's record of the payment. `verifyPayment` and the ledger
 * use this verdict, except in test mode.
 */
import type { HubClient } from '../api/client.js';
import { orderOutput, type OrderOutput } from '../api/responses/record-fields.js';
import type { WireRecord } from '../api/responses/types.js';
import { HubPayError } from '../errors.js';
import { tokenAmount, unknownAmount } from '../shared/amounts.js';
import { sameAddress } from '../shared/chain.js';
import { payerOf, type Payer } from './payer.js';
import type { PaymentResult, Registry, TokenAmount, TransactionRef } from '../types.js';
import { contradictionIn, deliveryKeys, refusalOfAge, sentAt, startedAt, transactionKey } from './delivery.js';
import type { CheckedExpectation } from './expectation.js';
import { readRecord, type FoundRecord, type NoRecord } from './read-record.js';
import { refusalOfStatus, refuse, type Refusal } from './refusals.js';

/** What a record says about the money of a payment, as far as it is known. */
export type PaymentFacts = {
  /**
   * The keys of the delivery, each of which may pay only once. Empty unless the service reports a delivery. In test
   * mode, also empty for a refused payment.
   */
  keys: readonly string[];
  /** The keys of the payer's transactions. */
  sent: readonly string[];
  /**
   * When the payer sent the last transaction, by the clock of the chain: Unix time in milliseconds. Null if it is
   * unknown, and in test mode.
   */
  sentAt: number | null;
  /** The earliest time of all transactions, in the same form. */
  startedAt: number | null;
  /** Who sent the money, and on which chain. Null if the record does not say it, and in test mode. */
  payer: Payer | null;
  paid: TokenAmount | null;
  received: TokenAmount | null;
  /** The payer's transactions, then those of the delivery or the refund. */
  transactions: TransactionRef[];
};

/**
 * The verdict about a payment. `down`: the service could not be read, so nothing is known. `retryAfter` is the pause in
 * seconds that the service has asked for, or 0. `isKnown` is false if the service has no record of the id. In test
 * mode, it is false for every refused payment.
 */
export type Verdict =
  | { name: 'delivered'; payment: PaymentResult; facts: PaymentFacts }
  | { name: 'refused'; refusal: Refusal; facts: PaymentFacts; isKnown: boolean }
  | { name: 'down'; message: string; retryAfter: number };

/** The payment to judge, and what the order requires. */
export type Case = {
  /** The request id, in lower case. */
  requestId: string;
  expected: CheckedExpectation;
  registry: Registry | undefined;
  requireOrder: boolean;
};

/** The facts of a payment about whose money nothing is known. */
export const NO_FACTS: PaymentFacts = {
  keys: [],
  sent: [],
  sentAt: null,
  startedAt: null,
  payer: null,
  paid: null,
  received: null,
  transactions: [],
};

/**
 * Reads the record of the payment, and judges it. If the service has replaced the request of an undelivered payment,
 * judges the record of the replacement.
 */
export async function judgePayment(client: HubClient, { requestId, ...terms }: Case): Promise<Verdict> {
  let read: FoundRecord | NoRecord;
  try {
    read = await readRecord(client, requestId);
  } catch (error) {
    if (!(error instanceof HubPayError)) throw error;
    const message = `The service could not be read: ${error.message}`;
    return { name: 'down', message, retryAfter: error.retryAfter ?? 0 };
  }
  if ('refusal' in read) return { name: 'refused', ...read, facts: NO_FACTS };
  try {
    const facts = factsOf(read, terms.registry);
    const payment = refusalOf(read, terms) ?? paymentOf(requestId, read.record, terms.expected);
    if ('reason' in payment) return { name: 'refused', refusal: payment, facts, isKnown: true };
    return { name: 'delivered', payment, facts };
  } catch (error) {
    // A record of a shape that nobody has thought of must reach a person, instead of an error for ever.
    const refusal = refuse('unreachable', `The record of the service could not be judged: ${String(error)}`);
    return { name: 'refused', refusal, facts: NO_FACTS, isKnown: true };
  }
}

function refusalOf(
  { record, request, firstCreatedAt }: FoundRecord,
  { expected, registry, requireOrder }: Omit<Case, 'requestId'>,
): Refusal | null {
  const output = orderOutput(request);
  const chain = registry?.chains.find(({ id }) => id === expected.chainId);
  return (
    refusalOfStatus(record.status) ??
    // The age is checked before the terms, because money that was sent for something else is never for this order.
    refusalOfAge(firstCreatedAt, record) ??
    refusalOfTerms(record, expected) ??
    refusalOfOrder(output, expected, requireOrder) ??
    contradictionIn(request, expected, output, chain?.protocol?.v2?.chainId)
  );
}

function factsOf({ record, request }: FoundRecord, registry: Registry | undefined): PaymentFacts {
  const { inTxs = [], outTxs = [], metadata = {}, status } = record;
  const isDelivered = status === 'success';
  return {
    keys: isDelivered ? deliveryKeys(request, record) : [],
    sent: [...new Set(inTxs.map(transactionKey))],
    sentAt: sentAt(record),
    startedAt: startedAt(record),
    payer: payerOf(record, registry),
    paid: metadata.currencyIn && inTxs.length > 0 ? tokenAmount(metadata.currencyIn) : null,
    // Before the delivery, `currencyOut` is only the planned amount.
    received: isDelivered && metadata.currencyOut ? tokenAmount(metadata.currencyOut) : null,
    transactions: [...refsOf(inTxs), ...refsOf(outTxs)],
  };
}

/**
 * Checks the recipient, the chain, the currency and both amounts. Ignores symbols and formatted amounts, which are only
 * for display.
 */
function refusalOfTerms({ recipient, metadata }: WireRecord, expected: CheckedExpectation): Refusal | null {
  const named = [recipient, metadata?.recipient].filter((each) => each !== undefined);
  if (named.length === 0) return lacking('who was paid');
  if (!named.every((each) => sameAddress(each, expected.recipient))) {
    const paid = named.filter((each, at) => named.findIndex((other) => sameAddress(other, each)) === at);
    return refuse('recipient', `The payment went to ${paid.join(' and ')}.`);
  }
  const out = metadata?.currencyOut;
  if (!out) return lacking('what was delivered');
  const { chainId, address } = out.currency;
  if (chainId !== expected.chainId) {
    return refuse('chain', `The payment arrived on chain ${chainId}, not on chain ${expected.chainId}.`);
  }
  if (!sameAddress(address, expected.currency)) {
    return refuse('currency', `The payment delivered the token ${address}, not ${expected.currency}.`);
  }
  if (BigInt(out.amount) < BigInt(expected.amount)) {
    return refuse('amount', `${out.amount} arrived, but ${expected.amount} was required.`);
  }
  if (BigInt(out.minimumAmount ?? out.amount) < BigInt(expected.minimumAmount)) return unsafe(out.minimumAmount);
  return null;
}

/** Checks the payments and calls of the service's order, because this order shows what the solver had to do. */
function refusalOfOrder(
  { calls, payments }: OrderOutput,
  { recipient, currency, amount, minimumAmount }: CheckedExpectation,
  requireOrder: boolean,
): Refusal | null {
  if (requireOrder && calls === null) return lacking('which calls were run');
  if (calls !== null && calls > 0) {
    return refuse('calls', 'Calls of the payer ran with the money, so nobody knows how much the recipient kept.');
  }
  if (payments === null) return requireOrder ? lacking('whom the order pays') : null;
  const stranger = payments.find((each) => !sameAddress(each.recipient, recipient));
  if (stranger) return refuse('recipient', `The order pays ${stranger.recipient}.`);
  const inCurrency = payments.filter((each) => sameAddress(each.currency, currency));
  if (inCurrency.length === 0) return refuse('currency', 'The order pays in another currency.');
  const sumOf = (name: 'amount' | 'minimum'): bigint => inCurrency.reduce((total, each) => total + each[name], 0n);
  const sum = sumOf('amount');
  if (sum < BigInt(amount)) return refuse('amount', `The order pays ${sum}, but ${amount} was required.`);
  return sumOf('minimum') < BigInt(minimumAmount) ? unsafe(sumOf('minimum')) : null;
}

/**
 * Creates the refusal of a payment whose guaranteed amount is too low. The record contains the expected amount even if
 * less has arrived, so only the guaranteed amount proves a payment.
 */
const unsafe = (least: unknown): Refusal =>
  refuse('amount', `The order guarantees only ${String(least)}. Read on the chain what arrived, or set minimumAmount.`);

function paymentOf(requestId: string, record: WireRecord, { chainId }: CheckedExpectation): PaymentResult | Refusal {
  const { inTxs = [], outTxs = [], metadata = {} } = record;
  const origin = refsOf(inTxs);
  // A record without `outTxs` counts as a payment within one chain, which the payer's own transactions have delivered.
  const destination = refsOf(outTxs.length > 0 ? outTxs : inTxs).filter((each) => each.chainId === chainId);
  if (!metadata.currencyOut || destination.length === 0) return lacking('which transaction delivered it');
  const received = tokenAmount(metadata.currencyOut);
  const paid = metadata.currencyIn ? tokenAmount(metadata.currencyIn) : unknownAmount(origin.at(-1)?.chainId);
  return { requestId, reference: null, paid, received, origin, destination };
}

const refsOf = (transactions: readonly { chainId: number; hash: string }[]): TransactionRef[] =>
  transactions.map(({ chainId, hash }) => ({ chainId, hash, url: null }));

const lacking = (what: string): Refusal =>
  refuse('unreachable', `The service's record does not say ${what}. Ask again later.`);
