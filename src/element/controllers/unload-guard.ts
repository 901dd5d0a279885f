/**
 * Makes the browser ask for confirmation before the payer leaves the page, if the payment would then no longer be
 * tracked.
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
   * Adds the `beforeunload` listener only while the guard is needed, because this listener keeps the page out of the
   * back-forward cache of some browsers.
   */
  hostUpdated(): void {
    if (this.#isNeeded()) window.addEventListener('beforeunload', this.#onBeforeUnload);
    else this.hostDisconnected();
  }

  hostDisconnected(): void {
    window.removeEventListener('beforeunload', this.#onBeforeUnload);
  }
}
