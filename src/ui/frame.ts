/** Renders the frame around every view: a header, a body and a footer. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { PaymentState } from '../payment/model/state.js';
import type { ViewContext } from './context/view-context.js';
import { icon } from './parts/icon.js';
import { notice } from './parts/notice.js';
import type { Action, Piece, View } from './context/view.js';
import type { viewOf } from './choose-screen.js';
import { priceOf, pricePhrase } from './context/phrases.js';

type ShownView = ReturnType<typeof viewOf>;

/** Renders the frame. Its body has the key `view.id`, so that Lit creates new nodes for each new screen. */
export const frame = (view: ShownView, state: PaymentState, ctx: ViewContext): TemplateResult => html`
  <div part="header" class="header">
    <slot name="header"
      ><p part="merchant"><bdi>${ctx.config.merchant}</bdi></p></slot
    >
    ${title(state, ctx)} ${isPanel(ctx) ? nothing : closeButton(ctx)}
  </div>
  ${keyed(
    view.id,
    html`<div part="body" class="body ${view.hero ? 'middle' : ''}">
      ${view.hero}
      <h3 part="heading" tabindex="-1" data-heading>${view.heading}</h3>
      ${ctx.history || view.isTall ? nothing : summary(state, ctx)}${view.body}
    </div>`,
  )}
  ${keyed(hasBothButtons(state) || view.id, footer(view, state, ctx))}
  <slot name="hub-announcer"></slot>
`;

const footer = (view: View, state: PaymentState, ctx: ViewContext): TemplateResult =>
  html`<div part="footer" class="footer ${view.primary || ctx.history ? '' : 'bare'}">
    ${button('primary', view.primary, ctx)} ${notice(view, state, ctx)}
    ${!view.secondary && hasBothButtons(state) ? noButton : button('secondary', view.secondary, ctx)}
    ${hasBothButtons(state) ? nothing : supportLink(ctx)}<slot name="help"></slot><slot name="footer"></slot>
  </div>`;

/**
 * Whether the footer keeps an empty space while it has no second button, so that the content does not move when this
 * button appears. True before the payment and while the wallet is asked, but false if payments are not available. The
 * space is below the help text, so that there is no gap above that text.
 */
const hasBothButtons = (state: PaymentState): boolean =>
  state.name === 'authorizing' || !('payment' in state || ('problem' in state && state.name === 'idle'));

/**
 * Renders the link to the merchant's support. The payer sees it once the payment was sent or may have been sent, beside
 * a deposit address, and if payments are not available. While the wallet is asked, the payer must answer there, and the
 * link would be at the place where a button can appear.
 */
const supportLink = ({ t, config: { merchant, supportUrl } }: ViewContext): Piece =>
  supportUrl
    ? html`<a part="support" class="link" href=${supportUrl} target="_blank" rel="noopener noreferrer"
        >${t('support', { merchant })}<span class="unseen"> ${t('new-tab')}</span></a
      >`
    : nothing;

const noButton = html`<span class="secondary"></span>`;

const isPanel = ({ config }: ViewContext): boolean => config.layout === 'panel';

const closeButton = ({ t, close }: ViewContext): TemplateResult =>
  html`<button part="close" class="round" type="button" aria-label=${t('close')} @click=${close}>
    ${icon('close')}
  </button>`;

function title(state: PaymentState, ctx: ViewContext): TemplateResult {
  const { t, config, format } = ctx;
  const amount = pricePhrase(state, ctx);
  if (!amount || (state.name === 'selecting' && state.payerFields.includes('amount'))) {
    return html`<h2 part="title" id="amount" class="title">${t('button.open', { merchant: config.merchant })}</h2>`;
  }
  const worth = format.usd(priceOf(state)?.amountUsd, 'up');
  return html`<h2 part="title amount" id="amount" class="title"><bdi>${amount}</bdi></h2>
    ${worth ? html`<p class="worth">≈ <bdi>${worth}</bdi></p>` : nothing}`;
}

function summary({ name }: PaymentState, { config }: ViewContext): Piece {
  if (name !== 'selecting' && name !== 'quoting' && name !== 'reviewing') return nothing;
  return html`<slot name="summary"
    >${
      config.summary.length === 0
        ? nothing
        : html`<dl part="card" class="card">
            ${config.summary.map(
              ({ label, amount }) =>
                html`<div class="pair">
                  <dt>${label}</dt>
                  <dd><bdi>${amount}</bdi></dd>
                </div>`,
            )}
          </dl>`
    }</slot
  >`;
}

function button(kind: 'primary' | 'secondary', action: Action | undefined, ctx: ViewContext): Piece {
  if (!action) return nothing;
  const { label, event, press, href, disabled = !event && !press, busy = false } = action;
  if (href) return html`<a part=${kind} class=${kind} href=${href}>${label}</a>`;
  return html`<button
    part=${kind}
    class=${kind}
    type="button"
    ?disabled=${disabled}
    aria-busy=${busy ? 'true' : nothing}
    @click=${() => (event ? ctx.dispatch(event) : press?.())}
  >
    ${keyed(label, html`${busy ? html`<span class="spinner"></span>` : nothing}<span>${label}</span>`)}
  </button>`;
}
