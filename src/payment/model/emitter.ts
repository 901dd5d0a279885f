/**
 * Emits the `hub-*` events of a session to its listeners. All code emits events through this typed function, as
 * `store.emit` or `context.emit`.
 *
 * | Event | Emitted by |
 * | --- | --- |
 * | `hub-ready` | session/session-scope.ts |
 * | `hub-statechange` | model/store.ts |
 * | `hub-error` | model/store.ts; session/lazy-session.ts while the code loads |
 * | `hub-connect`, `hub-disconnect` | wallets/connection.ts |
 * | `hub-quote` | quote/refresh-quote.ts; pay/deposit-address.ts for a deposit address |
 * | `hub-confirm` | pay/confirm.ts |
 * | `hub-step` | pay/execution.ts; `confirmed` also by pay/execute-permit.ts and track/confirm-transaction.ts |
 * | `hub-status` | track/track-payment.ts |
 * | `hub-sent`, `hub-success`, `hub-refund`, `hub-failure` | track/outcome.ts, once, with `PaymentRecord.emitOnce` |
 */
import type { Emit, SessionEventMap } from '../../events.js';
import { deepFreeze } from '../../shared/deep-freeze.js';

type EventName = keyof SessionEventMap;

/** Adds a listener to one event of a session. Returns a function that removes it. */
export type Listen = <K extends keyof SessionEventMap>(
  type: K,
  listener: (detail: SessionEventMap[K]) => void,
) => () => void;

/** The type of the map cannot relate a listener to its event's detail. The signature of `on` relates them. */
type AnyListener = (detail: never) => void;

/** The listeners of a session. They run in the order of their registration. */
export interface Emitter {
  emit: Emit;
  on: Listen;
}

export function createEmitter(): Emitter {
  const listeners = new Map<EventName, Set<AnyListener>>();
  return {
    emit(type, detail) {
      // All listeners receive the same object. Freezing it prevents one listener from changing it for the next.
      deepFreeze(detail);
      for (const listener of listeners.get(type) ?? []) {
        try {
          listener(detail as never);
        } catch (error) {
          // An error in a page listener must not stop a payment.
          report(error);
        }
      }
    },
    on(type, listener) {
      const set = listeners.get(type) ?? new Set();
      listeners.set(type, set.add(listener));
      return () => {
        set.delete(listener);
      };
    },
  };
}

/** Reports an error of a page listener to the page. */
export function report(error: unknown): void {
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error);
  else console.error(error);
}
