/**
 * Finds the payments of this order that the payer must see before a new payment. Also creates the error for an
 * unreadable payment, and the event that shows a payment as one in progress.
 */
import type { JournalEntry } from '../journal/entry.js';
import { blocksNewPayment, isPrompted, lacksHash } from '../journal/lifecycle.js';
import { HubPayError } from '../../errors.js';
import { REMOTE_WALLET } from '../../wallets/wallet.js';
import type { PaymentEvent } from '../model/state.js';
import type { PaymentContext } from './context.js';

/**
 * Returns the journal's payments that block a new payment, newest first.
 * @param ended ids of the settled payments that the payer has seen; default: `context.settledBefore()`
 */
export function findBlockers(
  context: PaymentContext,
  ended: ReadonlySet<string> = context.settledBefore(),
): JournalEntry[] {
  return context.journal.read().filter((entry) => blocksNewPayment(entry, ended));
}

/** Creates the error for a stored payment that this version of the code cannot read, and that may be of this order. */
export const unreadableError = (): HubPayError =>
  new HubPayError('outcome-unknown', 'A stored payment that may be of this order cannot be read.', {
    reason: 'unreadable-entry',
  });

/**
 * Creates the event that shows this payment as one in progress. Its status is that of the entry, but `unknown` replaces
 * `waiting` in two cases: in the stage `prompted`, and if `lacksHash` is true for an abandoned payment.
 */
export function resumedEvent(entry: JournalEntry): Extract<PaymentEvent, { type: 'resumed' }> {
  const { payment, status, createdAt, prompt } = entry;
  const shown = status === 'waiting' && (isPrompted(entry) || lacksHash(entry)) ? 'unknown' : status;
  // Only the wallet on a phone can still answer this page, and other code can have written any other id.
  const isRemote = !payment.account && prompt?.wallet === REMOTE_WALLET;
  return { type: 'resumed', payment, status: shown, since: createdAt, ...(isRemote && { wallet: REMOTE_WALLET }) };
}
