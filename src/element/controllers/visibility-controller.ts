/** Detects when a hidden element becomes visible. An element outside the viewport also counts as visible. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class VisibilityController implements ReactiveController {
  readonly #host: Element;
  /** Undefined in the DOM of a test, such as jsdom, which has no layout. */
  readonly #observer: ResizeObserver | undefined;

  constructor(host: ReactiveControllerHost & Element, onVisible: () => void) {
    this.#host = host;
    const observed = (): void => {
      if (!this.isVisible) return;
      // Stop the observer before the call of `onVisible`, which can change the element's size and would then be called
      // again.
      this.#observer?.disconnect();
      onVisible();
    };
    if ('ResizeObserver' in globalThis) this.#observer = new ResizeObserver(observed);
    host.addController(this);
  }

  get isVisible(): boolean {
    return isElementVisible(this.#host);
  }

  /** Waits until the element is visible, and then calls `onVisible`. */
  check(): void {
    this.#observer?.observe(this.#host);
  }

  hostConnected(): void {
    this.check();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }
}

/**
 * Whether the element is visible. Content of a closed `<details>` is hidden, although it has a box. An element with
 * `display: contents` has no box, so its parent decides. An element with `visibility: hidden` counts as visible.
 */
function isElementVisible(element: Element): boolean {
  if (getComputedStyle(element).display === 'contents') {
    const parent = element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host;
    return !!parent && isElementVisible(parent);
  }
  // Safari before version 17.4 has no `checkVisibility`.
  const { checkVisibility } = element as Partial<Element>;
  return checkVisibility ? checkVisibility.call(element) : element.getClientRects().length > 0;
}
