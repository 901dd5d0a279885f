/** "Send the payment" while its screen loads: nothing can be sent before an address is seen. */
import type { ViewContext } from '../context/view-context.js';
import type { View } from '../context/view.js';
import { loadingView } from '../views/loading.js';

export function depositLoadingView(ctx: ViewContext): View {
  // Its help is about a wallet, and there is none.
  const { help: _, ...view } = loadingView(ctx);
  const { t } = ctx;
  return {
    ...view,
    id: 'awaiting-deposit',
    heading: t('deposit.title'),
    primary: { label: t('deposit.waiting'), busy: true },
  };
}
