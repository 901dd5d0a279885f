/**
 * Renders the screen that, after a reload, asks for the refund address of a payment to a deposit address. Only the
 * payer knows this address for certain, because the storage or the service could contain another one.
 */
import { html } from 'lit';
import type { ScreenOn } from '../context/view-context.js';
import { addressField } from '../parts/address-field.js';
import { copyLine } from '../parts/copy-field.js';
import { isHidden } from './hidden-view.js';
import { isLeaving } from './leaving-view.js';
import { hasExpired } from './seconds-left.js';

/**
 * The length of the shortest address. While the text is shorter, the screen does not show yet that the address is
 * wrong.
 */
const SHORTEST = 32;

export const refundAgainScreen: ScreenOn<'awaiting-deposit'> = {
  id: 'deposit-refund',
  on: ['awaiting-deposit'],
  when: (state, ctx) =>
    state.depositAddress === '' && !isHidden(state) && !hasExpired(state, ctx) && !isLeaving(state, ctx),
  render({ payment }, ctx) {
    const { t, local, set, dispatch } = ctx;
    const field = addressField({
      part: 'refund-to',
      label: t('deposit.again-label'),
      value: local.refundTo,
      type(event) {
        const { value } = event.target as HTMLInputElement;
        set({ refundTo: value });
        dispatch({ type: 'refund-to-typed', refundTo: value.trim() || null });
      },
      problem: local.refundTo.trim().length < SHORTEST ? null : t('deposit.again-other'),
      hint: t('deposit.again-hint'),
    });
    return {
      heading: t('deposit.again'),
      body: html`<p>${t('deposit.again-text')}</p>
        ${field} ${copyLine(t('review.id'), payment.requestId, ctx)}`,
      secondary: { label: t('deposit.new'), press: () => ctx.set({ leaving: payment.requestId }) },
    };
  },
  announcement: (_, { t }) => t('deposit.again'),
};
