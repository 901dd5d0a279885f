import { expect } from 'chai';
import type { WireStep } from '../../../../src/api/responses/types.js';
import { guardSteps, usesRouter } from '../../../../src/vm/evm/guard/steps.js';
import { amounts, call, edited, ids, nativeCase, people, read, tokenCase } from '../../../support/quotes.js';
import { proxyCase, routerCase } from '../../../support/router-quotes.js';
import { contextOf, judge, routerOnly } from './judge.js';

describe('guardSteps of a deposit', () => {
  it('reports every problem when a deposit has several', () => {
    const data = call.depositErc20(people.attacker, people.attacker, amounts.usdc + 1n, ids.other);
    const verdict = judge(edited(tokenCase(), ['quote.steps[1].items[0].data.data', data]));
    expect(verdict.blocks.map(({ message }) => message)).to.deep.equal([
      'credits another depositor',
      'pays another order',
      'deposits another token',
      'deposits 25080001 instead of 25080000',
    ]);
  });

  it('G15 blocks a call of the router when the code that checks such calls is not loaded', () => {
    for (const make of [routerCase, proxyCase]) {
      const steps = read(make(), 'quote.steps') as WireStep[];
      expect(usesRouter(steps)).to.equal(true);
      const { blocks, requests } = guardSteps(steps, contextOf(make()), { ...routerOnly, routing: null });
      expect(blocks.map(({ rule }) => rule)).to.include('G15');
      expect(requests).to.deep.equal([]);
    }
    for (const make of [nativeCase, tokenCase])
      expect(usesRouter(read(make(), 'quote.steps') as WireStep[])).to.equal(false);
  });

  it('G11 G12 accepts the request id as order id only when the quote has no order id', () => {
    const context = { ...contextOf(nativeCase()), orderId: ids.request };
    const steps = read(nativeCase(), 'quote.steps') as WireStep[];
    expect(guardSteps(steps, context, routerOnly).blocks.map(({ message }) => message)).to.deep.equal([
      'pays another order',
    ]);
  });
});
