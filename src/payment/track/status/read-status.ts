/** Reads a payment's status from the service, together with the transactions that only the request record lists. */
import type { WireStatus } from '../../../api/responses/types.js';
import type { PaymentContext } from '../../context/context.js';
import { fetchRecordSoon } from '../../context/readers.js';
import { endedUnfunded } from '../../context/status.js';

/**
 * Reads the status. If the payment failed or was refunded, and the answer names no transaction and has no `inTxHashes`,
 * also reads the request record.
 */
export async function readStatus(context: PaymentContext, requestId: string, signal: AbortSignal): Promise<WireStatus> {
  const answer = await context.client.status(requestId, { signal });
  if (!endedUnfunded(answer)) return answer;
  return addRecordHashes(context, requestId, answer, signal);
}

/**
 * Sets `inTxHashes` and `txHashes` of a status answer without `inTxHashes` to the transactions of the request record
 * (`GET /requests/v2`). Changes nothing if the record contains no deposit or cannot be read.
 */
export async function addRecordHashes(
  context: PaymentContext,
  requestId: string,
  answer: WireStatus,
  signal: AbortSignal,
): Promise<WireStatus> {
  if (answer.inTxHashes !== undefined) return answer;
  const { inTxs = [], outTxs = [] } = (await fetchRecordSoon(context, requestId, signal)) ?? {};
  if (inTxs.length === 0) return answer;
  return { ...answer, inTxHashes: inTxs.map(({ hash }) => hash), txHashes: outTxs.map(({ hash }) => hash) };
}
