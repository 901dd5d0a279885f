/**
 * Checks whether a window of the page, such as that of a wallet, is in the middle of the screen while the sheet is a
 * popover. A popover is above every z-index, so the sheet must then make room for the window.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The time between two checks, in milliseconds. */
const LOOK_MS = 150;

export class OverlayWatch implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #tell: (isCovered: boolean) => void;
  /**
   * The windows in the middle of the page at the last call of `remember`, before the sheet opened. Under a modal sheet,
   * the page is inert, so `elementsFromPoint` does not return them. A sheet that was open before this code had loaded
   * causes no such call.
   */
  #before: ReadonlySet<Element | undefined> = new Set();
  #isAside = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param tell called with the result of each check, and with false when the checks stop */
  constructor(host: ReactiveControllerHost & Element, tell: (isCovered: boolean) => void) {
    this.#host = host;
    this.#tell = tell;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.stop();
  }

  /** Remembers the windows in the middle of the page. */
  remember(): void {
    this.#before = new Set(inMiddle(this.#host).map(windowOf));
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
    const around = flatPath(this.#host);
    const middle = inMiddle(this.#host);
    const isOwn = (each: Element): boolean => around.includes(each) || flatPath(each).includes(this.#host);
    // If something else is on top of the sheet already, such as a modal dialog that has opened later, the sheet stays.
    if (!this.#isAside && !(middle[0] && isOwn(middle[0]))) return false;
    const first = middle.find((each) => !isOwn(each));
    const window = first && windowOf(first);
    return !!window && !around.includes(window) && !this.#before.has(window);
  }
}

/**
 * Returns the elements in the middle of the viewport, the topmost first. Elements in an open shadow root come before
 * its host, because many wallets have their window in such a root.
 * @param without the element whose shadow root is left out
 */
function inMiddle(without: Element, root: Document | ShadowRoot = document): Element[] {
  return root
    .elementsFromPoint(innerWidth / 2, innerHeight / 2)
    .filter((each) => each.getRootNode() === root)
    .flatMap((each) => (each.shadowRoot && each !== without ? [...inMiddle(without, each.shadowRoot), each] : [each]));
}

/** Returns the element and its ancestors in the flat tree: through slots, and from a shadow root to its host. */
function flatPath(element: Element): Element[] {
  const path = [];
  for (let each: Node | null = element; each; each = parentOf(each)) if (each instanceof Element) path.push(each);
  return path;
}

const parentOf = (node: Node): Node | null =>
  node instanceof ShadowRoot ? node.host : (node instanceof Element && node.assignedSlot) || node.parentNode;

/**
 * Returns the element or its nearest ancestor with `position: fixed`, or undefined if there is none. An element that is
 * in the middle although none of its own boxes is there probably has a closed shadow root with a window in it, and is
 * returned itself.
 */
const windowOf = (element: Element): Element | undefined =>
  isElsewhere(element) ? element : flatPath(element).find((each) => getComputedStyle(each).position === 'fixed');

const isElsewhere = (element: Element): boolean =>
  !element.shadowRoot && !hasText(element) && ![...element.getClientRects()].some(isMiddle);

/** Whether the element has text of its own, which can be outside its boxes. */
const hasText = ({ childNodes }: Element): boolean =>
  [...childNodes].some((node) => node instanceof Text && node.data.trim() !== '');

const isMiddle = ({ left, right, top, bottom }: DOMRect): boolean =>
  left <= innerWidth / 2 && innerWidth / 2 <= right && top <= innerHeight / 2 && innerHeight / 2 <= bottom;
