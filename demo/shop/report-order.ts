/** Asks the shop's server to reserve the payment for its order, and to ship the order after the payment. */
import type { HubPay } from '../../src/element/hub-pay.js';

type ShippingAnswer = { shipped: boolean; message?: string };

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
    element.addEventListener('hub-success', () => thanks?.removeAttribute('hidden'));
    return;
  }
  // Reserves the payment before the payer sends it. Anyone can read the request id of a sent payment on the chain.
  element.addEventListener('hub-confirm', ({ detail }) => {
    const reserved = post(order, 'payment', detail.quote.requestId);
    // If the promise rejects, the payment stops and the element shows no reason.
    detail.waitUntil(reserved);
    notice?.replaceChildren();
    reserved.catch(() => notice?.replaceChildren('The payment did not start. Please try again.'));
  });
  // This event does not prove the payment. The server verifies the payment before it ships the order.
  element.addEventListener('hub-success', ({ detail }) => {
    // A payment of an earlier cart can end on this page. The payment then belongs to the order of that cart.
    const paid = detail.reference ?? order;
    link?.setAttribute('href', `/orders/${paid}`);
    void post(paid, 'shipping', detail.requestId).then(
      ({ shipped, message }) => show(shipped ? null : (message ?? '')),
      (error: unknown) => show(String(error)),
    );
  });

  function show(problem: string | null): void {
    if (!thanks) return;
    if (problem !== null) thanks.textContent = `Your order does not ship yet. ${problem}`;
    thanks.hidden = false;
  }
}

async function post(order: string, what: 'payment' | 'shipping', requestId: string): Promise<ShippingAnswer> {
  const response = await fetch(`/api/orders/${order}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requestId }),
    signal: AbortSignal.timeout(8_000),
  });
  if (!response.ok) throw new Error(`The shop's server responded with status ${response.status}.`);
  return (await response.json()) as ShippingAnswer;
}
