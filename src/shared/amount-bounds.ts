/** Checks the merchant's bounds for an amount that the payer types, and the amounts that the merchant suggests. */
import { parseUnits, rescale } from './amounts.js';

/**
 * The bounds, as decimal numbers of tokens. Null means the same as an absent bound, because some frameworks set null
 * for an absent value.
 */
export type AmountBounds = { minAmount?: string | null | undefined; maxAmount?: string | null | undefined };

/** The number of decimal places for comparisons. Common tokens have fewer, so their amounts are compared exactly. */
const FINEST = 78;

/**
 * Returns the name of the bound that the amount breaks, or null if it breaks none. If it breaks both, returns
 * `minAmount`. A bound that `parseUnits` cannot read counts as absent.
 * @param amount the amount in the token's smallest unit
 */
export function brokenBound(
  amount: bigint,
  decimals: number,
  { minAmount, maxAmount }: AmountBounds,
): keyof AmountBounds | null {
  const fine = rescale(amount, decimals, FINEST);
  if (fine < (parseUnits(minAmount ?? '', FINEST) ?? 0n)) return 'minAmount';
  return fine > (parseUnits(maxAmount ?? '', FINEST) ?? fine) ? 'maxAmount' : null;
}

/**
 * Returns the name of the first option with a problem, and a message about the bound or the suggested amount. Returns
 * null if there is no problem.
 */
export function problemOfBounds(
  options: AmountBounds & { amount?: string | null | undefined },
  presets: readonly string[] = [],
): readonly [option: string, message: string] | null {
  const all = [
    ['minAmount', options.minAmount],
    ['maxAmount', options.maxAmount],
    ...presets.map((preset) => ['presets', preset] as const),
  ] as const;
  for (const [option, text] of all) {
    if (text == null) continue;
    if (options.amount != null) return [option, 'has no effect beside amount'];
    const units = parseUnits(text, FINEST);
    if (!units) return [option, `"${text}" is no decimal above zero, such as "25.00"`];
    const broken = brokenBound(units, FINEST, options);
    if (broken) return [option, `"${text}" is beyond ${broken}`];
  }
  return null;
}
