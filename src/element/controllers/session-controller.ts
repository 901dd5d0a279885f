/**
 * Connects a payment session to the element's life cycle. Creates the session after the page is parsed, updates its
 * options, and destroys it after the element is removed.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isParsed, whenParsed } from '../../shared/page-parsed.js';
import { errorInfo, type ErrorInfo, type HubPayError } from '../../errors.js';
import { isSameOrder } from '../../payment/model/order.js';
import { isCommitted, isRunning } from '../../payment/model/state.js';
import type { PaymentSession, SessionOptions } from '../../payment/session/session.js';
import type { PayerEvent, PaymentState } from '../../payment/model/state.js';

export type SessionHooks = {
  options(): SessionOptions;
  create(options: SessionOptions): PaymentSession;
  /** Called once for each session, when the controller already returns the session's state. */
  started(session: PaymentSession): void;
  /** Called after the page is parsed if a property has an invalid value. */
  refused(problem: ErrorInfo): void;
};

export class SessionController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #hooks: SessionHooks;
  #session: PaymentSession | undefined;
  /** The options of the shown payment. */
  #options: SessionOptions | undefined;
  /** Set while a property has an invalid value. No request is sent until the value is corrected. */
  #fault: { name: 'idle'; problem: ErrorInfo } | null = null;
  #reportedFault: ErrorInfo | undefined;
  #isStale = false;
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
    return this.#fault && !isCommitted(state) ? this.#fault : state;
  }

  /** The request id of the delivered payment. Empty if there is none, or if the element now has another order. */
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
   * Starts a payment if no payment is shown and none can be resumed. Until the session has answered, further calls
   * start no second payment.
   * @param again True to retry after a failure.
   */
  open(again: boolean): void {
    const { state } = this;
    if (!this.#session || state.name !== 'idle' || state.unfinished || (this.#isOpening && !again)) return;
    if (state.problem && !(again && state.problem.code !== 'config')) return;
    this.#isOpening = true;
    this.dispatch({ type: 'opened' });
  }

  /**
   * Records an invalid property value and whether an option changed. `sync` then updates the session.
   * @param changed True if an option of the session changed.
   */
  check(problem: HubPayError | null, changed: boolean): void {
    this.#isStale ||= changed;
    if (problem?.message === this.#fault?.problem.message) return;
    this.#fault = problem && { name: 'idle', problem: errorInfo(problem) };
  }

  /** Creates the session, or passes changed options to the session. Does nothing before the page is parsed. */
  sync(): void {
    if (this.#fault) this.#refuse(this.#fault.problem);
    else if (!this.#session) this.#start();
    else if (this.#isStale) {
      this.#isStale = false;
      const options = this.#hooks.options();
      if (!isRunning(this.#session.$state.get())) this.#options = options;
      this.#session.configure(options);
    }
  }

  hostConnected(): void {
    clearTimeout(this.#leaving);
    if (!this.#session) whenParsed(() => this.#host.requestUpdate());
  }

  /**
   * A move removes and adds the element in one task, so the session continues. After a permanent removal the session is
   * destroyed.
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
    this.#isOpening = false;
    for (const type of ['hub-statechange', 'hub-error'] as const) {
      session.on(type, () => {
        this.#isOpening = false;
      });
    }
    session.$state.listen((state) => {
      if (!isRunning(state) && !isCommitted(state)) this.#options = this.#hooks.options();
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
   * Timers pause while a page is hidden, frozen or offline. When the page becomes active again, the session polls at
   * once.
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
    // A page can be hidden before the element is created.
    if (document.visibilityState === 'hidden') tell();
  }
}
