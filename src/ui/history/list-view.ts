/** Renders the screen "Your payments": one row for each payment. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { shortAddress } from '../../i18n/format.js';
import type { PastPayment } from '../../payment/history/list-payments.js';
import type { TokenAmount } from '../../types.js';
import type { ViewContext } from '../context/view-context.js';
import { skeleton } from '../parts/skeleton.js';
import { transactionLink } from '../parts/transaction-link.js';
import { noticeLine } from '../parts/warnings.js';
import type { Piece, View } from '../context/view.js';
import { amountPhrase } from '../context/phrases.js';
import type { HistoryActions, HistoryScreen, HistoryState } from './history-state.js';
import { status, whenText } from './outcome.js';

export const historyListScreen: HistoryScreen = {
  id: 'history',
  render: listView,
};

function listView(history: HistoryState, actions: HistoryActions, ctx: ViewContext): View {
  const { t } = ctx;
  const isEmpty = history.payments.length === 0;
  return {
    heading: t('history.title'),
    body: isEmpty ? noRows(history, ctx) : html`${rows(history, actions, ctx)}${notes(history, actions, ctx)}`,
    ...(isEmpty && history.problem && { primary: { label: t('retry'), press: actions.retry } }),
    secondary: { label: t('history.back'), press: actions.leave },
  };
}

function noRows({ loading, problem }: HistoryState, { t }: ViewContext): TemplateResult {
  if (loading) return skeleton(4, t('history.loading'));
  const [title, text] = problem ? [null, t('history.failed')] : [t('history.none'), t('history.none-help')];
  return html`<div class="empty">
    ${title ? html`<p class="name">${title}</p>` : nothing}
    <p class="note">${text}</p>
  </div>`;
}

function rows({ payments, hasMore, loading }: HistoryState, actions: HistoryActions, ctx: ViewContext): TemplateResult {
  const { t } = ctx;
  return html`<ul part="history" class="list" aria-label=${t('history.title')}>
      ${payments.map((payment) => row(payment, actions, ctx))}
    </ul>
    ${
      hasMore
        ? html`<button type="button" class="link" aria-disabled=${loading ? 'true' : nothing} @click=${actions.more}>
            ${loading ? html`<span class="spinner"></span>` : nothing}${t('history.more')}
          </button>`
        : nothing
    }`;
}

function row(payment: PastPayment, actions: HistoryActions, ctx: ViewContext): TemplateResult {
  const last = payment.submissions.at(-1);
  const when = whenText(payment, ctx);
  const what = subjectOf(payment, ctx);
  return html`<li part="history-row" class="row">
    <button type="button" class="grow" @click=${() => actions.open(payment)}>
      <span class="name"><bdi>${amountOf(payment.quote.receives, payment.quote.pays, ctx)}</bdi></span>
      ${what ? html`<span class="note"><bdi>${what}</bdi></span>` : nothing}
      ${when ? html`<span class="note">${when}</span>` : nothing} ${status(payment, ctx)}
    </button>
    ${last?.url ? transactionLink(last, ctx, ctx.t('history.link')) : nothing}
  </li>`;
}

function notes(history: HistoryState, actions: HistoryActions, { t }: ViewContext): Piece {
  if (history.problem) {
    return html`${noticeLine(t('history.partial'))}
      <button type="button" class="link" @click=${actions.retry}>${t('retry')}</button>`;
  }
  return history.deviceOnly ? noticeLine(t('history.no-wallet')) : nothing;
}

/** Returns the received amount, or else the paid amount, or else a text that names no amount. */
const amountOf = (receives: TokenAmount, pays: TokenAmount, ctx: ViewContext): string =>
  amountPhrase(receives, 'down', ctx) ?? amountPhrase(pays, 'up', ctx) ?? ctx.t('history.amount');

function subjectOf({ reference, quote }: PastPayment, { t }: ViewContext): string {
  if (reference) return t('history.reference', { reference });
  return quote.recipient ? t('history.to', { address: shortAddress(quote.recipient) }) : '';
}
