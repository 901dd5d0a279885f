/** The interface of the service's endpoints, and the data that the server passes to them. */

import type { IncomingHttpHeaders } from 'node:http';
import type { Currency } from '../orders/currencies.js';
import type { Faults } from '../orders/faults.js';
import { findProblem, type FieldTable } from '../base/check-fields.js';
import { requestError } from '../base/request-error.js';
import type { Solver } from '../solver/solver.js';
import type { State } from '../orders/order-state.js';
import type { Venue } from '../venue/ledger.js';
import type { ServiceChain } from './service-chain.js';

export interface Service {
  readonly chains: readonly ServiceChain[];
  readonly currencies: readonly Currency[];
  readonly state: State;
  readonly solver: Solver;
  readonly faults: Faults;
  readonly venue: Venue;
  /**
   * The ids of the requests whose calls `POST /execute` has already sent. The endpoint refuses to send these calls
   * again.
   */
  readonly executing: Set<string>;
  /** Permits that clients posted, by request id. Each promise resolves when the solver has submitted the permit. */
  readonly permits: Map<string, Promise<void>>;
  /**
   * Data of the fault `statusBack`, by request id. `count` is the number of statuses in the order's history.
   * `isRepeated` is true if the service has already repeated the previous status.
   */
  readonly repeatedStatuses: Map<string, { count: number; isRepeated: boolean }>;
}

export interface EndpointRequest {
  /** The match of the endpoint's `path`, with its capture groups. */
  readonly match: RegExpExecArray;
  readonly query: URLSearchParams;
  /** Parsed JSON body. The value is `{}` if the request has no body. */
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
}

export interface ServiceEndpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: RegExp;
  /**
   * Returns the JSON body of the 200 response.
   * @throws RequestError for any other response
   */
  answer(call: EndpointRequest, service: Service): unknown;
}

/**
 * Checks the body or the query of a request.
 * @throws RequestError that names the first invalid field
 */
export function checked(value: unknown, fields: FieldTable): Record<string, unknown> {
  const problem = findProblem(value, fields);
  if (problem) throw requestError(400, 'INVALID_REQUEST', problem.message);
  return value as Record<string, unknown>;
}
