/**
 * Renders the screen "The payment did not go through". The screen shows the request id. The payer can send this id to
 * the merchant's support.
 */
import { html, nothing } from 'lit';
import { payingOf } from '../../payment/model/state.js';
import type { StateOf } from '../../payment/model/state.js';
import type { TransactionRef } from '../../types.js';
import type { ViewContext } from '../context/view-context.js';
import { lazyDepositNotes } from './lazy-deposit-notes.js';
import { copyField } from '../parts/copy-field.js';
import { disclosure } from '../parts/disclosure.js';
import { icon } from '../parts/icon.js';
import { otherPaymentNote } from '../parts/other-payment.js';
import { transactionLink } from '../parts/transaction-link.js';
import { descriptionList } from '../parts/description-list.js';
import type { View } from '../context/view.js';
import { chainPhrase, errorPhrases } from '../context/phrases.js';

export function failureView(state: StateOf<'failed'>, ctx: ViewContext): View {
  const { t, config } = ctx;
  const { payment, problem } = state;
  const { merchant } = config;
  const transaction = payingOf(payment);
  const sent = ({ chainId }: TransactionRef): string => t('receipt.sent', { chain: chainPhrase(chainId, ctx) });
  const facts = transaction ? [{ name: sent(transaction), value: transactionLink(transaction, ctx) }] : [];
  const { title, body } = errorPhrases(problem, state, ctx);
  if (ctx.local.leaving === payment.requestId) return payAgainView(ctx);
  return {
    id: 'failed',
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

/** Asks the payer whether to begin another payment, because the failed payment can still be delivered. */
function payAgainView({ t, set, config }: ViewContext): View {
  const { merchant } = config;
  return {
    id: 'pay-again',
    heading: t('failed.again-title'),
    body: html`<p>${t('failed.again-text', { merchant })}</p>
      <p class="note">${t('failed.contact', { merchant })}</p>`,
    primary: { label: t('unknown.wait'), press: () => set({ leaving: '' }) },
    secondary: { label: t('failed.again-anyway'), event: { type: 'reset' } },
  };
}
