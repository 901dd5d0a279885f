/** Formats amounts, prices, times and addresses for the payer. */

import { formatExact, plainSymbol, type Amount } from './format-number.js';
import type { Decimal } from './parse-amount.js';

export type { Amount } from './format-number.js';

/**
 * The direction in which an amount is rounded: `down` for amounts that somebody holds or receives, and `up` for amounts
 * that the payer pays. Both keep six significant digits of a token amount, all digits before the decimal point, and two
 * decimal places if the token has them. `exact` does not round a token amount. A price always has the decimal places of
 * its currency, and `exact` rounds it to the nearest value.
 */
export type Rounding = 'down' | 'up' | 'exact';

export interface Formatter {
  /** The locale's decimal sign. */
  readonly decimalSign: string;
  /** Returns the locale's sign of the US dollar, such as `$`, `US$` or `USD`. */
  readonly dollarSign: () => string;
  /** Returns the amount with its symbol, such as `25.00 USDC`. */
  readonly token: (amount: Amount, rounding: Rounding) => string;
  /** Returns the amount without its symbol, such as `25.00`. */
  readonly number: (amount: Omit<Amount, 'symbol'>, rounding: Rounding) => string;
  /**
   * Returns a price such as `$25.04`, or `< $0.01` for a smaller value above zero. Returns null if the value is missing
   * or malformed, or has more than twelve digits before the decimal point.
   */
  readonly usd: (value: string | undefined, rounding: Rounding) => string | null;
  /** Returns a duration in whole units, rounded up, such as `8 seconds` or `2 minutes`; at least one unit. */
  readonly duration: (seconds: number) => string;
  /** Returns the date and time of `ms`, the Unix time in milliseconds, such as `Nov 21, 2025, 2:05 PM`. */
  readonly date: (ms: number) => string;
}

/**
 * Creates the functions that format values for a locale.
 * @param language the language of the surrounding text, for durations and dates
 */
export function createFormat(locale: string, language: string = locale): Formatter {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.1);
  const decimalSign = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  const number: Formatter['number'] = (amount, rounding) => {
    if (rounding === 'exact') return formatExact(locale, amount);
    const { amountFormatted: value, decimals } = amount;
    const least = Math.min(2, decimals);
    return new Intl.NumberFormat(locale, {
      minimumFractionDigits: least,
      maximumFractionDigits: Math.min(Math.max(least, digitsShown(value)), decimals, 100),
      roundingMode: rounding === 'up' ? 'ceil' : 'floor',
    }).format(value as Decimal);
  };
  return {
    decimalSign,
    dollarSign() {
      const price = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).formatToParts(1);
      return price.find(({ type }) => type === 'currency')?.value ?? 'USD';
    },
    number,
    token: (amount, rounding) => `${number(amount, rounding)} ${plainSymbol(amount.symbol)}`,
    usd(value, rounding) {
      return isPrice(value) ? formatPrice(locale, 'USD', value, rounding) : null;
    },
    duration(seconds) {
      const [unit, size] = seconds < 90 ? ['second', 1] : seconds < 5400 ? ['minute', 60] : ['hour', 3600];
      const count = Math.max(1, Math.ceil(seconds / size));
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
    },
    date: (ms) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(ms),
  };
}

/** Whether a text is a price: a decimal number with at most twelve digits before the decimal point. */
export const isPrice = (value: string | undefined): value is string => /^\d{1,12}(\.\d+)?$/.test(value ?? '');

/**
 * Returns a price such as `$25.04`, or a text such as `< $0.01` if the price is above zero but below the currency's
 * smallest coin.
 * @param currency the currency's ISO 4217 code
 * @param value a decimal number, such as `25.04`
 */
export function formatPrice(locale: string, currency: string, value: string, rounding: Rounding): string {
  const roundingMode = rounding === 'up' ? 'ceil' : rounding === 'down' ? 'floor' : 'halfExpand';
  const price = new Intl.NumberFormat(locale, { style: 'currency', currency, roundingMode });
  const { maximumFractionDigits: places = 0 } = price.resolvedOptions();
  const isTiny = new RegExp(`^0(\\.0{${places}}\\d*)?$`).test(value) && /[1-9]/.test(value);
  return isTiny ? `< ${price.format(`1E-${places}` as Decimal)}` : price.format(value as Decimal);
}

/** Shortens an address to a text such as `0x1234…abcd`, but leaves a text of up to 13 characters unchanged. */
export const shortAddress = (address: string): string =>
  address.length > 13 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;

/** Divides an address into groups of four characters, which are easier to compare by eye. */
export const addressGroups = (address: string): string[] => address.match(/.{1,4}/gsu) ?? [];

/**
 * Returns the number of decimal places with which the value has six significant digits; negative for a value with more
 * than six digits before the point.
 */
function digitsShown(value: string): number {
  const [whole = '', fraction = ''] = value.split('.');
  return whole === '0' ? fraction.length - fraction.replace(/^0+/, '').length + 6 : 6 - whole.length;
}
