/**
 * Tells whether a window of the page, such as that of a wallet, covers the middle of the screen while the sheet is a
 * popover. A popover is above every z-index, so the sheet must then get out of the way.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The time between two looks, in milliseconds. */
const LOOK_MS = 150;

export class OverlayWatch implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #tell: (isCovered: boolean) => void;
  /** What was in the middle of the page before the sheet opened. Under a modal sheet, the page cannot be looked at. */
  #before: ReadonlySet<Element> = new Set();
  #isAside = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param tell called at each look, and with false when the watch stops */
  constructor(host: ReactiveControllerHost & Element, tell: (isCovered: boolean) => void) {
    this.#host = host;
    this.#tell = tell;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.stop();
  }

  /** Remembers what is in the middle of the page. */
  remember(): void {
    this.#before = new Set(inMiddle());
  }

  start(): void {
    const look = (): void => this.#set(this.#isCovered());
    look();
    clearInterval(this.#timer);
    this.#timer = setInterval(look, LOOK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#set(false);
  }

  #set(isAside: boolean): void {
    this.#isAside = isAside;
    this.#tell(isAside);
  }

  #isCovered(): boolean {
    const own = outermost(this.#host);
    const middle = inMiddle();
    // A modal dialog of the page that has opened after the sheet is above it anyway.
    if (!this.#isAside && middle[0] !== own) return false;
    const first = middle.find((each) => !each.contains(own));
    const window = first && fixedParent(first);
    return !!window && !this.#before.has(window);
  }
}

const inMiddle = (): Element[] => document.elementsFromPoint(innerWidth / 2, innerHeight / 2);

/** The element of the document that contains the element in its shadow roots. */
function outermost(element: Element): Element {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? outermost(root.host) : element;
}

/** The nearest element around this one, or itself, that stays in place when the page scrolls. */
function fixedParent(element: Element): Element | null {
  for (let each: Element | null = element; each; each = each.parentElement)
    if (getComputedStyle(each).position === 'fixed') return each;
  return null;
}
