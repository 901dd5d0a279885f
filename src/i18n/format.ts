/** Numbers: how amounts, prices, times and addresses are written for a payer, and how a typed amount is read. */

import type { Decimal } from './parse-amount.js';

/** An amount of a token: `amountFormatted` is a plain decimal in human units, `.` as the decimal point. */
export type Amount = { readonly amountFormatted: string; readonly decimals: number; readonly symbol: string };

/**
 * `down` for what the payer has or receives, `up` for what the payer pays: both keep six digits or the cents,
 * whichever is more. `exact` rounds nothing.
 */
export type Rounding = 'down' | 'up' | 'exact';

export interface Formatter {
  /** The sign between whole and fraction in this locale. */
  readonly decimalSign: string;
  /** `25.00 USDC` */
  readonly token: (amount: Amount, rounding: Rounding) => string;
  /** `25.00`; the same without the symbol. */
  readonly number: (amount: Omit<Amount, 'symbol'>, rounding: Rounding) => string;
  /** `$25.04`, `< $0.01`; null where the value is missing or absurd. */
  readonly usd: (value: string | undefined, rounding: Rounding) => string | null;
  /** `8 seconds`, `2 minutes`: whole units, never less than it takes. */
  readonly duration: (seconds: number) => string;
  /** A moment in milliseconds: `Nov 21, 2025, 2:05 PM`. */
  readonly date: (ms: number) => string;
}

/** @param language The language of the words around: durations and dates are written in it. */
export function createFormat(locale: string, language: string = locale): Formatter {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.1);
  const decimalSign = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  const number: Formatter['number'] = ({ amountFormatted: value, decimals }, rounding) => {
    const least = Math.min(2, decimals);
    const most = rounding === 'exact' ? 100 : Math.max(least, digitsShown(value));
    return new Intl.NumberFormat(locale, {
      minimumFractionDigits: least,
      maximumFractionDigits: Math.min(most, decimals, 100),
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

/** `0x1234…abcd`; a short text stays as it is. */
export const shortAddress = (address: string): string =>
  address.length > 13 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;

/** An address in groups of four characters, to be compared by eye. */
export const addressGroups = (address: string): string[] => address.match(/.{1,4}/gsu) ?? [];

/** Six digits in all, counted from the first that is not zero. */
function digitsShown(value: string): number {
  const [whole = '', fraction = ''] = value.split('.');
  return whole === '0' ? fraction.length - fraction.replace(/^0+/, '').length + 6 : 6 - whole.length;
}

/** A symbol comes from a contract that anybody may have written: no direction controls, no length. */
const plainSymbol = (symbol: string): string =>
  symbol
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}]/gu, '')
    .slice(0, 12);
