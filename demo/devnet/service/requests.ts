/** `GET /requests/v2`: lists paid requests, by default the newest first. */

import { requestError } from '../base/request-error.js';
import type { FieldTable } from '../base/check-fields.js';
import { STATUSES, statusOf, type Order } from '../orders/order-state.js';
import { checked, type ServiceEndpoint } from './endpoint.js';
import { requestRecord } from './request-record.js';

const TEXT = { type: 'string' } as const;
const WHOLE = { type: 'string', pattern: /^[0-9]{1,15}$/ } as const;
const FLAG = { type: 'string', oneOf: ['true', 'false'] } as const;
const FIELDS: FieldTable = {
  limit: { type: 'string', pattern: /^(?:[1-9]|[1-4][0-9]|50)$/ },
  continuation: TEXT,
  user: TEXT,
  hash: TEXT,
  id: TEXT,
  orderId: TEXT,
  referrer: TEXT,
  apiKey: TEXT,
  depositAddress: TEXT,
  originChainId: WHOLE,
  destinationChainId: WHOLE,
  chainId: WHOLE,
  privateChainsToInclude: TEXT,
  includeOrderData: FLAG,
  startTimestamp: WHOLE,
  endTimestamp: WHOLE,
  startBlock: WHOLE,
  endBlock: WHOLE,
  includeChildRequests: FLAG,
  status: { type: 'string', oneOf: STATUSES },
  sortBy: { type: 'string', oneOf: ['createdAt', 'updatedAt'] },
  sortDirection: { type: 'string', oneOf: ['asc', 'desc'] },
};

export const requests: ServiceEndpoint = {
  method: 'GET',
  path: /^\/requests\/v2$/,
  async answer({ query }, service) {
    const filters = checked(Object.fromEntries(query), FIELDS) as Filters;
    const { limit = '20', sortBy = 'createdAt', sortDirection = 'desc', continuation } = filters;
    const sign = sortDirection === 'asc' ? 1 : -1;
    const placeOf = (order: Order): PageStart => ({ at: order[sortBy], id: order.requestId });
    const compare = (a: PageStart, b: PageStart): number => sign * (a.at - b.at || a.id.localeCompare(b.id));
    const after = continuation === undefined ? undefined : readCursor(continuation);
    const rest = service.state
      .all()
      .filter((order) => matches(order, filters) && (!after || compare(placeOf(order), after) > 0))
      .sort((a, b) => compare(placeOf(a), placeOf(b)));
    const page = rest.slice(0, Number(limit));
    const last = page.at(-1);
    return {
      requests: await Promise.all(
        page.map((order) => requestRecord(order, service.chains, filters.includeOrderData === 'true')),
      ),
      ...(last && rest.length > page.length ? { continuation: cursorOf(placeOf(last)) } : {}),
    };
  },
};

type Filters = Partial<Record<'limit' | 'continuation' | 'user' | 'hash' | 'id' | 'orderId' | 'referrer', string>> &
  Partial<Record<'apiKey' | 'depositAddress' | 'originChainId' | 'destinationChainId' | 'chainId', string>> &
  Partial<Record<'startTimestamp' | 'endTimestamp' | 'startBlock' | 'endBlock' | 'status', string>> & {
    includeOrderData?: 'true' | 'false';
    includeChildRequests?: 'true' | 'false';
    sortBy?: 'createdAt' | 'updatedAt';
    sortDirection?: 'asc' | 'desc';
  };

/**
 * Whether the order matches the filters. A request appears in the history after its first deposit. The refund of an
 * additional deposit is a child request.
 */
function matches(order: Order, filters: Filters): boolean {
  const { origin, destination, quoted, deposits, payouts, depositAddress } = order;
  const same = (filter: string | undefined, ...values: (string | undefined)[]): boolean =>
    filter === undefined || values.some((value) => value?.toLowerCase() === filter.toLowerCase());
  const chainIs = (filter: string | undefined, ...ids: number[]): boolean =>
    filter === undefined || ids.includes(Number(filter));
  const within = (value: number, from: string | undefined, to: string | undefined): boolean =>
    (from === undefined || value >= Number(from)) && (to === undefined || value <= Number(to));
  const isOne = filters.id !== undefined || filters.depositAddress !== undefined;
  const withChildren = filters.includeChildRequests === 'true' && isOne;
  const eitherChain = filters.originChainId === undefined && filters.destinationChainId === undefined;
  return (
    deposits.length > 0 &&
    same(filters.depositAddress, depositAddress?.address) &&
    (withChildren || order.parentId === undefined || filters.id !== undefined) &&
    same(filters.id, order.requestId, withChildren ? order.parentId : undefined) &&
    same(filters.orderId, order.orderId) &&
    same(filters.user, origin.user) &&
    same(filters.hash, ...deposits.map(({ hash }) => hash), ...payouts.map(({ hash }) => hash)) &&
    same(filters.referrer, quoted.referrer) &&
    (filters.apiKey === undefined || filters.apiKey === quoted.apiKey) &&
    same(filters.status, statusOf(order)) &&
    chainIs(filters.originChainId, origin.chainId) &&
    chainIs(filters.destinationChainId, destination.chainId) &&
    (!eitherChain || chainIs(filters.chainId, origin.chainId, destination.chainId)) &&
    within(order.createdAt / 1_000, filters.startTimestamp, filters.endTimestamp) &&
    within(Number(deposits[0]!.block), filters.startBlock, filters.endBlock)
  );
}

/** Sort key of a record. The key is also the cursor from which the next page starts. */
interface PageStart {
  at: number;
  id: string;
}

function cursorOf({ at, id }: PageStart): string {
  return Buffer.from(`${at}:${id}`).toString('base64url');
}

/** @throws RequestError if the cursor is invalid */
function readCursor(continuation: string): PageStart {
  const [, at, id] = /^(\d+):(0x[0-9a-f]{64})$/.exec(Buffer.from(continuation, 'base64url').toString()) ?? [];
  if (!at || !id) throw requestError(400, 'INVALID_REQUEST', 'continuation must be the cursor of an earlier answer');
  return { at: Number(at), id };
}
