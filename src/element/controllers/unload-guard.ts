/**
 * Makes the browser ask for confirmation before the payer leaves the page. The guard is active only if leaving the page
 * would end the tracking of a payment.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class UnloadGuard implements ReactiveController {
  readonly #isNeeded: () => boolean;
  readonly #onBeforeUnload = (event: Event): void => {
    event.preventDefault();
  };

  constructor(host: ReactiveControllerHost, isNeeded: () => boolean) {
    this.#isNeeded = isNeeded;
    host.addController(this);
  }

  /**
   * In some browsers, a `beforeunload` listener keeps the page out of the back-forward cache. The listener is therefore
   * added only while it is needed.
   */
  hostUpdated(): void {
    if (this.#isNeeded()) window.addEventListener('beforeunload', this.#onBeforeUnload);
    else this.hostDisconnected();
  }

  hostDisconnected(): void {
    window.removeEventListener('beforeunload', this.#onBeforeUnload);
  }
}
