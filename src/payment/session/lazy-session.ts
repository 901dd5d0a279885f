/**
 * Creates a session that the element can use before the payment code has loaded. This session keeps listeners and
 * events, and later passes them and every call to the real session.
 */
import { atom } from 'nanostores';
import { copyOf, errorOf, HubPayError, type ErrorInfo } from '../../errors.js';
import type { PayerEvent, PaymentState } from '../model/state.js';
import type { PaymentSession } from './session.js';

/** A kept listener. `attach` adds it to the real session, and `detach` removes it again. */
type Subscription = {
  attach: (session: PaymentSession) => () => void;
  detach?: (() => void) | undefined;
  /** Calls the listener with the problem; set only for a listener of `hub-error`. */
  refuse?: ((problem: ErrorInfo) => void) | undefined;
};

type Waiting = { resolve: (session: PaymentSession) => void; reject: (error: unknown) => void };

export interface LazySession extends PaymentSession {
  /** Passes the kept listeners and events to the real session, which then handles every call. */
  attach(real: PaymentSession): void;
  /**
   * Reports why the real session does not exist yet, and rejects the waiting promises. The listeners learn each problem
   * only once. `attach` can still follow.
   */
  refuse(problem: ErrorInfo): void;
}

/**
 * Creates the session. Until `attach` is called, its state is `idle`. A method that needs the real session then returns
 * a promise that waits for it, except `search`, whose promise resolves with null.
 * @param load called when the page needs the real session, also after `refuse`
 */
export function createLazySession(load: () => void): LazySession {
  const $state = atom<PaymentState>({ name: 'idle' });
  const subscriptions = new Set<Subscription>();
  let queue: PayerEvent[] = [];
  const waiting: Waiting[] = [];
  let session: PaymentSession | undefined;
  let refusal: ErrorInfo | undefined;
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
      // Keep the event `opened`, because the payer still waits for the checkout. Drop all others, because they belong
      // to a screen that never appeared.
      queue = queue.filter(({ type }) => type === 'opened');
      rejectWaiting(errorOf(problem));
      if (problem === refusal) return;
      refusal = problem;
      $state.set({ name: 'idle', problem });
      for (const { refuse } of subscriptions) refuse?.(problem);
    },
    $state,
    get committed() {
      return session?.committed ?? false;
    },
    get durable() {
      return session?.durable ?? true;
    },
    get orderMoney() {
      return session?.orderMoney ?? 'unknown';
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
      // The real session gets its first options from the element's properties, so they need not be kept here.
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

/**
 * Rethrows the error with `money: 'unknown'`, because `resume` and `history` are about payments that were perhaps sent.
 * Without the payment code, nobody knows where their money is.
 */
function moneyUnknown(error: HubPayError): never {
  throw copyOf(error, { money: 'unknown' });
}
