import { expect } from 'chai';
import { unknownAmount } from '../../src/shared/amounts.js';
import {
  addressKey,
  chainLabel,
  isHexAccount,
  isNativeCurrency,
  isSameChain,
  isSameChainAndCurrency,
  isSameToken,
  isWithinOneChain,
  sameAddress,
} from '../../src/shared/chain.js';

const mixed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

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

describe('addressKey', () => {
  it('lowercases an address only when it is an EVM account', () => {
    expect(addressKey(mixed)).to.equal(mixed.toLowerCase());
    for (const address of ['0x2::sui::SUI', `0x${'A'.repeat(64)}`, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'])
      expect(addressKey(address)).to.equal(address);
  });
});

describe('sameAddress', () => {
  it('ignores case when both addresses are EVM accounts', () => {
    expect(sameAddress(mixed, mixed.toLowerCase())).to.be.true;
    expect(sameAddress(mixed, mixed.replace('5a', '6a'))).to.be.false;
  });

  it('compares case exactly when the addresses are not EVM accounts', () => {
    const svm = '7Yg5UzLwC2hRVGpdLUdnzqpTmRSXf2FiXeVSHWpeNQfX';
    expect(sameAddress(svm, svm)).to.be.true;
    expect(sameAddress(svm, svm.toLowerCase())).to.be.false;
    expect(sameAddress(`0x${'A'.repeat(64)}`, `0x${'a'.repeat(64)}`)).to.be.false;
  });
});

describe('isSameToken', () => {
  it('returns true only when both are given with the same chain and the same currency', () => {
    const usdc = { chainId: 10, currency: mixed };
    expect(isSameToken(usdc, { ...usdc })).to.equal(true);
    for (const other of [{ ...usdc, chainId: 1 }, { ...usdc, currency: 'other' }, null, undefined]) {
      expect(isSameToken(usdc, other)).to.equal(false);
      expect(isSameToken(other, usdc)).to.equal(false);
    }
    expect(isSameToken(null, undefined)).to.equal(false);
  });
});

describe('isSameChain, isWithinOneChain and isSameChainAndCurrency', () => {
  const intent = { originChainId: 10, destinationChainId: 10, originCurrency: mixed, destinationCurrency: mixed };

  it('are true only when the money arrives on the chain from which it is paid', () => {
    const quoted = (pays: number, receives: number): boolean =>
      isWithinOneChain({ pays: unknownAmount(pays), receives: unknownAmount(receives) });
    expect([isSameChain(intent), quoted(10, 10)]).to.deep.equal([true, true]);
    expect([isSameChain({ ...intent, destinationChainId: 1 }), quoted(10, 1)]).to.deep.equal([false, false]);
  });

  it('isSameChainAndCurrency also needs one currency, and ignores case when the currency is an EVM account', () => {
    const lower = mixed.toLowerCase();
    expect(isSameChainAndCurrency({ ...intent, destinationCurrency: lower })).to.equal(true);
    expect(isSameChainAndCurrency({ ...intent, destinationChainId: 1 })).to.equal(false);
    expect(isSameChainAndCurrency({ ...intent, destinationCurrency: 'other' })).to.equal(false);
    const svm = { ...intent, originCurrency: 'So11', destinationCurrency: 'so11' };
    expect(isSameChainAndCurrency(svm)).to.equal(false);
  });
});
