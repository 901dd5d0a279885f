/** Reads an amount that the payer typed or pasted, in the notation of the payer's locale. */

/** The amount in the token's smallest unit, or why the text is not a clear amount, as `parseAmount` explains. */
export type ParsedAmount = bigint | null | 'ambiguous' | 'precise' | 'unit';

/**
 * Parses an amount that the payer typed to the token's smallest unit, and never rounds or guesses.
 *
 * The parser accepts digits of any script, group signs, and the names of the amount's unit. It ignores invisible
 * characters. If the text contains both a comma and a point, the last of these signs is the decimal sign.
 *
 * A text such as `1,234` or `1.234` has two possible meanings. The result is `ambiguous`, unless the sign is a point
 * and the locale's decimal sign is a point too.
 *
 * If the amount has more decimals than the token, apart from zeros at the end, the result is `precise`. If another word
 * or currency sign than a name of the unit is on one side of the number (`isWithUnit`), the result is `unit`. If the
 * text is not an amount, the result is null.
 *
 * @param decimalSign the locale's decimal sign
 * @param names what may be written before or after the number, such as the token's symbol
 */
export function parseAmount(
  text: string,
  decimals: number,
  decimalSign = '.',
  names: readonly string[] = [],
): ParsedAmount {
  const number = numberIn(text, names);
  if (!/\d/.test(number)) return null;
  if (isWithUnit(number)) return 'unit';
  // Nobody writes the Arabic decimal sign between groups, so only digits may follow it.
  if (!/^[^\u066b]*(?:\u066b\d*)?$/u.test(number)) return null;
  const plain = number
    .replace(/(?<=\d)[\s'’\u066c](?=\d{3}(?!\d))/gu, '')
    .replace('\u066b', number.includes(',') ? '.' : ',');
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  if (last < 0) return /^\d+$/.test(plain) ? units(plain, '', decimals) : null;

  const sign = plain.charAt(last);
  const whole = plain.slice(0, last);
  const fraction = plain.slice(last + 1);
  if (!/^\d*$/.test(fraction)) return null;

  const signs = whole.replace(/\d/g, '');
  if (signs.includes(sign)) {
    return grouped(plain, sign) ? units(plain.replaceAll(sign, ''), '', decimals) : null;
  }
  if (signs && !(/^(,+|\.+)$/.test(signs) && grouped(whole, signs.charAt(0)))) return null;
  const maybeGroup = !signs && /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3 && !number.includes('\u066b');
  if (maybeGroup && (sign === ',' || decimalSign !== '.')) return 'ambiguous';
  if (fraction.replace(/0+$/, '').length > decimals) return 'precise';
  return units(whole.replace(/\D/g, ''), fraction, decimals);
}

/**
 * Returns the text with ASCII digits, and without the names of the unit. Any other word stays in it. Returns an empty
 * text if the text is too long, or if it contains a number that is no decimal digit. As plain digits, 2⁵ would be 25,
 * and ½ would be 12.
 */
export function numberIn(text: string, names: readonly string[]): string {
  if (text.length > 100 || /[\p{No}\p{Nl}]/u.test(text)) return '';
  let plain = plainOf(text).trim();
  for (const name of names) plain = withoutName(plain, plainOf(name).trim());
  return plain;
}

const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, digitOf);

/**
 * Removes a name before and after the number. There must be a space between them if the name before the number ends
 * with a digit, or if the name after the number begins with a digit, a point or a comma, which could belong to either.
 * Keeps a name without a letter or a currency sign, which could be a part of the number. Also keeps a single letter,
 * such as M, which could mean a million.
 */
function withoutName(text: string, name: string): string {
  if (!/\p{Sc}|\p{L}.|.\p{L}/u.test(name)) return text;
  const is = (part: string): boolean => part.toLowerCase() === name.toLowerCase();
  let rest = text;
  const after = rest.slice(name.length);
  if (is(rest.slice(0, name.length)) && (/^\s/.test(after) || (/\D$/.test(name) && /^[.,]?\d/.test(after))))
    rest = after.trim();
  const before = rest.slice(0, -name.length);
  if (is(rest.slice(-name.length)) && (/\s$/.test(before) || (/^[^\d.,]/.test(name) && /[\d.,]$/.test(before))))
    rest = before.trim();
  return rest;
}

/**
 * True if the text is a number with one word or currency sign before it, or with words or currency signs after it.
 * False if there are some on both sides, or several words before the number.
 */
const isWithUnit = (text: string): boolean => UNIT_FIRST.test(text) || UNIT_LAST.test(text);

const UNIT_FIRST = /^[\p{L}\p{Sc}][\p{L}\p{M}\p{Sc}.]*\s*[\d.,\s'’\u066b\u066c]+$/u;
const UNIT_LAST = /^[\d.,\s'’\u066b\u066c]+[\p{L}\p{Sc}][\p{L}\p{M}\p{Sc}.\s]*$/u;

/**
 * The symbols of tokens that are redeemed for one US dollar. An amount in dollars is also an amount of such a token.
 */
const DOLLARS: readonly string[] = ['USDC', 'USDC.E', 'USDT', 'USDT0', 'USD₮0', 'DAI', 'PYUSD', 'USDS'];

/**
 * Returns the names that a payer can write beside an amount of the token. For a token that is worth a dollar, these
 * include the names of the US dollar. A bare `$` is one of them only where the locale writes the US dollar so: in
 * Canada, `$` is the Canadian dollar.
 * @param dollarSign the locale's sign of the US dollar
 */
export const unitNames = (symbol: string, dollarSign: string): readonly string[] =>
  DOLLARS.includes(symbol.toUpperCase()) ? [symbol, 'US$', 'USD', dollarSign] : [symbol];

/** A decimal string. `Intl.NumberFormat` formats it exactly, without a conversion to a floating-point number. */
export type Decimal = `${number}`;

export const units = (whole: string, fraction: string, decimals: number): bigint =>
  BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));

/**
 * Converts a digit of any script to an ASCII digit. The ten decimal digits of every script are consecutive code points
 * that begin with zero.
 */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** True if the digits are in groups of three, or in groups of two with a last group of three, as in India. */
export const grouped = (text: string, sign: string): boolean =>
  /^\d{1,3}(S\d{3})+$|^\d{1,2}(S\d{2})*S\d{3}$/.test(text.replaceAll(sign, 'S'));
