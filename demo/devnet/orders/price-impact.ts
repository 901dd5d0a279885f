/** Calculates the price impact of a payment, and refuses quotes above a limit. */

import { microUsdOf } from './currencies.js';
import type { Currency } from './currencies.js';
import { quoteError } from '../base/request-error.js';
import type { CheckedQuoteBody } from './quote-fields.js';

/** Size of the solver's liquidity pool in millionths of a US dollar. */
const POOL = 1_000_000_000_000n;
/**
 * Limits in basis points. A price impact below `UNMOVED` counts as 0. A price impact of `TOO_MUCH` or more needs
 * `overridePriceImpact`. `MOST` is the maximum.
 */
const UNMOVED = 100n;
const TOO_MUCH = 500n;
const MOST = 9_000n;

/**
 * Returns the price impact in basis points.
 * @param always Value of the fault `priceImpact`. If this value is set, it replaces the calculated price impact.
 */
export function impactOf(
  from: Currency,
  to: Currency,
  { tradeType, amount }: CheckedQuoteBody,
  always?: number,
): bigint {
  if (from.id === to.id) return 0n;
  if (always !== undefined) return BigInt(always);
  const worth = microUsdOf(tradeType === 'EXACT_INPUT' ? from : to, BigInt(amount));
  const share = (worth * 10_000n) / POOL;
  if (share < UNMOVED) return 0n;
  return share < MOST ? share : MOST;
}

/** @throws RequestError if the price impact is at least 500 basis points, unless `overridePriceImpact` is set */
export function checkImpact(impact: bigint, { overridePriceImpact }: CheckedQuoteBody): void {
  if (impact < TOO_MUCH || overridePriceImpact === true) return;
  throw quoteError('SWAP_IMPACT_TOO_HIGH', 'Swap impact is too high');
}
