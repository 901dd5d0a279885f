/**
 * Computes the text that screen readers announce when the payment state changes. The text says in one sentence what
 * changed.
 */
import type { PaymentState } from '../payment/model/state.js';
import type { ViewContext } from './context/view-context.js';
import { screenOf } from './choose-screen.js';
import { otherPaymentText } from './parts/other-payment.js';
import { errorPhrases } from './context/phrases.js';

/**
 * A text to announce. If `text` is empty, the screen reader announces nothing. `urgent` is true if the payer must do
 * something about an error. An urgent text may interrupt another text that the screen reader is reading.
 */
export type Announcement = { text: string; urgent: boolean };

export function announcementOf(state: PaymentState, ctx: ViewContext): Announcement {
  if (ctx.history) return { text: ctx.local.announcement, urgent: false };
  const problem = 'problem' in state ? state.problem : undefined;
  if (!problem) {
    const text = screenOf(state, ctx).announcement?.(state, ctx);
    return { text: [text, otherPaymentText(state, ctx)].filter(Boolean).join('. '), urgent: false };
  }
  const { title, body } = errorPhrases(problem, state, ctx);
  return { text: `${title}. ${body}`, urgent: state.name !== 'processing' };
}
