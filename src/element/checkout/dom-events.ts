/**
 * Dispatches the session's events as DOM events, with the same names and in the same order. Sets the form value before
 * it dispatches `hub-success`.
 */
import { isLinked, type ErrorInfo } from '../../errors.js';
import type { ConfirmDetail, HubPayEventMap, SessionEventMap, ViewName } from '../../events.js';
import { ReportedError } from '../../payment/model/emitter.js';
import type { PayerEvent, PaymentState } from '../../payment/model/state.js';
import type { PaymentSession } from '../../payment/session/session.js';
import { isSameToken } from '../../shared/chain.js';
import type { FormSubmission } from './form-submission.js';
import { whenParsed } from '../../shared/page/page-parsed.js';
import { logWarning } from '../../shared/log-warning.js';

type Host = HTMLElement & {
  readonly baseUrl: string | undefined;
  readonly value: string;
};

/** The names of the element's own events, without the standard event `change`. */
type HubEventName = Exclude<keyof HubPayEventMap, 'change'>;

type Detail<K extends HubEventName> = HubPayEventMap[K]['detail'];

/** The session events that `DomEvents` only passes on. It has a method for each of the others. */
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
  readonly #mode: { readonly isTest: boolean };
  readonly #form: FormSubmission;
  readonly #warned = new Set<string>();
  #valueChanged = false;
  #view: ViewName | undefined;

  /**
   * @param takeState sets the form value; returns true if the value changed
   * @param mode contains whether the element is in test mode; then every detail has the member `test`
   * @param form the form of the order
   */
  constructor(host: Host, takeState: () => boolean, mode: { readonly isTest: boolean }, form: FormSubmission) {
    this.#form = form;
    this.#host = host;
    this.#takeState = takeState;
    this.#mode = mode;
  }

  /**
   * From now on, dispatches every event of the session, in the session's order. At each event, the element's state is
   * already up to date. If the session already has another state than `idle`, or has a problem, dispatches
   * `hub-statechange` or `hub-error` at once.
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

  /**
   * Dispatches `hub-error`. Also logs an error that the merchant may have to solve, such as a `config` error, a refused
   * key, a list of chains that did not load, or a merchant's server that fails.
   */
  reportError(problem: ErrorInfo): void {
    const { code, reason } = problem;
    if (code === 'config' || code === 'service-refused' || reason === 'merchant-unavailable')
      this.warn(withLink(problem));
    // The list of chains is the first request of a payment, so its failure can mean that `base-url` is wrong.
    else if (reason === 'listing-unavailable')
      this.warn(`Check base-url (${this.#host.baseUrl}), CORS and connect-src: ${withLink(problem)}`);
    this.#pass('hub-error', problem);
  }

  /** @returns false if a listener cancelled the event */
  dispatch<K extends HubEventName>(type: K, own: Detail<K>, cancelable = false): boolean {
    const detail = Object.freeze(this.#mode.isTest ? { ...own, test: true } : own);
    return this.#host.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, cancelable, detail }));
  }

  /** Dispatches `hub-view` if the payer sees another screen; `view` is undefined while no screen is shown. */
  showView(view: ViewName | undefined): void {
    if (view === this.#view) return;
    this.#view = view;
    if (view) whenParsed(() => this.dispatch('hub-view', { view }));
  }

  /** Dispatches `hub-pick` if the event has chosen a token. */
  reportPick(event: PayerEvent, before: PaymentState, after: PaymentState): void {
    if (before === after || before.name !== 'selecting' || !('currency' in event)) return;
    const isPaid = event.type === 'asset-picked';
    const tokens = isPaid ? [event.found, ...before.assets] : before.destinations;
    const token = tokens?.find((each) => isSameToken(each, event));
    if (token)
      this.dispatch('hub-pick', { side: isPaid ? 'pay' : 'receive', chainId: token.chainId, symbol: token.symbol });
  }

  /** Logs a warning for developers, unless this object has already logged the same message. */
  warn(message: string): void {
    if (this.#warned.has(message)) return;
    this.#warned.add(message);
    logWarning(`<${this.#host.localName}> ${message}`, this.#host);
  }

  #pass<K extends Exclude<HubEventName, 'hub-confirm'>>(type: K, detail: Detail<K>): void {
    this.dispatch(type, detail);
    // If the form value is new, `change` follows `hub-success`. If the value became empty, `change` follows the current
    // event.
    if (type === 'hub-success' || !this.#host.value) this.#dispatchChange(type === 'hub-success');
  }

  #askPage(confirm: ConfirmDetail): void {
    const { preventDefault, ...detail } = confirm;
    let mayPay = false;
    const errors: Event[] = [];
    // The browser reports an error of a listener at the window, during the dispatch. An error that does so while a
    // listener calls other code cannot be told from it, but one that a script only dispatches can.
    const heard = (event: Event): void => {
      if (event.isTrusted && event instanceof ErrorEvent) errors.push(event);
    };
    try {
      if (!this.#form.check()) return;
      addEventListener('error', heard, true);
      mayPay = this.dispatch('hub-confirm', detail, true);
    } finally {
      removeEventListener('error', heard, true);
      // An error of the element itself also stops the payment. The emitter reports it.
      if (!mayPay) preventDefault();
    }
    if (errors.length > 0) throw new ReportedError('A listener of hub-confirm threw.');
    if (mayPay) this.#form.confirmed();
  }

  /**
   * If several tabs show the payment, each tab dispatches `change`, but only one emits `hub-success` and submits its
   * form, so that the payer places the order only once. After a reload, the element shows a success again without
   * `change`, as browsers restore other fields, unless it first showed the payment as `processing` or `failed`.
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
    this.#form.delivered(submits);
  }
}

/** Returns the message with the link to the documentation. The messages of some codes already contain it. */
const withLink = ({ code, message, docsUrl }: ErrorInfo): string =>
  isLinked(code) ? message : `${message} (${docsUrl})`;
