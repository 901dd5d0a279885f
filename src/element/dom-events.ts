/**
 * Dispatches the session's events as DOM events: same names, same order, with the form value set before `hub-success`.
 */
import type { ErrorInfo } from '../errors.js';
import type { HubPayEventMap } from './reference.js';
import type { SessionEvent } from './controllers/session-controller.js';

type Host = HTMLElement & {
  readonly value: string;
  readonly form: HTMLFormElement | null;
  readonly submitOnSuccess: boolean;
};

type StateChange = { previous: string };
type ConfirmDetail = { preventDefault: () => void; quote: unknown; waitUntil: unknown };

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

  /** Dispatches an event of the session. The element's state is already updated. */
  hear(type: SessionEvent, detail: unknown): void {
    if (type === 'hub-statechange') this.#stateChanged(detail as StateChange);
    if (type === 'hub-confirm') {
      this.#askPage(detail as ConfirmDetail);
      return;
    }
    if (type === 'hub-error') this.#warnOfConfig(detail as ErrorInfo);
    this.tell(type, detail);
    // The `change` event for a new value follows `hub-success`. For a removed value it is dispatched at once.
    if (type === 'hub-success' || !this.#host.value) this.#tellChange(type === 'hub-success');
  }

  /** @returns False if a listener cancelled the event */
  tell(type: keyof HubPayEventMap, detail: unknown, cancelable = false): boolean {
    const event = new CustomEvent(type, { bubbles: true, composed: true, cancelable, detail: frozen(detail) });
    return this.#host.dispatchEvent(event);
  }

  /** Logs a warning for developers. Each message is logged once. */
  warn(message: string): void {
    if (this.#warned.has(message)) return;
    this.#warned.add(message);
    console.warn(`<${this.#host.localName}> ${message}`, this.#host);
  }

  #askPage({ preventDefault, quote, waitUntil }: ConfirmDetail): void {
    if (!this.tell('hub-confirm', { quote, waitUntil }, true)) preventDefault();
  }

  /**
   * Only one tab emits `hub-success`, but each tab has a form. A tab without that event dispatches `change` alone. Only
   * the tab that emits `hub-success` submits its form, so that no order is placed twice. A success that is shown again
   * after a reload is no change, as when a browser restores other fields.
   */
  #stateChanged({ previous }: StateChange): void {
    const isNew = this.#takeState() && (!this.#host.value || previous === 'processing' || previous === 'failed');
    this.#valueChanged = isNew;
    if (isNew) queueMicrotask(() => this.#tellChange(false));
  }

  #tellChange(submits: boolean): void {
    if (!this.#valueChanged) return;
    this.#valueChanged = false;
    this.#host.dispatchEvent(new Event('change', { bubbles: true }));
    if (submits && this.#host.submitOnSuccess) this.#host.form?.requestSubmit();
  }

  #warnOfConfig({ code, message, docsUrl }: ErrorInfo): void {
    if (code === 'config') this.warn(`${message}. See ${docsUrl}`);
  }
}

/** Several listeners receive the same object, and none may change what the next one reads. */
function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.values(Object.freeze(value)).forEach(frozen);
  }
  return value;
}
