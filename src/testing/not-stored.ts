/**
 * Warns the developer if probably nobody has stored the request id of a payment, because a server that does not know
 * the id refuses the payment.
 */
import type { ConfirmDetail } from '../events.js';

const NOT_STORED =
  'nobody stored this request id, so your server cannot accept the payment: set confirm-url, or call ' +
  'waitUntil(promise) in a hub-confirm listener.';

/** Notices whether a listener of `hub-confirm` delays the payment, for example to store its request id, or stops it. */
export class StoredNote {
  readonly #warn: (text: string) => void;
  #isHandled = false;
  #isWarned = false;

  constructor(warn: (text: string) => void) {
    this.#warn = warn;
  }

  /**
   * Call this before the page's listeners of each `hub-confirm`. If none of them delays or stops the payment, the
   * method warns, but only once. It never warns without a `reference`, or with a `confirmUrl`.
   */
  begin({ reference, confirmUrl }: { reference: string | undefined; confirmUrl: string | undefined }): void {
    this.#isHandled = reference === undefined || confirmUrl !== undefined;
    queueMicrotask(() => {
      if (!this.#isHandled && !this.#isWarned) this.#warn(NOT_STORED);
      this.#isWarned ||= !this.#isHandled;
    });
  }

  /** Returns the detail for a listener of the page. */
  watched({ quote, waitUntil, preventDefault }: ConfirmDetail): ConfirmDetail {
    return {
      quote,
      waitUntil: (promise) => {
        this.#isHandled = true;
        waitUntil(promise);
      },
      preventDefault: () => {
        this.#isHandled = true;
        preventDefault();
      },
    };
  }
}
