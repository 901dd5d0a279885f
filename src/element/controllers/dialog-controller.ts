/** Controls the sheet: a native modal `<dialog>`. Before the sheet closes, `mayClose` is called once. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { VisibilityController } from './visibility-controller.js';

export type CloseReason = 'button' | 'escape' | 'outside' | 'method';

export type DialogHooks = {
  /** The sheet was requested while the element was hidden. The sheet opens when the element becomes visible. */
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
  /** True if `opened` was called and `closed` was not called yet. */
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

  /** True if the sheet was requested. If the element is visible, the next rendering shows the sheet. */
  get shown(): boolean {
    return this.#shown;
  }

  /** True if the sheet is on the screen and `opened` was called. */
  get raised(): boolean {
    return this.#isOpenReported;
  }

  /**
   * @param opener The element that receives the focus after closing.
   * @default The element that had the focus when the sheet opened. The browser restores that focus
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
        // A `cancel` event of a file field bubbles up to the dialog. It does not close the sheet.
        if (event.target !== dialog) return;
        event.preventDefault();
        this.close('escape');
        this.#refusedCancel = this.#shown;
        return;
      case 'keydown':
        // At the second Escape in a row, browsers close the dialog without a cancelable `cancel` event. The Escape key
        // is therefore handled here too.
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
        // The pointer must be pressed and released outside the sheet. A text selection that only ends outside must not
        // close the sheet.
        if (this.#pressedOutside && isOutside(event as PointerEvent, dialog)) this.close('outside');
        this.#pressedOutside = false;
    }
  }

  hostConnected(): void {
    if (!this.#shown) return;
    // If the element moves in the document, the dialog leaves the top layer but stays open. Only a closed dialog can
    // become modal again.
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
    if (this.#shown && !(dialog?.open && this.#isOpenReported))
      void this.#host.updateComplete.then(() => this.#showModal());
  }

  hostDisconnected(): void {
    this.#lockScroll(false);
  }

  #showModal(): void {
    const dialog = this.#dialog;
    if (!this.#shown || !dialog?.isConnected || (dialog.open && this.#isOpenReported)) return;
    // A modal dialog that is not rendered would block the page without showing anything.
    this.#isPending = !this.#visibility.isVisible;
    if (this.#isPending) {
      this.#hooks.postponed();
      this.#visibility.check();
      return;
    }
    this.#lockScroll(true);
    // The frame may be open since before this code has loaded.
    if (!dialog.open) dialog.showModal();
    if (this.#isOpenReported) return;
    this.#isOpenReported = true;
    this.#hooks.opened();
  }

  #hide(): void {
    this.#shown = false;
    this.#lockScroll(false);
    this.#dialog?.close();
    // Safari does not focus a clicked button. The browser then cannot restore the focus by itself.
    this.#opener?.focus();
    this.#reflect();
    this.#host.requestUpdate();
    if (!this.#isOpenReported) return;
    this.#isOpenReported = false;
    this.#hooks.closed();
  }

  /**
   * Browsers close the dialog at the second Escape, even if `mayClose` returned false at the first Escape. In that case
   * `mayClose` is not called again, and the dialog reopens.
   */
  #closedByBrowser(): void {
    const isRefused = this.#refusedCancel || !this.#mayClose('escape');
    this.#refusedCancel = false;
    if (isRefused) this.#dialog?.showModal();
    else this.#hide();
  }

  /**
   * If a `hub-close` listener closes the sheet itself, no second `hub-close` is dispatched. A sheet that was never
   * visible closes without an event.
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

  /**
   * Each dialog adds its own style sheet to the page. A dialog therefore cannot remove the scroll lock of another
   * dialog or of the page.
   */
  #lockScroll(on: boolean): void {
    const sheets: unknown = document.adoptedStyleSheets;
    // A page element with the name `adoptedStyleSheets` may shadow `document.adoptedStyleSheets`. The page then stays
    // scrollable, and the payment continues.
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

/** Reserves the space of a visible scroll bar, so that the layout does not shift. */
function scrollLock(): CSSStyleSheet {
  const gutter = innerWidth > document.documentElement.clientWidth ? ';scrollbar-gutter:stable!important' : '';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`html{overflow:hidden!important${gutter}}`);
  return sheet;
}

/**
 * True if Escape must close this dialog. False during text composition, if a listener canceled the event, or if the key
 * was pressed in a nested dialog.
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
