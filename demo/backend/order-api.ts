/** The shop's order API. The API reserves a payment for an order before the wallet prompts, and ships paid orders. */
import { verifyPayment, type FetchHandler } from '../../src/server/index.js';
import type { PaymentResult } from '../../src/types.js';
import type { Orders, Proof, Refusal, Reservation } from './orders.js';
import { sessionOf } from './session-cookie.js';
import { reasonOf, standings, type Reason } from './standings.js';

export interface OrderApiOptions {
  orders: Orders;
  baseUrl: string;
  apiKey: string;
  /** Replaces the platform's `fetch`. */
  fetch?: typeof fetch | undefined;
}

export interface OrderApi {
  handle: FetchHandler;
  /**
   * Verifies the reserved payments of all orders, and ships the paid orders. A page does not report every payment, for
   * example because the payer closed it too early.
   */
  sweep: () => Promise<void>;
  /**
   * Verifies the reserved payments of this order, and ships the order if one of them is delivered. Resolves to the
   * reason why the other payments do not pay the order.
   */
  check: (id: string) => Promise<Reason>;
}

/** `again` is true if this payment has shipped the order before. `reason` tells why the payment ships nothing. */
export type Shipping = { shipped: true; again: boolean } | { shipped: false; reason: Refusal; message: string };

/** How many payments that can still pay it one order reserves. The shop asks the service for each of them. */
const MOST_RESERVED = 20;

/** The service never changes these reasons, so the shop does not ask for such a payment again. */
const FINAL: readonly Refusal[] = [
  'refunded',
  'recipient',
  'chain',
  'currency',
  'amount',
  'calls',
  'too-old',
  'second',
  'disputed',
];

/**
 * `POST /api/orders/<id>/payment` reserves a payment for the order. `POST /api/orders/<id>/shipping` verifies the
 * payment and ships the order. Both requests have the body `{ requestId }`.
 */
export function createOrderApi({ orders, baseUrl, apiKey, fetch }: OrderApiOptions): OrderApi {
  const service = { baseUrl, apiKey, ...(fetch && { fetch }) };

  const ship = async (id: string, requestId: string, session: string | null = null): Promise<Shipping> => {
    const proof = await verifyPayment({
      ...service,
      requestId,
      expect: await orders.findOrCreate(id, session),
      // Accept only a payment that is reserved for this order. A gift, for example, has no reservation.
      claim: async (paidId) => (await orders.reservedFor(paidId)) === id,
    });
    const shipment = proof.ok ? await orders.ship(id, proofOf(proof.payment), proof.delivery) : proof.reason;
    if (shipment === 'now' || shipment === 'before') return { shipped: true, again: shipment === 'before' };
    return { shipped: false, reason: shipment, message: standings[shipment].text };
  };

  /** Verifies a reserved payment, and ships its order if the payment is delivered. Resolves to its refusal, if any. */
  const settleOne = async ({ id, requestId }: Reservation): Promise<{ requestId: string; refusal: Refusal }[]> => {
    const shipping = await ship(id, requestId);
    if (shipping.shipped) return [];
    const { reason: refusal } = shipping;
    await orders.asked(requestId, refusal !== 'unknown-id');
    if (FINAL.includes(refusal)) await orders.refuse(requestId, refusal);
    if (refusal === 'disputed') console.warn(`${id}: the payment ${requestId} has paid another order. Look at it.`);
    if (refusal === 'second') console.warn(`${id} was paid twice. Return the payment ${requestId} to the payer.`);
    return [{ requestId, refusal }];
  };

  /**
   * Verifies the reserved payments of the order, and ships it if one of them is delivered. Resolves to the reason why
   * the others do not pay it. Leaves out the payment `except`.
   */
  const settle = async (id: string, except = ''): Promise<Reason> => {
    const refused = await orders.refusals(id);
    const found = await Promise.all((await orders.unsettled(id)).map(settleOne));
    const others = [...refused, ...found.flat()].filter(({ requestId }) => requestId !== except.toLowerCase());
    return reasonOf(others.map(({ refusal }) => refusal));
  };

  const sweep = async (): Promise<void> => {
    for (const reservation of await orders.due()) await settleOne(reservation);
  };

  const reserve = async (id: string, requestId: string, session: string | null): Promise<Response> => {
    const expect = await orders.findOrCreate(id, session);
    const owner = (await orders.find(id))?.session ?? null;
    if (owner !== null && owner !== session) return problem(403, 'This order belongs to another visitor.');
    const others = (await orders.unsettled(id)).filter((each) => each.requestId !== requestId.toLowerCase());
    if (others.length >= MOST_RESERVED) return problem(409, 'Too many payments of this order were started.');
    const reason = await settle(id, requestId);
    // A page can stay open after its order was paid on another page.
    if ((await orders.find(id))?.proof) return problem(409, 'This order is already paid.');
    if (standings[reason].isBound) return problem(reason === 'unreachable' ? 503 : 409, standings[reason].text);
    if ((await orders.reservedFor(requestId)) === null) {
      // After a payment is sent, anyone can read its request id on the chain. Therefore the API reserves only a payment
      // that is not sent yet.
      const proof = await verifyPayment({ ...service, requestId, expect });
      if (proof.ok) return problem(409, 'This payment is already made.');
      if (proof.reason === 'unreachable') return problem(503, standings.unreachable.text);
      if (proof.reason !== 'unknown-id') return problem(409, standings[proof.reason].text);
    }
    if (await orders.reserve(requestId, id)) return Response.json({ reserved: true });
    return problem(409, 'This payment belongs to another order.');
  };

  const handle: FetchHandler = async (request) => {
    const [, id, what] = /^\/api\/orders\/([\w-]{1,64})\/(payment|shipping)$/.exec(new URL(request.url).pathname) ?? [];
    if (id === undefined || request.method !== 'POST') return problem(404, 'This path does not exist.');
    const requestId = await requestIdOf(request);
    if (requestId === null) return problem(400, 'The body must be { requestId }.');
    const session = sessionOf(request);
    if ((await orders.findOrCreate(id, session)).amount === '0') return problem(409, 'The cart is empty.');
    return what === 'shipping' ? Response.json(await ship(id, requestId, session)) : reserve(id, requestId, session);
  };

  return { handle, sweep, check: (id) => settle(id) };
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
