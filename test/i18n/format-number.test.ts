import { expect } from 'chai';
import { formatExact, plainSymbol } from '../../src/i18n/format-number.js';

const LOCALES = [
  'en en-US en-GB ja ja-JP ko ko-KR zh zh-CN zh-TW zh-HK zh-Hans zh-Hant de de-DE it it-IT tr tr-TR id id-ID vi vi-VN',
  'pt-BR es es-MX fr pt-PT ar ar-EG hi ru de-AT de-CH en-IN',
].flatMap((row) => row.split(' '));
const VALUES = [
  '0',
  '7',
  '25.5',
  '25.50',
  '0.000001',
  '999',
  '1000',
  '1234.5',
  '1234567.891',
  '007.10',
  '12345678901234567890.1',
];

/** The browser's own format of the same amount. */
const byIntl = (locale: string, value: string, decimals: number): string =>
  new Intl.NumberFormat(locale, {
    minimumFractionDigits: Math.min(2, decimals),
    maximumFractionDigits: decimals,
    roundingMode: 'floor',
  }).format(value as `${number}`);

describe('format-number', () => {
  it('formats each amount of a locale as Intl does, with its own table or without', () => {
    for (const locale of LOCALES) {
      for (const decimals of [0, 1, 6, 18]) {
        for (const value of VALUES) {
          const shown = formatExact(locale, { amountFormatted: value, decimals });
          expect(shown, `${locale} ${value} ${decimals}`).to.equal(byIntl(locale, value, decimals));
        }
      }
    }
  });

  it('formats in the notation of any other locale', () => {
    expect(formatExact('fr', { amountFormatted: '1234.5', decimals: 6 })).to.equal(byIntl('fr', '1234.5', 6));
    expect(formatExact('en-IN', { amountFormatted: '1234567', decimals: 2 })).to.equal('12,34,567.00');
  });

  it('removes control characters and spaces of the symbol and limits its length', () => {
    expect(plainSymbol('US\u202eD C')).to.equal('USDC');
    expect(plainSymbol('X'.repeat(40))).to.equal('X'.repeat(12));
  });
});
