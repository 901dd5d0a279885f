/**
 * Selects the view for each payment state. This file is part of the checkout's code, which loads after the button's
 * code.
 */
import type { PaymentState } from '../payment/model/state.js';
import type { ViewContext } from './context/view-context.js';
import type { View } from './context/view.js';
import { authorizeView } from './views/authorize.js';
import { depositLoadingView } from './views/deposit-loading.js';
import { failureView } from './views/failure.js';
import { processingView } from './views/processing.js';
import { receiptView } from './views/receipt.js';
import { refundView } from './views/refund.js';
import { reviewView } from './views/review.js';
import { selectView } from './views/select.js';

export function screens(state: Exclude<PaymentState, { name: 'idle' }>, ctx: ViewContext): View {
  switch (state.name) {
    case 'selecting':
      return selectView(state, ctx);
    case 'quoting':
    case 'reviewing':
      return reviewView(state, ctx);
    case 'authorizing':
      return authorizeView(state, ctx);
    case 'awaiting-deposit':
      return ctx.depositScreens?.view(state, ctx) ?? depositLoadingView(ctx);
    case 'processing':
      return processingView(state, ctx);
    case 'succeeded':
      return receiptView(state, ctx);
    case 'refunded':
      return refundView(state, ctx);
    case 'failed':
      return failureView(state, ctx);
  }
}
