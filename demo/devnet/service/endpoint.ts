/** What every endpoint of the service is given, and what it is. */

import type { IncomingHttpHeaders } from 'node:http';
import type { EvmChain } from '../chains.js';
import type { Currency } from '../currencies.js';
import type { Faults } from '../faults.js';
import { findProblem, type Fields } from '../fields.js';
import { refused } from '../refused.js';
import type { Solver } from '../solver.js';
import type { State } from '../state.js';
import type { TransactionReader } from './transactions.js';

/** One run's parts. */
export interface Service {
  readonly chains: readonly EvmChain[];
  readonly currencies: readonly Currency[];
  readonly state: State;
  readonly solver: Solver;
  readonly faults: Faults;
  readonly readTransaction: TransactionReader;
  /** Requests whose calls were sent by `/execute`: each is executed once. */
  readonly executing: Set<string>;
  /** By request id: what was signed for it is used once. */
  readonly permits: Map<string, Promise<void>>;
  /** For the fault `statusBack`, by request id: how many stations were told, and if the one before was told again. */
  readonly tellings: Map<string, { stations: number; wentBack: boolean }>;
}

export interface Call {
  /** The path's groups. */
  readonly match: RegExpExecArray;
  readonly query: URLSearchParams;
  /** The parsed JSON body; `{}` where none was sent. */
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: RegExp;
  /** The JSON body of the 200 answer. @throws Refused */
  answer(call: Call, service: Service): unknown;
}

/** The body or query of an endpoint other than quotes. @throws Refused naming the first field that is wrong. */
export function checked(value: unknown, fields: Fields): Record<string, unknown> {
  const problem = findProblem(value, fields);
  if (problem) throw refused(400, 'INVALID_REQUEST', problem.message);
  return value as Record<string, unknown>;
}
