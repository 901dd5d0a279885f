/**
 * `POST /transactions/index` and `/transactions/single`: a client reports a payment. The solver checks this payment
 * immediately.
 */

import { requestError } from '../base/request-error.js';
import { checked, type ServiceEndpoint } from './endpoint.js';
import { statusOf } from '../orders/order-state.js';
import { orderFor, REQUEST_ID } from './status.js';

/** Hash of an EVM transaction, or signature of an SVM transaction. */
const HASH = /^(?:0x[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{80,90})$/;

export const indexTransaction: ServiceEndpoint = {
  method: 'POST',
  path: /^\/transactions\/index$/,
  async answer({ body }, { solver }) {
    const { txHash, chainId } = checked(body, {
      txHash: { type: 'string', required: true, pattern: HASH },
      chainId: { type: 'string', required: true, pattern: /^[0-9]{1,15}$/ },
    });
    const id = Number(chainId);
    if (!solver.chain(id)) throw requestError(400, 'UNSUPPORTED_CHAIN', `chainId: chain ${id} is not supported`);
    await solver.check(id, String(txHash));
    return { message: 'Success' };
  },
};

export const singleTransaction: ServiceEndpoint = {
  method: 'POST',
  path: /^\/transactions\/single$/,
  async answer({ body }, service) {
    const { tx, chainId, requestId } = checked(body, {
      tx: { type: 'string', required: true },
      chainId: { type: 'string', required: true, pattern: /^[0-9]{1,15}$/ },
      requestId: REQUEST_ID,
    });
    const order = orderFor(String(requestId), service);
    const { origin } = order;
    const id = Number(chainId);
    if (origin.chainId !== id)
      throw requestError(400, 'UNSUPPORTED_CHAIN', `chainId: the request is not paid on ${id}`);
    const hash = hashOf(String(tx));
    const { solver, faults } = service;
    if (statusOf(order) === 'waiting' && solver.isTaken(id, hash) && !faults.on.reuseTransfers)
      throw requestError(400, 'TRANSACTION_USED', 'tx: the transaction pays another request');
    await solver.check(id, hash);
    return { message: 'Success' };
  },
};

/**
 * Returns the hash of a transaction.
 * @param tx The transaction as JSON text: `from`, `to`, `data`, `value`, `chainId` and `txHash`
 */
function hashOf(tx: string): string {
  try {
    const { txHash } = JSON.parse(tx) as { txHash?: unknown };
    if (typeof txHash === 'string' && HASH.test(txHash)) return txHash;
  } catch {
    // The code throws the error for invalid JSON after this block.
  }
  throw requestError(400, 'INVALID_REQUEST', 'tx: must be a transaction as JSON text, with txHash');
}
