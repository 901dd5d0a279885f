/** Tells when an element that was in a hidden place is shown. It need not be scrolled to. */
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
    return this.#host.getClientRects().length > 0;
  }

  hostConnected(): void {
    this.#observer.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }
}
