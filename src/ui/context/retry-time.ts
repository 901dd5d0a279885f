/** Computes when the service accepts the next request, and shows a countdown until then in the button. */
import type { PaymentState } from '../../payment/model/state.js';
import type { View } from './view.js';
import type { ViewContext } from './view-context.js';

const BEFORE_PAYING: readonly PaymentState['name'][] = ['idle', 'selecting', 'quoting', 'reviewing'];

/**
 * Returns the time from which the service accepts the next request, as Unix time in milliseconds. Returns 0 if the
 * service has named no time, and from the payment on, because those screens show no countdown.
 */
export function nextRetryOf(state: PaymentState): number {
  if (!BEFORE_PAYING.includes(state.name)) return 0;
  const { values } = ('problem' in state && state.problem) || {};
  return Number(values?.['retryAt'] ?? 0);
}

/** Disables the primary button until the service accepts the next request, and shows the remaining time in it. */
export function withCountdown(view: View, state: PaymentState, { t, format, now }: ViewContext): View {
  const left = nextRetryOf(state) - now;
  if (left <= 0 || !view.primary) return view;
  return { ...view, primary: { label: t('retry-in', { time: format.duration(left / 1000) }) } };
}
