/** Renders the content of the shadow root: the pay button with its sheet, or the panel. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { PaymentState } from '../payment/model/state.js';
import type { ViewContext } from './context/view-context.js';
import { frame, viewOf } from './frame.js';
import { banner, payButton } from './views/pay-button.js';

export function renderPayment(state: PaymentState, ctx: ViewContext): TemplateResult {
  if (ctx.config.layout === 'panel') {
    const view = viewOf(state, ctx);
    return html`<div
      role="group"
      part="panel"
      class="frame"
      data-state=${state.name}
      data-view=${view.id}
      aria-labelledby="amount"
    >
      ${frame(view, state, ctx)}
    </div>`;
  }
  const view = ctx.open ? viewOf(state, ctx) : null;
  return html`${banner(state, ctx)}${isBroken(state) && !view ? inPlace(state, ctx) : payButton(state, ctx)}
    <dialog
      part="dialog"
      class="frame"
      data-state=${state.name}
      data-view=${view?.id ?? nothing}
      aria-labelledby="amount"
    >
      ${view ? frame(view, state, ctx) : nothing}
    </dialog>`;
}

/** With a `config` error the button cannot work, so the page's fallback content replaces it. */
const isBroken = (state: PaymentState): boolean => state.name === 'idle' && state.problem?.code === 'config';

function inPlace(state: PaymentState, ctx: ViewContext): TemplateResult {
  const { heading, body } = viewOf(state, ctx);
  return html`<div class="in-place">
    <p class="name">${heading}</p>
    ${body}
  </div>`;
}
