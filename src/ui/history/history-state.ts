/** Defines what the screens of past payments get: the list and its actions. */
import type { ViewName } from '../../events.js';
import type { PastPayment } from '../../payment/history/list-payments.js';
import type { ErrorInfo } from '../../types.js';
import type { ViewContext } from '../context/view-context.js';
import type { View } from '../context/view.js';

/** The data of the history screen. */
export type HistoryState = {
  payments: readonly PastPayment[];
  hasMore: boolean;
  loading: boolean;
  /** True if no account was connected at the last load, so that the list contains only payments of this device. */
  deviceOnly: boolean;
  /** The error of the last request for past payments; null while it runs, and if it had none. */
  problem: ErrorInfo | null;
  /** The payment whose details the payer has opened, or null while the screen shows the list. */
  opened: PastPayment | null;
};

export type HistoryActions = {
  more: () => void;
  retry: () => void;
  open: (payment: PastPayment | null) => void;
  /**
   * Returns a function that closes the list and resumes the payment, or null if the payer cannot resume this payment
   * now.
   */
  resume: (payment: PastPayment) => (() => void) | null;
  leave: () => void;
};

/** Describes a screen of past payments, as `Screen` describes one of the current payment. */
export interface HistoryScreen {
  readonly id: ViewName;
  /** Whether the screen appears instead of the list; absent in the list itself. */
  when?(history: HistoryState): boolean;
  render(history: HistoryState, actions: HistoryActions, ctx: ViewContext): View;
}
