/** Renders the screen "Your payments": one row for each payment, and the details of an opened payment. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { shortAddress } from '../../i18n/format.js';
import { type MessageKey } from '../../i18n/locales/messages.js';
import type { PastPayment } from '../../payment/history/list-payments.js';
import type { ErrorInfo, TokenAmount } from '../../types.js';
import type { ViewContext } from '../context/view-context.js';
import { copyField } from '../parts/copy-field.js';
import { icon } from '../parts/icon.js';
import { transactionLink } from '../parts/transaction-link.js';
import { descriptionList, type Fact } from '../parts/description-list.js';
import { skeleton } from '../parts/skeleton.js';
import { noticeLine } from '../parts/warnings.js';
import type { Piece, View } from '../context/view.js';
import { amountPhrase, chainPhrase } from '../context/phrases.js';

/** The data of the history screen. */
export type HistoryState = {
  payments: readonly PastPayment[];
  hasMore: boolean;
  loading: boolean;
  /**
   * The value is true if no account is connected, so that the list contains only payments that this device has stored.
   */
  deviceOnly: boolean;
  /** The error of the last request for past payments. The value is null if the last request succeeded. */
  problem: ErrorInfo | null;
  /** The payment whose details the payer has opened. The value is null while the screen shows the list. */
  opened: PastPayment | null;
};

export type HistoryActions = {
  more: () => void;
  retry: () => void;
  open: (payment: PastPayment | null) => void;
  /**
   * Returns a function that closes the list and resumes the payment. Returns null if the payer cannot resume this
   * payment now.
   */
  resume: (payment: PastPayment) => (() => void) | null;
  leave: () => void;
};

export function historyView(history: HistoryState, actions: HistoryActions, ctx: ViewContext): View {
  return history.opened ? paymentView(history.opened, actions, ctx) : listView(history, actions, ctx);
}

function listView(history: HistoryState, actions: HistoryActions, ctx: ViewContext): View {
  const { t } = ctx;
  const isEmpty = history.payments.length === 0;
  return {
    id: 'history',
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

function paymentView(payment: PastPayment, actions: HistoryActions, ctx: ViewContext): View {
  const { t } = ctx;
  const { quote, requestId, submissions } = payment;
  const resume = actions.resume(payment);
  const amounts = [
    ['receipt.paid', amountPhrase(quote.pays, 'up', ctx)],
    ['history.received', amountPhrase(quote.receives, 'down', ctx)],
  ] as const;
  const when = whenText(payment, ctx);
  const facts: Fact[] = [
    { name: t('history.state'), value: status(payment, ctx) },
    ...amounts.flatMap(([key, value]) => (value ? [{ name: t(key), value }] : [])),
    ...(when ? [{ name: t('receipt.date'), value: when }] : []),
    ...submissions.slice(-1).map((sent) => ({
      name: t('receipt.sent', { chain: chainPhrase(sent.chainId, ctx) }),
      value: transactionLink(sent, ctx),
    })),
  ];
  return {
    id: 'history-payment',
    heading: payment.reference ? t('history.reference', { reference: payment.reference }) : t('history.payment'),
    body: html`${payment.paidTwice ? noticeLine(t('receipt.second', { merchant: ctx.config.merchant })) : nothing}
    ${descriptionList(facts)}
    ${quote.recipient ? copyField(t('review.recipient'), quote.recipient, ctx, 'recipient') : nothing}
    ${copyField(t('review.id'), requestId, ctx)}`,
    ...(resume && { primary: { label: t('history.resume'), press: resume } }),
    secondary: { label: t('back'), press: () => actions.open(null) },
  };
}

/** Returns the received amount, or the paid amount if the received amount is unknown. */
const amountOf = (receives: TokenAmount, pays: TokenAmount, ctx: ViewContext): string =>
  amountPhrase(receives, 'down', ctx) ?? amountPhrase(pays, 'up', ctx) ?? ctx.t('history.amount');

function whenText({ at }: PastPayment, { format }: ViewContext): string {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? '' : format.date(ms);
}

function subjectOf({ reference, quote }: PastPayment, { t }: ViewContext): string {
  if (reference) return t('history.reference', { reference });
  return quote.recipient ? t('history.to', { address: shortAddress(quote.recipient) }) : '';
}

/**
 * The message and the style of each payment status. A status that is not in this map has the message and style of
 * `running`.
 */
const statuses: ReadonlyMap<string, readonly [MessageKey, string]> = new Map([
  ['success', ['history.status.success', 'good']],
  ['refund', ['history.status.refund', '']],
  ['failure', ['history.status.failure', 'bad']],
  ['waiting', ['history.status.waiting', '']],
  ['unknown', ['history.status.unknown', '']],
]);

const running: readonly [MessageKey, string] = ['history.status.running', ''];
/**
 * The message and the style of an unconfirmed refund. The service reports such a refund, but this page has not seen it
 * on a chain.
 */
const told: readonly [MessageKey, string] = ['history.status.refund-told', ''];

function status(payment: PastPayment, { t }: ViewContext): TemplateResult {
  const isTold = payment.status === 'refund' && !payment.confirmed;
  const [key, tone] = isTold ? told : (statuses.get(payment.status) ?? running);
  return html`<span class="note ${tone}">${payment.status === 'success' ? icon('check') : nothing} ${t(key)}</span>`;
}
