/** The sheet: a native modal `<dialog>` whose every way out is the same question, asked of the page once. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { VisibilityController } from './visibility-controller.js';

export type CloseReason = 'button' | 'escape' | 'outside' | 'method';

export type DialogHooks = {
  /** The sheet was asked for where nobody could see it: it comes when the place is shown. */
  waits(): void;
  opened(): void;
  /** False keeps the sheet open. */
  mayClose(reason: CloseReason): boolean;
  closed(): void;
};

const heard = ['cancel', 'close', 'click', 'pointerdown', 'keydown'];

export class DialogController implements ReactiveController, EventListenerObject {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #hooks: DialogHooks;
  readonly #seen: VisibilityController;
  #dialog: HTMLDialogElement | undefined;
  #shown = false;
  /** `opened` was called, so `closed` is owed. */
  #told = false;
  /** Asked for in a hidden place. */
  #waits = false;
  #asking = false;
  #opener: HTMLElement | undefined;
  #pressedOutside = false;
  #refusedCancel = false;
  #scrollLock: CSSStyleSheet | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, hooks: DialogHooks) {
    this.#host = host;
    this.#hooks = hooks;
    this.#seen = new VisibilityController(host, () => this.#waits && this.#raise());
    host.addController(this);
  }

  /** Asked for; it is on the screen with the next rendering at the latest. */
  get shown(): boolean {
    return this.#shown;
  }

  /** On the screen, and the page was told. */
  get raised(): boolean {
    return this.#told;
  }

  /** @param opener Gets the focus back; by default whatever had it, as the platform does. */
  show(opener?: HTMLElement): void {
    if (!this.#shown) {
      this.#shown = true;
      this.#opener = opener;
      this.#host.requestUpdate();
    }
    this.#reflect();
    this.#raise();
  }

  close(reason: CloseReason): void {
    if (this.#shown && this.#mayClose(reason)) this.#lower();
    this.#reflect();
  }

  /** Forgets the sheet without a word: there is none in this layout. */
  drop(): void {
    this.#told = false;
    if (this.#shown) this.#lower();
  }

  handleEvent(event: Event): void {
    const dialog = event.currentTarget as HTMLDialogElement;
    switch (event.type) {
      case 'cancel':
        // A file field's own cancel bubbles up to here.
        if (event.target !== dialog) return;
        event.preventDefault();
        this.close('escape');
        this.#refusedCancel = this.#shown;
        return;
      case 'keydown':
        // Handled here as well because browsers let the second Escape in a row through without asking.
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
        // Both ends of the press: selecting text and letting go outside closes nothing.
        if (this.#pressedOutside && isOutside(event as PointerEvent, dialog)) this.close('outside');
        this.#pressedOutside = false;
    }
  }

  hostConnected(): void {
    if (!this.#shown) return;
    // The platform takes a moved dialog out of the top layer and leaves it open: only a closed one can become modal.
    this.#dialog?.removeAttribute('open');
    this.#raise();
  }

  hostUpdated(): void {
    const dialog = this.#host.shadowRoot?.querySelector('dialog') ?? undefined;
    if (dialog !== this.#dialog) {
      for (const type of heard) {
        this.#dialog?.removeEventListener(type, this);
        dialog?.addEventListener(type, this);
      }
      this.#dialog = dialog;
    }
    if (this.#shown && !dialog?.open) void this.#host.updateComplete.then(() => this.#raise());
  }

  hostDisconnected(): void {
    this.#lockScroll(false);
  }

  #raise(): void {
    const dialog = this.#dialog;
    if (!this.#shown || !dialog?.isConnected || dialog.open) return;
    // A modal dialog that is not drawn would block the page behind nothing.
    this.#waits = !this.#seen.isVisible;
    if (this.#waits) {
      this.#hooks.waits();
      this.#seen.check();
      return;
    }
    this.#lockScroll(true);
    dialog.showModal();
    if (this.#told) return;
    this.#told = true;
    this.#hooks.opened();
  }

  #lower(): void {
    this.#shown = false;
    this.#lockScroll(false);
    this.#dialog?.close();
    // Safari does not focus a button that is clicked, so the platform would not know where to return to.
    this.#opener?.focus();
    this.#reflect();
    this.#host.requestUpdate();
    if (!this.#told) return;
    this.#told = false;
    this.#hooks.closed();
  }

  /**
   * Browsers let a second Escape through even where the first was refused, and no question is asked twice about one.
   */
  #closedByBrowser(): void {
    const isRefused = this.#refusedCancel || !this.#mayClose('escape');
    this.#refusedCancel = false;
    if (isRefused) this.#dialog?.showModal();
    else this.#lower();
  }

  /** A listener that closes the sheet itself is not asked again; a sheet that nobody saw needs no leave. */
  #mayClose(reason: CloseReason): boolean {
    if (!this.#told) return true;
    if (this.#asking) return false;
    this.#asking = true;
    try {
      return this.#hooks.mayClose(reason);
    } finally {
      this.#asking = false;
    }
  }

  #reflect(): void {
    if (this.#host.hasAttribute('open') !== this.#shown) this.#host.toggleAttribute('open', this.#shown);
  }

  /** By a style sheet of its own, so that two sheets on a page, or the page itself, never undo each other's. */
  #lockScroll(on: boolean): void {
    const sheets: unknown = document.adoptedStyleSheets;
    // An element of the page may carry that name: then the page is not held still, and the payment goes on.
    if (!Array.isArray(sheets)) return;
    const others = sheets.filter((sheet) => sheet !== this.#scrollLock) as CSSStyleSheet[];
    if (on) {
      this.#scrollLock ??= stillPage();
      document.adoptedStyleSheets = [...others, this.#scrollLock];
    } else if (this.#scrollLock) {
      this.#scrollLock = undefined;
      document.adoptedStyleSheets = others;
    }
  }
}

/** Keeps the room of a scroll bar that is there, so that nothing moves. */
function stillPage(): CSSStyleSheet {
  const gutter = innerWidth > document.documentElement.clientWidth ? ';scrollbar-gutter:stable!important' : '';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`html{overflow:hidden!important${gutter}}`);
  return sheet;
}

/** Escape meant for this dialog: not for a text being composed, a field that used it, or a dialog inside a slot. */
function isEscape(event: KeyboardEvent, dialog: HTMLDialogElement): boolean {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return false;
  const innermost = event.composedPath().find((node) => node instanceof HTMLDialogElement && node.open);
  return innermost === dialog;
}

function isOutside({ target, clientX, clientY }: PointerEvent, dialog: HTMLDialogElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}
