/** Computes the short text that screen readers announce when the screen changes. */
import type { PaymentState } from '../payment/model/state.js';
import type { ViewContext } from './context/view-context.js';
import { screenOf } from './choose-screen.js';
import { formPhrase } from './parts/notice.js';
import { otherPaymentText } from './parts/other-payment.js';
import { errorPhrases } from './context/phrases.js';

/**
 * A text to announce, or an empty text if there is nothing to announce. A text about an error or an incomplete form is
 * `urgent`, so that it may interrupt another text, except an error in the state `processing`.
 */
export type Announcement = { text: string; urgent: boolean };

export function announcementOf(state: PaymentState, ctx: ViewContext): Announcement {
  if (ctx.history) return { text: ctx.local.announcement, urgent: false };
  const problem = 'problem' in state ? state.problem : undefined;
  if (!problem) {
    const form = formPhrase(ctx);
    if (form !== null) return { text: form, urgent: true };
    const text = screenOf(state, ctx).announcement?.(state, ctx);
    return { text: [text, otherPaymentText(state, ctx)].filter(Boolean).join('. '), urgent: false };
  }
  const { title, body } = errorPhrases(problem, state, ctx);
  return { text: `${title}. ${body}`, urgent: state.name !== 'processing' };
}
