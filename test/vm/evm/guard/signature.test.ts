import { expect } from 'chai';
import { allowanceCase, authorizationCase, DEADLINE, PERMIT2, permit2Case } from '../../../support/permit-quotes.js';
import { amounts, contracts, edited, ids, people, tokens, type Case, type Edit } from '../../../support/quotes.js';
import { depositing, proxy } from '../../../support/router-quotes.js';
import { judge } from './judge.js';

const SIGN = 'quote.steps[0].items[0].data.sign';
const usdc = tokens.usdc.address;

const places = (each: Case): string[] => judge(each).blocks.map(({ rule, path }) => `${rule} ${path}`);
const bare = (): Case => permit2Case(undefined, []);

describe('guardSteps of signature steps', () => {
  it('builds the request of an EIP-3009 authorization from the decoded message', () => {
    const [request] = judge(authorizationCase()).requests;
    expect(request).to.deep.include({ step: 'authorize1', chainId: 8453, kind: 'signature', from: people.payer });
    expect(request).to.have.deep.property('post', {
      url: '/execute/permits',
      body: { kind: 'eip3009', requestId: ids.request, api: 'swap' },
    });
    expect(request).to.have.deep.nested.property('typedData.domain', {
      name: 'USD Coin',
      version: '2',
      chainId: 8453,
      verifyingContract: usdc,
    });
    expect(request).to.have.deep.nested.property('typedData.message', {
      from: people.payer,
      to: contracts.solver,
      value: String(amounts.usdc),
      validAfter: '0',
      validBefore: String(DEADLINE),
      nonce: ids.other,
    });
    expect(request).to.have.deep.property('permit', {
      kind: 'eip3009',
      contract: usdc,
      owner: people.payer,
      nonce: ids.other,
      validAfter: '0',
      deadline: String(DEADLINE),
    });
  });

  it('returns contract, owner, nonce and deadline for each kind of permit', () => {
    const permits = [allowanceCase(), bare()].map((each) => judge(each).requests[0]);
    expect(permits[0]).to.have.deep.property('permit', {
      kind: 'eip2612',
      contract: usdc,
      owner: people.payer,
      nonce: '3',
      validAfter: '0',
      deadline: String(DEADLINE),
    });
    expect(permits[1]).to.have.deep.property('permit', {
      kind: 'permit2',
      contract: PERMIT2,
      owner: people.payer,
      nonce: '3073764008035',
      validAfter: '0',
      deadline: String(DEADLINE),
    });
  });

  it('leaves out a member of the service’s step that it does not know', () => {
    const more: Edit[] = [
      [`${SIGN}.salt`, ids.other],
      ['quote.steps[0].items[0].data.hint', 'x'],
      ['quote.steps[0].items[0].data.post.more', 'x'],
    ];
    expect(judge(edited(authorizationCase(), ...more)).requests).to.deep.equal(judge(authorizationCase()).requests);
  });

  it('names the place in the message when a value is wrong', () => {
    const { attacker } = people;
    const all: [Case, string[]][] = [
      [edited(authorizationCase(), [`${SIGN}.value.to`, attacker]), ['G32 steps[0].items[0].data.sign.value.to']],
      [edited(allowanceCase(), [`${SIGN}.value.spender`, attacker]), ['G34 steps[0].items[0].data.sign.value.spender']],
      [
        edited(bare(), [`${SIGN}.value.witness.huber`, attacker], [`${SIGN}.value.spender`, attacker]),
        ['G33 steps[0].items[0].data.sign.value.spender', 'G33 steps[0].items[0].data.sign.value.witness.huber'],
      ],
      [
        edited(bare(), [`${SIGN}.value.witness.call3Values[1].target`, 'nobody']),
        ['G31 steps[0].items[0].data.sign.value.witness.call3Values[1].target'],
      ],
      [
        edited(bare(), [`${SIGN}.value.witness.call3Values[1].target`, attacker]),
        Array.from({ length: 2 }, () => 'G33 steps[0].items[0].data.sign.value.witness.call3Values'),
      ],
    ];
    for (const [each, wanted] of all) expect(places(each)).to.deep.equal(wanted);
  });

  it('F-187 requests no permit when the token’s domain has a salt, an odd version or a name in another script', () => {
    for (const [member, to] of [
      ['salt', ids.other],
      ['name', 'USD₮0'],
      ['name', 'USD\u200bCoin'],
      ['version', '1\n'],
      ['version', 2],
      ['chainId', '0x2105'],
      ['extensions', []],
    ] as const) {
      for (const base of [authorizationCase(), allowanceCase()]) {
        const each = edited(base, [`${SIGN}.domain.${member}`, to]);
        const title = `${member} ${String(to)}`;
        expect(judge(each).requests, title).to.deep.equal([]);
        expect(places(each).join(), title).to.match(/^G31 steps\[0\]\.items\[0\]\.data\.sign\.domain/);
      }
    }
  });

  it('never throws when a value in the message has another type', () => {
    const nothing = Object.create(null) as object;
    const parts = ['', '.domain', '.types', '.value', '.primaryType', '.signatureKind', '.value.value'];
    for (const part of parts) {
      for (const to of [nothing, [], null, 7, 'x', { toString: 1 }]) {
        const each = authorizationCase();
        Object.assign(each, edited(each, [`${SIGN}${part}`, to]));
        expect(judge(each).requests, part).to.deep.equal([]);
      }
    }
  });

  it('warns with the maximum amount when it cannot trace the funds', () => {
    const [warning] = judge(authorizationCase('ReceiveWithAuthorization', proxy)).warnings;
    expect(warning).to.include({ rule: 'G32', path: 'steps[0].items[0].data' });
    expect(warning?.message).to.include(String(amounts.usdc));
    expect(judge(permit2Case(depositing())).warnings).to.deep.equal([]);
  });

  it('blocks a signature step when the page has not enabled `usePermit`', () => {
    for (const each of [authorizationCase(), allowanceCase(), bare()]) {
      for (const usePermit of [false, undefined, 'true', 1]) {
        const verdict = judge(edited(each, ['intent.usePermit', usePermit]));
        expect([verdict.requests, verdict.blocks.map(({ rule }) => rule)]).to.deep.equal([[], ['G04']]);
      }
    }
  });
});
