/** The shop's order API. The API reserves a payment for an order before the wallet prompts, and ships paid orders. */
import { verifyPayment, type FetchHandler, type VerifyReason } from '../../src/server/index.js';
import type { PaymentResult } from '../../src/types.js';
import type { Orders, Proof } from './orders.js';

export interface OrderApiOptions {
  orders: Orders;
  baseUrl: string;
  apiKey: string;
}

export interface OrderApi {
  handle: FetchHandler;
  /** Ships paid orders that no page reported, for example because the payer closed the page too early. */
  sweep: () => Promise<void>;
  /**
   * Verifies the reserved payments of this order, and ships the order if one of them is delivered. Resolves to true if
   * the order has reserved payments that are not delivered.
   */
  check: (id: string) => Promise<boolean>;
}

/** `again` is true if an earlier request shipped the order. `reason` tells why an order is not shipped. */
export type Shipping = { shipped: true; again: boolean } | { shipped: false; reason: VerifyReason; message: string };

/**
 * `POST /api/orders/<id>/payment` reserves a payment for the order. `POST /api/orders/<id>/shipping` verifies the
 * payment and ships the order. Both requests have the body `{ requestId }`.
 */
export function createOrderApi({ orders, baseUrl, apiKey }: OrderApiOptions): OrderApi {
  const ship = async (id: string, requestId: string): Promise<Shipping> => {
    const proof = await verifyPayment({
      baseUrl,
      apiKey,
      requestId,
      expect: await orders.findOrCreate(id),
      // Accept only a payment that is reserved for this order. A gift, for example, has no reservation.
      claim: async (paidId) => (await orders.reservedFor(paidId)) === id,
    });
    if (!proof.ok) return { shipped: false, reason: proof.reason, message: proof.message };
    return { shipped: true, again: !(await orders.ship(id, proofOf(proof.payment))) };
  };

  const reserve = async (id: string, requestId: string): Promise<Response> => {
    const expect = await orders.findOrCreate(id);
    // A page can stay open after its order was paid on another page.
    if ((await orders.find(id))?.proof) return problem(409, 'This order is already paid.');
    if ((await orders.reservedFor(requestId)) === null) {
      // After a payment is sent, anyone can read its request id on the chain. Therefore the API reserves only a payment
      // that is not sent yet.
      const proof = await verifyPayment({ baseUrl, apiKey, requestId, expect });
      if (proof.ok) return problem(409, 'This payment is already made.');
      if (proof.reason === 'unreachable') return problem(503, proof.message);
      if (proof.reason !== 'unknown-id') return problem(409, proof.message);
    }
    if (await orders.reserve(requestId, id)) return Response.json({ reserved: true });
    return problem(409, 'This payment belongs to another order.');
  };

  const handle: FetchHandler = async (request) => {
    const [, id, what] = /^\/api\/orders\/([\w-]{1,64})\/(payment|shipping)$/.exec(new URL(request.url).pathname) ?? [];
    if (id === undefined || request.method !== 'POST') return problem(404, 'This path does not exist.');
    const requestId = await requestIdOf(request);
    if (requestId === null) return problem(400, 'The body must be { requestId }.');
    if ((await orders.findOrCreate(id)).amount === '0') return problem(409, 'The cart is empty.');
    return what === 'shipping' ? Response.json(await ship(id, requestId)) : reserve(id, requestId);
  };

  const sweep = async (): Promise<void> => {
    for (const { id, requestId } of await orders.unshipped()) await ship(id, requestId);
  };

  const check = async (order: string): Promise<boolean> => {
    const isOf = ({ id }: { id: string }): boolean => id === order;
    for (const { id, requestId } of (await orders.unshipped()).filter(isOf)) await ship(id, requestId);
    return (await orders.unshipped()).some(isOf);
  };

  return { handle, sweep, check };
}

/** Keeps what the order's page shows about the payment. */
function proofOf({ requestId, paid, origin, destination }: PaymentResult): Proof {
  return {
    requestId,
    paid: paid.amountFormatted === null ? null : `${paid.amountFormatted} ${paid.symbol}`,
    paidUsd: paid.amountUsd ?? null,
    chainId: paid.chainId,
    transactions: [...new Set([...origin, ...destination].map(({ hash }) => hash))],
  };
}

async function requestIdOf(request: Request): Promise<string | null> {
  // A page of another site can send this content type only with CORS permission, which this server does not give.
  if (!request.headers.get('content-type')?.startsWith('application/json')) return null;
  const body = (await request.json().catch(() => null)) as { requestId?: unknown } | null;
  const id = typeof body?.requestId === 'string' ? body.requestId : '';
  return /^0x[0-9a-f]{64}$/i.test(id) ? id : null;
}

const problem = (status: number, message: string): Response => Response.json({ message }, { status });
