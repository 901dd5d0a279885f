/** From the session's events to the page's: same names, same order, the form value set before `hub-success`. */
import type { ErrorInfo } from '../errors.js';
import type { HubPayEventMap } from '../public-api.js';
import type { SessionEvent } from './controllers/session-controller.js';

type Host = HTMLElement & {
  readonly value: string;
  readonly form: HTMLFormElement | null;
  readonly submitOnSuccess: boolean;
};

type Confirmation = { preventDefault: () => void; quote: unknown; waitUntil: unknown };

export class PageEvents {
  readonly #host: Host;
  readonly #takeState: () => boolean;
  readonly #warned = new Set<string>();
  #valueChanged = false;

  /** @param takeState Sets the form's value; true if it changed. */
  constructor(host: Host, takeState: () => boolean) {
    this.#host = host;
    this.#takeState = takeState;
  }

  /** Passes on what the session says. The state is replaced by then. */
  hear(type: SessionEvent, detail: unknown): void {
    if (type === 'hub-statechange') this.#valueChanged = this.#takeState();
    if (type === 'hub-confirm') {
      this.#askPage(detail as Confirmation);
      return;
    }
    if (type === 'hub-error') this.#warnOfConfig(detail as ErrorInfo);
    this.tell(type, detail);
    // A value is news together with the payment that it stands for; that it is gone is news at once.
    if (this.#valueChanged && (type === 'hub-success' || !this.#host.value)) this.#tellChange();
  }

  /** @returns false if a listener objected */
  tell(type: keyof HubPayEventMap, detail: unknown, cancelable = false): boolean {
    const event = new CustomEvent(type, { bubbles: true, composed: true, cancelable, detail: frozen(detail) });
    return this.#host.dispatchEvent(event);
  }

  /** Tells developers, each thing once. */
  warn(message: string): void {
    if (this.#warned.has(message)) return;
    this.#warned.add(message);
    console.warn(`<${this.#host.localName}> ${message}`, this.#host);
  }

  #askPage({ preventDefault, quote, waitUntil }: Confirmation): void {
    if (!this.tell('hub-confirm', { quote, waitUntil }, true)) preventDefault();
  }

  #tellChange(): void {
    this.#valueChanged = false;
    this.#host.dispatchEvent(new Event('change', { bubbles: true }));
    if (this.#host.value && this.#host.submitOnSuccess) this.#host.form?.requestSubmit();
  }

  #warnOfConfig({ code, message, docsUrl }: ErrorInfo): void {
    if (code === 'config') this.warn(`${message}. See ${docsUrl}`);
  }
}

/** Listeners are many, and none may change what the next one reads. */
function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.values(Object.freeze(value)).forEach(frozen);
  }
  return value;
}
