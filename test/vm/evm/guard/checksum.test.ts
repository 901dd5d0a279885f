import { expect } from 'chai';
import { checksumChain, hasChecksum } from '../../../../src/vm/evm/guard/checksum.js';

/** One account, in the letter case of each network. */
const ETHEREUM = '0xDf682CB153E8af3E13E90e9ACD79a39DDe98eBd8';
const ROOTSTOCK = '0xdF682cb153E8AF3E13E90e9aCD79A39Dde98EBD8';
const ROOTSTOCK_TEST = '0xdf682cb153e8af3e13e90E9aCD79A39DDe98eBd8';

describe('checksumChain', () => {
  it('P-63 names the chain whose own checksum the letter case matches', () => {
    expect([ROOTSTOCK, ROOTSTOCK_TEST, ETHEREUM].map(checksumChain)).to.deep.equal([30, 31, null]);
    expect([ROOTSTOCK, ROOTSTOCK_TEST, ETHEREUM].map(hasChecksum)).to.deep.equal([false, false, true]);
  });

  it('is null when one letter differs', () => {
    expect(checksumChain(ROOTSTOCK.replace('D8', 'd8'))).to.equal(null);
  });
});
