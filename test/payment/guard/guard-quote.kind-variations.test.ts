/**
 * Variations of findings about quotes, tried on every kind of payment: each lie that one kind refuses, every other kind
 * must refuse too. The honest quote of each kind must pass.
 */
import { expect } from 'chai';
import { judge, places } from '../../support/judge.js';
import { allowanceCase, authorizationCase, permit2Case } from '../../support/permit-quotes.js';
import {
  addressCase,
  edited,
  nativeCase,
  ordered,
  people,
  read,
  sendCase,
  tokenCase,
  tokens,
  type Case,
  type Edit,
} from '../../support/quotes.js';
import { memoCase, proxyCase, swapCase, transferCase } from '../../support/router-quotes.js';
import { svmNativeCase, svmSendCase, svmSwapDepositCase, svmTokenCase, svmTokens } from '../../support/svm-quotes.js';
import { venueCase, venueTokens } from '../../support/venue-quotes.js';

const OUT = 'quote.details.currencyOut';
const IN = 'quote.details.currencyIn';
const ORDER = 'quote.protocol.v2.orderData';

const kinds: Readonly<Record<string, () => Case>> = {
  'a deposit of native currency': nativeCase,
  'a deposit of tokens': () => tokenCase(),
  'a transfer on one chain': () => sendCase(tokens.usdc),
  'a deposit address': () => addressCase(),
  'a swap on one chain': () => swapCase(),
  'a deposit through the proxy': () => proxyCase(),
  'a transfer to a solver': () => transferCase(),
  'native currency for a solver': () => memoCase(),
  'a signed authorization': () => authorizationCase(),
  'a signed permit': () => allowanceCase(),
  'a signed transfer of Permit2': () => permit2Case(),
  'a deposit of SOL': () => svmNativeCase(),
  'a deposit of tokens on Solana': () => svmTokenCase(),
  'a transfer on Solana': () => svmSendCase(svmTokens.usdc),
  'a swap on Solana before the deposit': () => svmSwapDepositCase(),
  'a transfer at the venue': () => venueCase(),
  'a transfer of another token at the venue': () => venueCase('2', venueTokens.spot),
};

const originOf = ({ intent, registry }: Case): number =>
  registry.chains.findIndex(({ id }) => id === intent.originChainId);

type Lie = readonly [row: string, what: string, rule: string, edits: (honest: Case) => Edit[], isOrdered?: true];

/** The order takes nothing, or has a stranger. It is added to each kind of quote. */
const lies: readonly Lie[] = [
  ['W-4', 'promises nothing at least', 'G03', () => [[`${OUT}.minimumAmount`, '0']]],
  [
    'W-4',
    'promises more at least than it expects',
    'G03',
    (honest) => [[`${OUT}.minimumAmount`, String(BigInt(String(read(honest, `${OUT}.amount`))) + 1n)]],
  ],
  [
    'S-19',
    'starts on a chain that takes no deposits',
    'G05',
    (honest) => [[`registry.chains[${originOf(honest)}].depositEnabled`, false]],
  ],
  [
    'S-10',
    'keeps one unit with a tolerance of half a percent',
    'G03',
    () => [
      ['intent.slippageTolerance', '50'],
      [`${OUT}.minimumAmount`, '1'],
    ],
  ],
  ['S-12', 'writes an amount with 100,000 digits', 'G01', () => [[`${IN}.amountFormatted`, '1'.repeat(100_000)]]],
  [
    'S-16',
    'has an order that pays a stranger',
    'G61',
    () => [[`${ORDER}.output.payments[0].recipient`, people.attacker]],
    true,
  ],
  ['S-16', 'has an order without inputs', 'G61', () => [[`${ORDER}.inputs`, []]], true],
  ['S-43', 'has an order of an unknown form', 'G61', () => [[ORDER, { version: 'v9', legs: [] }]], true],
];

describe('guardQuote with one lie in every kind of payment', () => {
  for (const [kind, make] of Object.entries(kinds)) {
    it(`S-4 lets ${kind} through when nothing is a lie`, async () => {
      const result = await judge(make());
      expect(result.ok ? [] : places(result.blocks)).to.deep.equal([]);
    });

    for (const [row, what, rule, edits, isOrdered] of lies) {
      it(`${row} blocks ${kind} that ${what}`, async () => {
        const honest = isOrdered ? ordered(make()) : make();
        const result = await judge(edited(honest, ...edits(honest)));
        expect(result.ok ? 'let through' : places(result.blocks).join()).to.include(rule);
      });
    }
  }
});
