/** `GET /requests/<request_id>/signature`: returns the attestation of a request. */

import { forger, solver } from '../base/accounts.js';
import { attest } from '../base/sign-attestation.js';
import type { ServiceEndpoint } from './endpoint.js';
import { orderFor } from './status.js';

export const signature: ServiceEndpoint = {
  method: 'GET',
  path: /^\/requests\/(0x[0-9a-fA-F]{64})\/signature$/,
  answer({ match }, service) {
    const { requestId, origin, destination } = orderFor(match[1]!, service);
    const signer = service.faults.on.tamper === 'attestation' ? forger : solver;
    return attest(signer, requestId, {
      originChainId: origin.chainId,
      originUser: origin.user,
      originCurrency: origin.currency,
      originAmount: String(origin.amount),
      destinationChainId: destination.chainId,
      destinationUser: destination.recipient,
    });
  },
};
