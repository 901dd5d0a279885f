/** Limits the questions about one payment to the page's budget, while the payment is not on the screen. */
import type { PaymentContext } from '../context/context.js';
import type { PaymentRecord } from '../context/payment-record.js';
import { isUnfinished } from '../journal/lifecycle.js';
import { isShowing } from '../model/state.js';

/**
 * Returns a context for the tracking of this payment. While the payment is not on the screen, its `turn` waits for the
 * page's budget of questions, and its requests to chains use up this budget.
 */
export function pacedContext(context: PaymentContext, record: PaymentRecord): PaymentContext {
  const { questions, deps } = context;
  const requestId = record.entry()?.payment.requestId;
  const isInFront = (): boolean => requestId !== undefined && isShowing(context.state(), requestId);
  const counted: typeof fetch = (url, init) => {
    const body = init?.body;
    return typeof url === 'string' && typeof body === 'string' && !isInFront()
      ? questions.send(deps.fetch, url, { ...init, body })
      : deps.fetch(url, init);
  };
  return {
    ...context,
    deps: { ...deps, fetch: counted },
    async turn(signal, isLate = false) {
      const entry = record.entry();
      if (!entry) return;
      const { createdAt } = entry;
      await questions.turn({ createdAt, isUnfinished: isUnfinished(entry), isLate, isInFront }, signal);
    },
  };
}
