/** Variations of findings about the price of a quote: another field, another kind of payment, or two agreeing lies. */
import type { Address } from 'viem';
import { formatUnits } from '../../../src/shared/amounts.js';
import { costing, MOST } from '../../support/malicious/malicious-prices.js';
import { swapCase, transferCase } from '../../support/router-quotes.js';
import {
  addressCase,
  amountOf,
  amounts,
  contracts,
  edited,
  ids,
  nativeCase,
  ordered,
  people,
  read,
  toEther,
  tokenCase,
  tokens,
  type Case,
  type Edit,
  type Json,
} from '../../support/quotes.js';

import { describeVariations, type Variation } from './variation.js';

const IN = 'quote.details.currencyIn';
const OUT = 'quote.details.currencyOut';
const TOPUP = 'quote.details.currencyGasTopup';
const usdc = tokens.usdc.address as Address;
const usdt = tokens.usdt.address as Address;
const { recipient } = people;
const exact = amounts.usdc;

/** Five percent of what the recipient gets. */
const FAIR = (amounts.out * 105n) / 100n;
const least = (amount: bigint): Edit => [`${OUT}.minimumAmount`, String(amount)];
const expected: Edit = ['intent.tradeType', 'EXPECTED_OUTPUT'];
const exactInput = (amount: bigint): Edit[] => [
  ['intent.tradeType', 'EXACT_INPUT'],
  ['intent.amount', String(amount)],
];
const tolerance = (points: string): Edit => ['intent.slippageTolerance', points];
const received = (amount: bigint): Edit[] => [
  [`${OUT}.amount`, String(amount)],
  [`${OUT}.amountFormatted`, formatUnits(amount, 6)],
  least(amount),
];
const appFees = (...fees: string[]): Edit => ['intent.appFees', fees.map((fee) => ({ recipient, fee }))];
const topup = amountOf(10, tokens.eth, 10n ** 15n, '2.000000', '0.001');

/** Pays native currency for native currency on the other chain, which gets this amount. */
const etherFor = (out: bigint): Case =>
  edited(
    toEther(nativeCase()),
    ['intent.amount', String(out)],
    [`${OUT}.amount`, String(out)],
    [`${OUT}.amountFormatted`, formatUnits(out, 18)],
    least(out),
  );

/** Has the service name the fees and the impact that explain this price. */
const told = (each: Case, percent = '-4.76', fees = '1.25'): Case =>
  edited(
    each,
    ['quote.details.totalImpact.percent', percent],
    ['quote.fees.huber.amountUsd', fees],
    ['quote.fees.huber.amount', String(Number(fees) * 1e6)],
  );

/** A payment in one currency at a price that is far too high. */
const dear = (...edits: Edit[]): Case => edited(costing(amounts.out * 2n), ...edits);

const prices: readonly Variation[] = [
  ['S-4', 'an expected output costs twice its amount in one currency', 'G03', () => dear(expected)],
  ['S-4', 'the page allows thirty times the input by maxIn', 'G03', () => dear(['intent.maxIn', '750000000'])],
  [
    'S-4',
    'the dollars of both sides are doubled too',
    'G03',
    () => dear([`${IN}.amountUsd`, '50'], [`${OUT}.amountUsd`, '50']),
  ],
  [
    'S-4',
    'no side has dollars and nobody names an impact',
    'G03',
    () => dear([`${IN}.amountUsd`], [`${OUT}.amountUsd`], ['quote.details.totalImpact']),
  ],
  ['S-4', 'the slippage tolerance is the whole amount', 'G03', () => dear(tolerance('10000'), least(1n))],
  ['S-4', 'the quote states no minimum', 'G03', () => edited(costing(MOST + 1n), [`${OUT}.minimumAmount`])],
  [
    'S-4',
    'only the featured tokens of the destination have the id',
    'G03',
    () => dear(['registry.chains[1].erc20Currencies', []], ['registry.chains[1].featuredTokens', [tokens.usdcOut]]),
  ],
  [
    'S-4',
    'the registry writes the paid token in capitals',
    'G03',
    () => dear(['registry.chains[0].erc20Currencies[0].address', `0x${usdc.slice(2).toUpperCase()}`]),
  ],
  [
    'S-4',
    'the service’s own names of the two tokens differ',
    'G03',
    () => dear([`${OUT}.currency.symbol`, 'GOLD'], [`${OUT}.currency.name`, 'Gold']),
  ],
  [
    'S-4',
    'half of an exact input arrives',
    'G03',
    () => edited(ordered(edited(tokenCase(), ...exactInput(exact), ...received(exact / 2n)))),
  ],
  [
    'S-4',
    'an exact input arrives in full, but its minimum is a tenth',
    'G03',
    () => edited(tokenCase(), ...exactInput(exact), least(exact / 10n)),
  ],
  ['S-4', 'native currency costs twice its amount on the other chain', 'G03', () => etherFor(amounts.eth / 2n)],
  [
    'S-4',
    'a top-up is asked for and the quote has one in a token',
    'G03',
    () =>
      edited(
        costing(MOST + 2_000_000n),
        ['intent.topupGas', true],
        [TOPUP, amountOf(10, tokens.usdcOut, 2_000_000n, '2', '2')],
      ),
  ],
  [
    'S-4',
    'a top-up is asked for and the quote has one on the origin chain',
    'G03',
    () =>
      edited(
        costing(MOST + 2_000_000n),
        ['intent.topupGas', true],
        [TOPUP, amountOf(8453, tokens.eth, 10n ** 15n, '2', '0.001')],
      ),
  ],
  [
    'S-4',
    'the app fees of the service explain the price, but the page asks for none',
    'G03',
    () => dear(['quote.fees.app', amountOf(8453, tokens.usdc, amounts.out, '25', '25')]),
  ],
  [
    'S-4',
    'a plain transfer to a solver takes more than 5 %',
    'G03',
    () => {
      const paid = MOST + 1n;
      return edited(
        transferCase(contracts.solver, ids.order, paid),
        [`${IN}.amount`, String(paid)],
        [`${IN}.amountFormatted`, formatUnits(paid, 6)],
        [`${IN}.minimumAmount`, String(paid)],
      );
    },
  ],
  [
    'S-4',
    'thirty times the other dollar token',
    'warns G03 details.totalImpact',
    () => {
      const paid = amounts.out * 30n;
      const { quote } = costing(paid);
      return edited(
        tokenCase(tokens.usdt),
        [`${IN}.amount`, String(paid)],
        [`${IN}.amountFormatted`, formatUnits(paid, 6)],
        ['quote.steps', JSON.parse(JSON.stringify(quote['steps']).replaceAll(usdc.slice(2), usdt.slice(2)))],
      );
    },
  ],
  ['S-4', 'an expected output costs just 5 %', 'pays', () => told(edited(costing(FAIR), expected))],
  [
    'S-4',
    'the quote states no minimum and costs 5 %',
    'pays',
    () => told(edited(costing(FAIR), [`${OUT}.minimumAmount`])),
  ],
  [
    'S-4',
    'the fees of two parties are asked for, 2 % and 3 %',
    'pays',
    () =>
      edited(
        costing((amounts.out * 110n) / 100n),
        appFees('200', '300'),
        ['quote.details.totalImpact.percent', '-9.1'],
        ['quote.fees.app', amountOf(8453, tokens.usdc, (amounts.out * 10n) / 100n, '2.5', '2.5')],
      ),
  ],
  ['S-4', 'native currency costs 2 % on the other chain', 'pays', () => etherFor((amounts.eth * 98n) / 100n)],

  [
    'S-9',
    'the fees of the answer are in another token than the loss',
    'warns G03 fees',
    () =>
      edited(
        nativeCase(),
        [`${IN}.amountUsd`, '26'],
        ['quote.details.totalImpact.percent', '-3.9'],
        ['quote.fees.huber', amountOf(8453, tokens.usdc, 1n, '1.0', '0.000001')],
      ),
  ],
  [
    'S-9',
    'the sponsor’s parts are stated and the page asks for none',
    'warns G03 fees',
    () =>
      edited(
        nativeCase(),
        [`${IN}.amountUsd`, '26'],
        ['quote.details.totalImpact.percent', '-3.9'],
        [
          'quote.feeSponsorship',
          { quoted: { userPaysTotal: amountOf(8453, tokens.usdc, 1_000_000n, '1', '1'), components: {} } },
        ],
      ),
  ],
  [
    'S-9',
    'the fees are negative and hide what the payer loses',
    'warns G03 fees',
    () =>
      edited(
        nativeCase(),
        [`${IN}.amountUsd`, '26'],
        ['quote.details.totalImpact.percent', '-3.9'],
        ['quote.fees.huber.amountUsd', '-1.0'],
      ),
  ],
  [
    'S-9',
    'two fees together explain what the payer loses',
    'pays',
    () => {
      const fee = { ...(read(nativeCase(), 'quote.fees.gas') as Json), amountUsd: '0.5' };
      return edited(
        nativeCase(),
        [`${IN}.amountUsd`, '26'],
        ['quote.details.totalImpact.percent', '-3.9'],
        ['quote.fees.hubGas', fee],
        ['quote.fees.hubService', fee],
      );
    },
  ],

  [
    'S-10',
    'a tolerance of nothing is asked for and one unit is missing',
    'G03',
    () => edited(nativeCase(), tolerance('0'), least(amounts.out - 1n)),
  ],
  [
    'S-10',
    'an expected output falls short of the page’s amount and its minimum shrinks with it',
    'G03',
    () => edited(nativeCase(), expected, tolerance('50'), ...received((amounts.out * 9_949n) / 10_000n)),
  ],
  [
    'S-10',
    'an exact input has a minimum of one unit',
    'G03',
    () => edited(nativeCase(), ...exactInput(amounts.eth), tolerance('300'), least(1n)),
  ],
  [
    'S-10',
    'an exchange on one chain has a minimum below the tolerance',
    'G03',
    () => edited(swapCase(), tolerance('10')),
  ],
  [
    'S-10',
    'a tolerance of the whole amount is asked for and one unit is left',
    'warns G03 details.currencyOut.minimumAmount',
    () => edited(nativeCase(), tolerance('10000'), least(1n)),
  ],
  ['S-10', 'a tolerance of nothing is asked for and all arrives', 'pays', () => edited(nativeCase(), tolerance('0'))],
  [
    'S-10',
    'an expected output stays within its tolerance',
    'pays',
    () =>
      told(edited(nativeCase(), expected, tolerance('100'), ...received((amounts.out * 99n) / 100n)), '-1.31', '0.33'),
  ],

  [
    'S-11',
    'the page says in words that it wants no top-up',
    'no top-up',
    () => edited(nativeCase(), ['intent.topupGas', false], [TOPUP, topup]),
  ],
  [
    'S-11',
    'only an amount for a top-up is set',
    'no top-up',
    () => edited(nativeCase(), ['intent.topupGasAmount', '2000000'], [TOPUP, topup]),
  ],
  [
    'S-11',
    'a top-up is asked for and the destination is not pinned',
    'no top-up',
    () =>
      edited(
        nativeCase(),
        ['intent.topupGas', true],
        [TOPUP, topup],
        ['registry.chains', (read(nativeCase(), 'registry.chains') as Json[]).slice(0, 1)],
      ),
  ],
  [
    'S-11',
    'a top-up is asked for in ETH with an honest amount',
    'a top-up',
    () => edited(nativeCase(), ['intent.topupGas', true], [TOPUP, topup]),
  ],

  ['W-4', 'an expected output promises nothing at least', 'G03', () => edited(nativeCase(), expected, least(0n))],
  [
    'W-4',
    'an exact input promises more at least than it expects',
    'G03',
    () => edited(nativeCase(), ...exactInput(amounts.eth), least(amounts.out + 1n)),
  ],
  ['W-4', 'the minimum is a negative amount', 'G01', () => edited(nativeCase(), [`${OUT}.minimumAmount`, '-1'])],
  ['W-4', 'a deposit address promises nothing at least', 'G03', () => edited(addressCase(), least(0n))],
  [
    'W-4',
    'the minimum of an exact input is the expected amount',
    'pays',
    () => edited(nativeCase(), ...exactInput(amounts.eth)),
  ],
];

describeVariations('a price', prices);
