/**
 * Loads the list of past payments in parts of about ten, and loads it again when a wallet connects or disconnects.
 */
import { errorInfo } from '../../errors.js';
import { historyTexts } from '../../i18n/locales/en/history.js';
import { addTexts } from '../../i18n/locales/en/later-texts.js';
import type { PastPayment } from '../../payment/history/list-payments.js';
import type { PaymentSession } from '../../payment/session/session.js';
import { isBusy, type PaymentState } from '../../payment/model/state.js';
import type { ErrorInfo } from '../../types.js';
import type { Screen, ViewContext } from '../context/view-context.js';
import { historyScreens } from './history-screens.js';
import type { HistoryActions, HistoryState } from './history-state.js';

export type PaymentListHooks = {
  session: PaymentSession;
  /**
   * The order id from the element's property `reference`, or null if there is none. The payer can resume only payments
   * with this order id or, if it is null, payments without an order id.
   */
  reference: string | null;
  /** Renders the screen again, and resolves after the rendering. */
  render: () => Promise<unknown>;
  /** Moves the focus to the row with this number, where the first row has the number 0. */
  focus: (row: number) => void;
  resume: (requestId: string) => void;
  leave: () => void;
};

type HistoryPage = {
  payments: readonly PastPayment[];
  continuation?: string | undefined;
  deviceOnly?: boolean;
  problem?: ErrorInfo;
};

addTexts(historyTexts);

const PAGE = 10;
const finalStatuses: readonly string[] = ['success', 'refund', 'failure'];

export class PaymentList {
  readonly screens: readonly Screen[] = historyScreens((state, ctx) => {
    this.#ctx = ctx;
    return { history: this.#state, actions: this.#actions(state) };
  });
  readonly #hooks: PaymentListHooks;
  readonly #stop: () => void;
  #state: HistoryState = {
    payments: [],
    hasMore: false,
    loading: true,
    problem: null,
    deviceOnly: false,
    opened: null,
  };
  #continuation: string | undefined;
  #request = 0;
  #ctx: ViewContext | undefined;

  constructor(hooks: PaymentListHooks) {
    this.#hooks = hooks;
    const stops = [
      hooks.session.on('hub-connect', () => void this.#load()),
      hooks.session.on('hub-disconnect', () => {
        // The next person at this device must not see the payments of the account that has left.
        void this.#change({ payments: [], opened: null });
        void this.#load();
      }),
    ];
    this.#stop = () => stops.forEach((stop) => stop());
    void this.#load();
  }

  /** Ends the list, which then ignores the answers to earlier requests. */
  end(): void {
    this.#request += 1;
    this.#stop();
    this.#ctx?.set({ announcement: '' });
  }

  #actions(state: PaymentState): HistoryActions {
    const { reference, resume, leave } = this.#hooks;
    return {
      more: () => {
        if (!this.#state.loading) void this.#load(this.#continuation);
      },
      retry: () => void this.#load(),
      open: (opened) => void this.#change({ opened }),
      resume: ({ requestId, ...payment }) => {
        if (finalStatuses.includes(payment.status) || payment.reference !== reference || isBusy(state)) return null;
        return () => {
          leave();
          resume(requestId);
        };
      },
      leave,
    };
  }

  async #load(continuation?: string): Promise<void> {
    const request = (this.#request += 1);
    const isMore = continuation !== undefined;
    void this.#change({ loading: true, problem: null });
    const page: HistoryPage = await this.#hooks.session
      .history({ limit: PAGE, ...(isMore && { continuation }) })
      .catch((error: unknown): HistoryPage => ({ payments: [], continuation, problem: errorInfo(error, 'unknown') }));
    if (request !== this.#request) return;
    const before = isMore ? this.#state.payments : [];
    const payments = [...before, ...page.payments.filter(isNewTo(before))];
    this.#continuation = page.continuation;
    const hasMore = page.continuation !== undefined;
    const { problem = null, deviceOnly = false } = page;
    await this.#change({ payments, hasMore, loading: false, problem, deviceOnly });
    this.#announce(payments.length);
    if (isMore && payments.length > before.length) this.#hooks.focus(before.length);
  }

  #announce(count: number): void {
    if (!this.#ctx || count === 0) return;
    this.#ctx.set({ announcement: this.#ctx.t('history.count', { count }) });
  }

  #change(change: Partial<HistoryState>): Promise<unknown> {
    this.#state = { ...this.#state, ...change };
    return this.#hooks.render();
  }
}

/**
 * Returns a filter that keeps only payments that are not in the list yet, because two parts can contain the same
 * payment if the service adds one between the two requests.
 */
const isNewTo =
  (before: readonly PastPayment[]) =>
  ({ requestId }: PastPayment): boolean =>
    before.every((each) => each.requestId !== requestId);
