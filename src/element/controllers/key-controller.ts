/**
 * Hides from the page the key, click, focus and scroll events that begin in the open sheet, and what the payer types,
 * selects, copies or pastes. Events that begin in the page's own content in a slot stay visible to the page, but its
 * scroll events do not bubble out of the open sheet. The page would see the other events as events of the element. Its
 * shortcuts could then handle the keys that the payer types, its dialogs could close at Escape, its focus traps could
 * take the focus and the clicks away, and its scroll locks could stop the sheet from scrolling. The controller also
 * presses the primary button when the payer presses Enter in a field of the shadow root, except in one with the part
 * `search`.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

const KEYS = ['keydown', 'keypress', 'keyup'];
/** The events by which a focus trap detects that the focus moves elsewhere. The sheet needs none of them. */
const FOCUS = ['focusin', 'mousedown', 'touchstart'];
/** The events that a scroll lock of the page cancels, and that a library for smooth scrolling replaces. */
const SCROLL = ['wheel', 'touchmove'];
/** The events by which a page forbids copying and pasting, or changes what is copied, such as an address. */
const EDIT = ['copy', 'cut', 'paste', 'selectstart', 'contextmenu', 'dragstart'];
/** The members of a key or click event that its copy for the shadow root gets. */
const MEMBERS = {
  key: ['key', 'code', 'ctrlKey', 'shiftKey', 'altKey', 'metaKey', 'repeat', 'isComposing'],
  click: ['clientX', 'clientY'],
} as const;
/** The types of `<input>` in which the payer types nothing. */
const OTHER_TYPES = ['checkbox', 'radio', 'file', 'button', 'submit', 'reset', 'image'];
const FIELD = `input:not(${OTHER_TYPES.map((type) => `[type="${type}"]`).join()})`;

export class KeyController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #isOpen: () => boolean;
  /**
   * True after a press of Escape in the open sheet, until the next press of a key. The release of Escape can come after
   * the sheet has closed, and must not reach the page.
   */
  #holdsEscape = false;
  #listening = new AbortController();

  /** @param isOpen returns true while the sheet is open */
  constructor(host: ReactiveControllerHost & HTMLElement, isOpen: () => boolean) {
    this.#host = host;
    this.#isOpen = isOpen;
    host.addController(this);
    host.shadowRoot?.addEventListener('keydown', (event) => this.#pressPrimary(event as KeyboardEvent));
    for (const type of SCROLL) {
      const stop = (event: Event): void => {
        if (isOpen()) event.stopPropagation();
      };
      host.shadowRoot?.addEventListener(type, stop, { passive: true });
    }
  }

  hostConnected(): void {
    this.#listening = new AbortController();
    // Only a capturing listener of the window runs before those that the page has on its document.
    const options = { capture: true, signal: this.#listening.signal };
    const view = this.#host.ownerDocument.defaultView ?? window;
    for (const type of KEYS) view.addEventListener(type, (event) => this.#keep(event as KeyboardEvent), options);
    view.addEventListener(
      'click',
      (event) => {
        const target = this.#isOpen() ? this.#ownTarget(event) : undefined;
        if (target) giveOnly(target, event, MEMBERS.click);
      },
      options,
    );
    for (const type of [...FOCUS, ...SCROLL, ...EDIT]) {
      const isAlways = EDIT.includes(type);
      const stop = (event: Event): void => {
        if ((isAlways || this.#isOpen()) && this.#ownTarget(event)) event.stopImmediatePropagation();
      };
      view.addEventListener(type, stop, { ...options, passive: true });
    }
  }

  hostDisconnected(): void {
    this.#listening.abort();
  }

  /**
   * Passes a key event that begins in the shadow root only to the shadow root. Without an open sheet, does so only for
   * keys in a field, but not for Escape, for Tab, or for a key with Ctrl or Meta.
   */
  #keep(event: KeyboardEvent): void {
    const target = this.#ownTarget(event);
    const isEscape = event.key === 'Escape';
    if (event.type === 'keydown') this.#holdsEscape = isEscape && !!target && this.#isOpen();
    else if (isEscape && this.#holdsEscape) event.stopImmediatePropagation();
    const isTyped = target?.matches(FIELD) && !isEscape && event.key !== 'Tab' && !event.ctrlKey && !event.metaKey;
    if (!target || !(this.#isOpen() || isTyped)) return;
    giveOnly(target, event, MEMBERS.key);
  }

  /**
   * Returns the element of the shadow root at which the event begins. Returns undefined if the event begins elsewhere,
   * such as in the page's content in a slot.
   */
  #ownTarget(event: Event): Element | undefined {
    const [target] = event.composedPath();
    const isOwn = target instanceof Element && target.getRootNode() === this.#host.shadowRoot;
    return isOwn ? target : undefined;
  }

  #pressPrimary(event: KeyboardEvent): void {
    const { key, isComposing, repeat, defaultPrevented } = event;
    if (key !== 'Enter' || isComposing || repeat || defaultPrevented) return;
    // Enter in a field of the page, such as one for a coupon, is for the page's own form.
    if (!this.#ownTarget(event)?.matches(`${FIELD}:not([part~="search"])`)) return;
    event.preventDefault();
    this.#host.shadowRoot?.querySelector<HTMLElement>('[part~="primary"]')?.click();
  }
}

/**
 * Stops the event, and dispatches a copy of it that does not leave the shadow root of the target. The copy is a plain
 * `Event`: in Firefox, every `KeyboardEvent` leaves the shadow root, and a `MouseEvent` would press a link or a
 * checkbox twice. WebKit would press a label or a summary at a plain event too, so the copy has no default action: the
 * event itself has it.
 */
function giveOnly<E extends Event>(target: Element, event: E, members: readonly (keyof E)[]): void {
  event.stopImmediatePropagation();
  const copy = new Event(event.type, { bubbles: true, cancelable: true });
  for (const name of members) Object.assign(copy, { [name]: event[name] });
  const root = target.getRootNode();
  let isPrevented: boolean | undefined;
  // The last listener of the root runs after those of the sheet.
  const end = (): void => {
    isPrevented = copy.defaultPrevented;
    copy.preventDefault();
  };
  root.addEventListener(event.type, end);
  target.dispatchEvent(copy);
  root.removeEventListener(event.type, end);
  if (isPrevented ?? copy.defaultPrevented) event.preventDefault();
}
