/** Calls the guard of SVM chains with the steps of a test case. */
import type { WireStep } from '../../../src/api/responses/types.js';
import type { GuardContext, Verdict } from '../../../src/vm/family/adapter.js';
import { guardSteps } from '../../../src/vm/svm/guard/steps.js';
import { amounts, ids, read, type Case } from '../../support/quotes.js';

export const contextOf = ({ quote, intent, registry }: Case): GuardContext => ({
  intent: intent as GuardContext['intent'],
  orderId: (read(quote, 'protocol.v2.orderId') as string | undefined) ?? ids.request,
  requestId: ids.request,
  leastOut: amounts.out,
  oneCurrency: false,
  amountIn: BigInt(String(read(quote, 'details.currencyIn.amount'))),
  chain: registry.chains[0]!,
});

export const judge = (each: Case): Verdict => guardSteps(read(each.quote, 'steps') as WireStep[], contextOf(each));
