/** Formats token amounts. This module is in the entry, because the label of the pay button contains an amount. */
import type { Decimal } from './parse-amount.js';

/** A token amount. `amountFormatted` is a decimal string in human units with `.` as the decimal point. */
export type Amount = { readonly amountFormatted: string; readonly decimals: number; readonly symbol: string };

/**
 * `down` is for amounts that the payer holds or receives, `up` for amounts that the payer pays. Both keep six
 * significant digits or two decimal places, whichever is more. `exact` does not round.
 */
export type Rounding = 'down' | 'up' | 'exact';

/** The amount without its symbol: `25.00`. */
export function formatNumber(
  locale: string,
  { amountFormatted: value, decimals }: Omit<Amount, 'symbol'>,
  rounding: Rounding,
): string {
  const least = Math.min(2, decimals);
  const most = rounding === 'exact' ? 100 : Math.max(least, digitsShown(value));
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: least,
    maximumFractionDigits: Math.min(most, decimals, 100),
    roundingMode: rounding === 'up' ? 'ceil' : 'floor',
  }).format(value as Decimal);
}

/** The amount with its symbol: `25.00 USDC`. */
export const formatToken = (locale: string, amount: Amount, rounding: Rounding): string =>
  `${formatNumber(locale, amount, rounding)} ${plainSymbol(amount.symbol)}`;

/** The number of fraction digits that gives six significant digits in all. */
function digitsShown(value: string): number {
  const [whole = '', fraction = ''] = value.split('.');
  return whole === '0' ? fraction.length - fraction.replace(/^0+/, '').length + 6 : 6 - whole.length;
}

/**
 * The token's issuer chooses the symbol. Therefore control characters and spaces are removed and the length is limited.
 */
const plainSymbol = (symbol: string): string =>
  symbol
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}]/gu, '')
    .slice(0, 12);
