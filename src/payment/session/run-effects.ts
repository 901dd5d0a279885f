/**
 * Merges the modules' effect tables into one effect. The tables run in order, and each table runs its function of `on`
 * before that of `enter`.
 */
import type { EffectTable, Effect } from '../model/store.js';
import type { PaymentEvent, PaymentState } from '../model/state.js';

/** TypeScript cannot infer the type of a function from a variable key, so `runEffects` casts to these types. */
type OnEvent = (next: PaymentState, previous: PaymentState, event: PaymentEvent) => void;
type OnEnter = (state: PaymentState) => void;

export const runEffects =
  (...tables: readonly EffectTable[]): Effect =>
  (next, previous, event) => {
    for (const { on = {}, enter = {} } of tables) {
      (on[event.type] as OnEvent | undefined)?.(next, previous, event);
      if (next.name !== previous.name) (enter[next.name] as OnEnter | undefined)?.(next);
    }
  };
