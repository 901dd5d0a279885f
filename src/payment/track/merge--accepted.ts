/**
 * Calls that the wallet has accepted to send together (EIP-5792), and whose transaction nobody knows: shown as being
 * sent, or, where they may have come to nothing, as a question that only the payer can answer.
 */
import type { Payment } from '../../types.js';
import type { Flow } from '../context/context.js';
import { isAcceptedOnly } from '../journal/entry.js';
import type { PaymentRecord } from './payment-record.js';

/** The wallet has these calls, whatever was said of them since: they may still be carried out. */
export function showAccepted(flow: Flow, record: PaymentRecord): void {
  const entry = record.entry();
  if (!entry || isAcceptedOnly(entry)) return;
  // What was known of them before has come to nothing.
  const { paying: _, ...rest } = entry.payment;
  const payment: Payment = { ...rest, batched: true };
  record.write({ stage: 'sent', payment, outcome: {} });
  if (entry.stage !== 'abandoned') record.show({ type: 'payment-updated', payment });
  else flow.dispatch({ type: 'resumed', payment, status: entry.status, since: entry.createdAt });
}

/** They may have come to nothing: whether they did, only the payer can see. */
export function showDoubt(record: PaymentRecord): void {
  const entry = record.entry();
  if (!entry || !isAcceptedOnly(entry)) return;
  const { batched: _, ...payment } = entry.payment;
  record.write({ stage: 'asked', payment });
  record.show({ type: 'payment-updated', payment });
  record.show({ type: 'status', status: 'unknown' });
}
