/**
 * Warns the developer if a payment of an order begins although nobody has waited for its request id to be stored. A
 * copy of the tag without its listeners, as some libraries make it, takes such payments.
 */
import type { ConfirmDetail, SessionEventMap } from '../../events.js';
import type { SessionOptions } from '../../payment/model/options.js';
import type { PaymentSession } from '../../payment/session/session.js';

/**
 * Returns the session for the element and the page. If no listener of a `hub-confirm` delays or stops the payment,
 * warns, but only once. Never warns without a `reference`, or with a `confirmUrl`.
 */
export function watchStored(
  session: PaymentSession,
  options: () => Pick<SessionOptions, 'reference' | 'confirmUrl'>,
  warn: (text: string) => void,
): PaymentSession {
  let isHandled = false;
  let isWarned = false;
  // The element and the page add their listeners later, so this listener runs first.
  session.on('hub-confirm', () => {
    const { reference, confirmUrl } = options();
    isHandled = reference === undefined || confirmUrl !== undefined;
    queueMicrotask(() => {
      if (!isHandled && !isWarned)
        warn(
          'nobody waited for this request id to be stored, so your server may not accept the payment: set ' +
            'confirm-url, or call waitUntil(promise) in a hub-confirm listener.',
        );
      isWarned ||= !isHandled;
    });
  });
  /** Returns the detail with methods that notice their call. */
  const watched = ({ waitUntil, preventDefault, ...others }: ConfirmDetail): ConfirmDetail =>
    Object.freeze({
      ...others,
      waitUntil(promise: Promise<unknown>) {
        isHandled = true;
        waitUntil(promise);
      },
      preventDefault() {
        isHandled = true;
        preventDefault();
      },
    });
  const on: PaymentSession['on'] = (type, listener) =>
    session.on(type, (detail) =>
      listener(type === 'hub-confirm' ? (watched(detail as ConfirmDetail) as SessionEventMap[typeof type]) : detail),
    );
  return Object.create(session, { on: { value: on } }) as PaymentSession;
}
