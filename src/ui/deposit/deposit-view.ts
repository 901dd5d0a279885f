/**
 * Renders the screen "Send the payment" with the amount, the network and the deposit address. A note in the details
 * explains that the page cannot check this address.
 */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { StateOf } from '../../payment/model/state.js';
import type { KnownAmount } from '../../types.js';
import type { ScreenOn, ViewContext } from '../context/view-context.js';
import { copyButton, copyField, copyLine } from '../parts/copy-field.js';
import { feeTable } from '../parts/fee-table.js';
import { disclosure } from '../parts/disclosure.js';
import { keepOpenNotice } from '../parts/notice.js';
import { noticeLine, warningLines } from '../parts/warnings.js';
import { secondsLeft } from './seconds-left.js';
import { paymentUri, qrCode } from './qr-code.js';
import type { View } from '../context/view.js';
import { chainPhrase } from '../context/phrases.js';

type Awaiting = StateOf<'awaiting-deposit'>;

export const depositScreen: ScreenOn<'awaiting-deposit'> = {
  id: 'awaiting-deposit',
  on: ['awaiting-deposit'],
  render: depositView,
  announcement: (_, { t }) => t('deposit.waiting'),
};

function depositView(state: Awaiting, ctx: ViewContext): View {
  const { t, format, config } = ctx;
  const { amount, depositAddress, payment } = state;
  const { quote } = payment;
  const left = secondsLeft(state, ctx);
  const isStrict = payment.intent['strict'] === true;
  const chain = chainPhrase(amount.chainId, ctx);
  const values = { amount: format.token(amount, 'exact'), chain, token: amount.symbol };
  // The note `deposit.round` is for amounts with nine or more decimal places, because many exchanges send at most
  // eight. If the address is `strict`, the service refunds a deposit that is too small, and the surplus of one that is
  // too large.
  const round = /\.\d{9}/.test(amount.amountFormatted) ? t('deposit.round') : nothing;
  const fee = isStrict ? html`<p class="note">${t('deposit.fee')} ${round}</p>` : nothing;
  return {
    heading: t('deposit.title'),
    body: html`<p>${t(isStrict ? 'deposit.text' : 'deposit.text-open', values)}</p>
      ${left === null ? nothing : html`<p class="time">${t('deposit.left', { time: format.duration(left) })}</p>`}
      ${warningLines({ ...quote, warnings: quote.warnings.filter(({ rule }) => rule !== 'G21') }, ctx)}
      ${amountLine(amount, values.amount, ctx)}${qrCode(paymentUri(depositAddress, amount), t('deposit.qr'))}
      ${copyField(t('deposit.address'), depositAddress, ctx, 'address')}
      <p class="warn">${t('deposit.only', values)}</p>
      ${fee}${keepOpenNotice(ctx)}${details(state, ctx)}`,
    primary: { label: t('deposit.waiting'), busy: true },
    secondary: { label: t('back'), press: () => ctx.set({ leaving: payment.requestId }) },
    ...(!config.keepOpen && { help: t('deposit.close') }),
  };
}

/**
 * Shows the amount and its network with a button that copies the amount as a plain decimal, which wallets accept in
 * every locale.
 */
const amountLine = ({ amountFormatted, chainId }: KnownAmount, shown: string, ctx: ViewContext): TemplateResult =>
  html`<div part="card" class="card take brief">
    <p class="name"><bdi>${shown}</bdi> ${ctx.t('review.on', { chain: chainPhrase(chainId, ctx) })}</p>
    ${copyButton(ctx.t('deposit.amount'), amountFormatted, ctx)}
  </div>`;

function details({ payment }: Awaiting, ctx: ViewContext): TemplateResult {
  const { t, config } = ctx;
  const { quote } = payment;
  return disclosure(
    t('details'),
    html`${noticeLine(t('deposit.unchecked'))}${config.pinned ? nothing : noticeLine(t('review.unpinned'))}
    ${feeTable(quote, ctx)}${copyField(t('review.recipient'), quote.recipient, ctx, 'recipient')}
    ${copyField(t('review.refund'), quote.refundTo, ctx, 'refund-to')}
    ${copyLine(t('review.id'), payment.requestId, ctx)}`,
  );
}
