/** Reads from the origin chain which amount a refund returned. */
import { withAmount } from '../../shared/amounts.js';
import type { Payment, RefundResult, TransactionRef } from '../../types.js';
import type { PaymentContext } from '../context/context.js';
import { chainReader } from '../context/readers.js';

/**
 * Reads the amount from the refund's transaction. It may be less than was paid. In another currency it stays unknown.
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
    // Only the amount on the screen is missing; the refund itself is certain.
  }
}
