/**
 * Creates the session that a page gets before the code of the payment has loaded. It keeps listeners and events, and
 * passes them to the real session.
 */
import { atom } from 'nanostores';
import { errorInfo, errorOf, HubPayError, type ErrorInfo } from '../../errors.js';
import type { PayerEvent, PaymentState } from '../model/state.js';
import type { PaymentSession } from './session.js';

/** A listener. `attach` adds it to the real session. `detach` removes it from that session. */
type Subscription = {
  attach: (session: PaymentSession) => () => void;
  detach?: (() => void) | undefined;
  /** Calls a listener of `hub-error`. */
  refuse?: ((problem: ErrorInfo) => void) | undefined;
};

type Waiting = { resolve: (session: PaymentSession) => void; reject: (error: unknown) => void };

export interface LazySession extends PaymentSession {
  /** Passes everything to the real session from now on. */
  attach(real: PaymentSession): void;
  /** Reports that there is no real session: waiting promises reject. A later `attach` still works. */
  refuse(problem: ErrorInfo): void;
}

/**
 * Until `attach`, the state is `idle`, and every promise waits.
 * @param load Called when the page needs the real session. Called again after `refuse`.
 */
export function createLazySession(load: () => void): LazySession {
  const $state = atom<PaymentState>({ name: 'idle' });
  const subscriptions = new Set<Subscription>();
  let queue: PayerEvent[] = [];
  const waiting: Waiting[] = [];
  let session: PaymentSession | undefined;
  let ended = false;

  const whenReal = (): Promise<PaymentSession> => {
    if (session) return Promise.resolve(session);
    if (ended) return Promise.reject(new HubPayError('invalid-state', 'The session has ended.'));
    const real = new Promise<PaymentSession>((resolve, reject) => {
      waiting.push({ resolve, reject });
    });
    load();
    return real;
  };

  const rejectWaiting = (error: HubPayError): void => {
    for (const { reject } of waiting.splice(0)) reject(error);
  };

  return {
    attach(real) {
      if (session || ended) return;
      session = real;
      for (const subscription of subscriptions) subscription.detach = subscription.attach(real);
      real.$state.subscribe((state) => {
        $state.set(state);
      });
      for (const event of queue.splice(0)) real.dispatch(event);
      for (const { resolve } of waiting.splice(0)) resolve(real);
    },
    refuse(problem) {
      if (session || ended) return;
      // The payer still waits for an opened payment. The other events belong to a screen that never appeared.
      queue = queue.filter(({ type }) => type === 'opened');
      $state.set({ name: 'idle', problem });
      for (const { refuse } of subscriptions) refuse?.(problem);
      rejectWaiting(errorOf(problem));
    },
    $state,
    get committed() {
      return session?.committed ?? false;
    },
    get durable() {
      return session?.durable ?? true;
    },
    dispatch(event) {
      if (session) session.dispatch(event);
      else if (event.type === 'closed') queue = [];
      else if (!ended) {
        queue.push(event);
        if (event.type === 'opened') load();
      }
    },
    configure(options) {
      // Before the real session exists, its options come from the element's properties.
      session?.configure(options);
    },
    chain: (chainId) => session?.chain(chainId),
    connect: async (wallet) => (await whenReal()).connect(wallet),
    assets: async () => (await whenReal()).assets(),
    search: (text) => session?.search(text) ?? Promise.resolve(null),
    quote: async (pick) => (await whenReal()).quote(pick),
    confirm: async () => (await whenReal()).confirm(),
    resume: async (requestId) => (await whenReal().catch(moneyUnknown)).resume(requestId),
    history: async (query) => (await whenReal().catch(moneyUnknown)).history(query),
    on(type, listener) {
      const attach = (to: PaymentSession): (() => void) => to.on(type, listener);
      const subscription: Subscription = { attach, detach: session && attach(session) };
      if (type === 'hub-error') {
        // An error in the listener must not stop the element.
        subscription.refuse = (problem) => queueMicrotask(() => listener(problem as never));
      }
      subscriptions.add(subscription);
      return () => {
        subscriptions.delete(subscription);
        subscription.detach?.();
      };
    },
    destroy() {
      ended = true;
      session?.destroy();
      rejectWaiting(new HubPayError('invalid-state', 'The session has ended.'));
    },
  };
}

/** The page asked for payments that perhaps went out, so their money is unknown while the code is missing. */
function moneyUnknown(error: HubPayError): never {
  throw errorOf({ ...errorInfo(error), money: 'unknown' });
}
