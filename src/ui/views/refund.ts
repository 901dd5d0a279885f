/**
 * Renders the screen of a refunded payment. If a chain has confirmed the refund, the title is "Your payment was sent
 * back", and the screen shows the refunded amount and the account that received it. If this amount is less than the
 * paid one, or of another token, a note explains this. If no chain has confirmed the refund, the payer must confirm
 * that they have looked into the wallet before a new payment. A warning then appears if more than a tenth of the money
 * is missing.
 */
import { html, nothing } from 'lit';
import { shortAddress } from '../../i18n/format.js';
import type { StateOf } from '../../payment/model/state.js';
import type { ScreenOn, ViewContext } from '../context/view-context.js';
import { withAmount } from '../../shared/amounts.js';
import { isSameToken } from '../../shared/chain.js';
import { copyField } from '../parts/copy-field.js';
import { icon } from '../parts/icon.js';
import { lazyDepositNotes } from '../parts/notice.js';
import { otherPaymentNote } from '../parts/other-payment.js';
import { tick } from '../parts/tick.js';
import { transactionLink } from '../parts/transaction-link.js';
import { descriptionList } from '../parts/description-list.js';
import type { View } from '../context/view.js';
import { chainPhrase } from '../context/phrases.js';

export const refundedScreen: ScreenOn<'refunded'> = {
  id: 'refunded',
  on: ['refunded'],
  render: refundView,
  announcement: ({ refund }, { t }) => t(refund.confirmed ? 'refund.title' : 'refund.claimed'),
};

function refundView(state: StateOf<'refunded'>, ctx: ViewContext): View {
  const { t, format } = ctx;
  const { payment, refund } = state;
  const { pays, receives, refundTo } = payment.quote;
  const { returned, transaction } = refund;
  const target = { address: shortAddress(refundTo) || undefined, chain: chainPhrase((returned ?? pays).chainId, ctx) };
  const same = isSameToken(returned, pays);
  // The amount that a payer sends to a deposit address can differ from the quote's amount.
  const sent = payment.deposit ? (payment.deposit.arrived ?? returned?.amount) : (refund.paid ?? pays).amount;
  const isLess = same && sent !== null && sent !== undefined && BigInt(returned?.amount ?? sent) < BigInt(sent);
  const { confirmed } = refund;
  const whole = BigInt((same ? sent : isSameToken(returned, receives) && receives.amount) || 0);
  const missing = returned ? whole - BigInt(returned.amount) : 0n;
  const part =
    returned && !confirmed && missing * 10n > whole
      ? t('refund.part', {
          amount: format.token(returned, 'down'),
          missing: format.token(withAmount(returned, missing), 'up'),
        })
      : '';
  const note = confirmed && (isLess || !same) ? t(same ? 'refund.less' : 'refund.other') : '';
  const text = returned && t('refund.text', { amount: format.token(returned, 'down'), ...target });
  const name = t(confirmed ? 'refund.transaction' : 'refund.named');
  const facts = transaction ? [{ name, value: transactionLink(transaction, ctx) }] : [];
  const isChecked = confirmed === true || ctx.local.checkedRefund === refund.requestId;
  return {
    heading: t(confirmed ? 'refund.title' : 'refund.claimed'),
    hero: html`<div class="hero">${icon('back')}</div>`,
    body: html`<slot name="error-refunded">
        ${part && html`<p class="warn">${part}</p>`}
        <p>${confirmed ? text : t('refund.look')}</p>
        ${note && html`<p class="note">${note}</p>`}
      </slot>
      ${
        confirmed
          ? nothing
          : tick(t('refund.looked'), isChecked, (isTicked) =>
              ctx.set({ checkedRefund: isTicked ? refund.requestId : null }),
            )
      }
      ${otherPaymentNote(state, ctx)}${lazyDepositNotes(state, ctx)}
      ${facts.length > 0 ? descriptionList(facts) : nothing} ${copyField(t('review.id'), refund.requestId, ctx)}`,
    primary: { label: t('again'), ...(isChecked && { event: { type: 'reset' } }) },
  };
}
