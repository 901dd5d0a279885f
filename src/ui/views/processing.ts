/** Renders the screen "On its way", which shows the progress of the payment. */
import { html, nothing } from 'lit';
import { payingOf } from '../../payment/model/state.js';
import type { StateOf } from '../../payment/model/state.js';
import type { GuardNote } from '../../types.js';
import type { ScreenOn, ViewContext } from '../context/view-context.js';
import { keepOpenNotice, lazyDepositNotes } from '../parts/notice.js';
import { otherPaymentNote } from '../parts/other-payment.js';
import { paymentReferences } from '../parts/copy-field.js';
import { transactionLink } from '../parts/transaction-link.js';
import { stepper, type StepLine } from '../parts/stepper.js';
import type { View } from '../context/view.js';
import { againPhrase, chainPhrase, sentPhrase, slowPhrase } from '../context/phrases.js';

type Processing = StateOf<'processing'>;

export const processingScreen: ScreenOn<'processing'> = {
  id: 'processing',
  on: ['processing'],
  render: inProgressView,
  announcement(state, ctx) {
    if (state.again && !state.again.confirmed) return againPhrase(state.payment, ctx);
    if (state.status === 'failure') return ctx.t('processing.failure', { merchant: ctx.config.merchant });
    return state.slow ? slowPhrase(state, ctx) : sentPhrase(state.payment, ctx);
  },
};

function inProgressView(state: Processing, ctx: ViewContext): View {
  const { t, config } = ctx;
  const { payment, sent, problem, again } = state;
  const transaction = payingOf(payment);
  const sentText = sentPhrase(payment, ctx);
  const isAsked = again !== undefined && !again.confirmed;
  // The account can have several owners who must approve the batch in the wallet, which takes a time that the page
  // cannot know.
  const isBatchPending = payment.batched && !transaction && !sent && state.status === 'waiting';
  const time = isBatchPending ? t('processing.batch-hint') : timeText(state, ctx);
  const wallet = payment.account ? ctx.walletName(payment.account.wallet) : t('word.wallet');
  const lines: StepLine[] = [
    { status: 'done', label: transaction ? transactionLink(transaction, ctx, sentText) : sentText },
    {
      status: sent ? 'done' : 'current',
      label: t('processing.confirmed', { chain: chainPhrase(payment.quote.pays.chainId, ctx) }),
    },
    { status: sent ? 'current' : 'todo', label: t('processing.delivered', { merchant: config.merchant }) },
  ];
  return {
    heading: t(isBatchPending ? 'processing.batch-pending' : 'processing.title'),
    body: html`${stepper(lines, ctx)}
    ${again ? html`<p part="notice" class="warn">${againPhrase(payment, ctx)}</p>` : nothing}
    ${again ? nothing : html`<p class="time">${time}</p>`}
    ${otherPaymentNote(state, ctx)}${lazyDepositNotes(state, ctx)}${keepOpenNotice(ctx)}
    ${paymentReferences(payment, ctx)}`,
    primary: isAsked
      ? { label: t('processing.sign'), event: { type: 'signature-confirmed' }, disabled: !ctx.mayPress }
      : { label: t(again ? 'authorize.primary' : 'button.progress', { wallet }), busy: true },
    ...(isBatchPending && { secondary: { label: t('processing.rejected'), event: { type: 'wallet-closed' } } }),
    // The text that the page can be closed would be wrong here: nobody knows whether the first signature alone pays.
    ...(!config.keepOpen && !again && { help: t('processing.close') }),
    ...(problem && { problem }),
  };
}

function timeText(state: Processing, ctx: ViewContext): string {
  const { payment, status, since, slow, sent } = state;
  const { t, format, config, now } = ctx;
  const estimate = payment.quote.timeEstimate;
  if (status === 'failure') return t('processing.failure', { merchant: config.merchant });
  const { warnings } = payment.quote;
  // The warnings of a stored payment can be damaged, which must not prevent the screen about the payer's money.
  const isContract = Array.isArray(warnings) && warnings.some(({ rule }: GuardNote) => rule === 'account');
  if (isContract && !sent && status === 'waiting') return t('processing.signers');
  if (slow) return slowPhrase(state, ctx);
  const left = estimate === null ? 0 : estimate - (now - since) / 1000;
  return left > 1 ? t('processing.left', { time: format.duration(left) }) : t('processing.soon');
}
