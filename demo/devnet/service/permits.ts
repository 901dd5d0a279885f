/** `POST /execute/permits`: checks the payer's signature of a permit. After that, the solver submits the permit. */

import { isHex, recoverTypedDataAddress, type Hex } from 'viem';
import { requestError } from '../base/request-error.js';
import { statusOf, type Order } from '../orders/order-state.js';
import { checked, type ServiceEndpoint, type Service } from './endpoint.js';
import { orderFor, REQUEST_ID } from './status.js';

const NAME = { type: 'string', required: true, pattern: /^[\w-]{1,32}$/ } as const;

export const permits: ServiceEndpoint = {
  method: 'POST',
  path: /^\/execute\/permits$/,
  async answer({ body, query }, service) {
    const { kind, requestId } = checked(body, { kind: NAME, requestId: REQUEST_ID, api: NAME });
    const order = orderFor(String(requestId), service);
    const signature = query.get('signature') ?? '';
    const { permit } = order;
    if (!permit || permit.data.post.body.kind !== kind)
      throw requestError(400, 'PERMIT_FAILED', 'kind: the quote has no signature of this kind');
    if (!isHex(signature) || !(await isSigned(order, signature))) {
      throw requestError(400, 'PERMIT_FAILED', 'signature: the payer did not sign this request');
    }
    await used(order, signature, service);
    return { message: 'Success' };
  },
};

async function isSigned({ permit, origin }: Order, signature: Hex): Promise<boolean> {
  const { domain, types, primaryType, value: message } = permit!.data.sign;
  const signer = await recoverTypedDataAddress({ domain, types, primaryType, message, signature }).catch(() => '');
  return signer.toLowerCase() === origin.user.toLowerCase();
}

/**
 * Uses a permit only once, even if the client posts it twice. After a failure, the client can post the permit again.
 */
async function used(order: Order, signature: Hex, { solver, permits: uses }: Service): Promise<void> {
  if (statusOf(order) !== 'waiting') return;
  const use = uses.get(order.requestId) ?? solver.usePermit(order, signature);
  uses.set(order.requestId, use);
  try {
    await use;
  } catch {
    uses.delete(order.requestId);
    throw requestError(400, 'PERMIT_FAILED', 'The signature could not be used');
  }
}
