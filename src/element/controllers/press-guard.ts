/** Whether the pay button may be pressed: its numbers could be read, and nothing lies over it. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { PaymentState } from '../../payment/model/state.js';

const SETTLE_MS = 400;

/** Where the button is probed, as parts of its box: the middle, and four points that rounded corners do not cut off. */
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
  #seen: string | null = null;
  #settled = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, state: () => PaymentState) {
    this.#host = host;
    this.#state = state;
    host.addController(this);
  }

  get mayPress(): boolean {
    return this.#settled && agreedNumbers(this.#state()) === this.#seen;
  }

  /** Lets one press through, after a last look; the next has to wait again. */
  take(): boolean {
    const isReady = this.mayPress && !this.#isCovered();
    if (isReady) this.hostDisconnected();
    return isReady;
  }

  hostUpdate(): void {
    const numbers = agreedNumbers(this.#state());
    if (numbers === this.#seen) return;
    this.#seen = numbers;
    this.#settled = false;
    clearTimeout(this.#timer);
    if (numbers !== null) this.#look();
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#seen = null;
    this.#settled = false;
  }

  /** Looks again for as long as there is something to press: what covers the button may go, or come. */
  #look(): void {
    this.#timer = setTimeout(() => {
      const mayPress = !this.#isCovered();
      if (mayPress !== this.#settled) this.#host.requestUpdate();
      this.#settled = mayPress;
      this.#look();
    }, SETTLE_MS);
  }

  #isCovered(): boolean {
    const button = this.#host.shadowRoot?.querySelector('[part~="primary"]');
    if (!button) return true;
    const { left, top, width, height } = button.getBoundingClientRect();
    return POINTS.some(([x, y]) => !isOnTop(button, left + x * width, top + y * height));
  }
}

/** What a press agrees to, null while there is nothing to press; the same as before if renewed numbers are the same. */
function agreedNumbers(state: PaymentState): string | null {
  if ((state.name !== 'reviewing' && state.name !== 'quoting') || !state.quote) return null;
  const { pays, receives, recipient, refundTo } = state.quote;
  return JSON.stringify([pays.chainId, pays.currency, pays.amount, receives.amount, recipient, refundTo]);
}

/**
 * True if a press at this point reaches the element. Each root is asked in turn, from the inside out, so that it also
 * holds in the shadow roots of others. A point outside the viewport does not count.
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
