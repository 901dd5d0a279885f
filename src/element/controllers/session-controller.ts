/**
 * Connects a payment session to the element's life cycle: creates it after the page is parsed, updates its options, and
 * destroys it after the element is removed.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isParsed, whenParsed } from '../../shared/page/page-parsed.js';
import { errorInfo, type ErrorInfo, type HubPayError, type Money } from '../../errors.js';
import { isSameOrder } from '../../payment/model/order.js';
import { isBusy } from '../../payment/model/state.js';
import type { PaymentSession, SessionOptions } from '../../payment/session/session.js';
import type { PayerEvent, PaymentState } from '../../payment/model/state.js';

export type SessionHooks = {
  /**
   * False until the load of the registry or of test mode has ended. Without the registry, a session could pay to any
   * contract.
   */
  isReady(): boolean;
  options(): SessionOptions;
  create(options: SessionOptions): PaymentSession;
  /** Called once for each new session. The controller's `state` is already the state of this session. */
  started(session: PaymentSession): void;
  /**
   * Returns `unknown` if a stored payment of this site may have been sent or cannot be read, and `not-sent` if none was
   * sent. Returns null if no payment is stored, or if the page may not use the storage.
   */
  stored(): Money | null;
  /**
   * Called after the page is parsed, if an attribute or a property is invalid, or if the registry or test mode could
   * not be loaded.
   */
  refused(problem: ErrorInfo): void;
};

export class SessionController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #hooks: SessionHooks;
  #session: PaymentSession | undefined;
  /** The session options of the payment that the element shows. */
  #options: SessionOptions | undefined;
  /**
   * The element's state while a property is invalid, or after the registry or test mode could not be loaded; null
   * otherwise. A payment that the session already shows takes precedence. No payment starts in this state.
   */
  #fault: { name: 'idle'; problem: ErrorInfo } | null = null;
  #reportedFault: ErrorInfo | undefined;
  #isStale = false;
  /**
   * True after `open` has started a payment, until the session reports a new state or an error, or the checkout closes.
   * Also true while a new session starts and looks for an unfinished payment.
   */
  #isOpening = false;
  #leaving: ReturnType<typeof setTimeout> | undefined;
  #pageState = new AbortController();

  constructor(host: ReactiveControllerHost & HTMLElement, hooks: SessionHooks) {
    this.#host = host;
    this.#hooks = hooks;
    host.addController(this);
  }

  get session(): PaymentSession | undefined {
    return this.#session;
  }

  get state(): PaymentState {
    const state = this.#session?.$state.get() ?? { name: 'idle' };
    return this.#fault && !isBusy(state) ? this.#fault : state;
  }

  /**
   * The request id of the delivered payment; empty if no payment is delivered, or after the page has given the element
   * another order.
   */
  get value(): string {
    const { state } = this;
    const isOwn = state.name === 'succeeded' && this.#options && isSameOrder(this.#options, this.#hooks.options());
    return isOwn ? state.receipt.requestId : '';
  }

  dispatch(event: PayerEvent): void {
    if (event.type === 'closed') this.#isOpening = false;
    this.#session?.dispatch(event);
  }

  /**
   * Starts a payment if the session is ready, the element shows no payment, and there is no unfinished one to resume. A
   * second call does nothing until the session has reported a new state or an error, or the checkout has closed.
   * @param again true to start a payment again after an error other than `config`
   */
  open(again: boolean): void {
    const { state } = this;
    if (
      !this.#session ||
      !this.#hooks.isReady() ||
      state.name !== 'idle' ||
      state.unfinished ||
      (state.problem ? !again || state.problem.code === 'config' : this.#isOpening)
    )
      return;
    this.#isOpening = true;
    this.dispatch({ type: 'opened' });
  }

  /**
   * Remembers the error of an invalid property or of a failed load, and whether an option of the session changed.
   * `sync` later passes both on. If a payment is stored, the error gets the result of the hook `stored` as its `money`.
   * @param changed true if an option of the session changed
   */
  check(problem: HubPayError | null, changed: boolean): void {
    this.#isStale ||= changed;
    if (problem?.message === this.#fault?.problem.message) return;
    this.#fault = problem && { name: 'idle', problem: errorInfo(problem, this.#hooks.stored() ?? undefined) };
  }

  /**
   * Creates the session if the page is parsed, or passes changed options to an existing session. After an error,
   * reports the error instead. Until the registry or test mode has loaded, closes the checkout instead.
   */
  sync(): void {
    if (this.#fault) this.#refuse(this.#fault.problem);
    else if (!this.#hooks.isReady()) this.dispatch({ type: 'closed' });
    else if (!this.#session) this.#start();
    else if (this.#isStale) {
      this.#isStale = false;
      const options = this.#hooks.options();
      if (!isBusy(this.#session.$state.get())) this.#options = options;
      this.#session.configure(options);
    }
  }

  hostConnected(): void {
    clearTimeout(this.#leaving);
    if (!this.#session) whenParsed(() => this.#host.requestUpdate());
  }

  /**
   * Destroys the session if a script removes the element, but not if it only moves the element, which is then added
   * again in the same task.
   */
  hostDisconnected(): void {
    this.#leaving = setTimeout(() => {
      this.#pageState.abort();
      this.#session?.destroy();
      this.#session = undefined;
    });
  }

  #start(): void {
    if (!this.#host.isConnected || !isParsed()) return;
    this.#isStale = false;
    const options = this.#hooks.options();
    const session = this.#hooks.create(options);
    this.#session = session;
    this.#options = options;
    this.#isOpening = true;
    // The session has queued its start before this callback. The callback therefore runs after the session has looked
    // for an unfinished payment.
    queueMicrotask(() => {
      this.#isOpening = false;
      this.#host.requestUpdate();
    });
    for (const type of ['hub-statechange', 'hub-error'] as const) {
      session.on(type, () => {
        this.#isOpening = false;
      });
    }
    session.$state.listen((state) => {
      if (!isBusy(state)) this.#options = this.#hooks.options();
      this.#host.requestUpdate();
    });
    this.#watchPage(session);
    this.#hooks.started(session);
  }

  #refuse(problem: ErrorInfo): void {
    if (this.#reportedFault === problem) return;
    this.#reportedFault = problem;
    this.dispatch({ type: 'closed' });
    whenParsed(() => this.#hooks.refused(problem));
  }

  /**
   * Makes the session poll at once when the page becomes visible, active or online again. The session polls less often
   * while the page is hidden or its requests fail, and not at all while the page is frozen.
   */
  #watchPage(session: PaymentSession): void {
    this.#pageState = new AbortController();
    const { signal } = this.#pageState;
    for (const type of ['online', 'pageshow', 'focus']) {
      window.addEventListener(type, () => session.dispatch({ type: 'woken' }), { signal });
    }
    const tell = (): void =>
      session.dispatch({ type: 'visibility-changed', visible: document.visibilityState === 'visible' });
    document.addEventListener('visibilitychange', tell, { signal });
    // The page can already be hidden when the session is created, so report this at once.
    if (document.visibilityState === 'hidden') tell();
  }
}
