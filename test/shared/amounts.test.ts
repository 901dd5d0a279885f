import { expect } from 'chai';
import fc from 'fast-check';
import { formatUnits, parseUnits, tokenAmount, usdMicros, usdText } from '../../src/shared/amounts.js';

const decimals = fc.integer({ min: 0, max: 36 });
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });

describe('amounts', () => {
  it('F-181 F-182 I21 parses every formatted amount back to the same units when the token has 0 to 36 decimals', () => {
    fc.assert(
      fc.property(amount, decimals, (units, places) => {
        expect(parseUnits(formatUnits(units, places), places)).to.equal(units);
      }),
    );
  });

  it('formats plain decimals without exponent, rounding or trailing zeros', () => {
    const rows: [string | bigint, number, string][] = [
      ['1500000', 6, '1.5'],
      ['0', 6, '0'],
      ['1', 18, '0.000000000000000001'],
      ['100', 0, '100'],
      ['1000', 3, '1'],
      [2n ** 256n - 1n, 18, '115792089237316195423570985008687907853269984665640564039457.584007913129639935'],
    ];
    for (const [units, places, text] of rows) expect(formatUnits(units, places)).to.equal(text);
  });

  it('F-180 returns null when the text has more decimal places than the token', () => {
    expect(parseUnits('0.0000001', 6)).to.equal(null);
    expect(parseUnits('0.000001', 6)).to.equal(1n);
    expect(parseUnits('1.0', 0)).to.equal(null);
  });

  it('F-179 returns null when the text is not a plain decimal', () => {
    for (const text of [
      '',
      ' ',
      '.5',
      '5.',
      '1,5',
      '1.000,5',
      '1 000',
      '+1',
      '-1',
      '1e3',
      '0x10',
      '١',
      '１',
      '$1',
      'NaN',
      '1.2.3',
      '1_0',
    ]) {
      expect(parseUnits(text, 6), JSON.stringify(text)).to.equal(null);
    }
    expect(parseUnits('9'.repeat(79), 0)).to.equal(null);
  });

  it('computes amountFormatted itself and ignores the value of the service', () => {
    const currency = { chainId: 1, address: `0x${'AA'.repeat(20)}`, symbol: 'T', decimals: 2 };
    const wire = { currency, amount: '1234', amountFormatted: '9999', amountUsd: '12.34', minimumAmount: '1200' };
    expect(tokenAmount(wire)).to.deep.equal({
      chainId: 1,
      currency: `0x${'aa'.repeat(20)}`,
      symbol: 'T',
      decimals: 2,
      amount: '1234',
      amountFormatted: '12.34',
      amountUsd: '12.34',
      minimumAmount: '1200',
    });
    expect(tokenAmount({ currency, amount: '1' })).not.to.have.any.keys('amountUsd', 'minimumAmount');
  });

  it('F-30 reads USD as millionths of a dollar and returns null when the price is missing or invalid', () => {
    const rows: [string | undefined, bigint | null][] = [
      ['1', 1_000_000n],
      ['0.000001', 1n],
      ['12.345678901', 12_345_678n],
      [undefined, null],
      ['', null],
      ['NaN', null],
      ['-3', null],
    ];
    for (const [text, micros] of rows) expect(usdMicros(text), String(text)).to.equal(micros);
    expect(usdText(12_345_600n)).to.equal('12.3456');
  });
});
