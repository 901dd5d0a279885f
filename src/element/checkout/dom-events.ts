/**
 * Dispatches the session's events as DOM events, with the same names and in the same order. The form value is set
 * before `hub-success`.
 */
import type { ErrorInfo } from '../../errors.js';
import type { ConfirmDetail, HubPayEventMap, SessionEventMap } from '../../events.js';
import type { PaymentSession } from '../../payment/session/session.js';

type Host = HTMLElement & {
  readonly baseUrl: string | undefined;
  readonly value: string;
  readonly form: HTMLFormElement | null;
  readonly submitOnSuccess: boolean;
};

/** The names of the element's own events. `change` is not among them. */
type HubEventName = Exclude<keyof HubPayEventMap, 'change'>;

type Detail<K extends HubEventName> = HubPayEventMap[K]['detail'];

/** Session events that are dispatched unchanged. `DomEvents` has a method for each of the other session events. */
const passedOn = [
  'hub-ready',
  'hub-connect',
  'hub-disconnect',
  'hub-quote',
  'hub-step',
  'hub-sent',
  'hub-status',
  'hub-success',
  'hub-refund',
  'hub-failure',
] as const satisfies (keyof SessionEventMap)[];

export class DomEvents {
  readonly #host: Host;
  readonly #takeState: () => boolean;
  readonly #warned = new Set<string>();
  #valueChanged = false;

  /** @param takeState Sets the form value; returns true if it changed. */
  constructor(host: Host, takeState: () => boolean) {
    this.#host = host;
    this.#takeState = takeState;
  }

  /**
   * Dispatches every event of the session, in order, after the element's state is updated. It also dispatches the
   * events that the session emitted during its creation.
   */
  subscribe(session: PaymentSession): void {
    for (const type of passedOn) session.on(type, (detail) => this.#pass(type, detail));
    session.on('hub-statechange', (detail) => this.#changeState(detail));
    session.on('hub-confirm', (detail) => this.#askPage(detail));
    session.on('hub-error', (problem) => this.reportError(problem));
    const state = session.$state.get();
    if (state.name !== 'idle') this.#changeState({ state: state.name, previous: 'idle' });
    if ('problem' in state) this.reportError(state.problem);
  }

  /** Dispatches `hub-error`. Logs an error that only the merchant can solve: a `config` error, a refused
   * key, or a listing of chains that cannot be read. */
  reportError(problem: ErrorInfo): void {
    if (problem.code === 'config' || problem.code === 'service-refused') this.warn(withLink(problem));
    // The first request of a payment. A wrong address of the service shows there.
    else if (/^GET \S*\/chains /.test(problem.message))
      this.warn(`Check base-url (${this.#host.baseUrl}), CORS and connect-src: ${withLink(problem)}`);
    this.#pass('hub-error', problem);
  }

  /** @returns False if a listener canceled the event */
  dispatch<K extends HubEventName>(type: K, detail: Detail<K>, cancelable = false): boolean {
    Object.freeze(detail);
    return this.#host.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, cancelable, detail }));
  }

  /** Logs a warning for developers. Each message is logged once. */
  warn(message: string): void {
    if (this.#warned.has(message)) return;
    this.#warned.add(message);
    console.warn(`<${this.#host.localName}> ${message}`, this.#host);
  }

  #pass<K extends Exclude<HubEventName, 'hub-confirm'>>(type: K, detail: Detail<K>): void {
    this.dispatch(type, detail);
    // For a new value, `change` is dispatched after `hub-success`. For a removed value, `change` is dispatched at once.
    if (type === 'hub-success' || !this.#host.value) this.#dispatchChange(type === 'hub-success');
  }

  #askPage(confirm: ConfirmDetail): void {
    const detail = { quote: confirm.quote, waitUntil: confirm.waitUntil };
    if (!this.dispatch('hub-confirm', detail, true)) confirm.preventDefault();
  }

  /**
   * Only one tab emits `hub-success`, but each tab has a form and dispatches `change`. Only the tab with `hub-success`
   * submits its form, so that no order is placed twice. A success that is shown again after a reload is not a change.
   * Browsers also restore other fields without `change`.
   */
  #changeState(detail: SessionEventMap['hub-statechange']): void {
    const { previous } = detail;
    const isNew = this.#takeState() && (!this.#host.value || previous === 'processing' || previous === 'failed');
    this.#valueChanged = isNew;
    if (isNew) queueMicrotask(() => this.#dispatchChange(false));
    this.#pass('hub-statechange', detail);
  }

  #dispatchChange(submits: boolean): void {
    if (!this.#valueChanged) return;
    this.#valueChanged = false;
    this.#host.dispatchEvent(new Event('change', { bubbles: true }));
    if (submits && this.#host.submitOnSuccess) this.#host.form?.requestSubmit();
  }
}

/**
 * The message of a `HubPayError` already contains the link. The message of an `ErrorInfo` from another source may lack
 * the link.
 */
const withLink = ({ message, docsUrl }: ErrorInfo): string =>
  message.includes(docsUrl) ? message : `${message} (${docsUrl})`;
