/**
 * Tells whether a window of the page, such as that of a wallet, covers the middle of the screen while the sheet is a
 * popover. The sheet is above every z-index then, so it must get out of the way.
 */

/** How often the watch looks, in milliseconds. */
const LOOK_MS = 150;

export class OverlayWatch {
  readonly #host: Element;
  readonly #tell: (isCovered: boolean) => void;
  /** What was in the middle of the page before the sheet opened. Under a modal sheet, the page cannot be looked at. */
  #before: ReadonlySet<Element> = new Set();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param tell called at each look */
  constructor(host: Element, tell: (isCovered: boolean) => void) {
    this.#host = host;
    this.#tell = tell;
  }

  /** Remembers what is in the middle of the page. */
  remember(): void {
    this.#before = new Set(inMiddle());
  }

  start(): void {
    const look = (): void => this.#tell(this.#isCovered());
    look();
    clearInterval(this.#timer);
    this.#timer = setInterval(look, LOOK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#tell(false);
  }

  #isCovered(): boolean {
    const own = outermost(this.#host);
    const under = inMiddle().filter((each) => !each.contains(own));
    const [first] = under;
    const window = first && fixedParent(first);
    return !!window && !window.contains(own) && !this.#before.has(window);
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
