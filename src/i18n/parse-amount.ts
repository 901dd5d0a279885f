/** Reads an amount that the payer typed, in the notation of the payer's locale. */
export type ParsedAmount = bigint | null | 'ambiguous' | 'precise';

/**
 * Parses an amount that the payer typed to the token's smallest unit, and never rounds or guesses.
 *
 * The parser accepts digits of any script, group signs and a currency sign. If the text contains both a comma and a
 * point, the last of these signs is the decimal sign. If its only sign has one to three digits before it and exactly
 * three after it, as in `1,234`, the result is `ambiguous`. Exceptions are a point in a locale with a decimal point,
 * and a number that starts with 0. If the amount has more decimals than the token, the result is `precise`, and if the
 * text is not an amount, it is null.
 *
 * @param decimalSign the locale's decimal sign
 */
export function parseAmount(text: string, decimals: number, decimalSign = '.'): ParsedAmount {
  if (text.length > 100) return null;
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, digitOf)
    .replace(/[\u200e\u200f\u061c]/gu, '')
    .replace(/^\s*\p{Sc}?\s*|\s*\p{Sc}?\s*$/gu, '')
    .replace(/(?<=\d)[\s'’\u066c](?=\d{3}(?!\d))/gu, '')
    .replace(/\u066b/gu, decimalSign === ',' ? ',' : '.');
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  if (last < 0) return /^\d+$/.test(plain) ? units(plain, '', decimals) : null;

  const sign = plain.charAt(last);
  const whole = plain.slice(0, last);
  const fraction = plain.slice(last + 1);
  if (!/^\d*$/.test(fraction) || !/\d/.test(plain)) return null;

  const signs = whole.replace(/\d/g, '');
  if (signs.includes(sign)) {
    return grouped(plain, sign) ? units(plain.replaceAll(sign, ''), '', decimals) : null;
  }
  if (signs && !(/^(,+|\.+)$/.test(signs) && grouped(whole, signs.charAt(0)))) return null;
  const maybeGroup = !signs && /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3;
  if (maybeGroup && (sign === ',' || decimalSign !== '.')) return 'ambiguous';
  if (fraction.replace(/0+$/, '').length > decimals) return 'precise';
  return units(whole.replace(/\D/g, ''), fraction, decimals);
}

/** A decimal string that `Intl.NumberFormat` formats exactly, without a conversion to a floating-point number. */
export type Decimal = `${number}`;

export const units = (whole: string, fraction: string, decimals: number): bigint =>
  BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));

/**
 * Converts a digit of any script to an ASCII digit, because the ten decimal digits of every script are consecutive code
 * points, beginning with zero.
 */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** Whether the digits are in groups of three, or in groups of two with a last group of three (India). */
export const grouped = (text: string, sign: string): boolean =>
  /^\d{1,3}(S\d{3})+$|^\d{1,2}(S\d{2})*S\d{3}$/.test(text.replaceAll(sign, 'S'));
