/** Price impact of a payment, and the limit above which a quote is refused. */

import { microUsdOf } from '../currencies.js';
import type { Currency } from '../currencies.js';
import { quoteError } from '../request-error.js';
import type { CheckedQuoteBody } from './quote-fields.js';

/** Liquidity that the solver trades against, in millionths of a US dollar. */
const POOL = 1_000_000_000_000n;
/** These three limits are in basis points. A price impact below `UNMOVED` counts as 0. */
const UNMOVED = 100n;
const TOO_MUCH = 500n;
const MOST = 9_000n;

/**
 * Price impact in basis points of the exchanged amount.
 * @param always price impact of every exchange, if the fault `priceImpact` is on
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

/**
 * @throws RequestError SWAP_IMPACT_TOO_HIGH from 500 basis points on, if the payer has not accepted the price impact
 */
export function checkImpact(impact: bigint, { overridePriceImpact }: CheckedQuoteBody): void {
  if (impact < TOO_MUCH || overridePriceImpact === true) return;
  throw quoteError('SWAP_IMPACT_TOO_HIGH', 'Swap impact is too high');
}
