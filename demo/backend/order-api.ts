/** The shop's server: reserves a payment for its order before the wallet prompt, and ships paid orders. */
import { verifyPayment, type VerifyReason } from '../../src/server/index.js';
import type { FetchHandler } from './node-listener.js';
import type { Orders } from './orders.js';

export interface OrderApiOptions {
  orders: Orders;
  /** URL of the service, and its API key. */
  baseUrl: string;
  apiKey: string;
}

export interface OrderApi {
  handle: FetchHandler;
  /** Ships paid orders that no page reported. The payer may close the page before the report. */
  sweep: () => Promise<void>;
}

/**
 * `again`: the order was shipped earlier. `reason`: why the order does not ship. With `pending`, the page may retry.
 */
export type Shipping = { shipped: true; again: boolean } | { shipped: false; reason: VerifyReason; message: string };

/**
 * `POST /api/orders/<id>/payment` reserves the payment `{ requestId }` for the order. `POST /api/orders/<id>/shipping`
 * verifies the payment and ships the order.
 */
export function createOrderApi({ orders, baseUrl, apiKey }: OrderApiOptions): OrderApi {
  const ship = async (id: string, requestId: string): Promise<Shipping> => {
    const proof = await verifyPayment({
      baseUrl,
      apiKey,
      requestId,
      expect: await orders.findOrCreate(id),
      requireOrder: true,
      // Checks the reservation and creates none. A payment without a reservation, such as a gift, pays for no order.
      claim: async (paidId) => (await orders.reservedFor(paidId)) === id,
    });
    if (!proof.ok) return { shipped: false, reason: proof.reason, message: proof.message };
    return { shipped: true, again: !(await orders.ship(id, proof.payment.requestId)) };
  };

  const reserve = async (id: string, requestId: string): Promise<Response> => {
    const expect = await orders.findOrCreate(id);
    if ((await orders.reservedFor(requestId)) === null) {
      // After the payment is sent, anyone can read its request id on the chain. So only an unsent payment can be
      // reserved.
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
    return what === 'shipping' ? Response.json(await ship(id, requestId)) : reserve(id, requestId);
  };

  const sweep = async (): Promise<void> => {
    for (const { id, requestId } of await orders.unshipped()) await ship(id, requestId);
  };

  return { handle, sweep };
}

async function requestIdOf(request: Request): Promise<string | null> {
  // Another site's page cannot send this content type without a CORS preflight, which fails.
  if (!request.headers.get('content-type')?.startsWith('application/json')) return null;
  const body = (await request.json().catch(() => null)) as { requestId?: unknown } | null;
  const id = typeof body?.requestId === 'string' ? body.requestId : '';
  return /^0x[0-9a-f]{64}$/i.test(id) ? id : null;
}

const problem = (status: number, message: string): Response => Response.json({ message }, { status });
