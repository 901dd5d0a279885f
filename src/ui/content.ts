/**
 * Computes what the element renders after its code has loaded: the pay button, the frame, and the view in the frame.
 */
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { isRunning, type PaymentState } from '../payment/model/state.js';
import type { ViewContext } from './context/view-context.js';
import { viewOf } from './choose-screen.js';
import { frame } from './frame.js';
import { banner, buttonText } from './pay-button.js';
import { labelSlot, type Rendering } from './render.js';

export function contentOf(state: PaymentState, ctx: ViewContext): Rendering {
  const view = ctx.open ? viewOf(state, ctx) : null;
  const text = buttonText(state, ctx);
  return {
    state: state.name,
    frame: view && { view: view.id, content: frame(view, state, ctx) },
    ...(ctx.config.layout !== 'panel' && { banner: banner(state, ctx) }),
    ...(isBroken(state) && !view && { inPlace: inPlace(state, ctx) }),
    button: {
      // The page's own label can say "Pay", which would then invite the payer to pay twice.
      label: isRunning(state) || state.name === 'succeeded' ? text : labelSlot(text),
      isDisabled: ctx.config.disabled && !isRunning(state),
      press: ctx.show,
    },
  };
}

/**
 * Whether a `config` error prevents every payment. While the sheet is closed, the message and the page's fallback
 * content then replace the pay button.
 */
const isBroken = (state: PaymentState): boolean => state.name === 'idle' && state.problem?.code === 'config';

function inPlace(state: PaymentState, ctx: ViewContext): TemplateResult {
  const { heading, body } = viewOf(state, ctx);
  return html`<div class="in-place">
    <p class="name">${heading}</p>
    ${body}
  </div>`;
}
