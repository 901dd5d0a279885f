/** Verifies a payment on a merchant's server, by comparing the service's record of it with the merchant's order. */
import { HubClient } from '../api/client.js';
import { parseRequestId } from '../api/input.js';
import { assertBody, UNDEFINED, undefinedExcept, type BodyShape } from '../api/requests/checks.js';
import { config } from '../errors.js';
import { callable, flag, unchecked, writtenText } from '../shared/validation.js';
import { checkedExpectation } from './expectation.js';
import { judgePayment } from './judge.js';
import { refuse } from './refusals.js';
import type { VerifyOptions, VerifyResult } from './types.js';
import { isTestMode, verifyTestPayment } from './verify-test-payment.js';

/**
 * Reads the service's record of the payment, and compares it with the option `expect`. If the service has replaced the
 * request of an undelivered payment, reads the record of the replacement. Even then, `claim` receives the id that you
 * passed, in lower case, and `payment.requestId` is this id. In test mode (`demo:`), reads the id itself instead of a
 * record.
 * @throws HubPayError `config` for an option that is unknown or of another type, for `claim` or a flag that is present
 *   but undefined, for an invalid base URL or `expect`, and for `demo:` with a well-formed id on a live site; also any
 *   error that `claim` throws
 */
export async function verifyPayment(options: VerifyOptions): Promise<VerifyResult> {
  assertBody(options, verifyShape);
  const unset = undefinedExcept(options, MAY_BE_UNDEFINED);
  if (unset) throw config(unset, UNDEFINED);
  const expected = checkedExpectation(options.expect);
  const { baseUrl, apiKey, fetch } = options;
  const client = isTestMode(options)
    ? null
    : new HubClient({ baseUrl, ...(apiKey !== undefined && { apiKey }), ...(fetch && { fetch }) });
  let requestId: string;
  try {
    requestId = parseRequestId(options.requestId);
  } catch {
    return refuse('unknown-id', 'This is not a request id: a request id has 32 bytes in hex, with the prefix 0x.');
  }
  if (!client) return verifyTestPayment(options, requestId, expected);
  const { registry } = options.expect;
  const verdict = await judgePayment(client, {
    requestId,
    expected,
    registry,
    requireOrder: options.requireOrder !== false,
  });
  if (verdict.name === 'down') return refuse('unreachable', verdict.message);
  if (verdict.name === 'refused') return verdict.refusal;
  const isOurs: unknown = options.claim ? await options.claim(requestId) : true;
  if (isOurs !== true) {
    return { ok: false, reason: 'already-used', message: 'Your server did not store this payment for this order.' };
  }
  const { keys } = verdict.facts;
  return { ok: true, payment: verdict.payment, delivery: keys[0] ?? requestId, deliveries: [...keys] };
}

/**
 * Only these options may be present but undefined. The id comes from the page, and `expect` has errors of its own. An
 * undefined `claim` is probably a misspelt property of the merchant's module, and would let a payment pay two orders.
 */
const MAY_BE_UNDEFINED: readonly string[] = ['apiKey', 'fetch', 'requestId', 'expect'];

/** The members of the options. Without this check, a misspelt `claim` would be ignored, and the id not checked. */
const verifyShape: BodyShape<VerifyOptions> = {
  name: 'the options',
  checks: {
    baseUrl: writtenText,
    apiKey: writtenText,
    // The request id comes from the page, so a value of another type leads to a refusal instead of an error.
    requestId: unchecked,
    expect: unchecked,
    claim: callable,
    requireOrder: flag,
    allowTestPayments: flag,
    fetch: callable,
  },
  needed: [],
  rules: [],
};
