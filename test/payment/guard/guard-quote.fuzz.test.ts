import { expect } from 'chai';
import fc from 'fast-check';
import { parseUnits } from 'viem';
import { guardQuote } from '../../../src/payment/guard/guard-quote.js';
import type { GuardResult } from '../../../src/types.js';
import { honestCases } from '../../support/honest-quotes.js';
import { oneIn, share, stride } from '../../support/thorough.js';
import type { Case, Edit, Json } from '../../support/quotes.js';
import { PERMIT2 } from '../../support/permit-quotes.js';
import { VENUE, venueAccount } from '../../support/venue-quotes.js';
import { routed } from '../../support/router-quotes.js';
import {
  apply,
  contracts,
  edited,
  ids,
  leavesOf,
  NATIVE,
  nativeCase,
  people,
  read,
  tokenCase,
} from '../../support/quotes.js';

const judge = ({ quote, intent, registry }: Case): Promise<GuardResult> => guardQuote(quote, intent, registry);
const requestsOf = async (each: Case): Promise<unknown> => {
  const result = await judge(each);
  return result.ok ? result.requests : 'blocked';
};

/** Fields of a quote that never change a wallet request. A person has reviewed each field in this list. */
const onlyShown: readonly RegExp[] = [
  /^quote\.steps\[\d\]\.(action|description|depositAddress)$/,
  // G07: the guard never forwards these fields, because the wallet estimates gas itself.
  /\.data\.(gas|gasPrice|maxFeePerGas|maxPriorityFeePerGas)$/,
  /^quote\.(fees|feeSponsorship)\./,
  /^quote\.details\.(operation|rate|timeEstimate|totalImpact\.\w+)$/,
  /^quote\.details\.\w+\.(amountUsd|currency\.(symbol|name|metadata\.\w+))$/,
  // The service may choose the currency of a refund. It cannot choose the receiver, because the intent determines the
  // receiver.
  /^quote\.details\.refundCurrency\.(?!currency\.chainId)/,
  /^quote\.protocol\.v2\.paymentDetails\./,
  // These fields of an order determine neither a receiver nor an amount.
  /^quote\.protocol\.v2\.orderData\.(version|solverChainId|solver|salt)$/,
  /^quote\.protocol\.v2\.orderData\.inputs\[0\]\.(payment\.weight|refunds\[\d\]\.(?!recipient))/,
  /^quote\.protocol\.v2\.orderData\.output\.(deadline|extraData|payments\[0\]\.expectedAmount)$/,
  // The guard does not read these fields.
  /^quote\.(news|steps\[0\]\.icon|details\.route)/,
  /\.data\.(sign\.|post\.|action\.)?hint$/,
];

/** The intent limits these fields. The tests in guard-quote.test.ts cover the limits. */
const bounded: readonly RegExp[] = [
  /^quote\.details\.currency(In|Out)\.minimumAmount$/,
  // The order is allowed to take less or to promise more than the quote states.
  /^quote\.protocol\.v2\.orderData\.(inputs\[0\]\.payment\.amount|output\.payments\[0\]\.minimumAmount)$/,
];

const ORDER = 'protocol.v2.orderData';

/** Optional fields of a quote. If such a field is present, the guard checks it. */
const mayBeAbsent: readonly RegExp[] = [
  /^quote\.requestId$/,
  /^quote\.steps\[\d\]\.requestId$/,
  /\.check\.endpoint$/,
  /\.status$/,
  /\.amountFormatted$/,
  /^quote\.details\.refundCurrency/,
];

const calldata = (quote: Json): string[] =>
  leavesOf(quote)
    .filter((path) => path.endsWith('.data.data'))
    .map((path) => String(read(quote, path)));

/** Fields that the guard does not check in this test case. For example, a plain transfer contains no order. */
const onlyHere = ({ quote, intent, registry }: Case): readonly RegExp[] => [
  // The id of the wallet's chain replaces these ids in both signatures for the venue.
  ...(intent.originChainId === VENUE ? [/\.data\.(sign\.domain\.chainId|post\.body\.signatureChainId)$/] : []),
  ...(calldata(quote).every((data) => !data.includes(ids.order.slice(2)) || data === ids.order)
    ? [/^quote\.protocol\.v2\.orderId$/]
    : []),
  ...(registry.chains.some(({ protocol }) => protocol?.v2?.chainId === read(quote, `${ORDER}.output.chainId`))
    ? []
    : [/\.orderData\.output\.chainId$/]),
  ...(typeof read(quote, `${ORDER}.output.calls[0]`) === 'string' ? [/\.orderData\.output\.calls\[0\]$/] : []),
  ...(read(quote, 'steps[0].items[0]') === undefined ? [/^quote\.steps\[0\]\.(id|kind)$/] : []),
];

/** G13: true for the calldata of a native transfer to a solver. The service may choose this calldata freely. */
const isMark = ({ intent }: Case, path: string): boolean =>
  intent.explicitDeposit === false && intent.originCurrency === NATIVE && path.endsWith('.data.data');
/**
 * G31 to G34: true for fields of a signature request that the service may choose, for example the nonce. The tests of
 * the validity period are in execute-permit.test.ts.
 */
const isOwn = (path: string): boolean =>
  /\.data\.(sign\.domain\.(name|version)|sign\.value\.(nonce|validAfter|validBefore|deadline)|post\.body\.api)$/.test(
    path,
  ) || /\.sign\.value\.witness\.(nftRecipient$|call3Values\[\d\])/.test(path);
const OWN = new Set('name version nonce validAfter validBefore deadline api nftRecipient call3Values'.split(' '));
const withoutOwn = (requests: unknown): unknown =>
  JSON.parse(JSON.stringify(requests, (name, value: unknown) => (OWN.has(name) ? undefined : value)));

const withoutData = (requests: unknown): unknown =>
  (requests as { data: string }[]).map(({ data: _data, ...rest }) => rest);

const strangers: readonly unknown[] = [contracts.router, NATIVE, ids.other];
const ABSENT = Symbol('absent');

const otherKinds: readonly unknown[] = [ABSENT, null, '', 0, {}, '1e18'];

/** Several wrong values for a field: similar values, and values of other types. */
function mutationsOf(value: unknown, others = otherKinds, addresses = strangers): unknown[] {
  if (typeof value === 'string' && /^\d+$/.test(value)) {
    const amount = BigInt(value);
    return [...others, String(amount + 1n), String(amount * 10n), `0${value}`, `-${value}`, amount === 0n ? '1' : '0'];
  }
  if (typeof value === 'string' && value.startsWith('0x')) {
    return [...others, people.attacker, ...addresses, `${value}00`, value.slice(0, -2)];
  }
  if (typeof value === 'number') return [...others, value + 1, String(value), value + 0.5];
  return [...others, people.attacker, typeof value === 'string' ? `${value}x` : value !== true];
}

const calldataOf = ({ quote }: Case): string[] =>
  leavesOf(quote, 'quote').filter((path) => path.endsWith('.data.data'));

const editOf = (path: string, to: unknown): Edit => (to === ABSENT ? [path] : [path, to]);

describe('guardQuote with one changed leaf', () => {
  for (const [at, [name, make]] of Object.entries(honestCases).entries()) {
    it(`blocks the quote or keeps its requests when a leaf changes in the case with ${name}`, async () => {
      const honest = make();
      const requests = await requestsOf(honest);
      const unchecked = [...onlyShown, ...bounded, ...onlyHere(honest)];
      const mutant = edited(honest);
      const passed: string[] = [];
      for (const [place, path] of oneIn(stride, leavesOf(honest.quote, 'quote')).entries()) {
        const value = read(honest, path);
        // To save time, each test case tries only a third of these values. Other test cases try the rest.
        const [others, addresses] = [otherKinds, strangers].map((list) =>
          list.filter((_, index) => (index + place + at) % 3 === 0),
        );
        for (const to of mutationsOf(value, others, addresses).filter((other) => other !== value)) {
          apply(mutant, editOf(path, to));
          const result = await requestsOf(mutant);
          apply(mutant, [path, value]);
          if (result === 'blocked') continue;
          if (isMark(honest, path)) {
            expect(withoutData(result)).to.deep.equal(withoutData(requests));
            continue;
          }
          if (isOwn(path)) {
            expect(withoutOwn(result)).to.deep.equal(withoutOwn(requests));
            continue;
          }
          expect(result, `${path} → ${String(to)}`).to.deep.equal(requests);
          const isAbsent = to === ABSENT || to === null;
          const reviewed = [...unchecked, ...(isAbsent ? mayBeAbsent : [])];
          if (!reviewed.some((pattern) => pattern.test(path))) passed.push(`${path} → ${String(to)}`);
        }
      }
      expect(passed).to.deep.equal([]);
    }).timeout(60_000);
  }
});

const routers: readonly string[] = [contracts.router, contracts.approvalProxy, contracts.approvalProxyV3];
const spenders: readonly string[] = [contracts.depository, contracts.approvalProxy, contracts.approvalProxyV3];

/** Splits calldata into a selector and 32-byte words. Does not use the code under test. */
const wordsOf = (data: string): { selector: string; words: string[] } => ({
  selector: data.slice(0, 10),
  words: data.slice(10).match(/.{64}/g) ?? [],
});
const addressOf = (word = ''): string => `0x${word.slice(24)}`;
const amountOf = (word = ''): bigint => BigInt(`0x${word}`);

describe('guardQuote with random edits (I4, I7)', () => {
  const edit = (each: Case): fc.Arbitrary<Edit> => {
    const calldata = calldataOf(each).map((path) => read(each, path));
    const paths = [...leavesOf(each.quote, 'quote'), 'intent.amount', 'intent.maxIn', 'intent.recipient'];
    return fc.constantFrom(...paths).chain((path) => {
      const near = fc.constantFrom(...mutationsOf(read(each, path)), ...calldata, '25080000');
      return fc.oneof(near, fc.jsonValue({ maxDepth: 1 })).map((to) => editOf(path, to));
    });
  };
  const bent = fc
    .constantFrom(...Object.keys(honestCases))
    .chain((name) => fc.tuple(fc.constant(name), fc.array(edit(honestCases[name]!()), { maxLength: 3 })));

  it('returns requests from the payer, within the intent’s amount and to pinned contracts only, when it passes', async () => {
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(bent, async ([name, edits]) => {
        const each = edited(honestCases[name]!());
        for (const one of edits) {
          // An earlier edit may have removed the path of this edit. In that case, this edit is skipped.
          if (read(each, one[0]) !== undefined) apply(each, one);
        }
        const result = await judge(each);
        if (!result.ok) return;
        seen += 1;
        const { intent, quote } = each;
        const most = BigInt(String(read(quote, 'details.currencyIn.amount')));
        const { tradeType, amount, maxIn } = intent;
        if (tradeType === 'EXACT_INPUT') expect(String(most)).to.equal(amount);
        else if (maxIn !== undefined) expect(most <= BigInt(maxIn)).to.be.true;
        const isNative = intent.originCurrency === NATIVE;
        let value = 0n,
          allowance = 0n,
          moved = 0n,
          least = most;
        for (const request of result.requests) {
          if (request.kind === 'instructions') throw new Error('instructions on an EVM chain');
          expect(request.chainId).to.equal(intent.originChainId);
          expect(request.from).to.equal(intent.user!.toLowerCase());
          if (request.kind === 'signature') {
            const { message } = request.typedData;
            if (request.chainId === VENUE) {
              if (request.post.url !== null) continue;
              expect([contracts.solver, venueAccount]).to.include(message['destination']);
              moved += parseUnits(String(message['amount']), 8);
              continue;
            }
            expect(intent['usePermit']).to.equal(true);
            expect([contracts.solver, ...routers]).to.include(message['to'] ?? message['spender']);
            const permitted = (message['permitted'] ?? [{ amount: message['value'] }]) as { amount: string }[];
            moved += permitted.reduce((sum, each) => sum + BigInt(each.amount), 0n);
            if (message['permitted']) least = 0n;
            continue;
          }
          value += BigInt(request.value);
          const { selector, words } = wordsOf(request.data);
          switch (selector) {
            case '0x095ea7b3':
              expect(request.to).to.equal(intent.originCurrency);
              expect(intent['usePermit'] ? [...spenders, PERMIT2] : spenders).to.include(addressOf(words[0]));
              allowance = amountOf(words[1]);
              break;
            case '0xe8017952':
              expect(request.to).to.equal(contracts.depository);
              expect(addressOf(words[1])).to.equal(intent.originCurrency);
              moved += amountOf(words[2]);
              break;
            case '0x49290c1c':
              expect(request.to).to.equal(contracts.depository);
              moved += BigInt(request.value);
              break;
            case '0xa9059cbb':
              expect(request.to).to.equal(intent.originCurrency);
              expect([intent.recipient!.toLowerCase(), contracts.solver, contracts.depository]).to.include(
                addressOf(words[0]),
              );
              moved += amountOf(words[1]);
              break;
            case '0xf9e4bab4':
            case '0x30875056':
            case '0xc2b2cbdf':
            case '0x30be5567':
            case '0xcd6e13f7': {
              const [tokensTaken, amountsTaken] = routed(request.data)!.args as [string[], bigint[]];
              const taken = Array.isArray(amountsTaken) ? amountsTaken : [];
              if (taken.length > 0)
                expect(tokensTaken.map((each) => each.toLowerCase())).to.deep.equal(
                  taken.map(() => intent.originCurrency),
                );
              expect(routers).to.include(request.to);
              moved += taken.reduce((sum, each) => sum + each, 0n) + BigInt(request.value);
              least = 0n;
              break;
            }
            default:
              if (intent.explicitDeposit === false) expect(request.to).to.equal(contracts.solver);
              else expect(request).to.include({ data: '0x', to: intent.recipient!.toLowerCase() });
              moved += BigInt(request.value);
          }
        }
        // A router may take less than the quoted amount. A deposit or a transfer takes exactly the quoted amount.
        expect(moved <= most && moved >= least).to.be.true;
        expect(value).to.equal(isNative ? moved : 0n);
        expect(allowance <= most).to.be.true;
      }),
      { numRuns: share(1000) },
    );
    expect(seen).to.be.greaterThan(share(200));
  }).timeout(60_000);

  it('blocks the quote and never throws when the quote is arbitrary JSON', async () => {
    const { intent, registry } = nativeCase();
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.anything(), async (json, anything) => {
        expect((await guardQuote(json, intent, registry)).ok).to.be.false;
        expect((await guardQuote(anything, intent, registry)).ok).to.be.false;
      }),
      { numRuns: share(500) },
    );
  });

  it('blocks the quote when a branch is replaced by arbitrary JSON', async () => {
    const { quote, intent, registry } = tokenCase();
    const branches = [
      'steps',
      'steps[0]',
      'steps[1].items',
      'steps[1].items[0]',
      'steps[1].items[0].data',
      'details',
      'details.currencyIn',
      'details.currencyOut',
      'details.currencyIn.currency',
      'protocol.v2.orderId',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...branches), fc.jsonValue(), async (path, value) => {
        expect((await guardQuote(edited(quote, [path, value]), intent, registry)).ok).to.be.false;
      }),
      { numRuns: share(500) },
    );
  });
});
