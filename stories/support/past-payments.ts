/** Past payments in every possible state, and the screen that lists them. */
import type { PastPayment } from '../../src/payment/history/list-payments.js';
import type { ErrorInfo } from '../../src/types.js';
import type { HistoryScreens } from '../../src/ui/context/view-context.js';
import { historyScreens } from '../../src/ui/history/history-screens.js';
import type { HistoryActions, HistoryState } from '../../src/ui/history/history-state.js';
import { amountOf, HASH, NOW, payment, problem, sentPayment, transaction } from './payments.js';

const unknown = { chainId: 0, currency: '', symbol: '', decimals: 0, amount: null, amountFormatted: null };
const at = (daysAgo: number): string => new Date(NOW - daysAgo * 86_400_000).toISOString();
const idOf = (number: number): string => `0x${String(number).padStart(64, '0')}`;
const pastPayment = (number: number, status: string, change: Partial<PastPayment> = {}): PastPayment => ({
  ...sentPayment,
  requestId: idOf(number),
  status,
  at: at(number),
  ...change,
});

/**
 * Six payments in this order: a pending, a delivered, a refunded, a failed and an undetected payment, and a payment
 * without details.
 */
export const payments: readonly PastPayment[] = [
  pastPayment(1, 'pending', { submissions: [transaction(8453)] }),
  pastPayment(2, 'success', { reference: 'order-1041' }),
  pastPayment(3, 'refund', {
    confirmed: true,
    reference: 'order-1038',
    quote: { ...payment.quote, receives: amountOf(10, 'USDT', '1250.5') },
  }),
  pastPayment(4, 'failure', { reference: null }),
  pastPayment(5, 'waiting', { reference: null, submissions: [{ chainId: 8453, hash: HASH, url: null }] }),
  pastPayment(6, 'success', {
    reference: null,
    at: '',
    submissions: [],
    quote: { ...payment.quote, pays: unknown, receives: unknown, recipient: '' },
  }),
];

export const emptyHistory: HistoryState = {
  payments: [],
  hasMore: false,
  loading: false,
  problem: null,
  deviceOnly: false,
  opened: null,
};
export const unreachable: ErrorInfo = problem('service-down', 'unknown');

/** Creates the screen of past payments. This screen calls `pressed` with the name of each pressed button. */
export const historyScreen = (
  shown: Partial<HistoryState>,
  pressed: (what: string) => void = () => undefined,
): HistoryScreens => {
  const actions: HistoryActions = {
    more: () => pressed('more'),
    retry: () => pressed('retry'),
    leave: () => pressed('leave'),
    open: (opened) => pressed(`open ${opened?.requestId ?? 'none'}`),
    resume: ({ status, requestId }) => (status === 'pending' ? () => pressed(`resume ${requestId}`) : null),
  };
  return { screens: historyScreens(() => ({ history: { ...emptyHistory, ...shown }, actions })) };
};
