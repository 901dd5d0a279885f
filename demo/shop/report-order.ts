/** Asks the shop's server to store the payment for its order, and whether the order is paid after the payment. */
import type { HubPay } from '../../src/element/hub-pay.js';

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
  // Stores the payment before the payer sends it. Anyone can read the request id of a sent payment on the chain.
  element.addEventListener('hub-confirm', ({ detail }) => {
    const stored = store(order, detail.quote.requestId);
    // If the promise rejects, the payment stops and the element shows no reason.
    detail.waitUntil(stored);
    notice?.replaceChildren();
    stored.catch((error: unknown) => {
      const reason = error instanceof Refused ? error.message : 'Please try again.';
      notice?.replaceChildren(`The payment did not start. ${reason}`);
    });
  });
  // This event does not prove the payment. The server verifies the payment when the page asks for the order.
  element.addEventListener('hub-success', ({ detail }) => {
    // A payment of an earlier cart can end on this page. The payment then belongs to the order of that cart.
    const paid = detail.reference ?? order;
    link?.setAttribute('href', `/orders/${paid}`);
    problemOf(paid, detail.requestId).then(
      (problem) => show(problem),
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
async function store(order: string, requestId: string): Promise<void> {
  const response = await fetch(`/api/orders/${order}/payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requestId }),
    signal: AbortSignal.timeout(8_000),
  });
  if (response.ok) return;
  const { message } = (await response.json()) as { message?: string };
  throw message === undefined ? new Error(`Status ${response.status}`) : new Refused(message);
}

/** How often the page asks, and how long it waits between. The server may have seen the payment before its delivery. */
const ATTEMPTS = 10;
const PAUSE_MS = 2_000;

type Payment = { requestId: string; status: string; message?: string };

/**
 * Returns what keeps this payment from paying the order. Returns null if the order is paid.
 * @throws if the server does not answer
 */
async function problemOf(order: string, requestId: string): Promise<string | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const response = await fetch(`/api/orders/${order}`, { signal: AbortSignal.timeout(8_000) });
    if (!response.ok) throw new Error(`Status ${response.status}`);
    const { payments } = (await response.json()) as { payments: Payment[] };
    const { status = 'stored', message = '' } = payments.find((each) => each.requestId === requestId) ?? {};
    if (status === 'paid' || status === 'same') return null;
    if (!['stored', 'pending', 'confirming'].includes(status)) return `${message} Do not pay again. ${WRITE}`;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return 'The shop has not seen your payment yet. It looks for it every minute, so do not pay again.';
}

const WRITE = 'Write to orders@acme.example.';
