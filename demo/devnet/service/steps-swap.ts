/** Builds the transaction for a payment on a single EVM chain: a swap that the router executes, or a plain transfer. */

import { concatHex, encodeFunctionData, zeroAddress, type Address, type Hex } from 'viem';
import { exchangeAbi, proxyAbi, routerAbi, tokenAbi } from '../base/contract-abis.js';
import { solver } from '../base/accounts.js';
import { addresses } from '../evm/start-evm.js';
import { isNative, type Currency } from '../orders/currencies.js';
import type { QuotePrice } from '../orders/quote-price.js';

export interface SwapPlan {
  readonly from: Currency;
  readonly to: Currency;
  readonly price: QuotePrice;
  readonly recipient: Address;
  readonly refundTo: Address;
  readonly requestId: Hex;
}

/** Transaction for the payer's wallet. */
export interface Sending {
  readonly to: Address;
  readonly data: Hex;
  readonly value: bigint;
  readonly gas: bigint;
}

interface RouterCall {
  target: Address;
  allowFailure: boolean;
  value: bigint;
  callData: Hex;
}

const call = (target: Address, callData: Hex, value = 0n): RouterCall => ({
  target,
  allowFailure: false,
  value,
  callData,
});

/**
 * Builds a transaction that sends the fees to the solver, exchanges the rest, and sends the whole output to the
 * recipient.
 */
export function swapOf({ from, to, price, recipient, refundTo, requestId }: SwapPlan): Sending {
  const native = isNative(from);
  const fee = price.hubGas + price.hubService;
  const net = price.input - fee;
  const [tokenIn, tokenOut] = [from.address as Address, to.address as Address];
  const token = (functionName: 'approve' | 'transfer', account: Address, amount: bigint): Hex =>
    encodeFunctionData({ abi: tokenAbi, functionName, args: [account, amount] });
  const args = [tokenIn, tokenOut, net, price.minimum] as const;
  const swap = encodeFunctionData({ abi: exchangeAbi, functionName: 'swap', args });
  const calls = [
    ...(native
      ? [call(solver.address, '0x', fee)]
      : [
          call(tokenIn, token('transfer', solver.address, fee)),
          call(tokenIn, token('approve', addresses.exchange, net)),
        ]),
    call(addresses.exchange, swap, native ? net : 0n),
    call(
      addresses.router,
      isNative(to)
        ? encodeFunctionData({ abi: routerAbi, functionName: 'cleanupNative', args: [0n, recipient] })
        : encodeFunctionData({ abi: routerAbi, functionName: 'cleanupErc20s', args: [[tokenOut], [recipient], [0n]] }),
    ),
  ];
  const data = native
    ? encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [calls, refundTo, zeroAddress, '0x'] })
    : encodeFunctionData({
        abi: proxyAbi,
        functionName: 'transferAndMulticall',
        args: [[tokenIn], [price.input], calls, refundTo, zeroAddress, '0x'],
      });
  return {
    to: native ? addresses.router : addresses.approvalProxy,
    data: concatHex([data, requestId]),
    value: native ? price.input : 0n,
    gas: 500_000n,
  };
}

/** Builds a plain transfer. `tail` is the end of the calldata, such as the order id. */
export function transferOf(currency: Currency, to: Address, amount: bigint, tail: Hex = '0x'): Sending {
  if (isNative(currency)) return { to, data: tail, value: amount, gas: 30_000n };
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] });
  return { to: currency.address as Address, data: concatHex([data, tail]), value: 0n, gas: 80_000n };
}
