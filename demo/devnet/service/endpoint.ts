/** The interface of the service's endpoints, and the data that the server passes to them. */

import type { IncomingHttpHeaders } from 'node:http';
import type { EvmChain } from '../chains.js';
import type { Currency } from '../currencies.js';
import type { Faults } from '../faults.js';
import { findProblem, type FieldTable } from '../check-fields.js';
import { requestError } from '../request-error.js';
import type { Solver } from '../solver.js';
import type { State } from '../order-state.js';
import type { TransactionReader } from './transactions.js';

/** The components of one running devnet. */
export interface Service {
  readonly chains: readonly EvmChain[];
  readonly currencies: readonly Currency[];
  readonly state: State;
  readonly solver: Solver;
  readonly faults: Faults;
  readonly readTransaction: TransactionReader;
  /** Ids of requests whose calls `POST /execute` has sent. The calls of a request are sent only once. */
  readonly executing: Set<string>;
  /** By request id: a promise that resolves when the solver has submitted the permit. Each permit is used once. */
  readonly permits: Map<string, Promise<void>>;
  /**
   * For the fault `statusBack`, by request id. `count`: length of the status history when a new status was last
   * returned. `isRepeated`: true after the previous status was returned again.
   */
  readonly repeatedStatuses: Map<string, { count: number; isRepeated: boolean }>;
}

export interface EndpointRequest {
  /** Capture groups of the path. */
  readonly match: RegExpExecArray;
  readonly query: URLSearchParams;
  /** Parsed JSON body; `{}` if none was sent. */
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
 * Checks the body or the query of a request. Quotes and `/execute` have their own checks.
 * @throws RequestError that names the first invalid field
 */
export function checked(value: unknown, fields: FieldTable): Record<string, unknown> {
  const problem = findProblem(value, fields);
  if (problem) throw requestError(400, 'INVALID_REQUEST', problem.message);
  return value as Record<string, unknown>;
}
