/** Tests how the text of the amount field is parsed. A text with two possible meanings is rejected. */
import { expect } from '@open-wc/testing';
import * as fc from 'fast-check';
import { createFormat } from '../../src/i18n/format.js';
import { parseAmount, unitNames } from '../../src/i18n/parse-amount.js';
import { formatUnits } from '../../src/shared/amounts.js';
const MAX = 2n ** 256n - 1n;
const decimalsOf = fc.integer({ min: 0, max: 36 });
/** Locales with different separators and digits. */
const LOCALES = [
  'af am ar ar-EG ar-MA as az be bg bn bs ca cs cy da de de-AT de-CH el en en-IN en-ZA es es-MX et eu',
  'fa fi fil fr fr-CA fr-CH gl gu he hi hr hu hy id is it it-CH ja ka kk km kn ko lo lt lv mk ml mn mr',
  'ms my nb ne nl or pa pl ps pt pt-BR ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh-Hans',
  'zh-Hant zu',
].flatMap((row) => row.split(' '));
const unitsOf = fc.bigInt({ min: 0n, max: MAX });

describe('parseAmount', () => {
  const reads = (text: string, expected: bigint | null | string, decimals = 6, sign = '.', symbol = ''): void => {
    expect(parseAmount(text, decimals, sign, unitNames(symbol, '$')), JSON.stringify(text)).to.equal(expected);
  };

  it('I21 reads back exactly the written amount when the number of decimals varies', () => {
    fc.assert(
      fc.property(unitsOf, decimalsOf, (units, decimals) => {
        expect(parseAmount(formatUnits(units, decimals), decimals)).to.equal(units);
      }),
    );
  });

  it('F-179 reads an amount written in any locale or reports it as ambiguous, and never reads another amount', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LOCALES), fc.bigInt({ min: 0n, max: 10n ** 15n }), (locale, units) => {
        const { number, decimalSign } = createFormat(locale);
        const text = number({ amountFormatted: formatUnits(units, 6), decimals: 6 }, 'exact');
        expect(parseAmount(text, 6, decimalSign), `${locale} ${text}`).to.be.oneOf([units, 'ambiguous']);
      }),
      { numRuns: 10 * LOCALES.length },
    );
  });

  it('F-179 reads 1,234.5 written in each of sixty locales, and never another amount', () => {
    expect(LOCALES.length).to.be.at.least(60);
    const read = LOCALES.map((locale) => {
      const { number, decimalSign } = createFormat(locale);
      const text = number({ amountFormatted: '1234.5', decimals: 6 }, 'exact');
      return [locale, text, parseAmount(text, 6, decimalSign)];
    });
    expect(read.filter(([, , units]) => units !== 1_234_500_000n)).to.deep.equal([]);
  });

  it('F-179 takes the last separator as the decimal sign when both kinds occur', () => {
    reads('1,000.50', 1_000_500_000n);
    reads('1.000,50', 1_000_500_000n);
    reads('1,5', 1_500_000n);
    reads('1 000', 1_000_000_000n);
    reads('1\u202f000,5', 1_000_500_000n);
    reads('1’000.5', 1_000_500_000n);
    reads('1.000.000', 1_000_000_000_000n);
    reads('12,34,567.5', 1_234_567_500_000n);
    reads('١٬٢٣٤٫٥', 1_234_500_000n);
    reads('１２．５', 12_500_000n);
    reads('.5', 500_000n);
    reads('5.', 5_000_000n);
  });

  it('F-179 reads a number with the name of its token, before or after it, in any letter case and with any space', () => {
    const usdc = [
      '25 USDC',
      '25USDC',
      'USDC 25',
      'usdc25',
      '25\u00a0USDC',
      '25\u202fUsdc',
      '２５ ＵＳＤＣ',
      '25.00 USDC',
    ];
    for (const text of usdc) reads(text, 25_000_000n, 6, '.', 'USDC');
    reads('1 000,50 ETH', 1_000_500_000n, 6, ',', 'ETH');
    reads('1,234 USDT0', 'ambiguous', 6, '.', 'USDT0');
    reads('25 USD₮0', 25_000_000n, 6, '.', 'USD₮0');
    reads('25 1INCH', 25_000_000n, 6, '.', '1INCH');
  });

  it('F-179 reads the sign of the US dollar only for a token of a dollar, and as the locale writes it', () => {
    for (const text of ['$25', '$25.00', 'US$25.00', 'US$ 25', '25 USD', '$25 USD', '＄25', '$25.00\u200b'])
      reads(text, 25_000_000n, 6, '.', 'USDC');
    for (const text of ['$25', '25 USD', 'US$25']) reads(text, 'unit', 6, '.', 'ETH');
    const inCanada = createFormat('en-CA').dollarSign();
    expect(parseAmount('$25', 6, '.', unitNames('USDC', inCanada))).to.equal('unit');
    expect(parseAmount('US$25', 6, '.', unitNames('USDC', inCanada))).to.equal(25_000_000n);
    const inGermany = createFormat('de').dollarSign();
    expect(parseAmount('1.000,50 $', 6, ',', unitNames('DAI', inGermany))).to.equal(1_000_500_000n);
  });

  it('F-179 returns `unit` when another word or sign is beside the number', () => {
    for (const text of ['25 €', '€25', '£25', 'A$25', '25 A$', 'R$ 25', '25 USDT', '25 USDC.e', '25k', '25 US dollars'])
      reads(text, 'unit', 6, '.', 'USDC');
    reads('25M', 'unit', 6, '.', 'M');
    reads('25 $', 'unit');
  });

  it('F-179 takes no digit of the number for a part of the name, and none of the name for a part of the number', () => {
    reads('251INCH', 'unit', 6, '.', '1INCH');
    reads('USDT025', 'unit', 6, '.', 'USDT0');
    reads('1 000', 1_000_000_000n, 6, '.', '000');
    reads('25 42', null, 6, '.', '42');
  });

  it('F-179 ignores what nobody sees, and reads the digits of every script', () => {
    for (const text of ['2\u200b5', '\ufeff25', '25\u200d', '\u202d25\u202c', '2\u20605', '\u00ad25', '25\u3000'])
      reads(text, 25_000_000n);
    for (const text of ['２５', '٢٥', '۲۵', '२५', '২৫', '𝟐𝟓', '\u200f٢٥']) reads(text, 25_000_000n);
    reads('1\u00a0000', 1_000_000_000n);
    reads('1\u2009000,5', 1_000_500_000n, 6, ',');
  });

  it('F-179 rejects a number that is not written in decimal digits', () => {
    for (const text of ['2⁵', '25²', '2½', '½', '①②', '⒈5', 'Ⅻ', '🄁5', '25‰', '25%', '≈25', '~25', '25.–'])
      reads(text, null);
  });

  it('F-179 returns `ambiguous` when the text can mean two amounts', () => {
    reads('1,234', 'ambiguous');
    reads('123,456', 'ambiguous', 6, ',');
    reads('1.234', 'ambiguous', 6, ',');
    reads('1.234', 1_234_000n, 6, '.');
    reads('0,123', 123_000n);
    reads('1234,567', 1_234_567_000n);
  });

  it('F-180 returns `precise` when the text has more decimals than the token', () => {
    reads('1.1234567', 'precise');
    reads('1.5', 'precise', 0);
    reads('1.1234560', 1_123_456n);
  });

  it('F-179 takes the Arabic decimal sign only for a decimal sign', () => {
    for (const decimalSign of ['.', ',']) {
      reads('١٫٢٣٤', 1_234_000n, 6, decimalSign);
      reads('1,234٫5', 1_234_500_000n, 6, decimalSign);
      reads('1.234٫5', 1_234_500_000n, 6, decimalSign);
      reads('١٬٢٣٤٫٥', 1_234_500_000n, 6, decimalSign);
      for (const text of ['١٫٢٣٤٫٥٦٧', '1٫234,5', '1٫234.5', '1٫234٬567', '1٫234 567', '٫'])
        reads(text, null, 6, decimalSign);
    }
  });

  it('rejects a text when it is not an amount', () => {
    for (const text of [
      '',
      ' ',
      '.',
      ',',
      '-1',
      '+1',
      '1e5',
      '0x10',
      'abc',
      '1.2.3',
      '1,2,3',
      '1,00,0.5',
      '12,3456.7',
      '1..2',
      '1,2.3.4',
      '1,234S567.00',
      '1S234.5',
      '5x100.5',
      '1-234.5',
      '1e234,5',
      '1_234.5',
      '1/234.5',
      '∞',
      '1 2',
      '9'.repeat(101),
    ]) {
      reads(text, null);
    }
  });

  it('never throws and never returns a negative amount when the text is arbitrary', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), decimalsOf, (text, decimals) => {
        const units = parseAmount(text, decimals);
        expect(typeof units !== 'bigint' || units >= 0n).to.equal(true);
      }),
    );
  });
});
