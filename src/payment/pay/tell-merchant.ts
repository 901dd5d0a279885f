/** Tells the merchant's server which request id is about to pay an order. Without its answer, no wallet prompts. */
import { within } from '../../shared/clock.js';
import { HubPayError } from '../../errors.js';
import type { PaymentContext } from '../context/context.js';

/** Longest wait for the answer of the merchant's server, in milliseconds. */
const ANSWER_MS = 15_000;

/**
 * Sends `POST <confirmUrl>` with the body `{ requestId, reference }`. `reference` is null if the merchant named none. A
 * redirect counts as no answer. This code loads only if the merchant has set `confirmUrl`.
 * @throws HubPayError `service-refused` if the status of the answer is not 2xx; `service-down` if there is no answer
 *   within 15 seconds
 */
export async function tellMerchant(
  { deps: { fetch, clock }, options: { confirmUrl = '', reference } }: PaymentContext,
  requestId: string,
  signal: AbortSignal,
): Promise<void> {
  const response = await within(ANSWER_MS, clock, signal, (end) =>
    fetch(confirmUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requestId, reference: reference ?? null }),
      credentials: 'same-origin',
      redirect: 'error',
      cache: 'no-store',
      signal: end,
    }),
  );
  signal.throwIfAborted();
  if (response?.ok) return;
  const answered = response ? `answered ${response.status}` : 'gave no answer';
  throw new HubPayError(response ? 'service-refused' : 'service-down', `confirm-url: ${confirmUrl} ${answered}`);
}
