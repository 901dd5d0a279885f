/**
 * Renders the screen for a payment about which the page does not know whether it was sent or will arrive. Its usual
 * title is "Did you approve this in your wallet?".
 */
import { html, nothing } from 'lit';
import type { StateOf } from '../../payment/model/state.js';
import type { ScreenOn, ViewContext } from '../context/view-context.js';
import { keepOpenNotice } from '../parts/notice.js';
import { otherPaymentNote } from '../parts/other-payment.js';
import { wakeRow } from '../parts/wake-row.js';
import { paymentReferences } from '../parts/copy-field.js';
import type { View } from '../context/view.js';
import { errorPhrases, isSaidByScreen, uncertainKeys, uncertainPhrases } from '../context/phrases.js';

export const unknownScreen: ScreenOn<'processing'> = {
  id: 'unknown',
  on: ['processing'],
  when: ({ status }) => status === 'unknown',
  render: uncertainView,
  announcement: (state, { t }) => t(uncertainKeys(state).title),
};

function uncertainView(state: StateOf<'processing'>, ctx: ViewContext): View {
  const { payment, problem } = state;
  const { t, config, close } = ctx;
  const words = uncertainKeys(state);
  const isUnconfirmed = problem?.code === 'unconfirmed';
  const { title, body } = isUnconfirmed ? errorPhrases(problem, state, ctx) : uncertainPhrases(state, ctx);
  return {
    heading: title,
    body: html`<slot name=${`error-${isUnconfirmed ? problem.code : 'outcome-unknown'}`}><p>${body}</p></slot>
      ${otherPaymentNote(state, ctx)}${keepOpenNotice(ctx)}${canStillAsk(state) ? wakeRow(state, ctx) : nothing}
      ${
        config.layout === 'button'
          ? html`<button type="button" class="link" @click=${close}>${t('unknown.wait')}</button>`
          : nothing
      }${paymentReferences(payment, ctx)}`,
    primary: { label: t('unknown.primary'), busy: true },
    secondary: { label: t(words.restart), event: { type: 'abandoned' } },
    ...(problem && { problem, ...(isSaidByScreen(problem, state) && { onlyDetails: true }) }),
  };
}

/** Whether the wallet may still ask the payer: it has neither paid nor said that the payer declined. */
const canStillAsk = ({ payment, told, problem }: StateOf<'processing'>): boolean =>
  payment.payingHash === undefined && !payment.signed && !told && problem?.reason !== 'declined';
