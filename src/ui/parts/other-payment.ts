/** Renders a note about another payment of the same order, which was sent or perhaps sent. */
import { html, nothing } from 'lit';
import type { PaymentState } from '../../payment/model/state.js';
import { amountPhrase } from '../context/phrases.js';
import type { Piece } from '../context/view.js';
import type { ViewContext } from '../context/view-context.js';
import { copyLine } from './copy-field.js';

/** Returns the sentence about another payment of the same order, or null if there is no other payment of this order. */
export function otherPaymentText(state: PaymentState, ctx: ViewContext): string | null {
  const other = 'otherPayment' in state ? state.otherPayment : undefined;
  if (!other) return null;
  const { merchant } = ctx.config;
  return ctx.t('other.text', { merchant, amount: amountPhrase(other.quote.receives, 'down', ctx) });
}

/** Renders the note with the request id of the order's other payment, so that the merchant can find both payments. */
export function otherPaymentNote(state: PaymentState, ctx: ViewContext): Piece {
  const text = otherPaymentText(state, ctx);
  if (text === null || !('otherPayment' in state)) return nothing;
  return html`<p part="notice" class="warn">${text}</p>
    ${copyLine(ctx.t('other.id'), state.otherPayment.requestId, ctx)}`;
}
