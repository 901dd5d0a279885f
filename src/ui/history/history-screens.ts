/** Gives the screens of past payments the list and its actions, so that they are screens of the element. */
import type { PaymentState } from '../../payment/model/state.js';
import type { ScreenOn, ViewContext } from '../context/view-context.js';
import type { HistoryActions, HistoryScreen, HistoryState } from './history-state.js';
import * as table from './screens.js';

/** Returns the screens, for which `read` returns what they show now. */
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
