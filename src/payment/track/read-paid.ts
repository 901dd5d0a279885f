/** Reads the amount that left the payer's account. The payer can edit the amount in the wallet. */
import { within } from '../../shared/clock.js';
import { withAmount } from '../../shared/amounts.js';
import type { KnownAmount, Payment } from '../../types.js';
import type { PaymentContext } from '../context/context.js';
import { chainReader } from '../context/readers.js';

/** Longest wait for the origin chain, in milliseconds. */
const CHAIN_READ_MS = 3_000;

/**
 * The paid amount, if the origin chain shows another one than the quote. Null otherwise.
 * @param named the payment's transactions that the service names
 */
export async function readPaid(
  context: PaymentContext,
  { quote, payingHash, account, deposit, signed }: Payment,
  named: readonly string[],
  signal: AbortSignal,
): Promise<KnownAmount | null> {
  const { pays, refundTo } = quote;
  // A signed amount cannot be edited, and a deposit's amount comes from the service.
  if (payingHash === undefined || deposit || signed || !pays.currency) return null;
  // A stored hash proves nothing: it can be that of another payment.
  if (!account && !named.some((hash) => hash.toLowerCase() === payingHash.toLowerCase())) return null;
  const amount = await within(CHAIN_READ_MS, context.deps.clock, signal, async (end) => {
    const reader = await chainReader(context, pays.chainId, end);
    return reader && reader.adapter.paidAmount(payingHash, account?.address ?? refundTo, pays.currency, reader.access);
  });
  return amount === null || String(amount) === pays.amount ? null : withAmount(pays, amount);
}
