/**
 * Switches that make the service fail. `POST {base-url}/devnet/faults` with `{ "<switch>": value, … }` turns switches
 * on. The value `null` turns a switch off. `GET` returns the active switches, and `DELETE` turns all switches off.
 * Values of `…Ms` switches are milliseconds. A path also matches every longer path that starts with it.
 * - `answer`: `{ path, status, body, headers?, times? }` replaces the responses of an endpoint. `times` is the number
 *   of replaced responses; without `times`, the service replaces all responses. The service sends a string body
 *   unchanged, and any other body as JSON.
 * - `delayMs`: delays every response.
 * - `hang`: a request to this path gets no response.
 * - `cutBody`: a response from this path ends in the middle of its body.
 * - `disabledChains`: these chain ids are `disabled` in the chains listing, and the service refuses quotes for them.
 * - `priceImpact`: the price impact of every payment that the solver converts to another currency. The unit is basis
 *   points, and the maximum is 9000. If the value is at least 500, a quote request needs `overridePriceImpact`.
 * - `svmTooLarge`: `{ fitsAt, refuse? }` makes transactions of the SVM chain larger than 1232 bytes. A transaction fits
 *   only if `maxRouteLength` is at most `fitsAt` (4 or 3), or if the request names a single origin swap source
 *   (`fitsAt` at least 1). With 0, no transaction fits. With `refuse`, the service answers 400 instead of such a quote.
 * - `tamper`: the service falsifies quotes. The value is the name of an attack in `tamper-quote.ts`. With the value `{
 *   set: [[path, value], …] }`, the service changes members of a quote. A pair without a value removes the member.
 * - `statusBack`: after each new status, the service returns the previous status once.
 * - `ignoreDeposits`: the solver detects no deposits.
 * - `reuseTransfers`: a transfer within a chain pays every request that expects it, also one that is younger.
 * - `orderSeconds`: the solver refunds a deposit that is made later than this number of seconds after the quote.
 *   Default: 3600.
 * - `fillDelayMs`: time from the deposit to the fill.
 * - `failFills`: every fill fails. The statuses are `pending`, `failure`, `pending`, `refund`.
 * - `refundAfterMs`: time from `failure` to the refund. Default: 2500.
 * - `neverRefund`: the status stays `failure`.
 * - `shortFill`: a fill pays the recipient one smallest unit.
 * - `falseRefund`: the service reports a refund whose transaction does not exist. Needs `failFills`.
 * - `node`: the node in the listing does not answer (`down`), or reports every transaction as reverted (`reverted`).
 * - `svm`: the SVM chain forgets every sent transaction (`drop`), lets 151 slots pass before it reads a transaction
 *   (`expire`), or fails every simulation (`fail-simulation`).
 * - `svmNode`: the node of the SVM chain answers 429 (`busy`) or an HTML page (`html`), or it is `down`.
 * - `venue`: the venue refuses every transfer (`refuse`), executes it and closes the connection (`lose`), or is `down`.
 * - `venueDelayMs`: time before the venue reads a transfer.
 * - `venueNonce`: with `wrong`, the transfer of a quote has another nonce than the quote's first signature.
 * - `nonceMapping`: shape of the first signature of a withdrawal from the venue, `v1` (default) or `v2`.
 * - `stream`: the websocket refuses connections (`dead`), sends nothing (`silent`) or sends invalid JSON (`garbage`).
 */

import { findProblem, type FieldTable } from '../base/check-fields.js';
import { requestError } from '../base/request-error.js';
import { attackNames, type AttackName, type QuoteEdit } from './tamper-quote.js';

export interface FaultSwitches {
  answer?: { path: string; status: number; body: unknown; headers?: Record<string, string>; times?: number };
  delayMs?: number;
  hang?: string;
  cutBody?: string;
  disabledChains?: number[];
  priceImpact?: number;
  svmTooLarge?: { fitsAt: number; refuse?: boolean };
  tamper?: AttackName | { set: QuoteEdit[] };
  statusBack?: boolean;
  ignoreDeposits?: boolean;
  reuseTransfers?: boolean;
  orderSeconds?: number;
  fillDelayMs?: number;
  failFills?: boolean;
  refundAfterMs?: number;
  neverRefund?: boolean;
  shortFill?: boolean;
  falseRefund?: boolean;
  node?: 'down' | 'reverted';
  svm?: 'drop' | 'expire' | 'fail-simulation';
  venue?: 'refuse' | 'lose' | 'down';
  venueDelayMs?: number;
  venueNonce?: 'wrong';
  nonceMapping?: 'v1' | 'v2';
  svmNode?: 'busy' | 'html' | 'down';
  stream?: 'dead' | 'silent' | 'garbage';
}

export interface Faults {
  /** The active switches. The caller must read this property at each use, because `set` replaces the object. */
  readonly on: Readonly<FaultSwitches>;
  /** @throws RequestError (400) that names the unknown or invalid switches. In this case no switch changes. */
  set(switches: { [name in keyof FaultSwitches]: FaultSwitches[name] | null }): void;
  clear(): void;
}

export const faultNames: readonly (keyof FaultSwitches)[] = [
  'answer',
  'delayMs',
  'hang',
  'cutBody',
  'disabledChains',
  'priceImpact',
  'svmTooLarge',
  'tamper',
  'statusBack',
  'ignoreDeposits',
  'reuseTransfers',
  'orderSeconds',
  'fillDelayMs',
  'failFills',
  'refundAfterMs',
  'neverRefund',
  'shortFill',
  'falseRefund',
  'node',
  'svm',
  'svmNode',
  'venue',
  'venueDelayMs',
  'venueNonce',
  'nonceMapping',
  'stream',
];

const PATH = { type: 'string', pattern: /^\/[!-~]*$/, required: true } as const;
const MILLISECONDS = { type: 'number' } as const;
const FLAG = { type: 'boolean' } as const;

const SWITCHES: Record<keyof FaultSwitches, FieldTable[string]> = {
  answer: {
    type: 'object',
    members: {
      path: PATH,
      status: { type: 'number', required: true, min: 200, max: 599 },
      body: { type: 'any', required: true },
      headers: { type: 'object' },
      times: { type: 'number', min: 1 },
    },
  },
  delayMs: MILLISECONDS,
  hang: PATH,
  cutBody: PATH,
  disabledChains: { type: 'array', items: { type: 'number' } },
  priceImpact: { type: 'number', max: 9_000 },
  svmTooLarge: {
    type: 'object',
    members: { fitsAt: { type: 'number', required: true, max: 4 }, refuse: FLAG },
  },
  tamper: { type: 'any' },
  statusBack: FLAG,
  ignoreDeposits: FLAG,
  reuseTransfers: FLAG,
  orderSeconds: { type: 'number', min: 1 },
  fillDelayMs: MILLISECONDS,
  failFills: FLAG,
  refundAfterMs: MILLISECONDS,
  neverRefund: FLAG,
  shortFill: FLAG,
  falseRefund: FLAG,
  node: { type: 'string', oneOf: ['down', 'reverted'] },
  svm: { type: 'string', oneOf: ['drop', 'expire', 'fail-simulation'] },
  svmNode: { type: 'string', oneOf: ['busy', 'html', 'down'] },
  venue: { type: 'string', oneOf: ['refuse', 'lose', 'down'] },
  venueDelayMs: MILLISECONDS,
  venueNonce: { type: 'string', oneOf: ['wrong'] },
  nonceMapping: { type: 'string', oneOf: ['v1', 'v2'] },
  stream: { type: 'string', oneOf: ['dead', 'silent', 'garbage'] },
};
const EDITS: FieldTable = {
  set: { type: 'array', required: true, minItems: 1, items: { type: 'array', minItems: 1 } },
};

export function createFaults(): Faults {
  let on: FaultSwitches = {};
  return {
    get on() {
      return on;
    },
    set(switches) {
      const active = Object.entries(switches).filter(([, value]) => value !== null);
      const names = Object.keys(switches).filter((name) => !Object.hasOwn(SWITCHES, name));
      if (names.length) throw wrong(`${names.join(', ')}: no such switch; there are ${faultNames.join(', ')}`);
      for (const [name, value] of active) {
        const problem = findProblem({ [name]: value }, { [name]: SWITCHES[name as keyof FaultSwitches] });
        if (problem) throw wrong(problem.message);
        if (name === 'tamper') checkTamper(value);
      }
      const next = Object.entries({ ...on, ...switches }).filter(([, value]) => value !== null);
      on = Object.fromEntries(next);
    },
    clear() {
      on = {};
    },
  };
}

function checkTamper(value: unknown): void {
  if (typeof value === 'string') {
    if (!(attackNames as readonly string[]).includes(value)) {
      throw wrong(`tamper: no attack ${value}; there are ${attackNames.join(', ')}`);
    }
    return;
  }
  const problem = findProblem(value, EDITS, 'tamper');
  if (problem) throw wrong(problem.message);
}

function wrong(message: string): Error {
  return requestError(400, 'INVALID_FAULT', message);
}
