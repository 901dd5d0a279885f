/** Formats amounts, prices, times and addresses for the payer. */

import { formatExact, plainSymbol, type Amount } from './format-number.js';
import type { Decimal } from './parse-amount.js';

export type { Amount } from './format-number.js';

/**
 * `down` is for amounts that the payer holds or receives, `up` for amounts that the payer pays. Both keep six
 * significant digits or two decimal places, whichever is more. `exact` does not round.
 */
export type Rounding = 'down' | 'up' | 'exact';

export interface Formatter {
  /** The locale's decimal sign. */
  readonly decimalSign: string;
  /** The amount with its symbol: `25.00 USDC`. */
  readonly token: (amount: Amount, rounding: Rounding) => string;
  /** The amount without its symbol: `25.00`. */
  readonly number: (amount: Omit<Amount, 'symbol'>, rounding: Rounding) => string;
  /**
   * `$25.04`, or `< $0.01` for a smaller value. Null if the value is missing, malformed, or has more than twelve digits
   * before the decimal point.
   */
  readonly usd: (value: string | undefined, rounding: Rounding) => string | null;
  /** `8 seconds`, `2 minutes`: whole units, rounded up. */
  readonly duration: (seconds: number) => string;
  /** A time, given as Unix time in milliseconds: `Nov 21, 2025, 2:05 PM`. */
  readonly date: (ms: number) => string;
}

/** @param language The language of the surrounding text, for durations and dates. */
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
    number,
    token: (amount, rounding) => `${number(amount, rounding)} ${plainSymbol(amount.symbol)}`,
    usd(value, rounding) {
      if (!value || !/^\d{1,12}(\.\d+)?$/.test(value)) return null;
      const dollars = (of: string, roundingMode: 'ceil' | 'floor' | 'halfExpand'): string =>
        new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', roundingMode }).format(of as Decimal);
      const tiny = /^0(\.00\d*)?$/.test(value) && /[1-9]/.test(value);
      if (tiny) return `< ${dollars('0.01', 'floor')}`;
      return dollars(value, rounding === 'up' ? 'ceil' : rounding === 'down' ? 'floor' : 'halfExpand');
    },
    duration(seconds) {
      const [unit, size] = seconds < 90 ? ['second', 1] : seconds < 5400 ? ['minute', 60] : ['hour', 3600];
      const count = Math.max(1, Math.ceil(seconds / size));
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
    },
    date: (ms) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(ms),
  };
}

/** `0x1234…abcd`. A text of up to 13 characters is unchanged. */
export const shortAddress = (address: string): string =>
  address.length > 13 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;

/** The address in groups of four characters, which are easier to compare by eye. */
export const addressGroups = (address: string): string[] => address.match(/.{1,4}/gsu) ?? [];

/** The number of fraction digits that gives six significant digits in all. */
function digitsShown(value: string): number {
  const [whole = '', fraction = ''] = value.split('.');
  return whole === '0' ? fraction.length - fraction.replace(/^0+/, '').length + 6 : 6 - whole.length;
}
