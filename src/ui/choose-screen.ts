/** Chooses the screen that a payment state shows. */
import type { ViewName } from '../events.js';
import type { PaymentState } from '../payment/model/state.js';
import { withCountdown } from './context/retry-time.js';
import type { Screen, ViewContext } from './context/view-context.js';
import type { View } from './context/view.js';
import * as table from './screens.js';

const usual = Object.values(table);

/** The places that have a screen. If a new state has none, the compiler reports an error in `screenOf`. */
type Shown = (typeof usual)[number]['on'][number];

/**
 * Returns the screen of a payment state, or of the list of past payments if it is open. A screen whose `when` returns
 * true comes before the usual screen of the place. A screen whose code has loaded later comes before the loading screen
 * of the same place.
 */
export function screenOf(state: PaymentState, ctx: ViewContext): Screen {
  const place: Shown = ctx.history ? 'history' : state.name;
  const late = [ctx.history, ctx.phoneScreens, ctx.depositScreens, ctx.choiceScreens].flatMap(
    (code) => code?.screens ?? [],
  );
  const all: Screen[] = [...late, ...usual].filter((screen) => screen.on.includes(place));
  const special = all.find((screen) => screen.when?.(state, ctx));
  // Every place has a screen without `when`.
  return special ?? (all.find((screen) => !screen.when) as Screen);
}

/** Returns the view of the screen that `screenOf` chooses, with the name of the screen. */
export function viewOf(state: PaymentState, ctx: ViewContext): View & { id: ViewName } {
  const screen = screenOf(state, ctx);
  const view = screen.render(state, ctx);
  return { ...(ctx.history ? view : withCountdown(view, state, ctx)), id: screen.id };
}
