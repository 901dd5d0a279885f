/** Verifies a payment on a merchant's server, by comparing the service's record of it with the merchant's order. */
import { HubClient } from '../api/client.js';
import { parseRequestId } from '../api/input.js';
import { assertBody, type BodyShape } from '../api/requests/checks.js';
import type { WireRecord } from '../api/responses/types.js';
import { sameAddress } from '../shared/chain.js';
import { nearestName } from '../shared/edit-distance.js';
import { tokenAmount, unknownAmount } from '../shared/amounts.js';
import { isRecord, UINT_TEXT } from '../shared/patterns.js';
import { callable, flag, unchecked, writtenText } from '../shared/validation.js';
import type { PaymentResult, TransactionRef } from '../types.js';
import { orderOutput, type OrderOutput } from '../api/responses/record-fields.js';
import { contradictionIn, deliveryKey, refusalOfAge } from './delivery.js';
import { assertForms, wrongOption } from './expected-forms.js';
import { inSmallestUnit } from '../vm/registry/registry-amount.js';
import { readRecord } from './read-record.js';
import { refusalOfStatus, refuse, type Refusal } from './refusals.js';
import type { ExpectedPayment, VerifyOptions, VerifyResult } from './types.js';
import { isTestMode, verifyTestPayment } from './verify-test-payment.js';

/**
 * Reads the service's record of the payment, and compares it with the option `expect`. If the service has replaced the
 * payment's request, the record is that of the new one, while `claim` and the result have the id that you stored.
 * @throws HubPayError `config` for an option that is unknown or of another type, an invalid base URL or `expect`; also
 * any error that `claim` throws
 */
export async function verifyPayment(options: VerifyOptions): Promise<VerifyResult> {
  assertBody(options, verifyShape);
  const expected = checkedExpectation(options.expect);
  assertForms(expected, options.expect.registry);
  const { baseUrl, apiKey, fetch } = options;
  const client = isTestMode(options)
    ? null
    : new HubClient({ baseUrl, ...(apiKey !== undefined && { apiKey }), ...(fetch && { fetch }) });
  let requestId: string;
  try {
    requestId = parseRequestId(options.requestId);
  } catch {
    return refuse('unknown-id', 'This is not a request id: a request id has 32 bytes in hex, with the prefix 0x.');
  }
  if (!client) return verifyTestPayment(options, requestId, expected);
  const read = await readRecord(client, requestId);
  if ('reason' in read) return read;
  const { record, request } = read;
  const output = orderOutput(request);
  const chain = options.expect.registry?.chains.find(({ id }) => id === expected.chainId);
  const refusal =
    refusalOfStatus(record.status) ??
    refusalOfTerms(record, expected) ??
    refusalOfOrder(output, expected, options.requireOrder !== false) ??
    contradictionIn(request, expected, output, chain?.protocol?.v2?.chainId) ??
    refusalOfAge(read.storedAt, record);
  if (refusal) return refusal;
  const payment = paymentOf(requestId, record, expected);
  if ('reason' in payment) return payment;
  const isOurs: unknown = options.claim ? await options.claim(requestId) : true;
  if (isOurs !== true) {
    return refuse('already-used', 'Your server did not store this payment for this order.');
  }
  return { ok: true, payment, delivery: deliveryKey(request, record) };
}

/** The members of the options. A misspelt `requireOrder` or `claim` would otherwise leave its check out. */
const verifyShape: BodyShape<VerifyOptions> = {
  name: 'the options',
  checks: {
    baseUrl: writtenText,
    apiKey: writtenText,
    // A request id of any other type is the payer's mistake, and the answer says so.
    requestId: unchecked,
    expect: unchecked,
    claim: callable,
    requireOrder: flag,
    allowTestPayments: flag,
    fetch: callable,
  },
  needed: [],
  rules: [],
};

const OPTIONAL = ['minimumAmount', 'registry'];
const EXPECTED = ['recipient', 'chainId', 'currency', 'amount', ...OPTIONAL];

/** A misspelt or undefined member would leave a limit of the order out, so both are refused. */
function assertNames(expect: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(expect)) {
    const meant = nearestName(name, EXPECTED);
    if (!EXPECTED.includes(name))
      throw wrongOption(`expect.${name}`, `is unknown: ${meant ? `did you mean "${meant}"?` : 'leave it out'}`);
    if (value === undefined && OPTIONAL.includes(name))
      throw wrongOption(`expect.${name}`, 'is undefined: set it, or leave it out');
  }
}

type CheckedExpectation = Required<Omit<ExpectedPayment, 'registry'>>;

/**
 * Returns `expect` with the amounts in the smallest unit. Throws if it is invalid, because it could then fit any
 * payment.
 */
function checkedExpectation(options: unknown): CheckedExpectation {
  if (!isRecord(options)) throw wrongOption('expect', 'is missing: set it to what your order requires');
  assertNames(options);
  const { registry, ...given } = options as ExpectedPayment;
  const unitsOf = (name: 'amount' | 'minimumAmount', amount: string): { currency: string; amount: string } =>
    registry === undefined
      ? { ...given, amount }
      : inSmallestUnit({ registry, ...given, amount }, 'expect', {
          chainId: 'chainId',
          currency: 'currency',
          amount: name,
        });
  const paid = unitsOf('amount', given.amount);
  const guaranteed = given.minimumAmount === undefined ? paid : unitsOf('minimumAmount', given.minimumAmount);
  const expect = { ...given, ...paid, minimumAmount: guaranteed.amount };
  const { recipient, chainId, currency, amount, minimumAmount } = expect;
  const refuseOption = (name: keyof typeof expect, why: string): never => {
    const value: unknown = expect[name];
    throw wrongOption(
      `expect.${name}`,
      value == null || value === '' ? 'is missing' : `${JSON.stringify(value)} ${why}`,
    );
  };
  if (typeof recipient !== 'string' || recipient === '') refuseOption('recipient', 'is not an address');
  if (typeof chainId !== 'number') refuseOption('chainId', 'is not a number');
  if (!Number.isSafeInteger(chainId) || chainId <= 0) refuseOption('chainId', 'is not a chain id');
  if (typeof currency !== 'string' || currency === '') refuseOption('currency', "is not a token's address");
  if (typeof amount !== 'string' || !UINT_TEXT.test(amount))
    refuseOption('amount', 'is not a whole number in the smallest unit, such as "25000000" (or set registry)');
  if (amount === '0') refuseOption('amount', 'is not above 0');
  if (typeof minimumAmount !== 'string' || !UINT_TEXT.test(minimumAmount))
    refuseOption('minimumAmount', 'is not a whole number in the smallest unit');
  if (BigInt(minimumAmount) > BigInt(amount)) refuseOption('minimumAmount', 'is above the amount');
  return expect;
}

/**
 * Checks the recipient, the chain, the currency and the amount, but no symbols and formatted amounts, which are only
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

/** The service names the expected amount even if less has arrived, so only the guaranteed amount proves a payment. */
const unsafe = (least: unknown): Refusal =>
  refuse('amount', `The order guarantees only ${String(least)}. Read on the chain what arrived, or set minimumAmount.`);

function paymentOf(requestId: string, record: WireRecord, { chainId }: CheckedExpectation): PaymentResult | Refusal {
  const { inTxs = [], outTxs = [], metadata = {} } = record;
  const origin = refsOf(inTxs);
  // A record without `outTxs` is a payment within one chain: the payer's own transaction delivered the payment.
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
