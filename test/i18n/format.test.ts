/**
 * Tests the number formats: a displayed amount is never better than the real one, and a typed amount is never misread.
 */
import { expect } from '@open-wc/testing';
import * as fc from 'fast-check';
import { addressGroups, createFormat, shortAddress } from '../../src/i18n/format.js';
import { parseAmount } from '../../src/i18n/parse-amount.js';
import { formatUnits } from '../../src/shared/amounts.js';

const en = createFormat('en');
const token = (amountFormatted: string, decimals: number, symbol = 'USDC') => ({ amountFormatted, decimals, symbol });
const MAX = 2n ** 256n - 1n;
const decimalsOf = fc.integer({ min: 0, max: 36 });
const unitsOf = fc.bigInt({ min: 0n, max: MAX });

/** Converts a locale's output to ASCII digits with `.` as the only sign. */
const ascii = (text: string, locale: string): string => {
  const digits = Array.from({ length: 10 }, (_, digit) => new Intl.NumberFormat(locale).format(digit));
  const { decimalSign } = createFormat(locale);
  const signs = Array.from(text, (letter) => (letter === decimalSign ? '.' : String(digits.indexOf(letter))));
  return signs.filter((sign) => sign === '.' || sign !== '-1').join('');
};
const unitsFrom = (decimal: string, decimals: number): bigint => {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
};

describe('formatting of token amounts', () => {
  it('shows two decimals, six significant digits or all whole digits, whichever is more', () => {
    const written: [string, number, string][] = [
      ['25', 6, '25.00 USDC'],
      ['0.0071', 18, '0.0071 USDC'],
      ['0.42', 18, '0.42 USDC'],
      ['0.000000166022510785', 18, '0.000000166022 USDC'],
      ['1234567.899999', 6, '1,234,567.89 USDC'],
      ['1.23456789', 8, '1.23456 USDC'],
      ['0', 6, '0.00 USDC'],
      ['7', 0, '7 USDC'],
      ['7.5', 1, '7.5 USDC'],
    ];
    for (const [value, decimals, text] of written) expect(en.token(token(value, decimals), 'down')).to.equal(text);
  });

  it('F-181 is exact from 10⁻³⁶ to 2²⁵⁶−1 when no rounding is requested', () => {
    fc.assert(
      fc.property(
        unitsOf,
        decimalsOf,
        fc.constantFrom('en', 'de', 'fr-CH', 'hi', 'ar-EG', 'fa'),
        (units, decimals, locale) => {
          const text = createFormat(locale).number(
            { amountFormatted: formatUnits(units, decimals), decimals },
            'exact',
          );
          expect(unitsFrom(ascii(text, locale), decimals)).to.equal(units);
        },
      ),
    );
  });

  it('I21 never rounds a held amount up or a paid amount down and differs by less than 1 part in 100 000', () => {
    fc.assert(
      fc.property(unitsOf, decimalsOf, (units, decimals) => {
        const amount = { amountFormatted: formatUnits(units, decimals), decimals };
        const down = unitsFrom(ascii(en.number(amount, 'down'), 'en'), decimals);
        const up = unitsFrom(ascii(en.number(amount, 'up'), 'en'), decimals);
        expect(down <= units && units <= up).to.equal(true);
        expect((up - down) * 100_000n <= units).to.equal(true);
      }),
    );
  });

  it('uses the digits and signs of the locale', () => {
    expect(createFormat('de').token(token('1234.5', 6), 'down')).to.equal('1.234,50 USDC');
    expect(createFormat('ar-EG').number(token('1234.5', 6), 'down')).to.equal('١٬٢٣٤٫٥٠');
    expect(createFormat('hi').number(token('1234567.5', 6), 'down')).to.equal('12,34,567.50');
  });

  it('cuts the symbol to twelve characters and drops direction controls', () => {
    expect(en.token(token('1', 0, '\u202eCDSU'), 'down')).to.equal('1 CDSU');
    expect(en.token(token('1', 0, 'CLAIM AT EVIL.EXAMPLE NOW'), 'down')).to.equal('1 CLAIMATEVIL.');
  });
});

describe('formatting of dollars', () => {
  it('rounds up, down or not at all as the caller requests', () => {
    expect(en.usd('25.0401', 'up')).to.equal('$25.05');
    expect(en.usd('1480.109', 'down')).to.equal('$1,480.10');
    expect(en.usd('25', 'exact')).to.equal('$25.00');
  });
  it('shows `< $0.01` when the amount is below one cent', () => {
    expect(en.usd('0.000385', 'up')).to.equal('< $0.01');
    expect(en.usd('0', 'up')).to.equal('$0.00');
    expect(en.usd('0.01', 'down')).to.equal('$0.01');
  });
  it('returns null when the value is missing, out of range or not a number', () => {
    for (const value of [undefined, '', '-1', '1e9', 'NaN', '9'.repeat(13), '1,000', '<b>']) {
      expect(en.usd(value, 'up'), String(value)).to.equal(null);
    }
  });
});

describe('formatting of durations and addresses', () => {
  it('rounds a duration up and writes its unit as a word', () => {
    const written: [number, string][] = [
      [0.4, '1 second'],
      [8, '8 seconds'],
      [8.2, '9 seconds'],
      [89, '89 seconds'],
      [90, '2 minutes'],
      [121, '3 minutes'],
      [7200, '2 hours'],
    ];
    for (const [seconds, text] of written) expect(en.duration(seconds)).to.equal(text);
    expect(createFormat('de').duration(1)).to.equal('1 Sekunde');
  });
  it('uses the language of the texts for units and the locale for numbers', () => {
    const format = createFormat('fr', 'en');
    expect(format.duration(8)).to.equal('8 seconds');
    expect(format.number(token('1.5', 6), 'down')).to.equal('1,50');
  });
  it('shortens an address in a sentence and splits it into groups for comparison', () => {
    const address = '0x1278c0a6bd1a1b2a6c9f0de3c2a1f00d5e8b90ab';
    expect(shortAddress(address)).to.equal('0x1278…90ab');
    expect(shortAddress('short')).to.equal('short');
    expect(addressGroups(address).join('')).to.equal(address);
    expect(addressGroups(address)[1]).to.equal('78c0');
  });
});

describe('parseAmount', () => {
  const reads = (text: string, expected: bigint | null | string, decimals = 6, sign = '.'): void => {
    expect(parseAmount(text, decimals, sign), JSON.stringify(text)).to.equal(expected);
  };

  it('I21 reads back exactly the written amount when the number of decimals varies', () => {
    fc.assert(
      fc.property(unitsOf, decimalsOf, (units, decimals) => {
        expect(parseAmount(formatUnits(units, decimals), decimals)).to.equal(units);
      }),
    );
  });

  it('F-179 reads an amount written in any locale or reports it as ambiguous, and never reads another amount', () => {
    const locales = [
      'en',
      'de',
      'fr',
      'fr-CH',
      'de-CH',
      'es',
      'pt-BR',
      'tr',
      'id',
      'vi',
      'ja',
      'ko',
      'zh-Hans',
      'ar-EG',
      'fa',
      'hi',
      'ru',
      'sv',
      'pl',
      'bn',
      'th',
      'my',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...locales), fc.bigInt({ min: 0n, max: 10n ** 15n }), (locale, units) => {
        const { number, decimalSign } = createFormat(locale);
        const text = number({ amountFormatted: formatUnits(units, 6), decimals: 6 }, 'exact');
        expect(parseAmount(text, 6, decimalSign), `${locale} ${text}`).to.be.oneOf([units, 'ambiguous']);
      }),
    );
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
    reads(' $1,000.00 ', 1_000_000_000n);
    reads('25 €', 25_000_000n);
    reads('١٬٢٣٤٫٥', 1_234_500_000n);
    reads('１２．５', 12_500_000n);
    reads('.5', 500_000n);
    reads('5.', 5_000_000n);
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
