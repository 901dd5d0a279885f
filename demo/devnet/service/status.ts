/** `GET /intents/status/v3` and `GET /intents/status`: returns the status of a request. */

import { requestError } from '../base/request-error.js';
import { statusOf, type Order, type Status } from '../orders/order-state.js';
import { checked, type ServiceEndpoint, type Service } from './endpoint.js';

export const REQUEST_ID = { type: 'string', required: true, pattern: /^0x[0-9a-fA-F]{64}$/ } as const;

export const status: ServiceEndpoint = {
  method: 'GET',
  path: /^\/intents\/status(?:\/v3)?$/,
  answer({ query }, service) {
    const { requestId } = checked(Object.fromEntries(query), { requestId: REQUEST_ID });
    const order = orderFor(String(requestId), service);
    return statusBody(order, reportedStatus(order, service));
  },
};

/** @throws RequestError (404) if the request does not exist */
export function orderFor(requestId: string, { state }: Service): Order {
  const order = state.byRequestId(requestId);
  if (!order) throw requestError(404, 'NOT_FOUND', 'Request not found');
  return order;
}

/** Returns the response body for this status. Without `status`, uses the order's current status. */
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

/** Returns the current status. With the fault `statusBack`, returns the previous status once after each new status. */
function reportedStatus({ requestId, history }: Order, { faults, repeatedStatuses }: Service): Status {
  const last = history.at(-1)!;
  const before = history.at(-2);
  if (!faults.on.statusBack || !before) return last;
  const reported = repeatedStatuses.get(requestId);
  if (reported?.count !== history.length) {
    repeatedStatuses.set(requestId, { count: history.length, isRepeated: false });
    return last;
  }
  if (reported.isRepeated) return last;
  reported.isRepeated = true;
  return before;
}
