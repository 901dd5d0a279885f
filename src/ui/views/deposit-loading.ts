/** Renders the screen "Send the payment" while its code loads. */
import type { ViewContext } from '../context/view-context.js';
import type { View } from '../context/view.js';
import { loadingView } from './loading.js';

export function depositLoadingView(ctx: ViewContext): View {
  // Removes the help text, because it is about wallets.
  const { help: _, ...view } = loadingView(ctx);
  const { t } = ctx;
  return {
    ...view,
    id: 'awaiting-deposit',
    heading: t('deposit.title'),
    primary: { label: t('deposit.waiting'), busy: true },
  };
}
