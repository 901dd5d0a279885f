/** How much came back, for the screen: the refund itself is certain before this is known. */
import type { Payment, RefundResult, TransactionRef } from '../../types.js';
import { withAmount } from '../../shared/amounts.js';
import type { Flow } from '../context/context.js';
import { readerOf } from '../context/readers.js';

/**
 * Read from the refund's own transaction. It may be less than was paid, or in another currency: then it stays unknown.
 */
export async function completeRefund(
  flow: Flow,
  { quote }: Payment,
  refund: RefundResult,
  transaction: TransactionRef,
): Promise<void> {
  const { pays, refundTo } = quote;
  try {
    const reader = await readerOf(flow, transaction.chainId, flow.signal);
    const amount = await reader?.adapter.received(transaction.hash, refundTo, pays.currency, reader.access);
    if (amount === undefined || amount === null) return;
    flow.dispatch({ type: 'refunded', refund: { ...refund, returned: withAmount(pays, amount) } });
  } catch {
    // The amount is for the screen only; the refund itself is certain.
  }
}
