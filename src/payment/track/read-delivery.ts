/** How a payment came out: what the payee received by the destination chain, what the sponsor paid by the service. */
import { within } from '../../shared/clock.js';
import type { Payment, QuoteSummary, RefundResult, TokenAmount, TransactionRef } from '../../types.js';
import { withAmount } from '../../shared/amounts.js';
import { sponsoredOf } from '../quote/fees.js';
import type { PaymentContext } from '../context/context.js';
import { chainReader, fetchRecord } from '../context/readers.js';

/** The end is certain before this is known, and does not wait longer for it. */
const CHAIN_READ_MS = 3_000;
const MOST_HASHES = 5;

/** Known before the end is told, which waits no longer than `READ_MS` for it. */
export type Delivery = { received: TokenAmount; sponsored: QuoteSummary['sponsored'] };

export async function readDelivery(
  context: PaymentContext,
  payment: Payment,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<Delivery> {
  const [received, sponsored] = await Promise.all([
    readArrived(context, payment, hashes, signal),
    readSponsored(context, payment, signal),
  ]);
  return { received, sponsored };
}

/** As the service's record has it, where a sponsor was promised at all; else as it was quoted. */
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

/** With a `minimumAmount` only where it could not be read, and may be more than this. */
async function readArrived(
  context: PaymentContext,
  payment: Payment,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<TokenAmount> {
  const { minimumAmount: least, ...promised } = payment.quote.receives;
  const read = await within(CHAIN_READ_MS, context.deps.clock, signal, (end) => readSum(context, payment, hashes, end));
  if (read !== null) return of(promised, String(read));
  return isLess(least, promised.amount) ? { ...of(promised, least), minimumAmount: least } : promised;
}

/** Null where nothing can be read, or where what could be is less than was promised and some could not. */
async function readSum(
  context: PaymentContext,
  { quote }: Payment,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<bigint | null> {
  if (hashes.length === 0) return null;
  const { receives, recipient } = quote;
  const reader = await chainReader(context, receives.chainId, signal);
  if (!reader) return null;
  const { adapter, access } = reader;
  // Only hex may be written in either case.
  const keys = hashes.map((hash) => (hash.startsWith('0x') ? hash.toLowerCase() : hash));
  const each = [...new Set(keys)].slice(0, MOST_HASHES);
  const brought = await Promise.all(
    each.map((hash) => adapter.receivedAmount(hash, recipient, receives.currency, access)),
  );
  const known = brought.filter((amount) => amount !== null);
  const sum = known.reduce((total, amount) => total + amount, 0n);
  const isPartial = known.length < brought.length && sum < BigInt(receives.minimumAmount ?? receives.amount);
  return known.length === 0 || isPartial ? null : sum;
}

/** Of the same token; its price is that of the amount that was quoted. */
const of = (quoted: TokenAmount, amount: string): TokenAmount =>
  amount === quoted.amount ? quoted : withAmount(quoted, amount);

/** What a quote promises comes from storage after a reload: what is no amount promises nothing. */
const isLess = (least: string | undefined, amount: string): least is string =>
  least !== undefined && /^\d+$/.test(least) && BigInt(least) < BigInt(amount);

/**
 * Read from the refund's own transaction. It may be less than was paid, or in another currency: then it stays unknown.
 */
export async function readRefund(
  context: PaymentContext,
  { quote }: Payment,
  refund: RefundResult,
  transaction: TransactionRef,
): Promise<void> {
  const { pays, refundTo } = quote;
  try {
    const reader = await chainReader(context, transaction.chainId, context.signal);
    const amount = await reader?.adapter.receivedAmount(transaction.hash, refundTo, pays.currency, reader.access);
    if (amount === undefined || amount === null) return;
    context.dispatch({ type: 'refunded', refund: { ...refund, returned: withAmount(pays, amount) } });
  } catch {
    // The amount is for the screen only; the refund itself is certain.
  }
}
