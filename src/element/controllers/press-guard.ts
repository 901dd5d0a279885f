/**
 * Decides whether the payer may press the pay button. The payer must have had time to read the numbers, and nothing may
 * cover the button.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { PaymentState } from '../../payment/model/state.js';

/** The time that the numbers must be shown before a press counts, in milliseconds. */
const READING_MS = 400;

/** The tested points of the button, as fractions of its box: the center, and four points inside the rounded corners. */
const POINTS = [
  [0.5, 0.5],
  [0.2, 0.25],
  [0.8, 0.25],
  [0.2, 0.75],
  [0.8, 0.75],
] as const;

export class PressGuard implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #state: () => PaymentState;
  #shownNumbers: string | null = null;
  #isReadable = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, state: () => PaymentState) {
    this.#host = host;
    this.#state = state;
    host.addController(this);
  }

  get mayPress(): boolean {
    return this.#isReadable && agreedNumbers(this.#state()) === this.#shownNumbers;
  }

  /** Checks a last time and accepts one press. The next press must wait again. */
  acceptPress(): boolean {
    const isReady = this.mayPress && !this.#isCovered();
    if (isReady) this.#reset();
    return isReady;
  }

  hostUpdate(): void {
    const numbers = agreedNumbers(this.#state());
    if (numbers === this.#shownNumbers) return;
    this.#shownNumbers = numbers;
    this.#isReadable = false;
    clearTimeout(this.#timer);
    if (numbers !== null) this.#checkRepeatedly();
  }

  hostDisconnected(): void {
    this.#reset();
  }

  #reset(): void {
    clearTimeout(this.#timer);
    this.#shownNumbers = null;
    this.#isReadable = false;
  }

  /** Repeats the check while the button is enabled, because other content may cover or uncover the button. */
  #checkRepeatedly(): void {
    this.#timer = setTimeout(() => {
      const mayPress = !this.#isCovered();
      if (mayPress !== this.#isReadable) this.#host.requestUpdate();
      this.#isReadable = mayPress;
      this.#checkRepeatedly();
    }, READING_MS);
  }

  #isCovered(): boolean {
    const button = this.#host.shadowRoot?.querySelector('[part~="primary"]');
    if (!button) return true;
    const { left, top, width, height } = button.getBoundingClientRect();
    return POINTS.some(([x, y]) => !isOnTop(button, left + x * width, top + y * height));
  }
}

/**
 * The values of the quote that the payer accepts with a press, as JSON text. Null if no quote is shown. A renewed quote
 * with the same values gives the same text.
 */
function agreedNumbers(state: PaymentState): string | null {
  if ((state.name !== 'reviewing' && state.name !== 'quoting') || !state.quote) return null;
  const { pays, receives, recipient, refundTo } = state.quote;
  return JSON.stringify([pays.chainId, pays.currency, pays.amount, receives.amount, recipient, refundTo]);
}

/**
 * True if a press at this point reaches the element. Each enclosing root is tested, from the inside out, because shadow
 * roots can be nested. A point outside the viewport counts as uncovered.
 */
function isOnTop(element: Element, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return true;
  for (let inner = element; ;) {
    const root = inner.getRootNode() as Document | ShadowRoot;
    const hit = root.elementFromPoint(x, y);
    if (!inner.contains(hit)) return false;
    if (!(root instanceof ShadowRoot)) return true;
    inner = root.host;
  }
}
