/** What goes in and what comes out: fixed prices, a fixed network fee and a fee in basis points. */

import type { Currency } from '../currencies.js';
import { refusedQuote } from '../refused.js';
import type { QuoteBody } from './quote-fields.js';

/** Amounts in the smallest unit: `input` and the fees of the origin currency, the others of the destination's. */
export interface Price {
  readonly input: bigint;
  /** What the solver pays out, to the unit. */
  readonly output: bigint;
  /** The least that the order allows. */
  readonly minimum: bigint;
  readonly hubGas: bigint;
  readonly hubService: bigint;
  /** Basis points between `output` and `minimum`. */
  readonly slippage: bigint;
}

/** The fill's own cost, in millionths of a dollar. */
const FILL_MICRO_USD = 20_000n;
const SERVICE_FEE = 20n;
const SWAP_SLIPPAGE = 50n;
const BASIS_POINTS = 10_000n;

/** @throws Refused AMOUNT_TOO_LOW when the fees are as much as the payment. */
export function priceOf(from: Currency, to: Currency, body: QuoteBody): Price {
  const amount = BigInt(body.amount);
  const hubGas = divideUp(FILL_MICRO_USD * 10n ** BigInt(from.decimals), from.microUsd);
  const exactInput = body.tradeType === 'EXACT_INPUT';
  // EXACT_INPUT takes the fees out of the amount, the others put them on top.
  const beforeFees = exactInput ? amount - hubGas : convert(amount, to, from, divideUp);
  const hubService = divideUp(beforeFees * SERVICE_FEE, exactInput ? BASIS_POINTS + SERVICE_FEE : BASIS_POINTS);
  const net = exactInput ? beforeFees - hubService : beforeFees;
  const output = exactInput ? convert(net, from, to, divideDown) : amount;
  if (output <= 0n || net <= hubGas + hubService) {
    throw refusedQuote('AMOUNT_TOO_LOW', 'Swap output amount is too small to cover fees required to execute swap');
  }
  const asked = body.slippageTolerance === undefined ? undefined : BigInt(body.slippageTolerance);
  const exactOutput = body.tradeType === 'EXACT_OUTPUT';
  const slippage = exactOutput ? 0n : (asked ?? (from.id === to.id ? 0n : SWAP_SLIPPAGE));
  return {
    input: exactInput ? amount : net + hubGas + hubService,
    output,
    minimum: (output * (BASIS_POINTS - slippage)) / BASIS_POINTS,
    hubGas,
    hubService,
    slippage,
  };
}

/** A plain transfer costs the payer's own network fee alone. */
export const freeOf = (amount: bigint): Price => ({
  input: amount,
  output: amount,
  minimum: amount,
  hubGas: 0n,
  hubService: 0n,
  slippage: 0n,
});

type Division = (top: bigint, bottom: bigint) => bigint;

function convert(amount: bigint, a: Currency, b: Currency, divide: Division): bigint {
  return divide(amount * a.microUsd * 10n ** BigInt(b.decimals), b.microUsd * 10n ** BigInt(a.decimals));
}

function divideDown(top: bigint, bottom: bigint): bigint {
  return top / bottom;
}

function divideUp(top: bigint, bottom: bigint): bigint {
  return top <= 0n ? 0n : (top + bottom - 1n) / bottom;
}
