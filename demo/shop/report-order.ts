/** Asks the shop's server to reserve the payment for its order, and to ship the order after the payment. */
import type { HubPay } from '../../src/element/hub-pay.js';

/** `again` is true if the server had shipped the order for this payment before, for example after its own check. */
type ShippingAnswer = { shipped: true; again: boolean } | { shipped: false; message: string };

/** An answer of the server with a reason that the payer can read. */
class Refused extends Error {}

/**
 * Reports the payment of an order to the server. A page without an order, such as the donation page, only thanks the
 * payer.
 */
export function bindOrder(element: HubPay): void {
  const thanks = document.querySelector<HTMLElement>('#thanks');
  const link = document.querySelector('#order-link');
  const notice = document.querySelector('#payment-problem');
  const order = element.getAttribute('reference') ?? '';
  if (!/^[\w-]{1,64}$/u.test(order)) {
    const isGift = link === null;
    link?.remove();
    element.addEventListener('hub-success', () => {
      show(isGift ? null : 'Your payment has arrived, but this page names no order. Nothing ships.');
    });
    return;
  }
  // Reserves the payment before the payer sends it. Anyone can read the request id of a sent payment on the chain.
  element.addEventListener('hub-confirm', ({ detail }) => {
    const reserved = post(order, 'payment', detail.quote.requestId);
    // If the promise rejects, the payment stops and the element shows no reason.
    detail.waitUntil(reserved);
    notice?.replaceChildren();
    reserved.catch((error: unknown) => {
      const reason = error instanceof Refused ? error.message : 'Please try again.';
      notice?.replaceChildren(`The payment did not start. ${reason}`);
    });
  });
  // This event does not prove the payment. The server verifies the payment before it ships the order.
  element.addEventListener('hub-success', ({ detail }) => {
    // A payment of an earlier cart can end on this page. The payment then belongs to the order of that cart.
    const paid = detail.reference ?? order;
    link?.setAttribute('href', `/orders/${paid}`);
    post(paid, 'shipping', detail.requestId).then(
      (answer) => show(answer.shipped ? null : answer.message),
      () => show('The shop does not answer. It looks for your payment every minute, so do not pay again.'),
    );
  });

  function show(problem: string | null): void {
    const text = thanks?.querySelector('span');
    if (!thanks || !text) return;
    if (problem !== null) text.textContent = problem;
    thanks.hidden = false;
  }
}

/** @throws Refused with the reason of the server; any other error if the server gives none */
async function post(order: string, what: 'payment' | 'shipping', requestId: string): Promise<ShippingAnswer> {
  const response = await fetch(`/api/orders/${order}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requestId }),
    signal: AbortSignal.timeout(8_000),
  });
  if (response.ok) return (await response.json()) as ShippingAnswer;
  const { message } = (await response.json()) as { message?: string };
  throw message === undefined ? new Error(`Status ${response.status}`) : new Refused(message);
}
