/** Tells when an element that was in a hidden place can be seen. It need not be scrolled to. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class SeenController implements ReactiveController {
  readonly #host: Element;
  readonly #observer: ResizeObserver;

  constructor(host: ReactiveControllerHost & Element, seen: () => void) {
    this.#host = host;
    this.#observer = new ResizeObserver(() => {
      if (!this.isSeen) return;
      // What follows changes the element's size: an observer that still looked would loop.
      this.#observer.disconnect();
      seen();
    });
    host.addController(this);
  }

  get isSeen(): boolean {
    return isVisible(this.#host);
  }

  /** Looks until it is seen. */
  look(): void {
    this.#observer.observe(this.#host);
  }

  hostConnected(): void {
    this.look();
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }
}

/** What stands in closed `<details>` has a box and is not visible; what is `display: contents` is so without a box. */
function isVisible(element: Element): boolean {
  if (getComputedStyle(element).display === 'contents') {
    const parent = element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host;
    return !!parent && isVisible(parent);
  }
  // Browsers of 2023 and before cannot tell.
  const { checkVisibility } = element as Partial<Element>;
  return checkVisibility ? checkVisibility.call(element) : element.getClientRects().length > 0;
}
