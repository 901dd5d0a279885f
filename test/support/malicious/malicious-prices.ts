/**
 * Prices, shares and orders that a compromised service could state. The values of each quote do not contradict each
 * other. Each row is one attack, with the rule that must block it.
 */
import type { Address } from 'viem';
import { formatUnits } from '../../../src/shared/amounts.js';
import type { Attack } from './malicious-quotes.js';
import {
  cleanupErc20s,
  depositing,
  exchange,
  exchanging,
  inner,
  localCase,
  pulling,
  sameProxyCase,
} from '../router-quotes.js';
import { authorizationCase } from '../permit-quotes.js';
import {
  amounts,
  approveStep,
  call,
  contracts,
  edited,
  ids,
  NATIVE,
  nativeCase,
  ordered,
  people,
  read,
  step,
  tokenCase,
  tokens,
  type Case,
  type Edit,
  type Json,
} from '../quotes.js';

const IN = 'quote.details.currencyIn';
const OUT = 'quote.details.currencyOut';
const ORDER = 'quote.protocol.v2.orderData';
const usdc = tokens.usdc.address as Address;
const usdt = tokens.usdt.address as Address;

/**
 * Creates a USDC payment that takes `input` for 25 USDC. All parts of the quote, and the US dollars on the screen,
 * match this input.
 */
export const costing = (input: bigint, usd = '25.080000'): Case =>
  ordered(
    edited(
      tokenCase(),
      [`${IN}.amount`, String(input)],
      [`${IN}.minimumAmount`, String(input)],
      [`${IN}.amountFormatted`, formatUnits(input, 6)],
      [`${IN}.amountUsd`, usd],
      [
        'quote.steps',
        [
          approveStep(tokens.usdc, input),
          step('deposit', {
            to: contracts.depository,
            data: call.depositErc20(people.payer, usdc, input, ids.order),
          }),
        ],
      ],
    ),
  );

/** The factors by which a service and its solver together raise the input, in percent. */
export const RAISED: readonly bigint[] = [106n, 200n, 3_000n, 100_000n];

/** The maximum price of 25 USDC in USDC: 5 % more, and two units more. */
export const MOST = (amounts.out * 105n) / 100n + 2n;

/** Creates a payment of 25 USDC to a chain on which USDC has 18 decimals. */
const toEighteen = (input: bigint): Case =>
  edited(
    costing(input),
    ['registry.chains[1].erc20Currencies[0].decimals', 18],
    ['intent.amount', `25${'0'.repeat(18)}`],
    [
      OUT,
      { ...(read(costing(input), OUT) as Json), amount: `25${'0'.repeat(18)}`, minimumAmount: `25${'0'.repeat(18)}` },
    ],
    [`${OUT}.currency.decimals`, 18],
    [`${ORDER}.output.payments[0].minimumAmount`, `25${'0'.repeat(18)}`],
  );

const slipping = (base: () => Case, tolerance: string, least: bigint): Case =>
  edited(base(), ['intent.slippageTolerance', tolerance], [`${OUT}.minimumAmount`, String(least)]);

const price = (rule: string, title: string, make: () => Case): Attack => ({ rule, title, make });
const order = (title: string, ...edits: Edit[]): Attack =>
  price('G61', title, () => edited(ordered(tokenCase()), ...edits));

export const priceAttacks: readonly Attack[] = [
  ...RAISED.map((percent) =>
    price('G03', `takes ${percent} % of the amount in the same currency`, () =>
      costing((amounts.out * percent) / 100n),
    ),
  ),
  price('G03', 'takes one unit more than 5 % and two units in the same currency', () => costing(MOST + 1n)),
  price('G03', 'takes 30 times the amount of a currency with other decimals', () => toEighteen(amounts.out * 30n)),
  price('G03', 'takes 30 times the native currency', () =>
    edited(
      nativeCase(),
      ['intent.destinationCurrency', tokens.eth.address],
      ['intent.amount', String(amounts.eth / 30n)],
      [
        OUT,
        {
          ...(read(nativeCase(), IN) as Json),
          amount: String(amounts.eth / 30n),
          minimumAmount: String(amounts.eth / 30n),
        },
      ],
      [`${OUT}.amountFormatted`, formatUnits(amounts.eth / 30n, 18)],
      [`${OUT}.currency.chainId`, 10],
    ),
  ),
  price('G03', 'takes 30 times the amount, which the payer accepted as a price impact', () =>
    edited(costing(amounts.out * 30n), ['intent.overridePriceImpact', true]),
  ),
  price('G03', 'delivers at least one unit of an exact input in the same currency', () =>
    edited(
      tokenCase(),
      ['intent.tradeType', 'EXACT_INPUT'],
      ['intent.amount', String(amounts.usdc)],
      [`${OUT}.minimumAmount`, '1'],
    ),
  ),
  price('G03', 'delivers less than the slippage tolerance allows', () =>
    slipping(nativeCase, '50', (amounts.out * 9_950n) / 10_000n - 2n),
  ),
  price('G03', 'delivers one unit at least though a tolerance is set', () => slipping(nativeCase, '50', 1n)),
  price('G03', 'delivers less than an expected output within the tolerance', () =>
    edited(
      nativeCase(),
      ['intent.tradeType', 'EXPECTED_OUTPUT'],
      ['intent.slippageTolerance', '100'],
      [`${OUT}.amount`, '24000000'],
      [`${OUT}.minimumAmount`, '24000000'],
      [`${OUT}.amountFormatted`, '24'],
    ),
  ),

  order('S-16 has an order without inputs', [`${ORDER}.inputs`, []]),
  order('S-16 has an order without a refund', [`${ORDER}.inputs[0].refunds`, []]),
  order('S-16 has an order that refunds the payer only on the destination chain', [
    `${ORDER}.inputs[0].refunds`,
    [read(ordered(tokenCase()), `${ORDER}.inputs[0].refunds[1]`)],
  ]),
  order('S-16 has an order with a stranger among its payments', [
    `${ORDER}.output.payments`,
    [
      read(ordered(tokenCase()), `${ORDER}.output.payments[0]`),
      { ...(read(ordered(tokenCase()), `${ORDER}.output.payments[0]`) as Json), recipient: people.attacker },
    ],
  ]),

  ...Object.entries({
    'the approval proxy': contracts.approvalProxy,
    'the v3 approval proxy': contracts.approvalProxyV3,
  }).map(([account, spender]) =>
    price('G10', `W-5 approves ${account}, which does not take the money of a deposit`, () =>
      edited(tokenCase(), ['quote.steps[0]', approveStep(tokens.usdc, amounts.usdc, spender)]),
    ),
  ),

  price('G15', 'exchanges a currency for itself on a way that nobody can check', () =>
    sameProxyCase(
      pulling([
        inner(usdc, call.approve(exchange, amounts.usdc)),
        exchanging(usdc, usdt, amounts.usdc),
        ...depositing(24_999_999n, usdt),
      ]),
    ),
  ),
  price('G15', 'gives a solver a fifth of the same currency', () =>
    sameProxyCase(pulling([inner(usdc, call.transfer(contracts.solver, 5_016_000n)), ...depositing(20_064_000n)])),
  ),
  price('G15', 'has the router approve a stranger for the same currency', () =>
    sameProxyCase(pulling([inner(usdc, call.approve(people.attacker, amounts.usdc)), ...depositing()])),
  ),
  price('G15', 'calls other contracts before it delivers the same token', () =>
    localCase([
      inner(usdt, call.approve(exchange, 1n)),
      exchanging(usdt, NATIVE, 1n),
      cleanupErc20s([usdc], [people.recipient], [amounts.usdc]),
    ]),
  ),
  price('G32', 'has a proxy receive the same currency by a signature', () =>
    authorizationCase('ReceiveWithAuthorization', contracts.approvalProxyV3),
  ),

  price('G05', 'pays from a chain that takes no deposits', () =>
    edited(tokenCase(), ['registry.chains[0].depositEnabled', false]),
  ),
];
