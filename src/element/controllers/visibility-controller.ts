/** Tells when an element that was in a hidden place can be seen. It need not be scrolled to. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class VisibilityController implements ReactiveController {
  readonly #host: Element;
  readonly #observer: ResizeObserver;

  constructor(host: ReactiveControllerHost & Element, seen: () => void) {
    this.#host = host;
    this.#observer = new ResizeObserver(() => {
      if (!this.isVisible) return;
      // What follows changes the element's size: an observer that still looked would loop.
      this.#observer.disconnect();
      seen();
    });
    host.addController(this);
  }

  get isVisible(): boolean {
    return isElementVisible(this.#host);
  }

  /** Looks until it is seen. */
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

/** What stands in closed `<details>` has a box and is not visible; what is `display: contents` is so without a box. */
function isElementVisible(element: Element): boolean {
  if (getComputedStyle(element).display === 'contents') {
    const parent = element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host;
    return !!parent && isElementVisible(parent);
  }
  // Browsers of 2023 and before cannot tell.
  const { checkVisibility } = element as Partial<Element>;
  return checkVisibility ? checkVisibility.call(element) : element.getClientRects().length > 0;
}
