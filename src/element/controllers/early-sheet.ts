/**
 * Shows an empty sheet, which opens and closes without events, until the code has loaded and `DialogController`
 * controls it.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isRendered } from '../../shared/page/is-rendered.js';

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
    // The DOM of a test, such as jsdom, has dialogs without methods.
    if (!shown) (this.#dialog as Partial<HTMLDialogElement> | undefined)?.close?.();
    this.#host.requestUpdate();
  }

  /**
   * Leaves the sheet to the loaded code, without a change of its dialog. Returns true if the sheet was open, or waited
   * until the element is visible.
   */
  handOver(): boolean {
    const wasShown = this.#shown;
    this.#shown = false;
    return wasShown;
  }

  hostUpdated(): void {
    const dialog = this.#dialog;
    // Do not open the dialog of a hidden element, because an invisible modal dialog would block the page. An element
    // with `display: contents` waits for the loaded code, which judges it by another box.
    if (this.#shown && dialog?.isConnected && !dialog.open && isRendered(this.#host)) dialog.showModal();
  }

  get #dialog(): HTMLDialogElement | null | undefined {
    return this.#host.shadowRoot?.querySelector('dialog');
  }
}
