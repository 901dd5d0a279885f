/** When a request to the service is possible again, for the button that counts down. */
import type { PaymentState } from '../../payment/model/state.js';
import type { View } from './view.js';
import type { ViewContext } from './view-context.js';

const BEFORE_PAYING: readonly PaymentState['name'][] = ['idle', 'selecting', 'quoting', 'reviewing'];

/** Unix time in milliseconds. 0 if nothing waits. While a payment runs, its screens show no countdown. */
export function nextRetryOf(state: PaymentState): number {
  if (!BEFORE_PAYING.includes(state.name)) return 0;
  const { values } = ('problem' in state && state.problem) || {};
  return Number(values?.['retryAt'] ?? 0);
}

/** Disables the first button until the request is possible. The button shows the rest of the time. */
export function withCountdown(view: View, state: PaymentState, { t, format, now }: ViewContext): View {
  const left = nextRetryOf(state) - now;
  if (left <= 0 || !view.primary) return view;
  return { ...view, primary: { label: t('retry-in', { time: format.duration(left / 1000) }) } };
}
