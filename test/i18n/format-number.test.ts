import { expect } from 'chai';
import { formatNumber, formatToken } from '../../src/i18n/format-number.js';

const usdc = (
  amountFormatted: string,
  symbol = 'USDC',
): { amountFormatted: string; decimals: number; symbol: string } => ({
  amountFormatted,
  decimals: 6,
  symbol,
});

describe('format-number', () => {
  it('formats the amount in the notation of the locale', () => {
    expect(formatToken('en', usdc('1234.5'), 'exact')).to.equal('1,234.50 USDC');
    expect(formatToken('de', usdc('1234.5'), 'exact')).to.equal('1.234,50 USDC');
  });

  it('rounds to six significant digits in the given direction, and not at all when the amount is exact', () => {
    const amount = usdc('12.345678');
    expect((['down', 'up', 'exact'] as const).map((rounding) => formatNumber('en', amount, rounding))).to.deep.equal([
      '12.3456',
      '12.3457',
      '12.345678',
    ]);
  });

  it('shows at most the decimals of the token when it has fewer than two', () => {
    expect(formatNumber('en', { amountFormatted: '7', decimals: 0 }, 'exact')).to.equal('7');
  });

  it('removes control characters and spaces of the symbol and limits its length', () => {
    expect(formatToken('en', usdc('1', 'US\u202eD C'), 'exact')).to.equal('1.00 USDC');
    expect(formatToken('en', usdc('1', 'X'.repeat(40)), 'exact')).to.equal(`1.00 ${'X'.repeat(12)}`);
  });
});
