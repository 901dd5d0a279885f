/** The form of an effect table: what a module does on an event, and what it does when the state gets another name. */
import type { StateName } from '../../events.js';
import type { PaymentEvent, PaymentState, StateOf } from './state.js';

type EventType = PaymentEvent['type'];
/** Like `Extract`, which misses an event whose `type` is a union of names. */
type EventOf<T extends EventType> = PaymentEvent extends infer E
  ? E extends { type: infer U }
    ? T extends U
      ? E
      : never
    : never
  : never;

/** The effects of one module. `session/run-effects.ts` runs them. */
export type EffectTable = {
  /** Runs on each event of the type, after the machine has handled it. `next` equals `previous` if nothing changed. */
  on?: { [T in EventType]?: (next: PaymentState, previous: PaymentState, event: EventOf<T>) => void };
  /** Runs after the effects of `on`, when a state with this name replaces one with another name. */
  enter?: { [N in StateName]?: (state: StateOf<N>) => void };
};
