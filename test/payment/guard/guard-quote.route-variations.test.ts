/** Variations of findings about where the calls of a quote send the money. */
import type { Address } from 'viem';
import {
  cleanupErc20s,
  depositing,
  depositingNative,
  exchanging,
  inner,
  localCase,
  multicall,
  proxyCase,
  pulling,
  routerCase,
  sameProxyCase,
  swapCase,
} from '../../support/router-quotes.js';
import {
  addressCase,
  amounts,
  approveStep,
  call,
  contracts,
  edited,
  NATIVE,
  nativeCase,
  people,
  read,
  resetCase,
  sendCase,
  toEther,
  tokenCase,
  tokens,
  type Case,
  type Edit,
  type Json,
} from '../../support/quotes.js';

import { describeVariations, type Variation } from './variation.js';

const usdc = tokens.usdc.address as Address;
const usdt = tokens.usdt.address as Address;
const { attacker, recipient } = people;
const exact = amounts.usdc;

const expected: Edit = ['intent.tradeType', 'EXPECTED_OUTPUT'];
const exactInput = (amount: bigint): Edit[] => [
  ['intent.tradeType', 'EXACT_INPUT'],
  ['intent.amount', String(amount)],
];
const shareOf = (amount: bigint): Case =>
  sameProxyCase(pulling([inner(usdc, call.transfer(contracts.solver, amount)), ...depositing(exact - amount)]));

const routes: readonly Variation[] = [
  [
    'S-5',
    'a transfer of native currency is twice what is owed',
    'G16',
    () => edited(sendCase(tokens.eth), ['intent.amount', String(amounts.eth / 2n)]),
  ],
  [
    'S-5',
    'a transfer is one unit above an expected output',
    'G16',
    () => edited(sendCase(tokens.usdc), expected, ['intent.amount', String(exact - 1n)]),
  ],
  [
    'S-5',
    'a transfer and its whole quote are more than is owed',
    'G16',
    () => edited(sendCase(tokens.usdc), ['intent.amount', String(exact - 1n)], ['intent.maxIn', String(exact)]),
  ],
  ['S-5', 'the transfer of an exact input is exact', 'pays', () => edited(sendCase(tokens.usdc), ...exactInput(exact))],

  [
    'S-17',
    'the router exchanges native currency for itself on the way',
    'G15',
    () => toEther(routerCase(multicall([exchanging(NATIVE, usdt, 1n, 1n), depositingNative(amounts.eth - 1n)]))),
  ],
  [
    'S-17',
    'a call that may fail approves a stranger before the deposit',
    'G15',
    () => sameProxyCase(pulling([inner(usdc, call.approve(attacker, exact), 0n, true), ...depositing()])),
  ],
  [
    'S-17',
    'the router approves a stranger for another token than the paid one',
    'G15',
    () => sameProxyCase(pulling([inner(usdt, call.approve(attacker, exact)), ...depositing()])),
  ],
  [
    'S-17',
    'the router calls a contract after the deposit',
    'G15',
    () => sameProxyCase(pulling([...depositing(), exchanging(usdc, usdt, 1n)])),
  ],
  [
    'S-17',
    'two shares of a solver together are above a tenth',
    'G15',
    () =>
      sameProxyCase(
        pulling([
          inner(usdc, call.transfer(contracts.solver, exact / 15n)),
          inner(usdc, call.transfer(contracts.solver, exact / 15n)),
          ...depositing(exact - 2n * (exact / 15n)),
        ]),
      ),
  ],
  [
    'S-17',
    'the token of the same chain goes in part to a stranger',
    'G15',
    () => localCase([cleanupErc20s([usdc, usdc], [attacker, recipient], [1n, 0n])]),
  ],
  ['S-17', 'a solver takes a share of 0.3 %', 'warns G15', () => shareOf(80_000n)],
  ['S-17', 'the router keeps the order and takes nothing', 'pays', () => sameProxyCase()],

  [
    'S-19',
    'native currency is paid from it',
    'G05',
    () => edited(nativeCase(), ['registry.chains[0].depositEnabled', false]),
  ],
  [
    'S-19',
    'a deposit address is on it',
    'G05',
    () => edited(addressCase(), ['registry.chains[0].depositEnabled', false]),
  ],
  [
    'S-19',
    'a plain transfer stays on it',
    'G05',
    () => edited(sendCase(tokens.usdc), ['registry.chains[0].depositEnabled', false]),
  ],
  ['S-19', 'a swap stays on it', 'G05', () => edited(swapCase(), ['registry.chains[0].depositEnabled', false])],
  [
    'S-19',
    'only the destination takes none',
    'pays',
    () => edited(tokenCase(), ['registry.chains[1].depositEnabled', false]),
  ],

  [
    'W-5',
    'the depository is approved and the proxy pulls',
    'G10',
    () => edited(proxyCase(), ['quote.steps[0]', approveStep(tokens.usdc)]),
  ],
  [
    'W-5',
    'the older proxy is approved and the newer one pulls',
    'G10',
    () => edited(proxyCase(), ['quote.steps[0]', approveStep(tokens.usdc, exact, contracts.approvalProxy)]),
  ],
  [
    'W-5',
    'the depository is approved before a swap by the proxy',
    'G10',
    () => edited(swapCase(), ['quote.steps[0]', approveStep(tokens.usdc)]),
  ],
  [
    'W-5',
    'a reset is for the depository and the approval for the proxy',
    'G10',
    () =>
      edited(proxyCase(), [
        'quote.steps',
        [approveStep(tokens.usdc, 0n), ...(read(proxyCase(), 'quote.steps') as Json[])],
      ]),
  ],
  ['W-5', 'an old allowance of the depository is reset before its deposit', 'pays', () => resetCase()],
];

describeVariations('a route', routes);
