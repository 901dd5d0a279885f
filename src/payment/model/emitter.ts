/**
 * Calls a session's listeners of its `hub-*` events. The table names the files that emit the events. The path of the
 * wallets is beside `payment`, and all others are inside it.
 *
 * | Event | Emitted by |
 * | --- | --- |
 * | `hub-ready` | session/session-scope.ts |
 * | `hub-statechange` | model/store.ts |
 * | `hub-error` | model/store.ts; session/lazy-session.ts before the real session exists |
 * | `hub-connect`, `hub-disconnect` | wallets/family-connection.ts |
 * | `hub-quote` | quote/refresh-quote.ts; pay/deposit-address.ts for a deposit address |
 * | `hub-confirm` | pay/confirm.ts |
 * | `hub-step` | pay/execution.ts; `confirmed` also by three files that call `PaymentRecord.emitOnce` |
 * | `hub-status` | track/tracked-payment.ts |
 * | `hub-sent`, `hub-success`, `hub-refund`, `hub-failure` | track/outcome/outcome.ts, by `PaymentRecord.emitOnce` |
 */
import type { Emit, SessionEventMap } from '../../events.js';
import { deepFreeze } from '../../shared/deep-freeze.js';

type EventName = keyof SessionEventMap;

/** Adds a listener to one event of a session, and returns a function that removes it. */
export type Listen = <K extends keyof SessionEventMap>(
  type: K,
  listener: (detail: SessionEventMap[K]) => void,
) => () => void;

/**
 * A listener of any event, whatever its detail. The signature of `on` ensures that each listener gets the right detail.
 */
type AnyListener = (detail: never) => void;

/** Calls the listeners of a session, in the order of their registration. */
export interface Emitter {
  emit: Emit;
  on: Listen;
}

export function createEmitter(): Emitter {
  const listeners = new Map<EventName, Set<AnyListener>>();
  return {
    emit(type, detail) {
      // Freeze the detail, because all listeners receive the same object.
      deepFreeze(detail);
      let hasThrown = false;
      for (const listener of listeners.get(type) ?? []) {
        try {
          listener(detail as never);
        } catch (error) {
          // An error in a listener of the page does not stop the other listeners.
          hasThrown = true;
          if (!(error instanceof ReportedError)) report(error);
        }
      }
      return hasThrown;
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

/** Thrown by a listener that has only called others, after the browser has reported their errors. */
export class ReportedError extends Error {}

/** Passes a listener's error to the page's error handler, or to the console on a platform without `reportError`. */
export function report(error: unknown): void {
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error);
  else console.error(error);
}
