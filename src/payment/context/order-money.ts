/** Says where the money of an order is, before a payment of this session. The journal decides, and not the error. */
import type { Money } from '../../errors.js';
import type { Journal, JournalEntry, Stage } from '../journal/entry.js';
import type { PaymentEvent } from '../model/state.js';

/** In these stages, the payer's money may be on its way. */
const PERHAPS_OUT: readonly Stage[] = ['prompted', 'awaiting-deposit', 'sent', 'abandoned', 'failed'];

/** `unknown` if an earlier payment of the order was perhaps sent, or if the journal cannot be read. */
export const orderMoney = (journal: Journal | undefined): Money =>
  journal && (journal.hasUnreadable() || journal.read().some(isPerhapsOut)) ? 'unknown' : 'not-sent';

/** True if the payer's money may be on its way. A refund counts only when a chain has shown it. */
const isPerhapsOut = ({ stage, unconfirmed }: JournalEntry): boolean =>
  PERHAPS_OUT.includes(stage) || (stage === 'settled' && unconfirmed === true);

/**
 * Corrects an event whose problem says `not-sent`, because the problem knows only the newest attempt to pay. A true
 * problem stays the same object, so the page is not told of it twice.
 */
export function withOrderMoney(event: PaymentEvent, journal: Journal | undefined): PaymentEvent {
  if (!('problem' in event) || event.problem?.money !== 'not-sent') return event;
  const money = orderMoney(journal);
  if (money === event.problem.money) return event;
  return { ...event, problem: Object.freeze({ ...event.problem, money }) };
}
