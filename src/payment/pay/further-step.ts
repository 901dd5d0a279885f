/**
 * Judges the steps that the service appends after a paying signature (G04). None of them may pay a second time, so the
 * page asks only for a signature that replaces the first one. Both have the same nonce, and the chain accepts at most
 * one of them. The guard checks the second signature like the first one, and the payer confirms it. Any other step is
 * refused, and the error names it.
 */
import type { WireStep } from '../../api/responses/types.js';
import { errorInfo } from '../../errors.js';
import { sameAddress } from '../../shared/chain.js';
import { isAborted, secondsOf, within } from '../../shared/time/clock.js';
import type { Permit, StepRef } from '../../types.js';
import type { PermitRequest } from '../../vm/family/abilities.js';
import type { PaymentContext } from '../context/context.js';
import type { PaymentRecord } from '../context/payment-record.js';
import { isSeenByService } from '../context/status.js';
import { isShowing, type PaymentState } from '../model/state.js';
import type { GuardedQuote } from '../quote/plan-steps.js';
import { refusedSteps } from './refused-steps.js';

/** Pause between two checks of the deadline while the payer is asked, in milliseconds. */
const POLL_MS = 5_000;

/** Returns the steps with at least one incomplete item. */
export const openSteps = (steps: readonly WireStep[]): readonly WireStep[] =>
  steps.filter(({ items }) => items.some(({ status = 'incomplete' }) => status === 'incomplete'));

/**
 * Returns the request for a signature that replaces `first`.
 * @throws HubPayError `quote-unsafe` that names the steps, if they are anything else; `service-down` if code of the
 *   guard could not be loaded
 */
export async function replacementOf(
  { guardSteps }: GuardedQuote,
  first: PermitRequest,
  steps: readonly WireStep[],
): Promise<PermitRequest> {
  const requests = await guardSteps?.(steps).catch((error: unknown) => {
    const { code, details } = errorInfo(error);
    throw code === 'quote-unsafe' ? refusedSteps(steps, details) : error;
  });
  const [request, ...others] = requests ?? [];
  if (!request || others.length > 0 || !('permit' in request)) throw refusedSteps(steps);
  const next = request as PermitRequest;
  if (!isSameUse(first.permit, next.permit)) throw refusedSteps(steps);
  return next;
}

/** True if the chain accepts only one of the two permits, because both use the same nonce. */
const isSameUse = (one: Permit, other: Permit): boolean =>
  one.kind === other.kind &&
  sameAddress(one.contract, other.contract) &&
  sameAddress(one.owner, other.owner) &&
  one.nonce.toLowerCase() === other.nonce.toLowerCase();

/** Returns the permit with the later deadline, because the chain can accept either of the two. */
export const laterOf = (one: Permit, other: Permit): Permit =>
  BigInt(one.deadline) > BigInt(other.deadline) ? one : other;

/**
 * Asks the payer on the screen to sign again, and returns true after their press. Returns false if the payment is not
 * on the screen, if the service has seen the payment meanwhile, if the first permit expires, or if the session ends.
 * The caller removes the question from the screen.
 */
export async function isConfirmed(
  context: PaymentContext,
  record: PaymentRecord,
  step: StepRef,
  { deadline }: Permit,
): Promise<boolean> {
  const { clock } = context.deps;
  const requestId = record.entry()?.payment.requestId ?? '';
  const isAsked = (state: PaymentState): boolean =>
    state.name === 'processing' &&
    isShowing(state, requestId) &&
    state.again?.confirmed === false &&
    !isSeenByService(state.status);
  record.show({ type: 'signature-asked', step });
  let isOver = false;
  const answered = context.until((now) => isOver || !isAsked(now));
  while (!isAborted(context.signal) && isAsked(context.state()) && secondsOf(clock.now()) < BigInt(deadline))
    await within(POLL_MS, clock, context.signal, () => answered);
  isOver = true;
  const state = context.state();
  return state.name === 'processing' && isShowing(state, requestId) && state.again?.confirmed === true;
}
