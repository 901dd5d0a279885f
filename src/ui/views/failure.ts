/**
 * Renders the screen of a failed payment, such as "The payment did not go through". It shows the request id, which the
 * payer can send to the merchant's support.
 */
import { html, nothing } from 'lit';
import { payingOf } from '../../payment/model/state.js';
import type { StateOf } from '../../payment/model/state.js';
import type { TransactionRef } from '../../types.js';
import type { ScreenOn, ViewContext } from '../context/view-context.js';
import { copyField } from '../parts/copy-field.js';
import { disclosure } from '../parts/disclosure.js';
import { icon } from '../parts/icon.js';
import { lazyDepositNotes } from '../parts/notice.js';
import { otherPaymentNote } from '../parts/other-payment.js';
import { transactionLink } from '../parts/transaction-link.js';
import { descriptionList } from '../parts/description-list.js';
import type { View } from '../context/view.js';
import { chainPhrase, errorPhrases } from '../context/phrases.js';

export const failedScreen: ScreenOn<'failed'> = {
  id: 'failed',
  on: ['failed'],
  render: failureView,
};

function failureView(state: StateOf<'failed'>, ctx: ViewContext): View {
  const { t, config } = ctx;
  const { payment, problem } = state;
  const { merchant } = config;
  const transaction = payingOf(payment);
  const sent = ({ chainId }: TransactionRef): string => t('receipt.sent', { chain: chainPhrase(chainId, ctx) });
  const facts = transaction ? [{ name: sent(transaction), value: transactionLink(transaction, ctx) }] : [];
  const { title, body } = errorPhrases(problem, state, ctx);
  return {
    heading: title,
    hero: html`<div class="hero bad">${icon('alert')}</div>`,
    body: html`<slot name=${`error-${problem.code}`}>
        <p>${body}</p>
        <p class="note">${t('failed.contact', { merchant })}</p>
      </slot>
      ${otherPaymentNote(state, ctx)}${lazyDepositNotes(state, ctx)}
      ${facts.length > 0 ? descriptionList(facts) : nothing} ${copyField(t('review.id'), payment.requestId, ctx)}
      ${problem.details ? disclosure(t('details'), html`<p class="note"><bdi>${problem.details}</bdi></p>`) : nothing}`,
    secondary: { label: t('failed.again'), press: () => ctx.set({ leaving: payment.requestId }) },
  };
}
