/**
 * Rewrites the problems of a session, so that they name attributes such as `refund-to` instead of options such as
 * `refundTo`. No other code of the element changes the message of a session.
 */
import { HubPayError, errorInfo, messageOf, type ErrorInfo } from '../../errors.js';
import type { SessionEventMap } from '../../events.js';
import type { PaymentSession } from '../../payment/session/session.js';
import { isRecord } from '../../shared/text/patterns.js';
import { properties } from '../property-list.js';

/** The attribute of an option, or the option's own name if it has no attribute. */
export const attributeOf = (option: string): string =>
  (Object.hasOwn(properties, option) && properties[option as keyof typeof properties].attribute) || option;

/** The end of a message about an option. Only the element has test mode, so the session does not mention it. */
const HINTS: Readonly<Record<string, string>> = { baseUrl: ' or "demo:"' };

/** Rewrites a problem with the names of attributes. Returns the same object if there is nothing to rewrite. */
export function problemInAttributes(problem: ErrorInfo): ErrorInfo {
  const { attribute: option = '', parts, ...others } = problem;
  if (!parts && attributeOf(option) === option) return problem;
  return Object.freeze({
    ...others,
    ...(parts && { message: messageOf(problem.code, [...parts, HINTS[option] ?? ''], attributeOf) }),
    ...(option && { attribute: attributeOf(option) }),
  });
}

/** Rewrites an error that was thrown. Returns the same error if there is nothing to rewrite. */
export function errorInAttributes(error: HubPayError): HubPayError {
  const info = errorInfo(error);
  const own = problemInAttributes(info);
  if (own === info) return error;
  const { retryAfter } = error;
  return new HubPayError(own.code, own.message, {
    ...own,
    ...(retryAfter !== undefined && { retryAfter }),
    cause: error,
  });
}

/** Returns a function that rewrites each object only once, and returns the same result for it afterwards. */
function once<T extends object>(write: (given: T) => T): (given: T) => T {
  const written = new WeakMap<T, T>();
  return (given) => {
    const own = written.get(given) ?? write(given);
    written.set(given, own);
    return own;
  };
}

/** Returns the session as the page sees it: its state, its events and its errors name attributes. */
export function inAttributeNames(session: PaymentSession): PaymentSession {
  const { $state } = session;
  // Remember the results, because a new object would look like a new problem or another state.
  const problemOf = once(problemInAttributes);
  const holderOf = once((holder: { problem?: ErrorInfo }) => {
    const problem = holder.problem && problemOf(holder.problem);
    return problem && problem !== holder.problem ? { ...holder, problem } : holder;
  });
  /** Rewrites the problem of a state, of a page of payments, or of a search. Leaves any other value as it is. */
  const withProblem = <T>(value: T): T => (isRecord(value) ? (holderOf(value) as T) : value);
  const detailOf = <K extends keyof SessionEventMap>(type: K, detail: SessionEventMap[K]): SessionEventMap[K] => {
    if (type === 'hub-error') return problemOf(detail as ErrorInfo) as SessionEventMap[K];
    // Of the other events, only `hub-failure` has an error in its detail.
    const { error } = detail as { error?: ErrorInfo };
    const written = error && problemOf(error);
    return written === error ? detail : (Object.freeze({ ...detail, error: written }) as SessionEventMap[K]);
  };
  const listen: typeof $state.listen = (listener) =>
    $state.listen((state, old) => listener(withProblem(state), withProblem(old)));
  const own: typeof $state = Object.assign(Object.create($state) as typeof $state, {
    get: () => withProblem($state.get()),
    listen,
    subscribe(listener: Parameters<typeof $state.subscribe>[0]) {
      const stop = listen(listener);
      listener(own.get());
      return stop;
    },
  });
  Object.defineProperty(own, 'value', { get: () => own.get() });
  const told = <T>(outcome: Promise<T>): Promise<T> =>
    outcome.then(withProblem, (error: unknown) => {
      throw error instanceof HubPayError ? errorInAttributes(error) : error;
    });
  return {
    $state: own,
    get committed() {
      return session.committed;
    },
    get durable() {
      return session.durable;
    },
    get orderMoney() {
      return session.orderMoney;
    },
    dispatch: (event) => session.dispatch(event),
    configure: (options) => session.configure(options),
    chain: (chainId) => session.chain(chainId),
    connect: (wallet) => told(session.connect(wallet)),
    assets: () => told(session.assets()),
    search: (text) => told(session.search(text)),
    quote: (pick) => told(session.quote(pick)),
    confirm: () => told(session.confirm()),
    resume: (requestId) => told(session.resume(requestId)),
    history: (query) => told(session.history(query)),
    on: (type, listener) => session.on(type, (detail) => listener(detailOf(type, detail))),
    destroy: () => session.destroy(),
  };
}
