/** `POST /transactions/index`: a client tells of a deposit, and the solver looks at once. */

import { refused } from '../refused.js';
import { checked, type Endpoint } from './endpoint.js';

export const indexTransaction: Endpoint = {
  method: 'POST',
  path: /^\/transactions\/index$/,
  async answer({ body }, { solver }) {
    const { txHash, chainId } = checked(body, {
      txHash: { type: 'string', required: true, pattern: /^0x[0-9a-fA-F]{64}$/ },
      chainId: { type: 'string', required: true, pattern: /^[0-9]{1,15}$/ },
    });
    const id = Number(chainId);
    if (!solver.chain(id)) throw refused(400, 'UNSUPPORTED_CHAIN', `chainId: chain ${id} is not supported`);
    await solver.look(id, String(txHash));
    return { message: 'Success' };
  },
};
