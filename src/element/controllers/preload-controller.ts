/** Loads the code of the checkout in advance, before the payer presses the button. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How long each wait for an idle page takes in browsers without `requestIdleCallback`, in milliseconds. */
const IDLE_MS = 200;

export type PreloadHooks = {
  /**
   * Called when the page is idle after its load, and the element is on the screen. Not called if `isMetered` returned
   * true when the element was added to the page, or in a browser without `IntersectionObserver`.
   */
  idle: () => void;
  /** Called each time a pointer, a finger or the focus reaches the element, until a call of `stop`. */
  near: () => void;
};

export class PreloadController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #hooks: PreloadHooks;
  #listening = new AbortController();

  constructor(host: ReactiveControllerHost & HTMLElement, hooks: PreloadHooks) {
    this.#host = host;
    this.#hooks = hooks;
    host.addController(this);
  }

  hostConnected(): void {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    // A finger that touches the element also dispatches `pointerenter`.
    for (const type of ['pointerenter', 'focusin']) this.#host.addEventListener(type, this.#hooks.near, { signal });
    // The DOM of a test, such as jsdom, has no `IntersectionObserver`.
    if (isMetered() || !('IntersectionObserver' in globalThis)) return;
    const begin = (): void => this.#whenIdle(() => this.#whenOnScreen());
    if (document.readyState === 'complete') begin();
    else window.addEventListener('load', begin, { once: true, signal });
  }

  hostDisconnected(): void {
    this.#listening.abort();
  }

  /** Stops observing the page, because the code has loaded. */
  stop(): void {
    this.#host.removeController(this);
    this.#listening.abort();
  }

  #whenOnScreen(): void {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      this.#whenIdle(this.#hooks.idle);
    });
    // An element with `display: contents` has no box, but its button and its panel have one.
    for (const each of [this.#host, ...(this.#host.shadowRoot?.children ?? [])]) observer.observe(each);
    this.#listening.signal.addEventListener('abort', () => observer.disconnect());
  }

  #whenIdle(run: () => void): void {
    const { signal } = this.#listening;
    const later = (): void => {
      if (!signal.aborted) run();
    };
    // Some browsers, such as Safari 18, have no `requestIdleCallback`, so a timer replaces it there.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(later);
    else {
      const timer = setTimeout(later, IDLE_MS);
      signal.addEventListener('abort', () => clearTimeout(timer));
    }
  }
}

/** Whether the payer saves data or has a slow connection, as far as the browser reports this to the page. */
function isMetered(): boolean | undefined {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData || /2g$/.test(connection?.effectiveType ?? '');
}
