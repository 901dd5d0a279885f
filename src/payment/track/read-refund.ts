/** Reads the amount of a refund from the origin chain. */
import { withAmount } from '../../shared/amounts.js';
import type { Payment, RefundResult, TransactionRef } from '../../types.js';
import type { PaymentContext } from '../context/context.js';
import { chainReader } from '../context/readers.js';

/**
 * Reads the refunded amount from the refund's transaction. If the refund is in another currency, the amount stays
 * unknown.
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
    // The refund is certain. Only its amount stays unknown.
  }
}
