/** Runs the guard on a test case and returns the signature request. */
import { guardQuote } from '../../../src/payment/guard/guard-quote.js';
import type { PermitRequest } from '../../../src/vm/family/abilities.js';
import { type Case } from '../../support/quotes.js';

export async function signingOf(each: Case): Promise<PermitRequest> {
  const result = await guardQuote(each.quote, each.intent, each.registry);
  const request = result.ok ? result.requests.at(-1) : undefined;
  if (request?.kind !== 'signature') throw new Error(JSON.stringify(result));
  return request as PermitRequest;
}
