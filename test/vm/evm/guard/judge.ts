/** Calls guardSteps with the steps of a test case. Allows signatures if the intent of the case allows them. */
import type { WireStep } from '../../../../src/api/responses/types.js';
import type { GuardContext, Verdict } from '../../../../src/vm/family/adapter.js';
import { guardSignature, pullersOf } from '../../../../src/vm/evm/guard/signature.js';
import { guardRouting } from '../../../../src/vm/evm/guard/router.js';
import { guardSteps, type RareGuards } from '../../../../src/vm/evm/guard/steps.js';
import type { Case } from '../../../support/quotes.js';
import { amounts, ids, read } from '../../../support/quotes.js';

export const contextOf = ({ quote, intent, registry }: Case): GuardContext => ({
  intent: intent as GuardContext['intent'],
  orderId: ids.order,
  requestId: ids.request,
  leastOut: amounts.out,
  oneCurrency:
    intent.originChainId === intent.destinationChainId && intent.originCurrency === intent.destinationCurrency,
  amountIn: BigInt(String(read(quote, 'details.currencyIn.amount'))),
  chain: registry.chains[0]!,
});

/** The guards of a page that has not allowed signatures. */
export const routerOnly: RareGuards = { routing: guardRouting, signatures: null };

export const judge = (each: Case): Verdict =>
  guardSteps(
    read(each.quote, 'steps') as WireStep[],
    contextOf(each),
    each.intent.usePermit === true ? { ...routerOnly, signatures: { guardSignature, pullersOf } } : routerOnly,
  );
