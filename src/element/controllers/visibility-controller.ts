/** Detects when a hidden element becomes visible. An element outside the viewport also counts as visible. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { boxOf, isVisible } from '../../shared/page/visible-box.js';

export class VisibilityController implements ReactiveController {
  readonly #host: HTMLElement;
  /** Undefined in the DOM of a test, such as jsdom, which has no layout. */
  readonly #observer: ResizeObserver | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, onVisible: () => void) {
    this.#host = host;
    const observed = (): void => {
      if (!this.isVisible) return;
      // The observer reports each size that the box gets, but only the first time counts.
      this.#observer?.disconnect();
      onVisible();
    };
    if ('ResizeObserver' in globalThis) this.#observer = new ResizeObserver(observed);
    host.addController(this);
  }

  get isVisible(): boolean {
    return isVisible(this.#host);
  }

  /** Waits until the element is visible, and then calls `onVisible`. */
  check(): void {
    this.#observer?.observe(boxOf(this.#host));
  }

  hostConnected(): void {
    this.check();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }
}
