/** Has the browser ask before the page is left, as long as leaving would lose sight of a payment. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class UnloadGuard implements ReactiveController {
  readonly #isNeeded: () => boolean;
  readonly #ask = (event: Event): void => {
    event.preventDefault();
  };

  constructor(host: ReactiveControllerHost, isNeeded: () => boolean) {
    this.#isNeeded = isNeeded;
    host.addController(this);
  }

  /** Only for that time: a page that listens is kept out of the back-forward cache by some browsers. */
  hostUpdated(): void {
    if (this.#isNeeded()) window.addEventListener('beforeunload', this.#ask);
    else this.hostDisconnected();
  }

  hostDisconnected(): void {
    window.removeEventListener('beforeunload', this.#ask);
  }
}
