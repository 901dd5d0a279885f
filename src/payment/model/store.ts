/** Holds the state, runs events through the machine one by one, and notifies listeners. */
import { atom, type ReadableAtom } from 'nanostores';
import type { ErrorInfo } from '../../errors.js';
import type { Emit, StateName } from '../../events.js';
import { createEmitter, report, type Listen } from './emitter.js';
import { idle, transition } from './machine.js';
import type { PaymentEvent, PaymentState, StateOf } from './state.js';

/** Runs the effects of an event, after the new state is set and emitted. */
export type Effect = (next: PaymentState, previous: PaymentState, event: PaymentEvent) => void;

export interface PaymentStore {
  readonly $state: ReadableAtom<PaymentState>;
  state: () => PaymentState;
  /** Handles an event. An event that is dispatched during another event is queued. */
  dispatch: (event: PaymentEvent) => void;
  emit: Emit;
  on: Listen;
  /** Resolves when the state satisfies `reached`, or when the signal aborts. */
  until(reached: (state: PaymentState) => boolean, signal: AbortSignal): Promise<void>;
}

export function createStore(effect: Effect): PaymentStore {
  const $state = atom<PaymentState>(idle);
  const { emit, on } = createEmitter();
  const queue: PaymentEvent[] = [];
  let working = false;

  const replace = (next: PaymentState): void => {
    try {
      $state.set(next);
    } catch (error) {
      // If a listener throws, nanostores still notifies the others and rethrows the error afterwards.
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
        for (let next = queue.shift(); next; next = queue.shift()) handle(next);
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

/** Returns the problem for `hub-error`. Omits the problem of a `failed` state, because `hub-failure` reports it. */
const problemOf = (state: PaymentState): ErrorInfo | undefined =>
  'problem' in state && state.name !== 'failed' ? state.problem : undefined;
type EventType = PaymentEvent['type'];
/** Like `Extract`, but it also finds an event whose `type` is a union of names. */
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
  on?: {
    [T in EventType]?: (next: PaymentState, previous: PaymentState, event: EventOf<T>) => void;
  };
  /** Runs after the effects of `on`, if the event has changed the state's name to this name. */
  enter?: {
    [N in StateName]?: (state: StateOf<N>) => void;
  };
};
