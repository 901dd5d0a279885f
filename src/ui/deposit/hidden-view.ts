/**
 * Renders the screen for a deposit address that the page cannot show again after a reload. If the recipient was the
 * payer's account or a typed address, the page no longer knows whom the address pays.
 */
import { html } from 'lit';
import type { StateOf } from '../../payment/model/state.js';
import type { ScreenOn } from '../context/view-context.js';
import { copyLine } from '../parts/copy-field.js';
import { isLeaving } from './leaving-view.js';
import { hasExpired } from './seconds-left.js';

export const isHidden = ({ depositAddress, payment }: StateOf<'awaiting-deposit'>): boolean =>
  depositAddress === '' && payment.quote.recipient === '';

export const depositHiddenScreen: ScreenOn<'awaiting-deposit'> = {
  id: 'deposit-hidden',
  on: ['awaiting-deposit'],
  when: (state, ctx) => isHidden(state) && !hasExpired(state, ctx) && !isLeaving(state, ctx),
  render({ payment }, ctx) {
    const { t } = ctx;
    return {
      heading: t('deposit.hidden'),
      body: html`<p>${t('deposit.hidden-text')}</p>
        ${copyLine(t('review.id'), payment.requestId, ctx)}`,
      secondary: { label: t('deposit.new'), press: () => ctx.set({ leaving: payment.requestId }) },
    };
  },
  announcement: (_, { t }) => t('deposit.hidden'),
};
