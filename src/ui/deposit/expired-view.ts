/**
 * Renders the screen for a deposit address whose deadline has passed. The screen shows only a shortened address without
 * a copy button, because the payer must not send money to this address.
 */
import { html } from 'lit';
import { shortAddress } from '../../i18n/format.js';
import type { ScreenOn } from '../context/view-context.js';
import { copyLine } from '../parts/copy-field.js';
import { descriptionList } from '../parts/description-list.js';
import { isLeaving } from './leaving-view.js';
import { hasExpired } from './seconds-left.js';

export const depositExpiredScreen: ScreenOn<'awaiting-deposit'> = {
  id: 'deposit-expired',
  on: ['awaiting-deposit'],
  when: (state, ctx) => hasExpired(state, ctx) && !isLeaving(state, ctx),
  render({ payment, depositAddress }, ctx) {
    const { t } = ctx;
    return {
      heading: t('deposit.expired'),
      body: html`<p>${t('deposit.expired-text')}</p>
        ${depositAddress && descriptionList([{ name: t('deposit.address'), value: shortAddress(depositAddress) }])}
        ${copyLine(t('review.id'), payment.requestId, ctx)}`,
      secondary: { label: t('deposit.new'), press: () => ctx.set({ leaving: payment.requestId }) },
    };
  },
  announcement: (_, { t }) => t('deposit.expired'),
};
