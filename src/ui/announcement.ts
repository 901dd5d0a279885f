/**
 * Computes the text that screen readers announce when the payment state changes. The text says in one sentence what
 * changed.
 */
import type { PaymentState } from '../payment/model/state.js';
import type { ViewContext } from './context/view-context.js';
import { otherPaymentText } from './parts/other-payment.js';
import { chainPhrase, errorPhrases, pricePhrase, sentPhrase, slowPhrase, uncertainKeys } from './context/phrases.js';

/**
 * A text to announce. If `text` is empty, the screen reader announces nothing. `urgent` is true if the payer must do
 * something about an error. An urgent text may interrupt another text that the screen reader is reading.
 */
export type Announcement = { text: string; urgent: boolean };

export function announcementOf(state: PaymentState, ctx: ViewContext): Announcement {
  if (ctx.history) return { text: ctx.local.announcement, urgent: false };
  const problem = 'problem' in state ? state.problem : undefined;
  if (!problem)
    return { text: [textOf(state, ctx), otherPaymentText(state, ctx)].filter(Boolean).join('. '), urgent: false };
  const { title, body } = errorPhrases(problem, state, ctx);
  return { text: `${title}. ${body}`, urgent: state.name !== 'processing' };
}

function textOf(state: PaymentState, ctx: ViewContext): string {
  const { t, config, format, walletName } = ctx;
  const { merchant } = config;
  switch (state.name) {
    case 'idle':
    case 'failed':
      return '';
    case 'selecting':
      return state.loading ? t('select.loading') : ctx.local.announcement;
    case 'quoting':
      return state.quote ? '' : t('review.loading');
    case 'reviewing':
      return t('button.pay', { amount: format.token(state.quote.pays, 'up') });
    case 'authorizing': {
      const { account, quote } = state.payment;
      const wallet = account ? walletName(account.wallet) : t('word.wallet');
      if (state.stalled) return t('authorize.stalled');
      return t(`authorize.${state.phase}`, { wallet, chain: chainPhrase(quote.pays.chainId, ctx) });
    }
    case 'awaiting-deposit':
      return t('deposit.waiting');
    case 'processing':
      if (state.status === 'unknown') return t(uncertainKeys(state).title);
      if (state.status === 'failure') return t('processing.failure', { merchant });
      if (!state.slow) return sentPhrase(state.payment, ctx);
      return slowPhrase(state, ctx);
    case 'succeeded':
      return `${t('receipt.title')}. ${t('receipt.to', { amount: pricePhrase(state, ctx) ?? undefined, merchant })}`;
    case 'refunded':
      return t(state.refund.confirmed ? 'refund.title' : 'refund.claimed');
  }
}
