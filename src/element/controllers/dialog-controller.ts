/** Controls the sheet: a native modal `<dialog>`. Every way to close it first calls `mayClose`, once. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { VisibilityController } from './visibility-controller.js';

export type CloseReason = 'button' | 'escape' | 'outside' | 'method';

export type DialogHooks = {
  /** The sheet was requested while the element was hidden. It opens when the element becomes visible. */
  postponed(): void;
  opened(): void;
  /** Returns false to keep the sheet open. */
  mayClose(reason: CloseReason): boolean;
  closed(): void;
};

const eventTypes = ['cancel', 'close', 'click', 'pointerdown', 'keydown'];

export class DialogController implements ReactiveController, EventListenerObject {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #hooks: DialogHooks;
  readonly #visibility: VisibilityController;
  #dialog: HTMLDialogElement | undefined;
  #shown = false;
  /** True if `opened` was called and `closed` must still follow. */
  #isOpenReported = false;
  /** True if the sheet was requested while the element was hidden. */
  #isPending = false;
  #isAskingToClose = false;
  #opener: HTMLElement | undefined;
  #pressedOutside = false;
  #refusedCancel = false;
  #scrollLock: CSSStyleSheet | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, hooks: DialogHooks) {
    this.#host = host;
    this.#hooks = hooks;
    this.#visibility = new VisibilityController(host, () => this.#isPending && this.#showModal());
    host.addController(this);
  }

  /** True if the sheet was requested. It is on the screen after the next rendering, if the element is visible. */
  get shown(): boolean {
    return this.#shown;
  }

  /** True if the sheet is on the screen and `opened` was called. */
  get raised(): boolean {
    return this.#isOpenReported;
  }

  /**
   * @param opener The element that receives the focus after closing.
   * @default The element that had the focus, which the browser restores
   */
  show(opener?: HTMLElement): void {
    if (!this.#shown) {
      this.#shown = true;
      this.#opener = opener;
      this.#host.requestUpdate();
    }
    this.#reflect();
    this.#showModal();
  }

  close(reason: CloseReason): void {
    if (this.#shown && this.#mayClose(reason)) this.#hide();
    this.#reflect();
  }

  /** Closes the sheet without events, for a layout without a sheet. */
  drop(): void {
    this.#isOpenReported = false;
    if (this.#shown) this.#hide();
  }

  handleEvent(event: Event): void {
    const dialog = event.currentTarget as HTMLDialogElement;
    switch (event.type) {
      case 'cancel':
        // The `cancel` event of a file field bubbles to the dialog.
        if (event.target !== dialog) return;
        event.preventDefault();
        this.close('escape');
        this.#refusedCancel = this.#shown;
        return;
      case 'keydown':
        // Browsers close the dialog at the second Escape in a row without a cancelable event, so Escape is handled here
        // too.
        if (!isEscape(event as KeyboardEvent, dialog)) return;
        event.preventDefault();
        this.close('escape');
        return;
      case 'close':
        if (event.target === dialog && this.#shown && !dialog.open) this.#closedByBrowser();
        return;
      case 'pointerdown':
        this.#refusedCancel = false;
        this.#pressedOutside = isOutside(event as PointerEvent, dialog);
        return;
      case 'click':
        // Press and release must both be outside: selecting text and releasing outside must not close the sheet.
        if (this.#pressedOutside && isOutside(event as PointerEvent, dialog)) this.close('outside');
        this.#pressedOutside = false;
    }
  }

  hostConnected(): void {
    if (!this.#shown) return;
    // Moving a dialog removes it from the top layer but leaves it open. Only a closed dialog can become modal again.
    this.#dialog?.removeAttribute('open');
    this.#showModal();
  }

  hostUpdated(): void {
    const dialog = this.#host.shadowRoot?.querySelector('dialog') ?? undefined;
    if (dialog !== this.#dialog) {
      for (const type of eventTypes) {
        this.#dialog?.removeEventListener(type, this);
        dialog?.addEventListener(type, this);
      }
      this.#dialog = dialog;
    }
    if (this.#shown && !dialog?.open) void this.#host.updateComplete.then(() => this.#showModal());
  }

  hostDisconnected(): void {
    this.#lockScroll(false);
  }

  #showModal(): void {
    const dialog = this.#dialog;
    if (!this.#shown || !dialog?.isConnected || dialog.open) return;
    // A modal dialog that is not rendered would block the page and show nothing.
    this.#isPending = !this.#visibility.isVisible;
    if (this.#isPending) {
      this.#hooks.postponed();
      this.#visibility.check();
      return;
    }
    this.#lockScroll(true);
    dialog.showModal();
    if (this.#isOpenReported) return;
    this.#isOpenReported = true;
    this.#hooks.opened();
  }

  #hide(): void {
    this.#shown = false;
    this.#lockScroll(false);
    this.#dialog?.close();
    // Safari does not focus a clicked button, so the browser cannot restore the focus by itself.
    this.#opener?.focus();
    this.#reflect();
    this.#host.requestUpdate();
    if (!this.#isOpenReported) return;
    this.#isOpenReported = false;
    this.#hooks.closed();
  }

  /**
   * Browsers close the dialog at a second Escape although the first was refused. A refused `cancel` does not call
   * `mayClose` again.
   */
  #closedByBrowser(): void {
    const isRefused = this.#refusedCancel || !this.#mayClose('escape');
    this.#refusedCancel = false;
    if (isRefused) this.#dialog?.showModal();
    else this.#hide();
  }

  /**
   * A listener that itself closes the sheet gets no second event. A sheet that was never visible closes without one.
   */
  #mayClose(reason: CloseReason): boolean {
    if (!this.#isOpenReported) return true;
    if (this.#isAskingToClose) return false;
    this.#isAskingToClose = true;
    try {
      return this.#hooks.mayClose(reason);
    } finally {
      this.#isAskingToClose = false;
    }
  }

  #reflect(): void {
    if (this.#host.hasAttribute('open') !== this.#shown) this.#host.toggleAttribute('open', this.#shown);
  }

  /** Uses a style sheet of its own, so that two sheets on a page, or the page itself, do not undo each other's lock. */
  #lockScroll(on: boolean): void {
    const sheets: unknown = document.adoptedStyleSheets;
    // An element of the page that is named `adoptedStyleSheets` may shadow the property. The page then stays
    // scrollable, and the payment goes on.
    if (!Array.isArray(sheets)) return;
    const others = sheets.filter((sheet) => sheet !== this.#scrollLock) as CSSStyleSheet[];
    if (on) {
      this.#scrollLock ??= scrollLock();
      document.adoptedStyleSheets = [...others, this.#scrollLock];
    } else if (this.#scrollLock) {
      this.#scrollLock = undefined;
      document.adoptedStyleSheets = others;
    }
  }
}

/** Keeps the space of a visible scroll bar, so that the layout does not shift. */
function scrollLock(): CSSStyleSheet {
  const gutter = innerWidth > document.documentElement.clientWidth ? ';scrollbar-gutter:stable!important' : '';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`html{overflow:hidden!important${gutter}}`);
  return sheet;
}

/**
 * True if Escape is meant for this dialog, and not for text composition, for a field that handled it, or for a nested
 * dialog.
 */
function isEscape(event: KeyboardEvent, dialog: HTMLDialogElement): boolean {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return false;
  const innermost = event.composedPath().find((node) => node instanceof HTMLDialogElement && node.open);
  return innermost === dialog;
}

function isOutside({ target, clientX, clientY }: PointerEvent, dialog: HTMLDialogElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}
