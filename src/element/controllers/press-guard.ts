/**
 * Decides whether a press on the pay button is accepted: the payer must have had time to read the numbers, and no other
 * content may cover the button. After a rendering that has failed, no press counts.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { PaymentState } from '../../payment/model/state.js';
import { toJson } from '../../shared/builtins/to-json.js';
import { flatPath } from '../../shared/page/flat-path.js';
import { isOnTop } from '../../shared/page/is-on-top.js';

/** The pay button accepts a press only after the numbers have been on the screen for this time, in milliseconds. */
const READING_MS = 400;

/**
 * The points of the button to test, as fractions of its box: the center, and four points inside the rounded corners.
 */
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
  /** The numbers of the rendering that has begun last. */
  #drawnNumbers: string | null = null;
  /** The numbers of the last rendering that was finished. */
  #shownNumbers: string | null = null;
  /** False during a rendering, and after one that has failed: the screen can then show anything. */
  #isDrawn = false;
  #isReadable = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, state: () => PaymentState) {
    this.#host = host;
    this.#state = state;
    host.addController(this);
  }

  /** Whether the button is enabled in the rendering that has begun. */
  get mayPress(): boolean {
    return this.#isReadable && agreedNumbers(this.#state()) === this.#shownNumbers;
  }

  /**
   * Called at a press on the pay button. Checks again that no content covers the button, and returns true if the press
   * is accepted. After an accepted press, the button accepts the next one at the earliest `READING_MS` after the next
   * rendering.
   */
  acceptPress(): boolean {
    const isReady = this.#isDrawn && this.mayPress && !this.#isCovered();
    if (isReady) this.#reset();
    return isReady;
  }

  hostUpdate(): void {
    this.#drawnNumbers = agreedNumbers(this.#state());
    this.#isDrawn = false;
  }

  hostUpdated(): void {
    const numbers = this.#drawnNumbers;
    this.#isDrawn = true;
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

  /** Repeatedly checks whether other content covers the button, because such content can appear at any time. */
  #checkRepeatedly(): void {
    this.#timer = setTimeout(() => {
      const mayPress = !this.#isCovered();
      if (mayPress !== this.#isReadable) this.#host.requestUpdate();
      this.#isReadable = mayPress;
      this.#checkRepeatedly();
    }, READING_MS);
  }

  /** Whether other content covers the button, or the page draws it nowhere or fully transparent. */
  #isCovered(): boolean {
    const button = this.#host.shadowRoot?.querySelector('[part~="primary"]');
    if (!button || !isSeen(button)) return true;
    return POINTS.some((point) => !isOnTop(button, point));
  }
}

/**
 * Returns the values of the quote that the payer accepts with a press, as JSON text that is the same for the same
 * values. Returns null if there is nothing to accept, because the screen shows no quote to review and does not ask the
 * payer to sign again.
 */
function agreedNumbers(state: PaymentState): string | null {
  const isAsked = state.name === 'processing' && state.again?.confirmed === false;
  const isReview = state.name === 'reviewing' || state.name === 'quoting';
  const quote = isReview ? state.quote : isAsked ? state.payment.quote : undefined;
  if (!quote) return null;
  const { pays, receives, recipient, refundTo } = quote;
  const least = receives.minimumAmount;
  return toJson([pays.chainId, pays.currency, pays.amount, receives.amount, least, recipient, refundTo]);
}

/**
 * Whether the page draws the button. Hit tests also find content with `opacity: 0`, and leave out what is outside the
 * viewport. Safari before version 17.4 has no `checkVisibility`.
 */
function isSeen(button: Element): boolean {
  const options = { visibilityProperty: true, contentVisibilityAuto: true };
  if ((button as Partial<Element>).checkVisibility?.(options) === false) return false;
  for (const each of flatPath(button)) {
    // Whatever is around a sheet or a dialog has no effect on its opacity. A sheet itself is transparent as it rises.
    if (each instanceof HTMLDialogElement) return true;
    if (getComputedStyle(each).opacity === '0') return false;
  }
  return true;
}
