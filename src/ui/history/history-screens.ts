/** Converts each `HistoryScreen` to a `Screen`, which passes the list and its actions on to the `HistoryScreen`. */
import type { PaymentState } from '../../payment/model/state.js';
import type { ScreenOn, ViewContext } from '../context/view-context.js';
import type { HistoryActions, HistoryScreen, HistoryState } from './history-state.js';
import * as table from './screens.js';

/**
 * Returns the screens.
 * @param read returns what the screens show now
 */
export const historyScreens = (
  read: (state: PaymentState, ctx: ViewContext) => { history: HistoryState; actions: HistoryActions },
): readonly ScreenOn<'history'>[] =>
  Object.values(table).map((screen: HistoryScreen) => ({
    id: screen.id,
    on: ['history'],
    ...(screen.when && { when: (state, ctx) => screen.when?.(read(state, ctx).history) === true }),
    render(state, ctx) {
      const { history, actions } = read(state, ctx);
      return screen.render(history, actions, ctx);
    },
  }));
