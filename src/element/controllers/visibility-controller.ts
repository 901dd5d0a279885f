/** Detects when a hidden element becomes visible. The scroll position does not matter. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class VisibilityController implements ReactiveController {
  readonly #host: Element;
  readonly #observer: ResizeObserver;

  constructor(host: ReactiveControllerHost & Element, onVisible: () => void) {
    this.#host = host;
    this.#observer = new ResizeObserver(() => {
      if (!this.isVisible) return;
      // The callback changes the element's size. An observer that stays active would cause a loop.
      this.#observer.disconnect();
      onVisible();
    });
    host.addController(this);
  }

  get isVisible(): boolean {
    return isElementVisible(this.#host);
  }

  /** Observes the element until it is visible. */
  check(): void {
    this.#observer.observe(this.#host);
  }

  hostConnected(): void {
    this.check();
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }
}

/**
 * Content of a closed `<details>` has a box but is not visible. A `display: contents` element has no box but can be
 * visible.
 */
function isElementVisible(element: Element): boolean {
  if (getComputedStyle(element).display === 'contents') {
    const parent = element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host;
    return !!parent && isElementVisible(parent);
  }
  // Browsers from 2023 or earlier may lack `checkVisibility`.
  const { checkVisibility } = element as Partial<Element>;
  return checkVisibility ? checkVisibility.call(element) : element.getClientRects().length > 0;
}
