/**
 * Reads the service's record of a payment. If the service has replaced the request of a payment that is not delivered,
 * reads the record of the replacement instead, and so on.
 */
import type { HubClient } from '../api/client.js';
import { parseRequestId } from '../api/input.js';
import { parseRecord } from '../api/responses/parse.js';
import { textIn } from '../api/responses/record-fields.js';
import type { WireRecord, WireRequest } from '../api/responses/types.js';
import { HubPayError } from '../errors.js';
import { refuse, type PaymentReason, type Refusal } from './refusals.js';

/** The service's record, as the service sent it (`request`) and as parsed (`record`). */
type ReadRecord = { record: WireRecord; request: WireRequest };

/**
 * The record that decides. `firstCreatedAt` is when the service created the first request, whose id the server stored:
 * an ISO 8601 date and time, or undefined if the record does not contain it.
 */
export type FoundRecord = ReadRecord & { firstCreatedAt: string | undefined };

/** The result if no record decides. `isKnown` is false if the service has no record of the given id. */
export type NoRecord = { refusal: Refusal; isKnown: boolean };

/** The maximum number of replacements that are followed, one after the other. */
const MAX_REPLACEMENTS = 8;

/**
 * Returns the record that decides about the payment, or a refusal if none does. If a request is not delivered and names
 * its replacement, the replacement decides, because it carries the payer's money.
 * @throws HubPayError if the service cannot be read
 */
export async function readRecord(client: HubClient, requestId: string): Promise<FoundRecord | NoRecord> {
  const earlier: string[] = [];
  let firstCreatedAt: string | undefined;
  for (let id = requestId; ;) {
    const found = await recordOf(client, id, earlier);
    if ('refusal' in found) return found;
    const { status, supersededByRequestId: next, createdAt } = found.record;
    if (earlier.length === 0) firstCreatedAt = createdAt;
    if (status === 'success' || next === undefined || next === '') return { ...found, firstCreatedAt };
    earlier.push(id);
    const nextId = idIn(next);
    if (nextId === null || earlier.includes(nextId) || earlier.length > MAX_REPLACEMENTS)
      return unusable('unreachable', 'The record of the service does not lead to the request that replaced this one.');
    id = nextId;
  }
}

/**
 * Reads the record of one request. `earlier` contains the ids of the requests that this request has replaced, directly
 * or through others.
 */
async function recordOf(client: HubClient, id: string, earlier: readonly string[]): Promise<ReadRecord | NoRecord> {
  const isFirst = earlier.length === 0;
  const { requests } = await client.requests({ id, includeOrderData: true });
  // The response can contain several records, for example of child requests. Only the one with the requested id counts.
  const [request, second] = requests.filter((each) => each.id.toLowerCase() === id);
  // The service knows the first request of this payment, so the reason must not be `unknown-id`.
  if (!request && !isFirst) return unusable('pending', `The new request ${id} of this payment is not known yet.`);
  if (!request) return { refusal: refuse('unknown-id', 'The service knows no such payment.'), isKnown: false };
  if (second) return unusable('unreachable', 'The service gave two records of this payment. Ask again later.');
  const parent = textIn(request, 'parentRequestId')?.toLowerCase();
  if (parent !== undefined && isFirst)
    return unusable('unknown-id', 'This request is part of another payment, such as its refund or a new attempt.');
  if (parent !== undefined && !earlier.includes(parent))
    return unusable('unreachable', `The new request ${id} is part of another payment.`);
  try {
    return { request, record: parseRecord(request) };
  } catch (error) {
    if (!(error instanceof HubPayError)) throw error;
    return unusable('unreachable', `The record of the service could not be read: ${error.message}`);
  }
}

const unusable = (reason: PaymentReason, message: string): NoRecord => ({
  refusal: refuse(reason, message),
  isKnown: true,
});

function idIn(text: string): string | null {
  try {
    return parseRequestId(text);
  } catch {
    return null;
  }
}
