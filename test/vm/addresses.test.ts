import { expect } from 'chai';
import { isBurnAddress } from '../../src/vm/addresses.js';

const mixed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('F-190 isBurnAddress', () => {
  const burns = [
    `0x${'0'.repeat(40)}`,
    '0x000000000000000000000000000000000000dEaD',
    `0xdead${'0'.repeat(36)}`,
    `0x${'dead'.repeat(10)}`,
    `0x${'f'.repeat(40)}`,
    '1'.repeat(32),
    '1nc1nerator11111111111111111111111111111111',
    '1111111111111111111114oLvT2',
    'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  ];
  for (const address of burns) {
    it(`returns true when the address is ${address}`, () => {
      expect(isBurnAddress(address)).to.be.true;
    });
  }

  it('returns false when the address is an account', () => {
    const accounts = [mixed, `0x${'0'.repeat(36)}dEaE`, '11111111111111111111111111111112', 'T'.repeat(34), ''];
    expect(accounts.filter(isBurnAddress)).to.deep.equal([]);
  });
});
