/** How far a payment moves the price of what it exchanges, and when that is too far to be quoted unasked. */

import { microUsdOf } from '../currencies.js';
import type { Currency } from '../currencies.js';
import { refusedQuote } from '../refused.js';
import type { QuoteBody } from './quote-fields.js';

/** What the solver trades against, in millionths of a dollar. */
const POOL = 1_000_000_000_000n;
/** Below it the price is not moved at all. In basis points, as all of these. */
const UNMOVED = 100n;
const TOO_MUCH = 500n;
const MOST = 9_000n;

/**
 * In basis points of what is exchanged.
 * @param always what every exchange loses, whatever its size: a fault
 */
export function impactOf(from: Currency, to: Currency, { tradeType, amount }: QuoteBody, always?: number): bigint {
  if (from.id === to.id) return 0n;
  if (always !== undefined) return BigInt(always);
  const worth = microUsdOf(tradeType === 'EXACT_INPUT' ? from : to, BigInt(amount));
  const share = (worth * 10_000n) / POOL;
  if (share < UNMOVED) return 0n;
  return share < MOST ? share : MOST;
}

/** @throws Refused SWAP_IMPACT_TOO_HIGH, unless the payer has said that they accept it. */
export function checkImpact(impact: bigint, { overridePriceImpact }: QuoteBody): void {
  if (impact < TOO_MUCH || overridePriceImpact === true) return;
  throw refusedQuote('SWAP_IMPACT_TOO_HIGH', 'Swap impact is too high');
}
