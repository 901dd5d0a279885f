/**
 * Shows the frame of the sheet before the code of the sheet has loaded. The frame opens and closes without events. The
 * loaded `DialogController` takes over an open frame.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class EarlySheet implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #shown = false;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  get shown(): boolean {
    return this.#shown;
  }

  set shown(shown: boolean) {
    this.#shown = shown;
    if (!shown) this.#dialog?.close();
    if (this.#host.hasAttribute('open') !== shown) this.#host.toggleAttribute('open', shown);
    this.#host.requestUpdate();
  }

  /** The loaded code shows the sheet from now on. An open frame stays open. Returns true if the frame is open. */
  handOver(): boolean {
    const wasShown = this.#shown;
    this.#shown = false;
    return wasShown;
  }

  hostUpdated(): void {
    const dialog = this.#dialog;
    // A modal dialog that is not rendered would block the page without showing anything.
    if (this.#shown && dialog?.isConnected && !dialog.open && this.#host.getClientRects().length > 0)
      dialog.showModal();
  }

  get #dialog(): HTMLDialogElement | null | undefined {
    return this.#host.shadowRoot?.querySelector('dialog');
  }
}
