/**
 * Router calls and plain transfers that a compromised service could request. Each row is one attack, with the rule that
 * must block it.
 */
import type { Address, Hex } from 'viem';
import { encodeFunctionData, parseAbi } from 'viem';
import type { Attack } from './malicious-quotes.js';
import type { Case } from '../quotes.js';
import {
  amounts,
  approveStep,
  call,
  claim,
  contracts,
  edited,
  ids,
  MAX_UINT256,
  NATIVE,
  nativeCase,
  people,
  read,
  sendCase,
  step,
  tokenCase,
  tokens,
} from '../quotes.js';
import {
  cleanupErc20s,
  cleanupNative,
  depositing,
  depositingNative,
  exchange,
  exchanging,
  inner,
  least,
  localCase,
  memoCase,
  multicall,
  proxy,
  proxyCase,
  pulling,
  router,
  routerCase,
  swapCalls,
  swapCase,
  swapNativeCase,
  swapToNativeCase,
  transferAndMulticall,
  transferCase,
  type Inner,
  type Pulled,
} from '../router-quotes.js';

const { attacker, payer, recipient } = people;
const usdc = tokens.usdc.address as Address;
const usdt = tokens.usdt.address as Address;
const exact = amounts.usdc;
const PAY = 'quote.steps[1].items[0].data';
const FIRST = 'quote.steps[0].items[0].data';

const of = (rule: string, title: string, make: () => Case): Attack => ({ rule, title, make });
const pulls = (title: string, change: Partial<Pulled>, calls: Inner[] = depositing()): Attack =>
  of('G15', title, () => proxyCase(pulling(calls, change)));
const runs = (title: string, ...calls: Inner[]): Attack => of('G15', title, () => proxyCase(pulling(calls)));
const swaps = (title: string, ...calls: Inner[]): Attack =>
  of('G15', title, () => swapCase(pulling([...swapCalls().slice(0, 2), ...calls])));

const harmful = parseAbi([
  'function increaseAllowance(address, uint256)',
  'function setApprovalForAll(address, bool)',
  'function transferFrom(address, address, uint256)',
  'function permit(address, address, uint256, uint256, uint8, bytes32, bytes32)',
  'function depositErc20(address, address, bytes32)',
]);
const pull = encodeFunctionData({ abi: harmful, functionName: 'transferFrom', args: [payer, attacker, MAX_UINT256] });
const permit = encodeFunctionData({
  abi: harmful,
  functionName: 'permit',
  args: [payer, attacker, exact, 1n, 27, ids.other, ids.other],
});
const standing = encodeFunctionData({ abi: harmful, functionName: 'depositErc20', args: [payer, usdc, ids.order] });
const nested = transferAndMulticall(pulling(depositing()));
const honest = (): Hex => transferAndMulticall(pulling(depositing()));

/**
 * These calls look like an ERC-20 approval or transfer, but they run the attacker's code. The code can take the
 * router's funds.
 */
const asApprove = inner(attacker, call.approve(recipient, 0n));
const asTransfer = inner(attacker, call.transfer(payer, 0n));
const approving = (spender: Address): Inner => inner(usdc, call.approve(spender, MAX_UINT256));
const everything = (token: Address = usdc): Inner => cleanupErc20s([token], [recipient], [0n]);
const local = (title: string, ...calls: Inner[]): Attack => of('G15', title, () => localCase(calls));

/** The chain's other router, which does not run the calls. */
const idle: Address = '0xeeee000000000000000000000000000000000002';
const withIdle = (each: Case): Case => edited(each, ['registry.chains[0].contracts.erc20Router', idle]);
const mayFail = (each: Inner): Inner => ({ ...each, allowFailure: true });

export const routeAttacks: readonly Attack[] = [
  pulls('takes one unit more through the proxy', { amounts: [exact + 1n] }),
  pulls('takes everything through the proxy', { amounts: [MAX_UINT256] }),
  pulls('takes the amount twice', { tokens: [usdc, usdc], amounts: [exact, exact] }),
  pulls('takes a second token', { tokens: [usdc, usdt], amounts: [exact, exact] }),
  pulls('takes another token', { tokens: [usdt], amounts: [exact] }),
  pulls('takes the zero address as a token', { tokens: [NATIVE], amounts: [exact] }),
  pulls('takes an amount of 0 through the proxy', { amounts: [0n] }),
  pulls('names no token', { tokens: [], amounts: [] }),
  pulls('names an amount without a token', { tokens: [usdc], amounts: [exact, 0n] }),
  pulls('names a token without an amount', { tokens: [usdc, usdc], amounts: [exact] }),
  pulls('sends the remainder to the attacker', { refundTo: attacker }),
  pulls('sends the remainder to the recipient', { refundTo: recipient }),
  pulls('sends the remainder to the zero address', { refundTo: NATIVE }),
  pulls('sends collectibles to the attacker', { nftRecipient: attacker }),
  pulls('sends collectibles to the router', { nftRecipient: router }),
  of('G15', 'sends the remainder to the attacker in the form with four arguments', () =>
    proxyCase(pulling(depositing(), { refundTo: attacker }), 4),
  ),
  of('G15', 'sends collectibles to the attacker in the form with five arguments', () =>
    proxyCase(pulling(depositing(), { nftRecipient: attacker }), 5),
  ),
  of('G15', 'sends value with a token through the proxy', () => edited(proxyCase(), [`${PAY}.value`, '1'])),
  ...Object.entries({
    'the attacker': attacker,
    'the router': router,
    'the multicaller': contracts.multicaller,
    'the depository': contracts.depository,
    'the token': usdc,
  }).map(([account, to]) =>
    of('G15', `has ${account} take the money as if it were the proxy`, () => edited(proxyCase(), [`${PAY}.to`, to])),
  ),
  of('G15', 'calls a proxy that is not pinned', () =>
    edited(
      proxyCase(),
      ['registry.chains[0].contracts.v3'],
      ['quote.steps[0]', approveStep(tokens.usdc, exact, contracts.approvalProxy)],
    ),
  ),
  of('G15', 'has bytes after a call of the proxy', () => edited(proxyCase(), [`${PAY}.data`, `${honest()}00`])),
  of('G15', 'has another order after a call of the proxy', () =>
    edited(proxyCase(), [`${PAY}.data`, `${honest()}${ids.other.slice(2)}`]),
  ),
  of('G15', 'ends in the middle of a call of the proxy', () =>
    edited(proxyCase(), [`${PAY}.data`, honest().slice(0, -64)]),
  ),
  of('G15', 'writes an offset of a list in another way', () => {
    const data = honest();
    return edited(proxyCase(), [`${PAY}.data`, `${data.slice(0, 10 + 63)}1${data.slice(10 + 64)}`]);
  }),
  ...['0x30875056', '0xf9e4bab4', '0xc2b2cbdf', '0x30be5567', '0xcd6e13f7', '0x3b2253c8', '0x5de81e3f'].map((data) =>
    of('G15', `calls ${data} without arguments`, () => edited(nativeCase(), [`${FIRST}.data`, data])),
  ),

  of('G10', 'approves the proxy for more than it takes', () =>
    edited(proxyCase(), ['quote.steps[0]', approveStep(tokens.usdc, exact + 1n, proxy)]),
  ),
  of('G10', 'approves the whole price though the proxy takes less', () =>
    proxyCase(pulling(depositing(exact - 9n), { amounts: [exact - 9n] })),
  ),
  of('G10', 'approves another proxy than the one that takes the money', () =>
    edited(proxyCase(), ['quote.steps[0]', approveStep(tokens.usdc, exact, contracts.approvalProxy)]),
  ),
  of('G10', 'approves the router for a swap', () =>
    edited(swapCase(), ['quote.steps[0]', approveStep(tokens.usdc, exact, router)]),
  ),
  of('G10', 'approves the exchange for a swap', () =>
    edited(swapCase(), ['quote.steps[0]', approveStep(tokens.usdc, exact, exchange)]),
  ),
  of('G10', 'approves an unlimited amount for a swap', () =>
    edited(swapCase(), ['quote.steps[0]', approveStep(tokens.usdc, MAX_UINT256, proxy)]),
  ),
  of('G10', 'approves before a swap of the native currency', () =>
    edited(swapNativeCase(), [
      'quote.steps',
      [approveStep(tokens.usdc, amounts.eth, proxy), read(swapNativeCase(), 'quote.steps[0]')],
    ]),
  ),
  of('G10', 'approves before a plain transfer to a solver', () =>
    edited(transferCase(), [
      'quote.steps',
      [approveStep(tokens.usdc, exact, proxy), read(transferCase(), 'quote.steps[0]')],
    ]),
  ),

  runs('runs no calls'),
  runs('has the router deposit one unit less', ...depositing(exact - 1n)),
  runs('has the router deposit another token without an exchange', ...depositing(exact, usdt)),
  runs('has the router deposit an amount of 0', exchanging(usdc, usdt, exact), ...depositing(0n)),
  runs('has the router send value with a token', ...depositing().map((each) => ({ ...each, value: 1n }))),
  of('G15', 'has the router deposit one wei less', () => routerCase(multicall([depositingNative(amounts.eth - 1n)]))),
  runs('has the router pay another order', ...depositing(exact, usdc, ids.other)),
  runs('has the router pay the request where there is an order', ...depositing(exact, usdc, ids.request)),
  runs(
    'has the router credit the attacker',
    inner(contracts.depository, call.depositErc20(attacker, usdc, exact, ids.order)),
  ),
  runs('has the router credit itself', inner(contracts.depository, call.depositErc20(NATIVE, usdc, exact, ids.order))),
  runs('has the router deposit at the attacker', inner(attacker, call.depositErc20(payer, usdc, exact, ids.order))),
  runs('has the router deposit its whole allowance', inner(contracts.depository, standing)),
  runs('has the router transfer to the attacker', inner(usdc, call.transfer(attacker, 1n)), ...depositing()),
  runs('has the router send native currency to the attacker', inner(attacker, '0x', 1n), ...depositing()),
  runs('has the router take more from the payer', inner(usdc, pull), ...depositing()),
  runs('has the router use a permit', inner(usdc, permit), ...depositing()),
  runs('has the router call the proxy again', inner(proxy, nested), ...depositing()),
  runs('has the router call itself', inner(router, multicall(depositing())), ...depositing()),
  runs('has the router call an unknown function of the proxy', inner(proxy, '0xdeadbeef'), ...depositing()),
  runs(
    'has the router call an unknown function of the depository',
    inner(contracts.depository, '0xdeadbeef'),
    ...depositing(),
  ),
  runs('lets the deposit of the router fail', ...depositing().map((each) => ({ ...each, allowFailure: true }))),
  runs('exchanges after the deposit', ...depositing(1n), exchanging(usdc, usdt, exact)),
  runs('exchanges without a deposit', exchanging(usdc, usdt, exact)),
  runs('cleans up for the attacker', ...depositing(), cleanupErc20s([usdc], [attacker], [0n])),
  runs(
    'cleans up for the recipient at an address of another chain',
    ...depositing(),
    cleanupErc20s([usdc], [recipient], [0n]),
  ),
  runs('gives everything back instead of paying', cleanupErc20s([usdc], [payer], [0n])),
  runs(
    'has bytes in the padding of a call of the router',
    inner(contracts.depository, `${call.depositErc20(payer, usdc, exact, ids.order)}00`),
  ),
  runs('names only the depository in an unknown call', inner(exchange, `0xabcdef01${contracts.depository.slice(2)}`)),
  runs('names only the order in an unknown call', inner(exchange, `0xabcdef01${ids.order.slice(2)}`)),
  of('G15', 'has the router pay another order in the native currency', () =>
    routerCase(multicall([depositingNative(amounts.eth, ids.other)])),
  ),
  of('G15', 'sends the remainder of the native currency to the attacker', () =>
    routerCase(multicall([depositingNative()], attacker)),
  ),
  of('G15', 'sends one wei more to the router', () =>
    edited(routerCase(), [`${FIRST}.value`, String(amounts.eth + 1n)]),
  ),
  of('G15', 'sends no value to the router', () => edited(routerCase(), [`${FIRST}.value`, '0'])),
  of('G15', 'calls a router that is not pinned', () => edited(routerCase(), [`${FIRST}.to`, attacker])),
  of('G15', 'calls the proxy as a router', () => edited(routerCase(), [`${FIRST}.to`, proxy])),
  of('G15', 'has the router pay though a token pays', () =>
    edited(tokenCase(), ['quote.steps', [step('deposit', { to: router, data: multicall(depositing()) })]]),
  ),
  of('G15', 'takes a token though the native currency pays', () =>
    edited(nativeCase(), ['quote.steps', [step('deposit', { to: proxy, data: honest(), value: amounts.eth })]]),
  ),

  runs(
    'has the router transfer to the other router',
    inner(usdc, call.transfer(contracts.router, exact - 1n)),
    ...depositing(1n),
  ),
  of('G15', 'has the router send the native currency to a router', () =>
    routerCase(multicall([inner(contracts.router, '0x', amounts.eth - 1n), depositingNative(1n)])),
  ),
  runs('gives to a router', ...depositing(), cleanupErc20s([usdc], [router], [0n])),

  of('G15', 'exchanges an amount of 0 and states an output of 0', () =>
    swapCase(pulling([cleanupErc20s([usdt], [recipient], [0n])])),
  ),
  of('G15', 'sends the money to a solver without a delivery', () =>
    swapCase(pulling([inner(usdc, call.transfer(contracts.solver, exact)), cleanupErc20s([usdt], [recipient], [0n])])),
  ),
  of('G15', 'leaves a part of the money in the router', () =>
    localCase([cleanupErc20s([usdc], [recipient], [exact - 1n])], exact - 1n),
  ),
  of('G15', 'delivers less of the same token than the minimum', () =>
    localCase([cleanupErc20s([usdc], [recipient], [1n]), cleanupErc20s([usdc], [payer], [0n])]),
  ),
  of('G15', 'delivers on the same chain without the requested calls', () =>
    edited(swapCase(), ['intent.txs', [claim]]),
  ),
  of('G16', 'sends directly without the requested calls', () => edited(sendCase(tokens.usdc), ['intent.txs', [claim]])),
  swaps('swaps without a delivery'),

  local(
    'approves an attacker’s contract, calls it as a token and sends the remainder',
    approving(attacker),
    asApprove,
    everything(),
  ),
  local('calls an attacker’s contract with the selector of a transfer', approving(attacker), asTransfer, everything()),
  local('calls an attacker’s contract that was approved before', asApprove, everything()),
  local(
    'sends an attacker’s contract as if it were a token',
    approving(attacker),
    cleanupErc20s([attacker, usdc], [payer, recipient], [0n, 0n]),
  ),
  local('calls an attacker’s contract as an exchange', approving(attacker), exchanging(usdc, usdc, 1n), everything()),
  local('calls an attacker’s contract as an approval after the delivery', everything(), asApprove),
  of('G15', 'delivers the balance of an empty router', () => withIdle(localCase([{ ...everything(), target: idle }]))),
  of('G15', 'counts a call with the selector of an approval as an exchange', () =>
    swapCase(pulling([approving(attacker), asApprove, everything(usdt)])),
  ),
  runs(
    'hides depository and order in an approval',
    exchanging(usdc, usdt, exact),
    inner(attacker, call.approve(contracts.depository, BigInt(ids.order))),
  ),
  swaps('ends with a call of an attacker’s contract as a transfer', everything(usdt), asTransfer),
  of('G15', 'delivers the native currency as if it were a token', () =>
    swapToNativeCase(cleanupErc20s([NATIVE], [recipient], [amounts.eth])),
  ),
  of('G15', 'transfers the native currency as if it were a token', () =>
    routerCase(multicall([inner(NATIVE, call.transfer(payer, amounts.eth - 1n)), depositingNative(1n)])),
  ),
  swaps('swaps for the attacker', cleanupErc20s([usdt], [attacker], [0n])),
  swaps('swaps for the payer instead of the recipient', cleanupErc20s([usdt], [payer], [0n])),
  swaps('swaps for the recipient and the attacker', cleanupErc20s([usdt, usdt], [recipient, attacker], [least, 0n])),
  swaps('gives another token', cleanupErc20s([usdc], [recipient], [0n])),
  swaps('gives the native currency instead of the token', cleanupNative(0n, recipient)),
  swaps('gives one unit less than the least', cleanupErc20s([usdt], [recipient], [least - 1n])),
  swaps('lets the end of a swap fail', { ...cleanupErc20s([usdt], [recipient], [0n]), allowFailure: true }),
  swaps('ends at a router that is not pinned', { ...cleanupErc20s([usdt], [recipient], [0n]), target: attacker }),
  swaps('names fewer receivers than tokens', cleanupErc20s([usdt, usdc], [recipient], [0n, 0n])),
  swaps('names fewer amounts than tokens', cleanupErc20s([usdt, usdc], [recipient, payer], [0n])),
  swaps(
    'transfers what a swap brought to the attacker',
    inner(usdt, call.transfer(attacker, 1n)),
    cleanupErc20s([usdt], [recipient], [0n]),
  ),
  swaps('ends with a call of the exchange', cleanupErc20s([usdt], [recipient], [0n]), exchanging(usdt, usdc, 1n)),
  of('G15', 'delivers the native currency to the attacker', () => swapToNativeCase(cleanupNative(0n, attacker))),
  of('G15', 'delivers one wei less than the minimum', () =>
    swapToNativeCase(cleanupNative(amounts.eth - 1n, recipient)),
  ),
  of('G15', 'swaps the native currency for the attacker', () =>
    swapNativeCase(
      multicall([exchanging(NATIVE, usdt, amounts.eth, amounts.eth), cleanupErc20s([usdt], [attacker], [0n])]),
    ),
  ),
  of('G12', 'has the solver swap for another order', () =>
    edited(swapCase(), [
      'quote.steps',
      [step('swap', { to: contracts.depository, data: call.depositErc20(payer, usdc, exact, ids.other) })],
    ]),
  ),
  of('G17', 'swaps by a cleanup only', () =>
    edited(swapCase(), [
      'quote.steps',
      [step('swap', { to: router, data: cleanupErc20s([usdc], [attacker], [0n]).callData })],
    ]),
  ),
  of('G17', 'routes in a step for a transfer', () =>
    edited(swapCase(), ['quote.steps', [{ ...(read(swapCase(), 'quote.steps[1]') as object), id: 'send' }]]),
  ),
  of('G17', 'routes in a step for an approval', () => edited(proxyCase(), ['quote.steps[1].id', 'approve'])),

  of('G13', 'sends the native currency to the attacker, as to a solver', () => memoCase('0x58109c', attacker)),
  of('G13', 'sends the native currency to the depository without a call', () => memoCase('0x', contracts.depository)),
  of('G13', 'sends one wei more to a solver', () => edited(memoCase(), [`${FIRST}.value`, String(amounts.eth + 1n)])),
  of('G13', 'sends one wei less to a solver', () => edited(memoCase(), [`${FIRST}.value`, String(amounts.eth - 1n)])),
  of('G13', 'sends to a solver that is not pinned', () =>
    edited(memoCase(), ['registry.chains[0].solverAddresses', []]),
  ),
  of('G13', 'sends to a solver for another order', () => memoCase(ids.other)),
  of('G13', 'sends to a solver for another purpose', () => memoCase(`${ids.other}00`)),
  of('G17', 'has a memo of 37 bytes', () => memoCase(`0x${'58'.repeat(37)}`)),
  of('G17', 'has a memo that is a harmful call', () => memoCase('0x4e71d92d')),
  of('G17', 'sends a memo although explicit deposits were requested', () =>
    edited(memoCase(), ['intent.explicitDeposit', true]),
  ),
  of('G17', 'sends a memo although the intent does not exclude explicit deposits', () =>
    edited(memoCase(), ['intent.explicitDeposit']),
  ),
  of('G17', 'sends the native currency to a solver though a token pays', () =>
    edited(transferCase(), ['quote.steps', read(memoCase(), 'quote.steps')]),
  ),
  of('G14', 'transfers to the attacker, as to a solver', () => transferCase(attacker)),
  of('G14', 'transfers to the recipient, as to a solver', () => transferCase(recipient)),
  of('G14', 'transfers one unit more to a solver', () => transferCase(contracts.solver, ids.order, exact + 1n)),
  of('G14', 'transfers one unit less to a solver', () => transferCase(contracts.solver, ids.order, exact - 1n)),
  of('G16', 'transfers to a solver for another order', () => transferCase(contracts.solver, ids.other)),
  of('G14', 'transfers to a solver for no order', () => transferCase(contracts.solver, '0x')),
  of('G14', 'transfers another token to a solver', () => edited(transferCase(), [`${FIRST}.to`, usdt])),
  of('G14', 'sends value with a transfer to a solver', () => edited(transferCase(), [`${FIRST}.value`, '1'])),
  of('G17', 'transfers to a solver although explicit deposits were requested', () =>
    edited(transferCase(), ['intent.explicitDeposit', true]),
  ),
  of('G14', 'transfers a token though the native currency pays', () =>
    edited(memoCase(), ['quote.steps', read(transferCase(), 'quote.steps')]),
  ),
];

/** The guard cannot prove that these quotes are safe or unsafe. The payer must see a warning. */
export const unprovableRoutes: Readonly<Record<string, () => Case>> = {
  'an allowance of the router for a stranger': () => proxyCase(pulling([approving(attacker), ...depositing()])),
  'an allowance of the router for the proxy': () => proxyCase(pulling([approving(proxy), ...depositing()])),
  'a stranger called with the selector of an approval': () => proxyCase(pulling([asApprove, ...depositing()])),
  'a stranger called with the selector of a transfer': () => proxyCase(pulling([asTransfer, ...depositing()])),
  'a transfer of another token': () => proxyCase(pulling([inner(usdt, call.transfer(payer, 1n)), ...depositing()])),
  'another token that is refunded': () => proxyCase(pulling([cleanupErc20s([usdt], [payer], [0n]), ...depositing()])),
  'a delivery of an empty router': () =>
    withIdle(
      proxyCase(pulling([{ ...cleanupErc20s([usdc], [payer], [9n]), target: idle }, ...depositing(exact - 9n)])),
    ),
  'a fee that may fail and remain in the router': () =>
    proxyCase(pulling([mayFail(inner(usdc, call.transfer(contracts.solver, 9n))), ...depositing(exact - 9n)])),
  'a stranger in a native payment': () => routerCase(multicall([asApprove, depositingNative()])),
  'a stranger beside an exchange': () => swapCase(pulling([...swapCalls().slice(0, 2), asApprove, everything(usdt)])),
};
