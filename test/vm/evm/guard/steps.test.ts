import { expect } from 'chai';
import fc from 'fast-check';
import type { WireStep } from '../../../../src/api/responses/types.js';
import type { Verdict } from '../../../../src/vm/family/adapter.js';
import { guardSteps } from '../../../../src/vm/evm/guard/steps.js';
import type { Address } from 'viem';
import type { Case, Edit } from '../../../support/quotes.js';
import { proxyCase } from '../../../support/router-quotes.js';
import {
  amounts,
  approveStep,
  contracts,
  edited,
  nativeCase,
  people,
  tokenCase,
  tokens,
} from '../../../support/quotes.js';
import { contextOf, judge, routerOnly } from './judge.js';
const places = ({ blocks }: Verdict): string[] => blocks.map(({ rule, path }) => `${rule} ${path}`);

describe('guardSteps', () => {
  it('names the step and the item when a member is wrong', () => {
    const wrong: Edit = ['quote.steps[1].items[0].data.to', people.attacker];
    expect(places(judge(edited(tokenCase(), wrong)))).to.deep.equal(['G12 steps[1].items[0].data.to']);
  });

  it('returns no request when one step is blocked', () => {
    expect(judge(edited(tokenCase(), ['quote.steps[0].items[0].data.value', '1'])).requests).to.deep.equal([]);
  });

  it('G06 compares the sender with the payer and ignores the case of the address', () => {
    const from = `0x${people.payer.slice(2).toUpperCase()}`;
    expect(judge(edited(nativeCase(), ['quote.steps[0].items[0].data.from', from])).blocks).to.deep.equal([]);
    expect(places(judge(edited(nativeCase(), ['intent.user', people.recipient])))).to.deep.equal([
      'G06 steps[0].items[0].data.from',
      'G11 steps[0].items[0].data.data',
    ]);
  });

  it('G04 blocks deposit calldata when the step id is unknown', () => {
    const verdict = judge(edited(nativeCase(), ['quote.steps[0].id', 'claim']));
    expect(places(verdict)).to.deep.equal(['G04 steps[0].items[0].data']);
  });

  it('G10 accepts a spender only when the pinned chain record contains it', () => {
    const proxied = (spender: Address): Case =>
      edited(
        proxyCase(),
        ['quote.steps[0]', approveStep(tokens.usdc, amounts.usdc, spender)],
        ['quote.steps[1].items[0].data.to', spender],
      );
    const valid = [tokenCase(), proxied(contracts.approvalProxy), proxied(contracts.approvalProxyV3)];
    for (const each of valid) {
      expect(judge(each).blocks).to.deep.equal([]);
      const bare = edited(each, ['registry.chains[0].contracts'], ['registry.chains[0].protocol']);
      expect(judge(bare).blocks.map(({ rule }) => rule)).to.include('G10');
    }
  });

  it('G19 G20 accepts access lists, authorization lists and nonces when they are empty', () => {
    const empty = edited(
      nativeCase(),
      ...['authorizationList', 'accessList', 'nonce'].map((name): Edit => [
        `quote.steps[0].items[0].data.${name}`,
        name === 'nonce' ? null : [],
      ]),
    );
    expect(judge(empty).blocks).to.deep.equal([]);
  });

  it('never throws and builds no request when the step data is not a transaction', () => {
    const steps = (data: Record<string, unknown>): WireStep[] => [
      { id: 'deposit', kind: 'transaction', items: [{ data }] },
    ];
    const values = fc.oneof(
      fc.jsonValue(),
      fc.stringMatching(/^0x[0-9a-f]{0,200}$/),
      fc.constant(people.payer),
      fc.constant(8453),
      fc.constant('0x'),
    );
    const names = fc.constantFrom('from', 'to', 'data', 'value', 'chainId', 'type', 'authorizationList');
    fc.assert(
      fc.property(fc.dictionary(names, values, { noNullPrototype: false }), (data) => {
        const verdict = guardSteps(steps(data), contextOf(nativeCase()), routerOnly);
        expect(verdict.blocks).not.to.be.empty;
        expect(verdict.requests).to.deep.equal([]);
      }),
      { numRuns: 500 },
    );
  });
});
