/** `POST /execute/permits`: checks a signed permit and uses it with a transaction of the solver. */

import { isHex, recoverTypedDataAddress, type Hex } from 'viem';
import { refused } from '../refused.js';
import { statusOf, type Order } from '../state.js';
import { checked, type Endpoint, type Service } from './endpoint.js';
import { orderFor, REQUEST_ID } from './status.js';

const WORD = { type: 'string', required: true, pattern: /^[\w-]{1,32}$/ } as const;

export const permits: Endpoint = {
  method: 'POST',
  path: /^\/execute\/permits$/,
  async answer({ body, query }, service) {
    const { kind, requestId } = checked(body, { kind: WORD, requestId: REQUEST_ID, api: WORD });
    const order = orderFor(String(requestId), service);
    const signature = query.get('signature') ?? '';
    const { permit } = order;
    if (!permit || permit.data.post.body.kind !== kind)
      throw refused(400, 'PERMIT_FAILED', 'kind: nothing was to be signed so');
    if (!isHex(signature) || !(await isSigned(order, signature))) {
      throw refused(400, 'PERMIT_FAILED', 'signature: it is not the payer’s for this request');
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

/** A permit posted twice is used once. After a failed use it may be posted again. */
async function used(order: Order, signature: Hex, { solver, permits: uses }: Service): Promise<void> {
  if (statusOf(order) !== 'waiting') return;
  const use = uses.get(order.requestId) ?? solver.usePermit(order, signature);
  uses.set(order.requestId, use);
  try {
    await use;
  } catch {
    uses.delete(order.requestId);
    throw refused(400, 'PERMIT_FAILED', 'The signature could not be used');
  }
}
