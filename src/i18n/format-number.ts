/**
 * Formats an amount in full, for example for the label of the pay button. The module is small, because it loads with
 * every page.
 */
import type { Decimal } from './parse-amount.js';

/** A token amount. `amountFormatted` is a decimal string in human units, with `.` as the decimal point. */
export type Amount = { readonly amountFormatted: string; readonly decimals: number; readonly symbol: string };

/**
 * Returns two characters for some common locales: the decimal sign, and the sign between groups of three digits.
 * Returns an empty text for any other locale.
 */
const signsOf = (locale: string): string =>
  /^(?:en(?:-US|-GB)?|ja(?:-JP)?|ko(?:-KR)?|zh(?:-CN|-TW|-HK|-Han[st])?)$/u.test(locale)
    ? '.,'
    : /^(?:de(?:-DE)?|tr(?:-TR)?|id(?:-ID)?|vi(?:-VN)?|pt-BR)$/u.test(locale)
      ? ',.'
      : '';

/**
 * Returns the amount without its symbol, such as `25.00`. It has at least two decimal places, or as many as the token
 * if that is fewer. Decimal places that the token does not have are cut off. `Intl` also cuts off those after the
 * 100th.
 */
export function formatExact(locale: string, { amountFormatted, decimals }: Omit<Amount, 'symbol'>): string {
  const least = Math.min(2, decimals);
  const [point, separator = ''] = signsOf(locale);
  if (point) {
    // Format numbers of common locales without `Intl`, whose first use can delay the first paint by 40 ms on a slow
    // phone.
    const [whole = '', rest = ''] = amountFormatted.split('.');
    const fraction = rest.slice(0, decimals).replace(/0+$/, '').padEnd(least, '0');
    const grouped = whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, separator);
    return fraction ? `${grouped}${point}${fraction}` : grouped;
  }
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: least,
    maximumFractionDigits: Math.min(decimals, 100),
    roundingMode: 'floor',
  }).format(amountFormatted as Decimal);
}

/**
 * Returns at most 12 characters of the symbol, without invisible characters and spaces. The token's issuer can choose
 * any symbol.
 */
export const plainSymbol = (symbol: string): string =>
  symbol
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}]/gu, '')
    .slice(0, 12);
