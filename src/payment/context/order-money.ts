/**
 * Finds out from the journal whether money of the order may be on its way. An error alone does not show this, because
 * it describes only the newest attempt to pay.
 */
import type { Money } from '../../errors.js';
import type { Journal } from '../journal/entry.js';
import { isPerhapsOut } from '../journal/lifecycle.js';
import type { PaymentEvent } from '../model/state.js';

/**
 * Returns `unknown` if money of a payment in the journal may be on its way, or if a stored payment that may be of the
 * order cannot be read. Otherwise returns `not-sent`, also without a journal.
 */
export const orderMoney = (journal: Journal | undefined): Money =>
  journal && (journal.hasUnreadable() || journal.read().some((entry) => isPerhapsOut(entry) || entry.isDenied))
    ? 'unknown'
    : 'not-sent';

/**
 * Corrects an event whose problem has `money: 'not-sent'` although `orderMoney` returns `unknown`. If there is nothing
 * to correct, returns the same event object, because a new problem object would cause a second `hub-error`.
 */
export function withOrderMoney(event: PaymentEvent, journal: Journal | undefined): PaymentEvent {
  if (!('problem' in event) || event.problem?.money !== 'not-sent') return event;
  const money = orderMoney(journal);
  if (money === event.problem.money) return event;
  return { ...event, problem: Object.freeze({ ...event.problem, money }) };
}
