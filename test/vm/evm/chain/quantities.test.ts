import { expect } from 'chai';
import { addressWord, hex, numberWord, quantity } from '../../../../src/vm/evm/chain/quantities.js';

describe('quantity', () => {
  it('reads hex of any size and throws when the value is not a quantity', () => {
    expect(quantity('0x0')).to.equal(0n);
    expect(quantity(`0x${'f'.repeat(64)}`)).to.equal(2n ** 256n - 1n);
    for (const value of ['', '0x', '1', '0xg', 1, null, undefined]) expect(() => quantity(value)).to.throw();
  });
});

describe('hex', () => {
  it('writes a number, a bigint or a decimal text without leading zeros', () => {
    expect([hex(0), hex(255n), hex('1000000000000000001')]).to.deep.equal(['0x0', '0xff', '0xde0b6b3a7640001']);
  });
});

describe('addressWord', () => {
  it('fills the address with zeros to 32 bytes, in lower case', () => {
    expect(addressWord('0xAb00000000000000000000000000000000000001')).to.equal(
      `${'0'.repeat(24)}ab00000000000000000000000000000000000001`,
    );
  });
});

describe('numberWord', () => {
  it('fills the number with zeros to 32 bytes', () => {
    expect([numberWord(0), numberWord(255n)]).to.deep.equal(['0'.repeat(64), `${'0'.repeat(62)}ff`]);
  });
});
