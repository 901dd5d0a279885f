/** Checks the options of `createLedger`. */
import { config } from '../../errors.js';
import { parseBaseUrl } from '../../api/input.js';
import { assertBody, UNDEFINED, undefinedExcept, type BodyShape } from '../../api/requests/checks.js';
import {
  apiKeyText,
  callable,
  checked,
  flag,
  having,
  instance,
  integer,
  matching,
  unchecked,
  writtenText,
} from '../../shared/validation.js';
import { checkRegistry } from '../../vm/registry/registry.js';
import { assertTestSite, isTestMode } from '../verify-test-payment.js';
import type { LedgerDatabase } from './database/database.js';
import { DIALECTS } from './database/dialects.js';
import { PREFIX } from './database/schema.js';
import type { LedgerOptions } from './types.js';

const isDatabase = (value: unknown): value is never => {
  const { dialect, canAbandon, query, transaction, within } = Object(value) as Partial<LedgerDatabase<unknown>>;
  return (
    typeof dialect === 'string' &&
    Object.hasOwn(DIALECTS, dialect) &&
    (canAbandon === undefined || typeof canAbandon === 'boolean') &&
    [query, transaction, within].every((each) => typeof each === 'function')
  );
};

const shape: BodyShape<LedgerOptions<never>> = {
  name: 'the ledger’s options',
  checks: {
    baseUrl: writtenText,
    apiKey: apiKeyText,
    database: checked(isDatabase, 'the result of postgres() or sqlite(), or a LedgerDatabase of your own'),
    registry: instance,
    requireOrder: flag,
    allowTestPayments: flag,
    fetch: callable,
    prefix: matching(PREFIX, 'a prefix of lower-case letters, digits and _, such as "hub_pay_"'),
    onPaid: callable,
    afterPaid: callable,
    onAttention: callable,
    authorize: callable,
    visitor: callable,
    path: matching(/^\/[^?#]*$/, 'a path such as "/api/orders"'),
    readsPerMinute: integer(1),
    maxPayments: integer(1),
    finality: unchecked,
    clock: having('now', 'setTimeout', 'clearTimeout'),
  },
  needed: ['baseUrl', 'database'],
  rules: [],
};

/**
 * Only these options may be present but undefined, for example because an environment variable is not set. For any
 * other option, undefined is treated as a mistake.
 */
const MAY_BE_UNDEFINED: readonly string[] = ['apiKey', 'fetch', 'clock'];

/**
 * Checks the options.
 * @throws HubPayError `config` for an option that is missing, unknown or invalid, for one that is undefined and not in
 *   `MAY_BE_UNDEFINED`, and for test mode on a live site
 */
export function assertOptions<T>(options: LedgerOptions<T>): void {
  assertBody(options as unknown as LedgerOptions<never>, shape);
  const unset = undefinedExcept(options, MAY_BE_UNDEFINED);
  if (unset) throw config(unset, UNDEFINED);
  const { baseUrl, registry } = options;
  if (isTestMode({ baseUrl })) assertTestSite(options);
  else parseBaseUrl(baseUrl);
  const [problem] = registry ? checkRegistry(registry) : [];
  if (problem) throw config('registry', `is no registry: ${problem.path} ${problem.message}`);
}
