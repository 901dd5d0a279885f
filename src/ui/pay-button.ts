/** The label of the pay button, and the banner about an unfinished payment. */
import { html, nothing } from 'lit';
import type { PaymentState } from '../payment/model/state.js';
import type { ViewContext } from './context/view-context.js';
import type { Piece } from './context/view.js';
import { pricePhrase, unfinishedPhrase } from './context/phrases.js';

/** Returns the label of the pay button. */
export function buttonText(state: PaymentState, ctx: ViewContext): string {
  const { t, config } = ctx;
  switch (state.name) {
    case 'authorizing':
    case 'processing':
    case 'awaiting-deposit':
      return t('button.progress');
    case 'succeeded':
      return t('button.paid');
    default: {
      const amount = config.fixedAmount ? pricePhrase(state, ctx) : null;
      return amount ? t('button.pay', { amount }) : t('button.open', { merchant: config.merchant });
    }
  }
}

/**
 * Renders the banner about an unfinished payment, which the element does not track until the payer resumes it, because
 * `resume` is `ask`.
 */
export function banner(state: PaymentState, ctx: ViewContext): Piece {
  if (state.name !== 'idle' || !state.unfinished) return nothing;
  const { t, dispatch, show } = ctx;
  const view = (): void => {
    dispatch({ type: 'resume-asked' });
    show();
  };
  return html`<div part="banner" class="banner">
    <span>${unfinishedPhrase(state.unfinished, ctx)}</span>
    <button type="button" class="link" @click=${view}>${t('button.view')}</button>
  </div>`;
}
