/**
 * Renders the screen "Pay with": fields for the values that the merchant has not set, and the wallets, or the tokens of
 * the connected wallets or for a deposit address.
 */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { errorInfo, HubPayError } from '../../errors.js';
import { openFields, quoting } from '../../payment/model/selection.js';
import type { StateOf } from '../../payment/model/state.js';
import type { ScreenOn, ViewContext } from '../context/view-context.js';
import { assetList } from '../parts/tokens/asset-list.js';
import { accountLine } from '../parts/account-line.js';
import { skeleton } from '../parts/skeleton.js';
import { walletList } from '../parts/wallet-list.js';
import type { Action, Piece, View } from '../context/view.js';
import { errorPhrases, pricePhrase } from '../context/phrases.js';

type Selecting = StateOf<'selecting'>;

export const selectingScreen: ScreenOn<'idle' | 'selecting'> = {
  id: 'selecting',
  on: ['idle', 'selecting'],
  render: (state, ctx) => (state.name === 'idle' ? loadingView(ctx) : selectView(state, ctx)),
  announcement(state, { t, local, walletName }) {
    if (state.name === 'idle') return '';
    const { connecting, stalled } = state;
    if (connecting !== null && stalled) return t('wallet.no-answer', { wallet: walletName(connecting) });
    return state.loading ? t('select.loading') : local.announcement;
  },
};

/** Renders placeholder rows until the payment has begun. */
const loadingView = ({ t }: ViewContext): View => ({
  heading: t('select.title'),
  body: skeleton(3, t('select.loading')),
  primary: { label: t('continue') },
  help: t('help'),
});

function selectView(state: Selecting, ctx: ViewContext): View {
  const { t } = ctx;
  const { amountScreens, choiceScreens, depositScreens, phoneScreens } = ctx;
  const { accounts, receives, depositAddressFields, connecting, problem } = state;
  const open = openFields(state);
  const needsRecipient = open.includes('recipient');
  const needsRefundTo = open.includes('refundTo');
  // Show no rows before the code of the fields has loaded. A field is above the rows, and its appearance would move a
  // row that the payer is about to press.
  const isEarly =
    (open.includes('amount') && !amountScreens) ||
    (needsRecipient && !choiceScreens) ||
    (needsRefundTo && !depositScreens) ||
    (!!state.code && !phoneScreens);
  const isLost = isEarly && ctx.areScreensLost;
  const waiting = isLost ? html`` : skeleton(3, t('select.loading'));
  const connected = accounts[0];
  const view: View = {
    heading: t('select.title'),
    body: isEarly
      ? waiting
      : html`
          ${receives && open.includes('amount') ? amountScreens?.field(state, ctx) : nothing}
          ${needsRecipient ? choiceScreens?.recipientField(state, ctx) : nothing}
          ${needsRefundTo ? depositScreens?.refundField(state, ctx) : nothing}
          ${choiceScreens?.accounts(state, ctx) ?? (connected ? accountLine(connected, ctx) : nothing)}
          ${connected || depositAddressFields ? assets(state, ctx) : wallets(state, ctx)}
          ${connected && !state.loading ? historyLink(ctx) : nothing} ${choiceScreens?.addWallet(state, ctx)}
          <slot name="methods"></slot>
        `,
    primary: isLost ? { label: t('reload'), event: { type: 'opened' } } : primary(state, ctx),
    ...(!depositAddressFields && { help: t('help') }),
  };
  const leave = connected || depositAddressFields ? 'select.other-wallet' : connecting ? 'cancel' : null;
  if (leave) view.secondary = { label: t(leave), event: { type: 'wallet-dropped' } };
  if (isLost) view.problem = errorInfo(new HubPayError('service-down', 'The fields could not be loaded.'));
  else if (problem) view.problem = problem;
  return view;
}

function primary(state: Selecting, ctx: ViewContext): Action {
  const { t } = ctx;
  if (state.accounts.length === 0 && !state.depositAddressFields) return { label: t('select.need-wallet') };
  const [need] = openFields(state).filter((field) => state.intent[field] === undefined);
  if (need && state.receives) return { label: t(needs[need]) };
  // The payer can continue only if the token list contains the chosen token, which can be missing while the list loads
  // again.
  if (quoting(state, state).name !== 'quoting') return { label: t('select.need-asset') };
  return { label: t('continue'), event: { type: 'quote-asked' }, disabled: ctx.config.disabled };
}

const needs = {
  amount: 'select.need-amount',
  recipient: 'select.need-recipient',
  refundTo: 'select.need-refund',
} as const;

function wallets(state: Selecting, ctx: ViewContext): TemplateResult {
  // Show no wallets before the code of the list of tokens to receive has loaded. This list is above the wallets, and
  // its appearance would move a wallet that the payer is about to press.
  const isEarly = state.destinations && !ctx.choiceScreens;
  if (isEarly || (state.loading && state.wallets.length === 0)) return skeleton(3, ctx.t('select.loading'));
  const notes = ctx.phoneScreens?.wayIn(state, ctx);
  const rows = ctx.phoneScreens?.rows(state, ctx) ?? nothing;
  if (state.wallets.length > 0 || ctx.config.depositAddress || rows !== nothing)
    return html`${walletList(state, ctx, rows)}${notes}`;
  // A payer without a wallet sees the page's fallback content, such as a link to another way of paying.
  const { title, body } = errorPhrases(noWallet, state, ctx);
  return html`${empty(title, body, html`<slot></slot>`)}${notes}`;
}

function assets(state: Selecting, ctx: ViewContext): TemplateResult {
  const { t } = ctx;
  if (state.assets.length === 0 && state.loading) return skeleton(4, t('select.loading'));
  const able = state.assets.some(({ disabled }) => !disabled);
  if (able || state.loading) return assetList(state, ctx);
  // A balance that could not be read may be enough for the payment.
  const isUnread = state.assets.some(({ balance }) => balance === null) || (!state.assets.length && state.problem);
  if (isUnread) return html`${empty(t('select.unread'), t('select.unread-help'))} ${assetList(state, ctx)}`;
  const amount = pricePhrase(state, ctx);
  return html`${empty(amount ? t('select.nothing-amount', { amount }) : t('select.nothing'), t('select.nothing-help'))}
  ${assetList(state, ctx)}`;
}

const historyLink = ({ t, showHistory }: ViewContext): TemplateResult =>
  html`<button type="button" class="link" @click=${showHistory}>${t('history.title')}</button>`;

const empty = (title: string, text: string, below: Piece = nothing): TemplateResult =>
  html`<div class="empty">
    <p class="name">${title}</p>
    <p class="note">${text}</p>
    ${below}
  </div>`;

const noWallet = { code: 'wallet-not-found', money: 'not-sent', message: '', retryable: true, docsUrl: '' } as const;
