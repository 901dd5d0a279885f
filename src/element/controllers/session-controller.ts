/** Ties a payment session to an element's life: made once the page is parsed, kept up to date, ended after removal. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { errorInfo, type ErrorInfo, type HubPayError } from '../../errors.js';
import { isCommitted } from '../../payment/model/state.js';
import type { PaymentSession, SessionOptions } from '../../payment/session/session.js';
import type { PaymentEvent, PaymentState } from '../../payment/model/state.js';

/** What a session tells; each becomes a DOM event of the same name. */
const events = [
  'hub-ready',
  'hub-statechange',
  'hub-connect',
  'hub-disconnect',
  'hub-quote',
  'hub-confirm',
  'hub-step',
  'hub-sent',
  'hub-status',
  'hub-success',
  'hub-refund',
  'hub-failure',
  'hub-error',
] as const;

export type SessionEvent = (typeof events)[number];

export type SessionHooks = {
  options(): SessionOptions;
  create(options: SessionOptions): PaymentSession;
  /** Hears of every event of the session, in its order. */
  tell(type: SessionEvent, detail: unknown): void;
};

export class SessionController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #hooks: SessionHooks;
  #session: PaymentSession | undefined;
  /** A property holds what it may not: nothing is asked for until that is put right. */
  #fault: { name: 'idle'; problem: ErrorInfo } | null = null;
  #toldFault: ErrorInfo | undefined;
  #isStale = false;
  #isParsed = isParsed();
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

  dispatch(event: PaymentEvent): void {
    if (event.type === 'closed') this.#isOpening = false;
    this.#session?.dispatch(event);
  }

  /**
   * Starts a payment where none is shown or offered to be resumed; asked for once while its code is loading.
   * @param again What could not be loaded the last time is tried once more.
   */
  open(again: boolean): void {
    const { state } = this;
    if (!this.#session || state.name !== 'idle' || state.unfinished || (this.#isOpening && !again)) return;
    if (state.problem && !(again && state.problem.code !== 'config')) return;
    this.#isOpening = true;
    this.dispatch({ type: 'opened' });
  }

  /**
   * Takes note of what the element's properties say now; `sync` passes it on.
   * @param changed Options of the payment are among what changed.
   */
  check(problem: HubPayError | null, changed: boolean): void {
    this.#isStale ||= changed;
    if (problem?.message === this.#fault?.problem.message) return;
    this.#fault = problem && { name: 'idle', problem: errorInfo(problem) };
  }

  /** Makes the session, or tells it what changed. Before the page is parsed it does nothing. */
  sync(): void {
    if (this.#fault) this.#refuse(this.#fault.problem);
    else if (!this.#session) this.#start();
    else if (this.#isStale) {
      this.#isStale = false;
      this.#session.configure(this.#hooks.options());
    }
  }

  /** No event before DOMContentLoaded: the page's own listeners are there by then. */
  whenParsed(run: () => void): void {
    if (this.#isParsed) {
      run();
      return;
    }
    const parsed = (): void => {
      this.#isParsed = true;
      run();
    };
    window.addEventListener('DOMContentLoaded', parsed, { once: true });
  }

  hostConnected(): void {
    clearTimeout(this.#leaving);
    if (!this.#session) this.whenParsed(() => this.#host.requestUpdate());
  }

  /** Who is moved is removed and added within one task: nothing stops. Who stays away lets go of everything. */
  hostDisconnected(): void {
    this.#leaving = setTimeout(() => {
      this.#pageState.abort();
      this.#session?.destroy();
      this.#session = undefined;
    });
  }

  #start(): void {
    if (!this.#host.isConnected || !this.#isParsed) return;
    this.#isStale = false;
    const session = this.#hooks.create(this.#hooks.options());
    this.#session = session;
    this.#isOpening = false;
    for (const type of events) session.on(type, (detail) => this.#tell(type, detail));
    session.$state.listen(() => this.#host.requestUpdate());
    this.#watchPage(session);
    this.#tellBeginning(session.$state.get());
  }

  #tell(type: SessionEvent, detail: unknown): void {
    this.#isOpening = false;
    this.#hooks.tell(type, detail);
  }

  /** What happened while the session was made, before anybody could listen. */
  #tellBeginning(state: PaymentState): void {
    if (state.name !== 'idle') this.#tell('hub-statechange', { state: state.name, previous: 'idle' });
    if ('problem' in state) this.#tell('hub-error', state.problem);
  }

  #refuse(problem: ErrorInfo): void {
    if (this.#toldFault === problem) return;
    this.#toldFault = problem;
    this.dispatch({ type: 'closed' });
    this.whenParsed(() => this.#tell('hub-error', problem));
  }

  /** Timers sleep while a page is hidden, frozen or offline: the session looks again when it comes back. */
  #watchPage(session: PaymentSession): void {
    this.#pageState = new AbortController();
    const { signal } = this.#pageState;
    for (const type of ['online', 'pageshow', 'focus']) {
      window.addEventListener(type, () => session.dispatch({ type: 'woken' }), { signal });
    }
    document.addEventListener(
      'visibilitychange',
      () => session.dispatch({ type: 'visibility-changed', visible: document.visibilityState === 'visible' }),
      { signal },
    );
  }
}

/** Module scripts run while the page is `interactive`, before `DOMContentLoaded`: only the navigation's times tell. */
function isParsed(): boolean {
  if (document.readyState === 'complete') return true;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return (navigation?.domContentLoadedEventStart ?? 0) > 0;
}
