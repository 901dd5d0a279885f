import { expect } from 'chai';
import { chainLabel, isHexAccount, isNativeCurrency } from '../../src/shared/chain.js';

describe('chainLabel', () => {
  it('returns the display name, otherwise the name, otherwise null', () => {
    const chain = { id: 1, vmType: 'evm' };
    expect(chainLabel({ ...chain, name: 'base', displayName: 'Base' })).to.equal('Base');
    expect(chainLabel({ ...chain, name: 'base' })).to.equal('base');
    expect(chainLabel(chain)).to.equal(null);
  });
});

describe('isHexAccount', () => {
  it('returns true only when the text is 0x and 40 hex digits, in any case', () => {
    expect(isHexAccount(`0x${'aB'.repeat(20)}`)).to.equal(true);
    for (const text of ['', `0x${'ab'.repeat(19)}`, `0x${'ab'.repeat(21)}`, `0x${'zz'.repeat(20)}`, 'ab'.repeat(20)])
      expect(isHexAccount(text), text).to.equal(false);
  });
});

describe('isNativeCurrency', () => {
  it('returns true only when the currency is the zero address', () => {
    expect(isNativeCurrency(`0x${'0'.repeat(40)}`)).to.equal(true);
    expect(isNativeCurrency(`0x${'0'.repeat(39)}1`)).to.equal(false);
    expect(isNativeCurrency(`0x${'0'.repeat(41)}`)).to.equal(false);
  });
});
