/**
 * Watches the page while the sheet is a popover. Checks whether a window of the page, such as that of a wallet, is in
 * the middle of the screen. A popover is above every z-index, so the sheet must then make room for the window. Also
 * keeps presses beside the sheet from the page's dialog around the element, which would close at such a press.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { flatPath } from '../../shared/page/flat-path.js';

/** The time between two checks, in milliseconds. */
const LOOK_MS = 150;

/** The events of a press, at which dialogs of pages close. */
const PRESS = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend', 'click'] as const;

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
  #presses = new AbortController();

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
    this.#end();
    this.#timer = setInterval(look, LOOK_MS);
    this.#presses = new AbortController();
    const options = { capture: true, signal: this.#presses.signal };
    for (const type of PRESS) window.addEventListener(type, (event) => this.#keep(event), options);
  }

  stop(): void {
    this.#end();
    this.#set(false);
  }

  #end(): void {
    clearInterval(this.#timer);
    this.#presses.abort();
  }

  /**
   * Stops a press on what is around the element, or on a mask that was in the middle of the page before the sheet
   * opened. Under a modal sheet, none of them would get it. The page's root gets it, because no dialog is there.
   */
  #keep(event: Event): void {
    const [target] = event.composedPath();
    if (!(target instanceof Element) || target.matches('html, body')) return;
    const isMask = this.#before.has(target) && getComputedStyle(target).position === 'fixed';
    if (!isMask && !isAround(this.#host, target)) return;
    event.stopImmediatePropagation();
    // A link around the element must not open.
    if (event.type === 'click') event.preventDefault();
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

/**
 * Whether the other element is around this one in the flat tree. False for the host of a closed shadow root with this
 * element in it, because it is also the target of a press on any other content of that root.
 */
const isAround = (element: Element, other: Element): boolean =>
  other !== element && flatPath(element).includes(other) && !closedRootsOf(element).some(({ host }) => host === other);

/** Returns the closed shadow roots with this element in them. */
function closedRootsOf(element: Element): ShadowRoot[] {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return [];
  return [...(root.mode === 'closed' ? [root] : []), ...closedRootsOf(root.host)];
}

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
