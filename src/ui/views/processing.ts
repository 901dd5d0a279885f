/**
 * Renders the screen "On its way". The screen shows the progress of the payment. If the wallet has not answered the
 * page, the screen asks the payer "Did you approve this?".
 */
import { html, nothing } from 'lit';
import { payingOf } from '../../payment/model/state.js';
import type { StateOf } from '../../payment/model/state.js';
import type { GuardNote, Payment } from '../../types.js';
import type { ViewContext } from '../context/view-context.js';
import { copyLine } from '../parts/copy-field.js';
import { lazyDepositNotes } from './lazy-deposit-notes.js';
import { keepOpenNotice } from '../parts/notice.js';
import { otherPaymentNote } from '../parts/other-payment.js';
import { transactionLink } from '../parts/transaction-link.js';
import { stepper, type StepLine } from '../parts/stepper.js';
import type { Piece, View } from '../context/view.js';
import { chainPhrase, errorPhrases, sentPhrase, slowPhrase, uncertainKeys } from '../context/phrases.js';

type Processing = StateOf<'processing'>;

export function processingView(state: Processing, ctx: ViewContext): View {
  return state.status === 'unknown' ? uncertainView(state, ctx) : inProgressView(state, ctx);
}

function inProgressView(state: Processing, ctx: ViewContext): View {
  const { t, config } = ctx;
  const { payment, sent, problem } = state;
  const transaction = payingOf(payment);
  const sentText = sentPhrase(payment, ctx);
  // The account can have several owners who must approve the batch in the wallet. The page cannot know how long this
  // takes.
  const isBatchPending = payment.batched && !transaction && !sent && state.status === 'waiting';
  const lines: StepLine[] = [
    { status: 'done', label: transaction ? transactionLink(transaction, ctx, sentText) : sentText },
    {
      status: sent ? 'done' : 'current',
      label: t('processing.confirmed', { chain: chainPhrase(payment.quote.pays.chainId, ctx) }),
    },
    { status: sent ? 'current' : 'todo', label: t('processing.delivered', { merchant: config.merchant }) },
  ];
  return {
    id: 'processing',
    heading: t(isBatchPending ? 'processing.batch-pending' : 'processing.title'),
    body: html`${stepper(lines, ctx)}
      <p class="time">${isBatchPending ? t('processing.batch-hint') : timeText(state, ctx)}</p>
      ${otherPaymentNote(state, ctx)}${lazyDepositNotes(state, ctx)}${keepOpenNotice(ctx)}${references(payment, ctx)}`,
    primary: { label: t('button.progress'), busy: true },
    ...(isBatchPending && { secondary: { label: t('processing.rejected'), event: { type: 'wallet-closed' } } }),
    ...(!config.keepOpen && { help: t('processing.close') }),
    ...(problem && { problem }),
  };
}

/**
 * Shows the request id. The payer can send this id to the merchant's support. If the screen has no link to the
 * transaction, also shows the transaction hash.
 */
function references(payment: Payment, ctx: ViewContext): Piece {
  const transaction = payingOf(payment);
  return html`${copyLine(ctx.t('review.id'), payment.requestId, ctx)}
  ${transaction && !transaction.url ? copyLine(ctx.t('processing.reference'), transaction.hash, ctx) : nothing}`;
}

function timeText(state: Processing, ctx: ViewContext): string {
  const { payment, status, since, slow, sent } = state;
  const { t, format, config, now } = ctx;
  const estimate = payment.quote.timeEstimate;
  if (status === 'failure') return t('processing.failure', { merchant: config.merchant });
  const { warnings } = payment.quote;
  // Checks that `warnings` is a list, because the quote can come from the browser's storage. Other code of the page can
  // write to this storage.
  const isContract = Array.isArray(warnings) && warnings.some(({ rule }: GuardNote) => rule === 'account');
  if (isContract && !sent && status === 'waiting') return t('processing.signers');
  if (slow) return slowPhrase(state, ctx);
  const left = estimate === null ? 0 : estimate - (now - since) / 1000;
  return left > 1 ? t('processing.left', { time: format.duration(left) }) : t('processing.soon');
}

function uncertainView(state: Processing, ctx: ViewContext): View {
  const { payment, problem } = state;
  const { t, config, close } = ctx;
  const words = uncertainKeys(state);
  const isUnconfirmed = problem?.code === 'unconfirmed';
  const { title, body } = isUnconfirmed
    ? errorPhrases(problem, state, ctx)
    : { title: t(words.title), body: t(words.text, { merchant: config.merchant }) };
  return {
    id: 'unknown',
    heading: title,
    body: html`<slot name=${`error-${isUnconfirmed ? problem.code : 'outcome-unknown'}`}><p>${body}</p></slot>
      ${otherPaymentNote(state, ctx)}${keepOpenNotice(ctx)}
      ${
        config.layout === 'button'
          ? html`<button type="button" class="link" @click=${close}>${t('unknown.wait')}</button>`
          : nothing
      }${references(payment, ctx)}`,
    primary: { label: t('unknown.primary'), busy: true },
    secondary: { label: t(words.restart), event: { type: 'abandoned' } },
    ...(problem && !isUnconfirmed && { problem }),
  };
}
