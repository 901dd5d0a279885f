/** Builds honest quotes with a router call, or with a plain transfer that contains the order id. */
import type { Address, Hex } from 'viem';
import { decodeFunctionData, encodeFunctionData, parseAbi } from 'viem';
import type { ChainCurrency } from '../../src/types.js';
import type { Case, Json } from './quotes.js';
import {
  amountOf,
  amounts,
  approveStep,
  call,
  contracts,
  edited,
  ids,
  NATIVE,
  nativeCase,
  people,
  read,
  step,
  toEther,
  tokenCase,
  tokens,
} from './quotes.js';

export type Inner = { target: Address; allowFailure: boolean; value: bigint; callData: Hex };

const CALL = 'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }';
export const routerAbi = parseAbi([
  CALL,
  'function transferAndMulticall(address[], uint256[], Call[], address)',
  'function transferAndMulticall(address[], uint256[], Call[], address, address)',
  'function transferAndMulticall(address[], uint256[], Call[], address, address, bytes)',
  'function multicall(Call[], address, address)',
  'function multicall(Call[], address, address, bytes)',
  'function cleanupErc20s(address[], address[], uint256[])',
  'function cleanupErc20s(address[], address[], uint256[], bytes)',
  'function cleanupNative(uint256, address)',
  'function cleanupNative(uint256, address, bytes)',
  'function swap(address, address, uint256)',
]);

export const exchange: Address = '0xeeee000000000000000000000000000000000001';
export const router: Address = contracts.router;
export const proxy: Address = contracts.approvalProxyV3;
const usdc = tokens.usdc.address as Address;
const usdt = tokens.usdt.address as Address;

export const inner = (target: Address, callData: Hex, value = 0n, allowFailure = false): Inner => ({
  target,
  allowFailure,
  value,
  callData,
});

/** The arguments of `transferAndMulticall`. */
export type Pulled = {
  tokens: Address[];
  amounts: bigint[];
  calls: Inner[];
  refundTo: Address;
  nftRecipient: Address;
  metadata: Hex;
};

export const pulling = (calls: Inner[], change: Partial<Pulled> = {}): Pulled => ({
  tokens: [usdc],
  amounts: [amounts.usdc],
  calls,
  refundTo: people.payer,
  nftRecipient: NATIVE,
  metadata: '0x',
  ...change,
});

/** `count` selects the overload: 4 is `0xc2b2cbdf`, 5 is `0x30875056`, 6 is `0xf9e4bab4`. */
export function transferAndMulticall(pulled: Pulled, count: 4 | 5 | 6 = 6): Hex {
  const { tokens: all, amounts: each, calls, refundTo, nftRecipient, metadata } = pulled;
  const functionName = 'transferAndMulticall';
  if (count === 4) return encodeFunctionData({ abi: routerAbi, functionName, args: [all, each, calls, refundTo] });
  if (count === 5) {
    return encodeFunctionData({ abi: routerAbi, functionName, args: [all, each, calls, refundTo, nftRecipient] });
  }
  return encodeFunctionData({
    abi: routerAbi,
    functionName,
    args: [all, each, calls, refundTo, nftRecipient, metadata],
  });
}

/** Without metadata, the selector is `0x30be5567`. With metadata, the selector is `0xcd6e13f7`. */
export const multicall = (calls: Inner[], refundTo: Address = people.payer, metadata?: Hex): Hex =>
  metadata === undefined
    ? encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [calls, refundTo, people.payer] })
    : encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [calls, refundTo, NATIVE, metadata] });

export const cleanupErc20s = (all: Address[], to: Address[], each: bigint[], metadata?: Hex): Inner =>
  inner(
    router,
    metadata === undefined
      ? encodeFunctionData({ abi: routerAbi, functionName: 'cleanupErc20s', args: [all, to, each] })
      : encodeFunctionData({ abi: routerAbi, functionName: 'cleanupErc20s', args: [all, to, each, metadata] }),
  );
export const cleanupNative = (amount: bigint, to: Address, metadata?: Hex): Inner =>
  inner(
    router,
    metadata === undefined
      ? encodeFunctionData({ abi: routerAbi, functionName: 'cleanupNative', args: [amount, to] })
      : encodeFunctionData({ abi: routerAbi, functionName: 'cleanupNative', args: [amount, to, metadata] }),
  );

export const exchanging = (from: Address, to: Address, amount: bigint, value = 0n): Inner =>
  inner(exchange, encodeFunctionData({ abi: routerAbi, functionName: 'swap', args: [from, to, amount] }), value);

/** Creates the calls that deposit the whole amount for the order. */
export const depositing = (amount: bigint = amounts.usdc, token: Address = usdc, id: Hex = ids.order): Inner[] => [
  inner(token, call.approve(contracts.depository, amount)),
  inner(contracts.depository, call.depositErc20(people.payer, token, amount, id)),
];
export const depositingNative = (amount: bigint = amounts.eth, id: Hex = ids.order): Inner =>
  inner(contracts.depository, call.depositNative(people.payer, id), amount);

/** Creates a token payment to another chain, through the proxy and the router. */
export const proxyCase = (pulled: Pulled = pulling(depositing()), count: 4 | 5 | 6 = 6): Case =>
  toEther(sameProxyCase(pulled, count));

/** Creates a token payment through the proxy and the router. The shop receives the same currency. */
export const sameProxyCase = (pulled: Pulled = pulling(depositing()), count: 4 | 5 | 6 = 6): Case =>
  edited(tokenCase(), [
    'quote.steps',
    [
      approveStep(tokens.usdc, amounts.usdc, proxy),
      step('deposit', { to: proxy, data: transferAndMulticall(pulled, count) }),
    ],
  ]);

/** Creates a payment in native currency to another chain, through the router. */
export const routerCase = (data: Hex = multicall([depositingNative()])): Case =>
  edited(nativeCase(), ['quote.steps', [step('deposit', { to: router, data, value: amounts.eth })]]);

/** The minimum output of a swap, in the smallest unit of the token. */
export const least = 24_900_000n;

const onOneChain = (from: Case, to: ChainCurrency): Case =>
  edited(
    from,
    ['intent.destinationChainId', 8453],
    ['intent.destinationCurrency', to.address],
    ['intent.tradeType', 'EXACT_INPUT'],
    ['intent.amount', read(from, 'quote.details.currencyIn.amount')],
    [
      'quote.details.currencyOut',
      { ...amountOf(8453, to, amounts.out, '25.000000', '25.0'), minimumAmount: String(least) },
    ],
  );

export const swapCalls = (): Inner[] => [
  inner(usdc, call.approve(exchange, amounts.usdc)),
  exchanging(usdc, usdt, amounts.usdc),
  cleanupErc20s([usdt, usdc], [people.recipient, people.payer], [0n, 0n]),
];

/** Creates a swap of a token for another token on the same chain. */
export function swapCase(pulled: Pulled = pulling(swapCalls())): Case {
  const steps = [
    approveStep(tokens.usdc, amounts.usdc, proxy),
    step('swap', { to: proxy, data: transferAndMulticall(pulled) }),
  ];
  return edited(onOneChain(tokenCase(), tokens.usdt), ['quote.steps', steps]);
}

/** Creates a payment through the proxy and the router. The shop receives the same token on the same chain. */
export const localCase = (calls: Inner[], leastOut: bigint = amounts.usdc): Case =>
  edited(
    onOneChain(tokenCase(), tokens.usdc),
    ['quote.steps', read(swapCase(pulling(calls)), 'quote.steps')],
    ['quote.details.currencyOut', amountOf(8453, tokens.usdc, amounts.usdc, '25.080000', '25.08')],
    ['quote.details.currencyOut.minimumAmount', String(leastOut)],
  );

/** Creates a swap of the native currency for a token on the same chain. */
export function swapNativeCase(
  data: Hex = multicall([
    exchanging(NATIVE, usdt, amounts.eth, amounts.eth),
    cleanupErc20s([usdt], [people.recipient], [0n]),
  ]),
): Case {
  const steps = [step('swap', { to: router, data, value: amounts.eth })];
  return edited(onOneChain(nativeCase(), tokens.usdt), ['quote.steps', steps]);
}

/** Creates a swap of a token for the native currency on the same chain. */
export function swapToNativeCase(end: Inner = cleanupNative(0n, people.recipient)): Case {
  const pulled = pulling([
    inner(usdc, call.approve(exchange, amounts.usdc)),
    exchanging(usdc, NATIVE, amounts.usdc),
    end,
  ]);
  const steps = [
    approveStep(tokens.usdc, amounts.usdc, proxy),
    step('swap', { to: proxy, data: transferAndMulticall(pulled) }),
  ];
  const native = amountOf(8453, tokens.eth, amounts.eth, '25.000000', '0.00836');
  return edited(onOneChain(tokenCase(), tokens.eth), ['quote.steps', steps], ['quote.details.currencyOut', native]);
}

/** Creates a token payment for G14. The payment is a plain transfer to a solver, because `explicitDeposit` is false. */
export const transferCase = (
  to: Address = contracts.solver,
  tail: Hex = ids.order,
  amount: bigint = amounts.usdc,
): Case =>
  edited(
    tokenCase(),
    ['intent.explicitDeposit', false],
    ['quote.steps', [step('deposit', { to: usdc, data: `${call.transfer(to, amount)}${tail.slice(2)}` })]],
  );

/**
 * Creates a native payment for G13. The payment is a plain transfer to a solver, because `explicitDeposit` is false.
 */
export const memoCase = (data: Hex = '0x58109c', to: Address = contracts.solver): Case =>
  edited(
    nativeCase(),
    ['intent.explicitDeposit', false],
    ['quote.steps', [step('deposit', { to, data, value: amounts.eth })]],
  );

export const honestRoutes: Readonly<Record<string, () => Case>> = {
  'a deposit by the proxy and the router': () => proxyCase(),
  'a deposit by the proxy, in its form with four arguments': () => proxyCase(undefined, 4),
  'a deposit by the proxy, in its form with five arguments': () => proxyCase(undefined, 5),
  'a deposit by the older proxy': () =>
    edited(
      proxyCase(),
      ['quote.steps[0]', approveStep(tokens.usdc, amounts.usdc, contracts.approvalProxy)],
      ['quote.steps[1].items[0].data.to', contracts.approvalProxy],
    ),
  'a deposit by the proxy with metadata': () => proxyCase(pulling(depositing(), { metadata: ids.request })),
  'a deposit by the proxy with the request id at its end': () =>
    edited(proxyCase(), [
      'quote.steps[1].items[0].data.data',
      `${transferAndMulticall(pulling(depositing()))}${ids.request.slice(2)}`,
    ]),
  'a deposit by the proxy with collectibles for the payer': () =>
    proxyCase(pulling(depositing(), { nftRecipient: people.payer })),
  'a deposit by the proxy with the remainder for another refund address': () =>
    edited(proxyCase(pulling(depositing(), { refundTo: people.recipient })), ['intent.refundTo', people.recipient]),
  'a deposit by the proxy that takes less than it may': () => {
    const less = amounts.usdc - 5n;
    const pulled = pulling(depositing(less), { amounts: [less] });
    return edited(proxyCase(pulled), ['quote.steps[0]', approveStep(tokens.usdc, less, proxy)]);
  },
  'a deposit by the proxy in two parts of one token': () =>
    proxyCase(pulling(depositing(), { tokens: [usdc, usdc], amounts: [amounts.usdc - 7n, 7n] })),
  'a deposit by the proxy with a sufficient allowance': () =>
    edited(proxyCase(), ['quote.steps', [read(proxyCase(), 'quote.steps[1]')]]),
  'a deposit by the proxy with an old allowance that is reset first': () =>
    edited(proxyCase(), [
      'quote.steps',
      [approveStep(tokens.usdc, 0n, proxy), ...(read(proxyCase(), 'quote.steps') as Json[])],
    ]),
  'a native deposit by the router': () => routerCase(),
  'a native deposit by the router with metadata': () =>
    routerCase(multicall([depositingNative()], people.payer, '0x01')),
  'a native deposit by the proxy': () => {
    const pulled = pulling([depositingNative()], { tokens: [], amounts: [] });
    const data = transferAndMulticall(pulled);
    return edited(nativeCase(), ['quote.steps', [step('deposit', { to: proxy, data, value: amounts.eth })]]);
  },
  'a swap on the origin chain before the deposit': () =>
    proxyCase(
      pulling([
        inner(usdc, call.approve(exchange, amounts.usdc)),
        exchanging(usdc, usdt, amounts.usdc),
        ...depositing(24_999_999n, usdt),
        cleanupErc20s([usdt, usdc], [people.payer, people.payer], [0n, 0n]),
      ]),
    ),
  'a swap on the origin chain into the native currency before the deposit': () =>
    proxyCase(pulling([exchanging(usdc, NATIVE, amounts.usdc), depositingNative(1n), cleanupNative(0n, people.payer)])),
  'a call that deposits the output of a swap for the order': () =>
    proxyCase(
      pulling([
        exchanging(usdc, usdt, amounts.usdc),
        inner(router, `0xabcdef01${contracts.depository.slice(2).padStart(64, '0')}${ids.order.slice(2)}`),
      ]),
    ),
  'a fee of the router for the solver': () =>
    proxyCase(pulling([inner(usdc, call.transfer(contracts.solver, 80_000n)), ...depositing(amounts.usdc - 80_000n)])),
  'a fee of the router for the solver, in the same currency': () =>
    sameProxyCase(
      pulling([inner(usdc, call.transfer(contracts.solver, 80_000n)), ...depositing(amounts.usdc - 80_000n)]),
    ),
  'a deposit by the proxy, in the same currency': () => sameProxyCase(),
  'a fee of the router for the solver that is a fifth of the money': () =>
    proxyCase(pulling([inner(usdc, call.transfer(contracts.solver, 5_016_000n)), ...depositing(20_064_000n)])),
  'the same token, sent to the recipient by the router': () =>
    localCase([cleanupErc20s([usdc], [people.recipient], [0n])]),
  'the same token, less a fee that may fail': () =>
    localCase(
      [
        inner(usdc, call.transfer(contracts.solver, 80_000n), 0n, true),
        cleanupErc20s([usdc], [people.recipient], [0n]),
      ],
      amounts.usdc - 80_000n,
    ),
  'a swap of a token for a token': () => swapCase(),
  'a swap with a step named deposit': () => edited(swapCase(), ['quote.steps[1].id', 'deposit']),
  'a swap that states its output': () =>
    swapCase(pulling([...swapCalls().slice(0, 2), cleanupErc20s([usdt], [people.recipient], [least])])),
  'a swap with a fee for the solver': () =>
    swapCase(
      pulling([
        ...swapCalls().slice(0, 2),
        cleanupErc20s([usdt, usdt], [contracts.solver, people.recipient], [50_000n, 0n]),
      ]),
    ),
  'a swap with metadata in its cleanup': () =>
    swapCase(pulling([...swapCalls().slice(0, 2), cleanupErc20s([usdt], [people.recipient], [0n], '0x1234')])),
  'a swap of the native currency for a token': () => swapNativeCase(),
  'a swap of a token for the native currency': () => swapToNativeCase(),
  'a swap for the native currency with metadata in its cleanup': () =>
    swapToNativeCase(cleanupNative(0n, people.recipient, '0x12')),
  'a swap that ends with two calls': () =>
    swapCase(
      pulling([
        ...swapCalls().slice(0, 2),
        cleanupErc20s([usdt], [people.recipient], [0n]),
        cleanupErc20s([usdc], [people.payer], [0n]),
      ]),
    ),
  'a swap through two exchanges': () =>
    swapCase(
      pulling([
        exchanging(usdc, NATIVE, amounts.usdc),
        exchanging(NATIVE, usdt, 1n, 1n),
        cleanupErc20s([usdt, usdc], [people.recipient, people.payer], [0n, 0n]),
      ]),
    ),
  'a swap that the solver makes after a deposit': () =>
    edited(onOneChain(tokenCase(), tokens.usdt), ['quote.steps', read(tokenCase(), 'quote.steps')]),
  'a token transfer to a solver with the order at its end': () => transferCase(),
  'a token transfer to a solver with the request at its end': () => transferCase(contracts.solver, ids.request),
  'a token transfer to the depository with the order at its end': () => transferCase(contracts.depository),
  'a native transfer to a solver with a short memo': () => memoCase(),
  'a native transfer to a solver with the order as its memo': () => memoCase(ids.order),
  'a native transfer to a solver without a memo': () => memoCase('0x'),
  'a deposit although a plain transfer was allowed': () => edited(tokenCase(), ['intent.explicitDeposit', false]),
};

/** Decodes a router call independently of the tested code. */
export function routed(data: string): { functionName: string; args: unknown[]; calls: readonly Inner[] } | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: routerAbi, data: data as `0x${string}` });
    const calls = args.find((each): each is readonly Inner[] => Array.isArray(each) && typeof each[0] === 'object');
    return calls ? { functionName, args: args.filter((each) => each !== calls), calls } : null;
  } catch {
    return null;
  }
}
