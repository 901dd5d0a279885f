/** Runs the guard on a test case and returns the signature request. */
import { guardQuote } from '../../../src/payment/guard/guard-quote.js';
import type { WalletRequest } from '../../../src/types.js';
import { type Case } from '../../support/quotes.js';

export type Signing = Extract<WalletRequest, { kind: 'signature' }>;

export async function signingOf(each: Case): Promise<Signing> {
  const result = await guardQuote(each.quote, each.intent, each.registry);
  const request = result.ok ? result.requests.at(-1) : undefined;
  if (request?.kind !== 'signature') throw new Error(JSON.stringify(result));
  return request;
}
