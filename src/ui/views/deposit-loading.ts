/** Renders the screen "Send the payment" while its code loads. */
import type { ScreenOn } from '../context/view-context.js';
import { skeleton } from '../parts/skeleton.js';

export const depositLoadingScreen: ScreenOn<'awaiting-deposit'> = {
  id: 'awaiting-deposit',
  on: ['awaiting-deposit'],
  render: (_, { t }) => ({
    heading: t('deposit.title'),
    body: skeleton(3, t('select.loading')),
    primary: { label: t('deposit.waiting'), busy: true },
  }),
  announcement: (_, { t }) => t('deposit.waiting'),
};
