/** Stores the state, passes events to the state machine one by one, and notifies listeners. */
import { atom, type ReadableAtom } from 'nanostores';
import type { ErrorInfo } from '../../errors.js';
import type { Emit, StateName } from '../../events.js';
import { createEmitter, report, type Listen } from './emitter.js';
import { idle, transition } from './machine.js';
import type { PaymentEvent, PaymentState, StateOf } from './state.js';

/** Runs the effects of an event, after the state machine has handled it. */
export type Effect = (next: PaymentState, previous: PaymentState, event: PaymentEvent) => void;

export interface PaymentStore {
  readonly $state: ReadableAtom<PaymentState>;
  state: () => PaymentState;
  /** Handles an event at once, or after the events that are already in the queue. */
  dispatch: (event: PaymentEvent) => void;
  emit: Emit;
  on: Listen;
  /** Resolves when `reached` returns true for the state, or when the signal aborts. */
  until(reached: (state: PaymentState) => boolean, signal: AbortSignal): Promise<void>;
}

/** @param prepare a function that can replace each event before the state machine handles the event */
export function createStore(
  effect: Effect,
  prepare: (event: PaymentEvent) => PaymentEvent = (event) => event,
): PaymentStore {
  const $state = atom<PaymentState>(idle);
  const { emit, on } = createEmitter();
  const queue: PaymentEvent[] = [];
  let working = false;

  const replace = (next: PaymentState): void => {
    try {
      $state.set(next);
    } catch (error) {
      // If a listener throws, nanostores notifies the other listeners first, and then rethrows the error.
      report(error);
    }
  };

  const handle = (event: PaymentEvent): void => {
    const previous = $state.get();
    const next = transition(previous, event);
    if (next !== previous) {
      replace(next);
      if (next.name !== previous.name) emit('hub-statechange', { state: next.name, previous: previous.name });
      const problem = problemOf(next);
      if (problem && problem !== problemOf(previous)) emit('hub-error', problem);
    }
    effect(next, previous, event);
  };

  return {
    $state,
    state: () => $state.get(),
    emit,
    dispatch(event) {
      queue.push(event);
      if (working) return;
      working = true;
      try {
        for (let next = queue.shift(); next; next = queue.shift()) handle(prepare(next));
      } finally {
        working = false;
      }
    },
    on,
    until: (reached, signal) =>
      new Promise((resolve) => {
        const done = (): void => {
          stop();
          signal.removeEventListener('abort', done);
          resolve();
        };
        const stop = $state.listen((state) => {
          if (reached(state)) done();
        });
        signal.addEventListener('abort', done);
        if (reached($state.get()) || signal.aborted) done();
      }),
  };
}

/**
 * Returns the problem for `hub-error`, or undefined if the state has none. Also returns undefined for the state
 * `failed`, because `hub-failure` reports the problem of this state.
 */
const problemOf = (state: PaymentState): ErrorInfo | undefined =>
  'problem' in state && state.name !== 'failed' ? state.problem : undefined;
type EventType = PaymentEvent['type'];

/** Like `Extract`, but also works for an event whose `type` is a union. */
type EventOf<T extends EventType> = PaymentEvent extends infer E
  ? E extends { type: infer U }
    ? T extends U
      ? E
      : never
    : never
  : never;

/** The effects of one module, which `session/run-effects.ts` runs. */
export type EffectTable = {
  /**
   * Functions that run after the machine has handled an event of this type; `next` is `previous` if the state did not
   * change.
   */
  on?: {
    [T in EventType]?: (next: PaymentState, previous: PaymentState, event: EventOf<T>) => void;
  };
  /** Functions that run when the machine enters the state with this name, after this table's functions of `on`. */
  enter?: {
    [N in StateName]?: (state: StateOf<N>) => void;
  };
};
