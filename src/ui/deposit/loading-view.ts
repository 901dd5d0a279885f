/** Renders "Send the payment" while its screen loads. The payer cannot send before the address is shown. */
import type { ViewContext } from '../context/view-context.js';
import type { View } from '../context/view.js';
import { loadingView } from '../views/loading.js';

export function depositLoadingView(ctx: ViewContext): View {
  // The help text is about a wallet. This payment needs no wallet.
  const { help: _, ...view } = loadingView(ctx);
  const { t } = ctx;
  return {
    ...view,
    id: 'awaiting-deposit',
    heading: t('deposit.title'),
    primary: { label: t('deposit.waiting'), busy: true },
  };
}
