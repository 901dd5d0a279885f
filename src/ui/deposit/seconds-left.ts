/** Computes how long a deposit address still accepts money. */
import type { StateOf } from '../../payment/model/state.js';
import type { ViewContext } from '../context/view-context.js';

/** Returns the seconds until the deadline of the deposit address, or null if the address has no deadline. */
export function secondsLeft({ payment }: StateOf<'awaiting-deposit'>, { now }: ViewContext): number | null {
  const { deadline } = payment.deposit ?? {};
  return deadline === undefined ? null : (deadline - now) / 1000;
}

/** Whether the deadline of the deposit address has passed. */
export const hasExpired = (state: StateOf<'awaiting-deposit'>, ctx: ViewContext): boolean =>
  (secondsLeft(state, ctx) ?? 1) <= 0;
