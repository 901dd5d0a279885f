/** `GET /intents/status/v3` and `GET /intents/status`: returns the status of a request. */

import { refused } from '../refused.js';
import { statusOf, type Order, type Status } from '../state.js';
import { checked, type Endpoint, type Service } from './endpoint.js';

export const REQUEST_ID = { type: 'string', required: true, pattern: /^0x[0-9a-fA-F]{64}$/ } as const;

export const status: Endpoint = {
  method: 'GET',
  path: /^\/intents\/status(?:\/v3)?$/,
  answer({ query }, service) {
    const { requestId } = checked(Object.fromEntries(query), { requestId: REQUEST_ID });
    const order = orderFor(String(requestId), service);
    return statusBody(order, told(order, service));
  },
};

/** @throws Refused (404) if the request does not exist */
export function orderFor(requestId: string, { state }: Service): Order {
  const order = state.byRequestId(requestId);
  if (!order) throw refused(404, 'NOT_FOUND', 'Request not found');
  return order;
}

/** The response for an order at this status; default: its current status. */
export function statusBody(order: Order, status: Status = statusOf(order)) {
  const settled = status === 'success' || status === 'refund';
  const failed = status === 'failure' || status === 'refund';
  return {
    status,
    inTxHashes: status === 'waiting' ? [] : order.deposits.map(({ hash }) => hash),
    txHashes: settled ? order.payouts.map(({ hash }) => hash) : [],
    updatedAt: order.updatedAt,
    originChainId: order.origin.chainId,
    destinationChainId: order.destination.chainId,
    quoteCreatedAt: order.createdAt,
    ...(failed && order.failReason ? { failReason: order.failReason } : {}),
    ...(failed && order.refundFailReason ? { refundFailReason: order.refundFailReason } : {}),
  };
}

/** The current status. With the fault `statusBack`, the previous status is returned once after each new one. */
function told({ requestId, history }: Order, { faults, tellings }: Service): Status {
  const last = history.at(-1)!;
  const before = history.at(-2);
  if (!faults.on.statusBack || !before) return last;
  const seen = tellings.get(requestId);
  if (seen?.stations !== history.length) {
    tellings.set(requestId, { stations: history.length, wentBack: false });
    return last;
  }
  if (seen.wentBack) return last;
  seen.wentBack = true;
  return before;
}
