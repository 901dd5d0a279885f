/**
 * Makes the browser ask for confirmation before the payer leaves the page, while leaving would end the tracking of a
 * payment.
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

  /** The listener exists only while it is needed. In some browsers it keeps the page out of the back-forward cache. */
  hostUpdated(): void {
    if (this.#isNeeded()) window.addEventListener('beforeunload', this.#onBeforeUnload);
    else this.hostDisconnected();
  }

  hostDisconnected(): void {
    window.removeEventListener('beforeunload', this.#onBeforeUnload);
  }
}
