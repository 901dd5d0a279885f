/** Tests the number formats. A displayed balance is never too high, and a displayed price is never too low. */
import { expect } from '@open-wc/testing';
import * as fc from 'fast-check';
import { addressGroups, createFormat, shortAddress } from '../../src/i18n/format.js';
import { formatUnits } from '../../src/shared/amounts.js';

const en = createFormat('en');
const token = (amountFormatted: string, decimals: number, symbol = 'USDC') => ({ amountFormatted, decimals, symbol });
const MAX = 2n ** 256n - 1n;
const decimalsOf = fc.integer({ min: 0, max: 36 });
const unitsOf = fc.bigInt({ min: 0n, max: MAX });

/** Rewrites a localized number with ASCII digits and `.` as the decimal sign. Removes all other characters. */
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
