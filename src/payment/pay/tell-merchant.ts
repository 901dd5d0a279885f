/**
 * Tells the merchant's server which request id is about to pay an order. Before the server has agreed, no wallet
 * prompts for the payment, and no deposit address is shown.
 */
import { within } from '../../shared/time/clock.js';
import { HubPayError } from '../../errors.js';
import type { PaymentContext } from '../context/context.js';
import { toJson } from '../../shared/builtins/to-json.js';

/** Longest wait for the answer of the merchant's server, in milliseconds. */
const ANSWER_MS = 15_000;

/** The status of an answer which means that the order is paid, or that a payment for it is on its way. */
const CONFLICT = 409;

/**
 * Sends `POST <confirmUrl>` with the body `{ requestId, reference }`, where `reference` is null if the merchant named
 * none. A redirect counts as no answer. This code loads only if the merchant has set the option `confirmUrl`.
 * @throws HubPayError `service-down` if there is no answer within 15 seconds, or if its status is 429 or 5xx;
 *   `service-refused` for any other status than 2xx, and for a web page. After the status 409, `money` is `unknown`,
 *   because an earlier payment may have been sent, also from another device
 * @throws the signal's reason, after an abort
 */
export async function tellMerchant(
  { deps: { fetch, clock }, options: { confirmUrl = '', reference } }: PaymentContext,
  requestId: string,
  signal: AbortSignal,
): Promise<void> {
  const answer = await within(ANSWER_MS, clock, signal, async (end) => {
    const response = await fetch(confirmUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: toJson({ requestId, reference: reference ?? null }),
      credentials: 'same-origin',
      redirect: 'error',
      cache: 'no-store',
      signal: end,
    });
    return { ok: response.ok, status: response.status, isPage: response.ok && (await isPage(response)) };
  });
  signal.throwIfAborted();
  if (answer?.ok && !answer.isPage) return;
  const answered = !answer
    ? 'gave no answer, or redirected'
    : answer.isPage
      ? `answered ${answer.status} with a web page, so no route of your server has this path`
      : `answered ${answer.status}`;
  const message = [{ option: 'confirmUrl' }, `: ${confirmUrl} ${answered}: the payment did not start`] as const;
  if (!answer || answer.status >= 500 || answer.status === 429)
    throw new HubPayError('service-down', message, { reason: 'merchant-unavailable' });
  throw new HubPayError('service-refused', message, {
    money: answer.status === CONFLICT ? 'unknown' : 'not-sent',
  });
}

/**
 * True if the answer is a web page. Some hosts answer every unknown path with `index.html` and the status 200. This
 * does not mean that the merchant has stored the request id.
 */
async function isPage(response: Response): Promise<boolean> {
  if (!/html/iu.test(response.headers.get('content-type') ?? '')) return false;
  // A page can begin with a comment, and HTML needs neither a doctype nor the tag `<html>`.
  return /^\s*</u.test(await response.text());
}
