/** Formats amounts, prices, times and addresses for the payer. */

import { formatNumber, formatToken, type Amount, type Rounding } from './format-number.js';
import type { Decimal } from './parse-amount.js';

export type { Amount, Rounding } from './format-number.js';

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
  return {
    decimalSign,
    number: (amount, rounding) => formatNumber(locale, amount, rounding),
    token: (amount, rounding) => formatToken(locale, amount, rounding),
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
