/**
 * Types amounts as the readers of each language write them: with its digits, groups and signs, for tokens of 0 to 36
 * decimals. Each is read exactly, or refused for the right reason.
 */
import { expect } from 'chai';
import * as fc from 'fast-check';
import { createFormat } from '../../src/i18n/format.js';
import { languageTags } from '../../src/i18n/locales/languages.js';
import { parseAmount, unitNames } from '../../src/i18n/parse-amount.js';
import { runsOf, seedOf } from '../support/thorough.js';

/** The languages of the package, and Arabic in a country that writes its own digits. */
const LOCALES = [...languageTags, 'ar-EG'];

type Typed = { whole: string; fraction: string; isGrouped: boolean; around: (typeof AROUND)[number]; zero: number };

/** What is before and after the number. */
const AROUND = ['…', '…', '… USDC', 'USDC …', '-…', '−…', '…-', '… EUR', '+…'] as const;

/** The code points of the digit zero: ASCII, Arabic, Devanagari and full-width. */
const ZEROS = [0x30, 0x660, 0x966, 0xff10];

const digitsOf = (most: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: most }).map((digits) => digits.join(''));

const typed: fc.Arbitrary<Typed> = fc.record({
  whole: fc.oneof(digitsOf(4), digitsOf(40)).map((digits) => digits.replace(/^0+/u, '') || '0'),
  fraction: fc.oneof(fc.constant(''), digitsOf(4), digitsOf(40)),
  isGrouped: fc.boolean(),
  around: fc.constantFrom(...AROUND),
  zero: fc.constantFrom(...ZEROS),
});

/** Returns the digits in the groups of the locale. */
function grouped(format: Intl.NumberFormat, whole: string): string {
  const parts = format.formatToParts(BigInt(whole));
  const sign = parts.find(({ type }) => type === 'group')?.value ?? '';
  const sizes = parts.filter(({ type }) => type === 'integer').map(({ value }) => value.length);
  let at = 0;
  return sizes.map((size) => whole.slice(at, (at += size))).join(sign);
}

/** What the amount is, by the rules that the payer is told. */
function meant({ whole, fraction, around }: Typed, groups: string, sign: string, decimals: number): unknown {
  if (around.includes('EUR')) return 'unit';
  if (around.includes('-') || around.includes('−') || around.includes('+')) return null;
  const isPoint = (each: string): boolean => each === '.' || each === ',';
  const isOneGroup = (groups.match(/[.,]/gu) ?? []).length === 1 && !fraction;
  // One comma or point before three digits can be either sign, except a point where the locale's sign is a point.
  if (isOneGroup) return 'ambiguous';
  const couldBeGroup = groups === whole && /^[1-9]\d{0,2}$/u.test(whole) && fraction.length === 3;
  if (couldBeGroup && isPoint(sign) && sign !== '.') return 'ambiguous';
  const exact = fraction.replace(/0+$/u, '');
  return exact.length > decimals ? 'precise' : BigInt(whole + exact.padEnd(decimals, '0'));
}

describe('parseAmount in the languages of the package', () => {
  for (const locale of LOCALES) {
    it(`F-179 reads what a reader of ${locale} types, or says why not`, () => {
      const { decimalSign, dollarSign } = createFormat(locale);
      const format = new Intl.NumberFormat(locale);
      const names = unitNames('USDC', dollarSign());
      fc.assert(
        fc.property(typed, fc.integer({ min: 0, max: 36 }), (each, decimals) => {
          const groups = each.isGrouped ? grouped(format, each.whole) : each.whole;
          const number = groups + (each.fraction && decimalSign + each.fraction);
          const digits = number.replace(/\d/gu, (digit) => String.fromCodePoint(each.zero + Number(digit)));
          const text = each.around.replace('…', digits);
          expect(parseAmount(text, decimals, decimalSign, names), `${text}, ${decimals} decimals`).to.equal(
            meant(each, groups, decimalSign, decimals),
          );
        }),
        { numRuns: runsOf(4_000), seed: seedOf(33) },
      );
    });
  }
});
