/** Tests the merchant's bounds for an amount that the payer types. */
import { expect } from 'chai';
import { brokenBound, problemOfBounds } from '../../src/shared/amount-bounds.js';

describe('brokenBound', () => {
  it('compares an amount of a token of any decimals with bounds in human units', () => {
    const bounds = { minAmount: '5', maxAmount: '500.5' };
    for (const decimals of [1, 6, 18]) {
      const one = 10n ** BigInt(decimals);
      const found = [5n * one - 1n, 5n * one, (5005n * one) / 10n, (5005n * one) / 10n + 1n];
      expect(found.map((amount) => brokenBound(amount, decimals, bounds))).to.deep.equal([
        'minAmount',
        null,
        null,
        'maxAmount',
      ]);
    }
  });

  it('allows every amount without bounds', () => {
    expect([0n, 10n ** 60n].map((amount) => brokenBound(amount, 6, {}))).to.deep.equal([null, null]);
  });
});

describe('problemOfBounds', () => {
  const none = { amount: null, minAmount: null, maxAmount: null };

  it('accepts bounds and suggested amounts between them', () => {
    for (const options of [{}, { amount: '5' }, { minAmount: '5', maxAmount: '5', presets: ['5', '5.00'] }, none])
      expect(problemOfBounds(options, 'presets' in options ? options.presets : undefined)).to.equal(null);
  });

  for (const [option, options] of [
    ['minAmount', { minAmount: 'five' }],
    ['minAmount', { minAmount: '0' }],
    ['minAmount', { minAmount: '6', maxAmount: '5' }],
    ['maxAmount', { maxAmount: '5,00' }],
    ['maxAmount', { amount: '5', maxAmount: '50' }],
    ['presets', { presets: ['5', '-1'] }],
    ['presets', { presets: ['4.99'], minAmount: '5' }],
    ['presets', { presets: ['500.01'], maxAmount: '500' }],
    ['presets', { amount: '5', presets: ['5'] }],
  ] as const)
    it(`names ${option} for ${JSON.stringify(options)}`, () => {
      const { presets, ...bounds } = { presets: undefined, ...options };
      expect(problemOfBounds(bounds, presets)?.[0]).to.equal(option);
    });

  for (const [message, presets] of [
    ['"50" is beyond maxAmount', ['50']],
    ['"1" is beyond minAmount', ['1']],
    ['"5," is no decimal above zero, such as "25.00"', ['5,']],
  ] as const)
    it(`says ${message}`, () => {
      expect(problemOfBounds({ minAmount: '2', maxAmount: '5' }, presets)?.[1]).to.equal(message);
    });

  it('compares minAmount with maxAmount', () => {
    expect(problemOfBounds({ minAmount: '50', maxAmount: '5' })?.[1]).to.equal('"50" is beyond maxAmount');
    expect(problemOfBounds({ minAmount: '5,0' })?.[1]).to.equal('"5,0" is no decimal above zero, such as "25.00"');
  });
});
