/**
 * Tells from the journal whether the payer's money of an order may be on its way, because an error describes only the
 * newest attempt to pay.
 */
import type { Money } from '../../errors.js';
import type { Journal } from '../journal/entry.js';
import { isPerhapsOut } from '../journal/lifecycle.js';
import type { PaymentEvent } from '../model/state.js';

/**
 * Returns `unknown` if an earlier payment of the order was perhaps sent, or if a part of the journal cannot be read,
 * and `not-sent` otherwise.
 */
export const orderMoney = (journal: Journal | undefined): Money =>
  journal && (journal.hasUnreadable() || journal.read().some((entry) => isPerhapsOut(entry) || entry.isDenied))
    ? 'unknown'
    : 'not-sent';

/**
 * Corrects an event whose problem says `not-sent` although an earlier payment was perhaps sent, because the problem
 * describes only the newest attempt to pay. If nothing is to be corrected, returns the same event object, because a new
 * problem object would cause a second `hub-error`.
 */
export function withOrderMoney(event: PaymentEvent, journal: Journal | undefined): PaymentEvent {
  if (!('problem' in event) || event.problem?.money !== 'not-sent') return event;
  const money = orderMoney(journal);
  if (money === event.problem.money) return event;
  return { ...event, problem: Object.freeze({ ...event.problem, money }) };
}
