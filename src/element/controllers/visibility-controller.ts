/** Detects when the element becomes visible or hidden. An element outside the viewport also counts as visible. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { boxOf, isVisible } from '../../shared/page/visible-box.js';

export class VisibilityController implements ReactiveController {
  readonly #host: HTMLElement;
  /** Empty in the DOM of a test, such as jsdom, which has no layout. */
  readonly #observers: (ResizeObserver | IntersectionObserver)[] = [];
  #isWatching = false;

  /**
   * @param onVisible called when the element is visible; if `onHidden` is absent, only once after a call of `check`
   * @param onHidden called when the element is hidden; both can be called again without a change
   */
  constructor(host: ReactiveControllerHost & HTMLElement, onVisible: () => void, onHidden?: () => void) {
    this.#host = host;
    const observed = (): void => {
      if (!this.isVisible) {
        onHidden?.();
        return;
      }
      // The observer reports each size that the box gets. Without `onHidden`, only the first time counts.
      if (!onHidden) this.rest();
      onVisible();
    };
    if ('ResizeObserver' in globalThis) this.#observers.push(new ResizeObserver(observed));
    // A box keeps its size when the browser stops drawing it, for example because `<details>` around it are closed.
    if (onHidden && 'IntersectionObserver' in globalThis) this.#observers.push(new IntersectionObserver(observed));
    host.addController(this);
  }

  get isVisible(): boolean {
    return isVisible(this.#host);
  }

  /** Waits until the element is visible, and then calls `onVisible`. */
  check(): void {
    // Chromium reports nothing to an observer that observes the box already.
    this.rest();
    this.watch();
  }

  /** Begins to watch the element, unless the controller does already. */
  watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    for (const observer of this.#observers) observer.observe(boxOf(this.#host));
  }

  /** Ends the wait, and the calls of `onHidden`. */
  rest(): void {
    this.#isWatching = false;
    for (const observer of this.#observers) observer.disconnect();
  }

  hostConnected(): void {
    this.check();
  }

  hostDisconnected(): void {
    this.rest();
  }
}
