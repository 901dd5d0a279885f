/** Creates the receipt of a delivered payment. */
import type { WireStatus } from '../../../api/responses/types.js';
import { hashKey } from '../../../shared/chain.js';
import type { Payment, PaymentResult } from '../../../types.js';
import type { PaymentRecord } from '../../context/payment-record.js';
import type { Delivery } from './read-delivery.js';

/** Returns the receipt, with the transactions that the payment or the service's answer names. */
export function receiptOf(
  record: Pick<PaymentRecord, 'refs'>,
  { requestId, reference, quote, submissions }: Payment,
  { txHashes = [], inTxHashes = [] }: WireStatus,
  { paid, received, topup, sponsored, warnings }: Delivery,
): PaymentResult {
  // Add the hashes that only the service names, because a smart account's wallet can return another kind of hash.
  const isNew = (hash: string): boolean => submissions.every((each) => hashKey(each.hash) !== hashKey(hash));
  return Object.freeze({
    requestId,
    reference,
    paid: paid ?? quote.pays,
    received,
    ...(topup && { topup }),
    ...(sponsored && { sponsored }),
    origin: [...submissions, ...record.refs(quote.pays.chainId, inTxHashes.filter(isNew))],
    destination: record.refs(quote.receives.chainId, txHashes),
    ...(warnings.length > 0 && { warnings }),
  });
}
