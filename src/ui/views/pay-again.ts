/** Asks the payer whether to begin another payment, because the failed payment can still be delivered. */
import { html } from 'lit';
import type { ScreenOn } from '../context/view-context.js';

export const payAgainScreen: ScreenOn<'failed'> = {
  id: 'pay-again',
  on: ['failed'],
  when: ({ payment }, { local }) => local.leaving === payment.requestId,
  render(_, { t, set, config: { merchant } }) {
    return {
      heading: t('failed.again-title'),
      body: html`<p>${t('failed.again-text', { merchant })}</p>
        <p class="note">${t('failed.contact', { merchant })}</p>`,
      primary: { label: t('unknown.wait'), press: () => set({ leaving: '' }) },
      secondary: { label: t('failed.again-anyway'), event: { type: 'reset' } },
    };
  },
};
