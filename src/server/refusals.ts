/** The refusals of `verifyPayment`, for payments of a service and of test mode. */
import type { VerifyReason, VerifyResult } from './types.js';

/** The reasons that the payment itself gives. `verifyPayment` adds `already-used`, about which `claim` decides. */
export type PaymentReason = Exclude<VerifyReason, 'already-used'>;

/** The result if the payment does not pay for the order, or if this is not known yet. */
export type Refusal = Extract<VerifyResult, { ok: false }> & { reason: PaymentReason };

/** Creates a refusal. */
export const refuse = (reason: PaymentReason, message: string): Refusal => ({ ok: false, reason, message });

/** Refuses a payment that is not delivered. Returns null for the status `success`. */
export function refusalOfStatus(status: string): Refusal | null {
  if (status === 'success') return null;
  if (status === 'refund') return refuse('refunded', 'The payment was sent back to the payer.');
  if (status === 'failure') return refuse('failed', 'The payment failed. The money may still return to the payer.');
  return refuse('pending', `The payment is not delivered yet (${status.slice(0, 40)}).`);
}
