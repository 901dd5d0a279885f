/** Tests that a quote guards further steps of the service with everything that the payer has confirmed. */
import { expect } from 'chai';
import type { WireStep } from '../../../src/api/responses/types.js';
import { HubPayError } from '../../../src/errors.js';
import type { GuardedQuote } from '../../../src/payment/quote/plan-steps.js';
import { guardAnswer } from '../../../src/payment/quote/request-quote.js';
import { allowanceCase, authorizationCase } from '../../support/permit-quotes.js';
import { contracts, ids, nativeCase, people, toEther, type Case, type Json } from '../../support/quotes.js';
import { NOW } from '../../support/samples.js';

const stepsOf = ({ quote }: Case): WireStep[] => quote['steps'] as WireStep[];
const guarded = ({ quote, intent, registry }: Case): Promise<GuardedQuote> =>
  guardAnswer({ answer: quote, quotedAt: NOW }, intent, registry);
const proxied = (): Case => toEther(authorizationCase('ReceiveWithAuthorization', contracts.approvalProxy));

describe('guardSteps of a quote', () => {
  it('S-43 returns the requests of honest steps for the same payment', async () => {
    const quote = await guarded(authorizationCase());
    expect(await quote.guardSteps?.(stepsOf(authorizationCase()))).to.deep.equal(quote.requests);
    expect(await quote.guardSteps?.(stepsOf(allowanceCase()))).to.have.length(1);
  });

  const unsafe: [title: string, given: Case, steps: WireStep[], details: string][] = [
    ['they pay a stranger', authorizationCase(), stepsOf(authorizationCase(undefined, people.attacker)), 'G32'],
    ['they are no steps', authorizationCase(), [], 'G04'],
    ['they are of another currency', authorizationCase(), stepsOf(nativeCase()), 'steps[0]'],
    ['they have a warning that the payer has not seen', toEther(authorizationCase()), stepsOf(proxied()), 'G32'],
  ];
  for (const [title, given, steps, details] of unsafe) {
    it(`S-43 rejects with quote-unsafe when ${title}`, async () => {
      const quote = await guarded(given);
      const thrown: unknown = await quote.guardSteps?.(steps).catch((error: unknown) => error);
      expect(thrown).to.be.instanceOf(HubPayError).and.include({ code: 'quote-unsafe' });
      expect((thrown as HubPayError).details).to.include(details);
    });
  }

  it('S-43 rejects steps of another request, also when the quote names its request only in its steps', async () => {
    const { quote, ...rest } = authorizationCase();
    const { requestId: _, ...unnamed } = quote;
    const guardedQuote = await guarded({ ...rest, quote: unnamed });
    const own = stepsOf(authorizationCase());
    const other = JSON.parse(JSON.stringify({ own }).replaceAll(ids.request, ids.other)) as Json & { own: WireStep[] };
    expect(await guardedQuote.guardSteps?.(own)).to.have.length(1);
    const thrown: unknown = await guardedQuote.guardSteps?.(other.own).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(HubPayError).and.include({ code: 'quote-unsafe' });
    expect((thrown as HubPayError).details).to.include('G02');
  });

  it('S-43 accepts a warning that the payer has seen with the quote', async () => {
    const quote = await guarded(proxied());
    expect(quote.summary.warnings.map(({ rule }) => rule)).to.include('G32');
    expect(await quote.guardSteps?.(stepsOf(proxied()))).to.have.length(1);
  });
});
