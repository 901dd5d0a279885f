/** `/devnet/faults`: reads and sets the fault switches. Only the devnet has this path. */

import { requestError } from '../base/request-error.js';
import type { ServiceEndpoint } from './endpoint.js';

const path = /^\/devnet\/faults$/;

export const faultSwitches: readonly ServiceEndpoint[] = [
  { method: 'GET', path, answer: (_, { faults }) => faults.on },
  {
    method: 'POST',
    path,
    answer({ body }, { faults }) {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) {
        throw requestError(400, 'INVALID_FAULT', 'The body must be an object of switches');
      }
      faults.set(body);
      return faults.on;
    },
  },
  {
    method: 'DELETE',
    path,
    answer(_, { faults }) {
      faults.clear();
      return faults.on;
    },
  },
];
