/**
 * Asks the payer whether to begin another payment, which pays the same order a second time if the payer has already
 * sent the deposit.
 */
import { html } from 'lit';
import type { StateOf } from '../../payment/model/state.js';
import type { ScreenOn, ViewContext } from '../context/view-context.js';

export const isLeaving = ({ payment }: StateOf<'awaiting-deposit'>, { local }: ViewContext): boolean =>
  local.leaving === payment.requestId;

export const depositLeavingScreen: ScreenOn<'awaiting-deposit'> = {
  id: 'deposit-leaving',
  on: ['awaiting-deposit'],
  when: isLeaving,
  render: (_, { t, set }) => ({
    heading: t('deposit.leaving'),
    body: html`<p>${t('deposit.leaving-text')}</p>`,
    primary: { label: t('deposit.keep'), press: () => set({ leaving: '' }) },
    secondary: { label: t('deposit.nothing-sent'), event: { type: 'back' } },
  }),
  announcement: (_, { t }) => t('deposit.leaving'),
};
