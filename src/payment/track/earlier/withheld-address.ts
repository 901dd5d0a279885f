/**
 * Keeps the deposit address of an earlier page until the payer has typed the refund address again. A script of this
 * origin can have stored a payment of its own, which refunds to somebody else.
 */
import { sameAddress } from '../../../shared/chain.js';
import { sharedOnPage } from '../../../shared/memory-store.js';
import type { Payment } from '../../../types.js';
import type { PaymentContext } from '../../context/context.js';
import type { JournalEntry } from '../../journal/entry.js';
import { isRestored } from '../../journal/page-terms.js';

/** The kept addresses by request id, in the memory of this page only. */
const withheldOf = ({ deps }: PaymentContext): Map<string, string> =>
  sharedOnPage(deps.storage, 'withheld', () => new Map<string, string>());

/** Keeps this deposit address of the payment. If `address` is undefined, removes the kept one. */
export function withhold(context: PaymentContext, requestId: string, address: string | undefined): void {
  if (address === undefined) withheldOf(context).delete(requestId);
  else withheldOf(context).set(requestId, address);
}

/** True if the page asks for the refund address before it shows the deposit address of this payment. */
export const isWithheld = (context: PaymentContext, { requestId, deposit }: Payment): boolean =>
  deposit?.address === '' && withheldOf(context).has(requestId);

/**
 * True if the screen shows this payment again without its deposit address. The page then either asks for the refund
 * address, or only informs the payer that an address was shown. It only informs if the options do not fix the
 * recipient, because then nothing proves that the recorded address pays the right one.
 */
export const isShownWithoutAddress = (context: PaymentContext, payment: Payment): boolean =>
  isWithheld(context, payment) ||
  (context.options.useDepositAddress === true &&
    payment.deposit?.address === '' &&
    payment.quote.recipient === '' &&
    !isRestored(payment));

/**
 * Returns the deposit address at which deposits are looked for, even if the screen does not show it yet; empty if it is
 * unknown.
 */
export const watchedAddress = (context: PaymentContext, { requestId, deposit }: Payment): string =>
  deposit?.address || (withheldOf(context).get(requestId) ?? '');

/** Shows the kept deposit address if the payer has typed the refund address of this payment. */
export function releaseAddress(context: PaymentContext, entry: JournalEntry, refundTo: string): void {
  const { payment } = entry;
  const { requestId, deposit, quote } = payment;
  const address = withheldOf(context).get(requestId);
  if (!deposit || address === undefined || !sameAddress(refundTo, quote.refundTo)) return;
  withhold(context, requestId, undefined);
  const shown = { ...payment, deposit: { ...deposit, address } };
  context.journal.remember({ ...entry, payment: shown });
  context.dispatch({ type: 'deposit-awaited', payment: shown });
}
