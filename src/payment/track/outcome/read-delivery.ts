/**
 * Reads the amounts of a successful payment. The paid amount, the received amount and the top-up come from the chains,
 * as far as these show them. The sponsored amount comes from the service.
 */
import type { WireStatus } from '../../../api/responses/types.js';
import { within } from '../../../shared/time/clock.js';
import type { GuardNote, Payment, QuoteSummary, TokenAmount } from '../../../types.js';
import { sponsoredOf } from '../../model/fees.js';
import { withAmount } from '../../../shared/amounts.js';
import { addressKey, hashKey } from '../../../shared/chain.js';
import { claimDelivery } from '../../journal/transaction-owners.js';
import type { PaymentContext } from '../../context/context.js';
import { chainReader, fetchRecord } from '../../context/readers.js';
import { readOrigin } from './read-paid.js';
import { familyOf } from '../../../vm/families.js';

/** Longest wait for each amount of the delivery, in milliseconds. */
const CHAIN_READ_MS = 3_000;
const MOST_HASHES = 5;

/**
 * A delivery is accepted even if it seems up to this many seconds older than the payment, because the clock of this
 * device can be wrong.
 */
const CLOCK_SKEW_S = 600n;

/** The amounts of a successful payment. `paid` is null if it equals the quoted amount or is unknown. */
export type Delivery = Arrival & {
  paid: TokenAmount | null;
  topup: TokenAmount | null;
  sponsored: QuoteSummary['sponsored'];
};

/**
 * The received amount, and a warning if the chain shows less than the quote promises, or no delivery although it could
 * have shown one.
 */
type Arrival = { received: TokenAmount; warnings: GuardNote[] };

/** True if no warning says that the chain shows no delivery, or less than the quote promises. */
export const isDelivered = ({ warnings }: Delivery): boolean =>
  warnings.every((each) => each !== UNSEEN && each !== LESS);

export async function readDelivery(
  context: PaymentContext,
  payment: Payment,
  { txHashes: hashes = [], inTxHashes = [] }: Pick<WireStatus, 'txHashes' | 'inTxHashes'>,
  signal: AbortSignal,
): Promise<Delivery> {
  const [origin, arrival, topup, sponsored] = await Promise.all([
    readOrigin(context, payment, inTxHashes, signal),
    readArrived(context, payment, hashes, signal),
    readTopup(context, payment, hashes, signal),
    readSponsored(context, payment, signal),
  ]);
  const warnings = [...arrival.warnings, ...origin.warnings];
  return { ...arrival, paid: origin.paid, topup, sponsored, warnings };
}

/**
 * Returns the amount that the sponsor paid, or the quoted amount if the paid one is unknown. Returns null if the quote
 * has no sponsor, or if the page does not know it, as after a reload.
 */
async function readSponsored(
  context: PaymentContext,
  { quote, requestId }: Payment,
  signal: AbortSignal,
): Promise<QuoteSummary['sponsored']> {
  if (!quote.sponsored) return null;
  const read = async (end: AbortSignal): Promise<QuoteSummary['sponsored']> => {
    const record = await fetchRecord(context, requestId, end);
    return record && sponsoredOf(record.feeSponsorship?.actual);
  };
  return (await within(CHAIN_READ_MS, context.deps.clock, signal, read)) ?? quote.sponsored;
}

/**
 * Returns the received amount from the chain. If the chain does not show it, returns the quoted amount as far as it is
 * known, or the quoted minimum if this is lower.
 */
async function readArrived(
  context: PaymentContext,
  payment: Payment,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<Arrival> {
  const { minimumAmount: least, ...promised } = payment.quote.receives;
  const read = await readSum(context, payment, payment.quote.receives, hashes, signal);
  if (read !== null) {
    const received = of(promised, String(read));
    const due = least ?? promised.amount ?? undefined;
    return isLess(received.amount ?? undefined, due ?? null)
      ? { received: { ...received, ...(due !== undefined && { minimumAmount: due }) }, warnings: [LESS] }
      : { received, warnings: [] };
  }
  // Warn only if the chain could have shown a delivery to the recipient. After a reload, the page does not know a
  // recipient that its options do not fix. With the merchant's calls, a contract can receive the money instead. Chains
  // of an unsupported family cannot be read, and the venue shows no transactions.
  const { vmType = '' } = context.chain(promised.chainId) ?? {};
  const isReadable = payment.quote.recipient !== '' && familyOf(vmType)?.hasLedger && !context.options.txs?.length;
  const received = isLess(least, promised.amount) ? { ...of(promised, least), minimumAmount: least } : promised;
  return { received, warnings: isReadable ? [UNSEEN] : [] };
}

const warningAt = (path: string, message: string): GuardNote => ({ rule: 'delivery', path, message });
const LESS = warningAt('received.amount', 'is less than the quote promises');
const UNSEEN = warningAt('destination', 'shows no delivery to the recipient: only the service reports it');

/**
 * Returns the top-up with the amount that arrived, or null if the quote has no top-up. If the chain does not show an
 * amount, `amount` is null.
 */
async function readTopup(
  context: PaymentContext,
  payment: Payment,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<TokenAmount | null> {
  const { topup } = payment.quote;
  if (!topup) return null;
  const read = await readSum(context, payment, topup, hashes, signal);
  return read === null ? { ...topup, amount: null, amountFormatted: null } : of(topup, String(read));
}

/**
 * Adds the amounts that the first 5 transactions delivered in the promised currency, without the parts that other
 * payments have claimed. Returns null if this sum is zero, if the recipient is unknown, or if the chain cannot be read
 * within 3 seconds. Also returns null if one amount is unknown or zero, and the promised minimum is unknown or above
 * the sum of the others.
 */
const readSum = (
  context: PaymentContext,
  payment: Payment,
  promised: TokenAmount,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<bigint | null> =>
  within(CHAIN_READ_MS, context.deps.clock, signal, (end) => sumOf(context, payment, promised, hashes, end));

async function sumOf(
  context: PaymentContext,
  { requestId, quote: { recipient } }: Payment,
  receives: TokenAmount,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<bigint | null> {
  // An unknown recipient is an empty text, which must not be read as the zero address, to which tokens are burned.
  if (hashes.length === 0 || recipient === '') return null;
  const reader = await chainReader(context, receives.chainId, signal);
  const ledger = reader?.adapter.ledger;
  if (!ledger) return null;
  const each = [...new Set(hashes.map(hashKey))].slice(0, MOST_HASHES);
  const { currency } = receives;
  const maxAge = ageOf(context, requestId);
  const brought = await Promise.all(
    each.map((hash) => ledger.receivedAmount(hash, recipient, currency, reader.access, maxAge)),
  );
  const least = receives.minimumAmount ?? receives.amount;
  const due = BigInt(least ?? 0);
  let sum = 0n;
  for (const [index, amount] of brought.entries()) {
    const transfer = `${each[index]} ${addressKey(recipient)} ${currency}`;
    const rest = sum < due ? due - sum : 0n;
    if (amount !== null) sum += claimDelivery(context.deps.storage, transfer, requestId, amount, rest);
  }
  // If an amount is missing, a sum below the promised minimum does not tell how much arrived.
  const isPartial = brought.includes(null) && (least === null || sum < due);
  return sum === 0n || isPartial ? null : sum;
}

/**
 * Returns how old a delivery of this payment can be, in seconds. Returns undefined if the age of the payment is not
 * known.
 */
function ageOf({ deps, journal }: PaymentContext, requestId: string): bigint | undefined {
  const made = journal.read().find(({ payment, digest }) => digest !== '' && payment.requestId === requestId);
  const age = made ? deps.clock.now() - made.createdAt : -1;
  // A negative age means that the clock was set back, or that this device did not make the payment, or no longer has
  // its entry.
  return age < 0 ? undefined : BigInt(Math.ceil(age / 1_000)) + CLOCK_SKEW_S;
}

/** Returns the quoted token with this amount, and with the quoted USD price only if the amounts are equal. */
const of = (quoted: TokenAmount, amount: string): TokenAmount =>
  amount === quoted.amount ? quoted : withAmount(quoted, amount);

/** True if the first amount is lower than the second. False if one is absent, or if the first is not a whole number. */
const isLess = (least: string | undefined, amount: string | null): least is string =>
  least !== undefined && amount !== null && /^\d+$/.test(least) && BigInt(least) < BigInt(amount);
