/** Reads a status of the service together with the deposits that only the request record lists. */
import type { WireStatus } from '../../../api/responses/types.js';
import type { PaymentContext } from '../../context/context.js';
import { fetchRecordSoon } from '../../context/readers.js';
import { endedUnfunded } from '../../context/status.js';

/** Reads the status, and also the request record if the payment ended and the status names no transaction. */
export async function readStatus(context: PaymentContext, requestId: string, signal: AbortSignal): Promise<WireStatus> {
  const answer = await context.client.status(requestId, { signal });
  if (!endedUnfunded(answer)) return answer;
  return addRecordHashes(context, requestId, answer, signal);
}

/** Adds the deposits of the request record (`GET /requests/v2`) to a status answer that lists no deposits. */
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
