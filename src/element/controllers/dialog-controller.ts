/**
 * Controls the sheet, which is a native modal `<dialog>`. The hook `mayClose` can keep a visible sheet open, but not in
 * `drop`. While the element is hidden, the dialog is closed, because an invisible modal dialog would block the page.
 * While a wallet or the page asks the payer, the sheet is a popover of the same look, because a modal dialog would make
 * their own windows in the page inert. It stays modal in a browser without popovers, below a modal dialog that has
 * opened later, and if the page makes the popover inert.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isOnTop } from '../../shared/page/is-on-top.js';
import { OverlayWatch } from './overlay-watch.js';
import { VisibilityController } from './visibility-controller.js';

export type CloseReason = 'button' | 'escape' | 'outside' | 'method';

export type DialogHooks = {
  /** Called if the sheet should open while the element is hidden. It then opens when the element becomes visible. */
  postponed(): void;
  opened(): void;
  /** Called before a visible sheet closes, except in `drop`. The result false keeps the sheet open. */
  mayClose(reason: CloseReason): boolean;
  closed(): void;
  /** Whether a wallet or the page asks the payer, each of which can have its own window in the page. */
  isAsking(): boolean;
};

const eventTypes = ['cancel', 'close', 'click', 'pointerdown', 'keydown'];

export class DialogController implements ReactiveController, EventListenerObject {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #hooks: DialogHooks;
  readonly #visibility: VisibilityController;
  readonly #overlay: OverlayWatch;
  #dialog: HTMLDialogElement | undefined;
  #shown = false;
  /** True from the call of `opened` until the sheet has closed or `drop` is called. */
  #isOpenReported = false;
  /** True while the element is hidden and the sheet waits until it is visible. */
  #isPending = false;
  #isAskingToClose = false;
  #opener: HTMLElement | undefined;
  /** The element of the page that had the focus when the sheet opened; null if none had it. */
  #pageFocus: HTMLElement | null = null;
  #pressedOutside = false;
  #refusedCancel = false;
  /** Whether the page has made the popover inert, since a wallet or the page began to ask. */
  #isInert = false;
  #scrollLock: CSSStyleSheet | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, hooks: DialogHooks) {
    this.#host = host;
    this.#hooks = hooks;
    this.#visibility = new VisibilityController(
      host,
      () => this.#isPending && this.#showModal(),
      () => this.#suspend(),
    );
    this.#overlay = new OverlayWatch(host, (isCovered) => this.#dialog?.toggleAttribute('data-aside', isCovered));
    host.addController(this);
  }

  /** Whether the sheet is open, or opens as soon as the element is visible. */
  get shown(): boolean {
    return this.#shown;
  }

  /** Whether the sheet is a popover, so that a wallet's window in the page can have the focus. */
  get isBack(): boolean {
    return isPopover(this.#dialog);
  }

  /** Whether the sheet has appeared on the screen, with a call of `opened`, and has not closed since then. */
  get raised(): boolean {
    return this.#isOpenReported;
  }

  /**
   * Opens the sheet.
   * @param opener the element that receives the focus after the sheet has closed; ignored if the sheet is already shown
   * @default the element that had the focus when the sheet opened
   */
  show(opener?: HTMLElement): void {
    if (!this.#shown) {
      this.#shown = true;
      this.#opener = opener;
      this.#pageFocus = this.#focusOfPage();
      this.#host.requestUpdate();
    }
    this.#showModal();
  }

  close(reason: CloseReason): void {
    if (this.#shown && this.#mayClose(reason)) this.#hide();
  }

  /** Closes the sheet without a call of `mayClose` or `closed`, because the layout has changed to a panel. */
  drop(): void {
    this.#isOpenReported = false;
    if (this.#shown) this.#hide();
  }

  handleEvent(event: Event): void {
    const dialog = event.currentTarget as HTMLDialogElement;
    switch (event.type) {
      case 'cancel':
        // A file field in the sheet also emits `cancel`, which bubbles up to the dialog but must not close the sheet.
        if (event.target !== dialog) return;
        event.preventDefault();
        this.close('escape');
        this.#refusedCancel = this.#shown;
        return;
      case 'keydown':
        // Handle the Escape key here, because at a second Escape browsers close a dialog without a cancelable `cancel`
        // event.
        if (!isEscape(event as KeyboardEvent, dialog)) return;
        event.preventDefault();
        // The page's own dialogs, such as one around the element, stay open.
        event.stopPropagation();
        this.close('escape');
        return;
      case 'close':
        if (event.target === dialog && this.#shown && !this.#isPending && !isRaised(dialog)) this.#closedByBrowser();
        return;
      case 'pointerdown':
        this.#refusedCancel = false;
        this.#pressedOutside = isOutside(event as PointerEvent, dialog);
        return;
      case 'click':
        // A click closes the sheet only if the pointer is pressed and released outside it, so that a text selection
        // that ends there does not close it.
        if (this.#pressedOutside && isOutside(event as PointerEvent, dialog)) this.close('outside');
        this.#pressedOutside = false;
    }
  }

  hostConnected(): void {
    this.#isPending = false;
    if (!this.#shown) return;
    // When a script moves the element in the document, its dialog stays open but is no longer modal. The code closes
    // the dialog, because only a closed dialog can become modal again.
    this.#lower();
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
      this.#overlay.stop();
      this.#dialog = dialog;
    }
    if (this.#shown && !(isRaised(dialog) && this.#isOpenReported))
      void this.#host.updateComplete.then(() => this.#showModal());
    else if (this.#shown && dialog && 'showPopover' in dialog && this.#mayStepBack(dialog) !== this.isBack)
      this.#change(dialog);
  }

  hostDisconnected(): void {
    this.#lockScroll(false);
  }

  #showModal(): void {
    const dialog = this.#dialog;
    if (!this.#shown || !dialog?.isConnected || (isRaised(dialog) && this.#isOpenReported)) return;
    // The code does not open the dialog of a hidden element, because an invisible modal dialog would block the page.
    const wasPending = this.#isPending;
    this.#isPending = !this.#visibility.isVisible;
    if (this.#isPending) {
      if (wasPending) return;
      this.#hooks.postponed();
      this.#visibility.check();
      return;
    }
    this.#visibility.watch();
    this.#lockScroll(true);
    // The dialog is already open if it was opened before this code had loaded.
    if (!dialog.open) {
      this.#overlay.remember();
      dialog.showModal();
    }
    if (this.#isOpenReported) {
      // A sheet that is raised again can have to become a popover.
      this.#host.requestUpdate();
      return;
    }
    this.#isOpenReported = true;
    this.#hooks.opened();
  }

  /** The page has hidden the element while the sheet was open, for example by a closed drawer around it. */
  #suspend(): void {
    if (!this.#shown || !isRaised(this.#dialog)) return;
    this.#isPending = true;
    this.#takeDown();
  }

  /** Takes the sheet from the screen. */
  #takeDown(): void {
    this.#lockScroll(false);
    this.#lower();
    this.#dialog?.toggleAttribute('data-still', false);
    // The DOM of a test, such as jsdom, has dialogs without methods.
    (this.#dialog as Partial<HTMLDialogElement> | undefined)?.close?.();
  }

  #hide(): void {
    this.#shown = false;
    this.#isPending = false;
    this.#visibility.rest();
    this.#takeDown();
    // Focus the button, because Safari does not focus a clicked button and therefore cannot return the focus to it. The
    // browser has forgotten the element of the page if the sheet was a popover in between.
    const { activeElement, body } = this.#host.ownerDocument;
    const isLost = activeElement === body || this.#host.contains(activeElement);
    if (this.#opener) this.#opener.focus();
    else if (isLost) this.#pageFocus?.focus({ preventScroll: true });
    this.#pageFocus = null;
    this.#host.requestUpdate();
    if (!this.#isOpenReported) return;
    this.#isOpenReported = false;
    this.#hooks.closed();
  }

  /** Returns the element with the focus, also in an open shadow root, if it is not in the sheet. */
  #focusOfPage(): HTMLElement | null {
    let focused = this.#host.ownerDocument.activeElement;
    while (focused?.shadowRoot?.activeElement && focused !== this.#host) focused = focused.shadowRoot.activeElement;
    return focused instanceof HTMLElement && !this.#host.contains(focused) ? focused : null;
  }

  /**
   * Whether the sheet should be a popover. A modal dialog of a wallet or the page that is above the sheet can be used
   * already, and a popover would cover it.
   */
  #mayStepBack(dialog: HTMLDialogElement): boolean {
    const isAsking = this.#hooks.isAsking();
    if (!isAsking) this.#isInert = false;
    return isAsking && !this.#isInert && (this.isBack || isReachable(dialog));
  }

  /**
   * Makes the modal sheet a popover, or the popover a modal sheet, at the same place and with the same content. If the
   * focus is in the element, it stays where it is. Otherwise, the heading gets the focus.
   */
  #change(dialog: HTMLDialogElement): void {
    const root = this.#host.shadowRoot;
    const focused = root?.activeElement ?? this.#host.querySelector(':focus');
    const body = dialog.querySelector('.body');
    const scrolled = body?.scrollTop ?? 0;
    // This attribute stops the animation with which the sheet rises.
    dialog.toggleAttribute('data-still', true);
    if (this.isBack) {
      this.#lower();
      dialog.showModal();
    } else {
      dialog.close();
      dialog.popover = 'manual';
      dialog.showPopover();
      // A modal dialog that was open before the sheet, or `inert` around the element, has no effect on a modal sheet.
      this.#isInert = !isReachable(dialog);
      if (this.#isInert) {
        this.#lower();
        dialog.showModal();
      } else this.#overlay.start();
    }
    if (body) body.scrollTop = scrolled;
    const target = focused ?? dialog.querySelector('[data-heading]');
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }

  /** Hides the popover, so that the dialog can become modal again. Does nothing if the sheet is modal. */
  #lower(): void {
    const dialog = this.#dialog;
    if (!isPopover(dialog)) return;
    this.#overlay.stop();
    dialog?.hidePopover();
    dialog?.removeAttribute('popover');
  }

  /**
   * Handles a dialog that the browser has closed. If `mayClose` returned false at the first Escape, browsers still
   * close the dialog at the second one, so it is opened again without another call of `mayClose`.
   */
  #closedByBrowser(): void {
    const isRefused = this.#refusedCancel || !this.#mayClose('escape');
    this.#refusedCancel = false;
    if (isRefused) this.#dialog?.showModal();
    else this.#hide();
  }

  /**
   * Whether the sheet may close. A sheet that was never visible may close without a `hub-close` event. A listener of
   * `hub-close` that calls `close()` causes no second event.
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

  /**
   * Locks or unlocks the page's scrolling. Each controller uses a style sheet of its own, so that it cannot remove the
   * lock of another sheet or of the page.
   */
  #lockScroll(on: boolean): void {
    const sheets: unknown = document.adoptedStyleSheets;
    // An element of the page with the name `adoptedStyleSheets` can hide this list. The payment then continues on a
    // page that can scroll.
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

/**
 * Creates the style sheet that stops the page from scrolling. If the page has a scroll bar, its space stays empty, so
 * that the layout does not shift.
 */
function scrollLock(): CSSStyleSheet {
  const gutter = innerWidth > document.documentElement.clientWidth ? ';scrollbar-gutter:stable!important' : '';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`html{overflow:hidden!important${gutter}}`);
  return sheet;
}

/**
 * Whether the key is Escape, pressed in this dialog and not in a nested one, and must therefore close it. Returns false
 * during text composition, or if a listener cancelled the event.
 */
function isEscape(event: KeyboardEvent, dialog: HTMLDialogElement): boolean {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return false;
  const innermost = event.composedPath().find((node) => node instanceof HTMLDialogElement && isRaised(node));
  return innermost === dialog;
}

function isOutside({ target, clientX, clientY }: PointerEvent, dialog: HTMLDialogElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}

/** Whether the payer can press the button that closes the sheet. */
const isReachable = (dialog: HTMLDialogElement): boolean => isOnTop(dialog.querySelector('[part~="close"]') ?? dialog);

/** Whether the dialog is a popover on the screen. False in a browser without popovers, where the sheet stays modal. */
const isPopover = (dialog: HTMLDialogElement | undefined): boolean =>
  dialog?.popover != null && dialog.matches(':popover-open');

const isRaised = (dialog: HTMLDialogElement | undefined): boolean => !!dialog?.open || isPopover(dialog);
