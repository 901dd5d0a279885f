import { expect } from 'chai';
import {
  commonNative,
  isBurnAddress,
  isSystemAddress,
  looksLikeAddress,
  looksLikeCurrency,
} from '../../../src/vm/address/addresses.js';
import { checkAddress, isKeyless } from '../../../src/vm/check-address.js';

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
    'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c',
    'UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ',
    `0:${'0'.repeat(64)}`,
  ];
  for (const address of burns) {
    it(`returns true when the address is ${address}`, () => {
      expect(isBurnAddress(address)).to.be.true;
    });
  }

  const unspendable = [
    'CbKGgVKLJFb8bBrf58DnAkdryX6ubewVytn7X957YwNr',
    'CrfbABN2sSvmoZLu9eDDfXpaC2nHg42R7AXbHs9eg4S9',
    'bc1q4vxn43l44h30nkluqfxd9eckf45vr2awz38lwa',
    'THa7BwoPfacfiELa63pbmm3g5PGKYmtJyt',
    `0x${'0'.repeat(60)}dead`,
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    'So11111111111111111111111111111111111111112',
    'SysvarC1ock11111111111111111111111111111111',
    'Stake11111111111111111111111111111111111111',
    'Vote111111111111111111111111111111111111111',
    'ComputeBudget111111111111111111111111111111',
    'BPFLoaderUpgradeab1e11111111111111111111111',
    'AddressLookupTab1e1111111111111111111111111',
  ];
  for (const address of unspendable) {
    it(`W-14 returns true when the address is the placeholder or program ${address}`, () => {
      expect(isBurnAddress(address)).to.be.true;
    });
  }

  it('returns false when the address is an account', () => {
    const accounts = [
      mixed,
      `0x${'0'.repeat(36)}dEaE`,
      '11111111111111111111111111111112',
      'T'.repeat(34),
      '',
      'StakeSSzfxn391k3LvdKbZP5WVwWd6AsY39qcURpump1',
      'VoteMBhDCqGLRgYpp9o7DGyq81KNmwjXQRAHStjtJsS',
      '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
    ];
    expect(accounts.filter(isBurnAddress)).to.deep.equal([]);
  });
});

describe('F-147 an address of an SVM account', () => {
  const keys = [
    'GsvjBfw5vsqKJU9j1n7EmxGhxXvjghjpGjw3eKjE7Rfd',
    'FeXZ4YnGHfat8g7uchST2b7FEdbTfGnh8BGRme3FVNe8',
    'HuR3tKtkWUedoigvaaHqTZSx3S6CRyvFtNFSYdYPyEM8',
    '6jTEUkRzkVk98oHGAYSuxBfqMJ6p4vzossuKc2j83GV5',
  ];

  it('looks like one to the first look, and no address of another family does', () => {
    for (const key of keys) expect(looksLikeAddress(key, 'svm'), key).to.equal(true);
    for (const text of [mixed, mixed.toLowerCase(), mixed.slice(2), `${keys[0]}1`, `${keys[0]} `])
      expect(looksLikeAddress(text, 'svm'), text).to.equal(false);
    for (const key of keys) expect(looksLikeAddress(key, 'evm'), key).to.equal(false);
    for (const vmType of ['xrpvm', '', 'constructor', 'EVM'])
      expect(looksLikeAddress(mixed, vmType), vmType).to.equal(false);
  });

  it('can have a key when it is a public key, and not when it belongs to a program', async () => {
    for (const key of keys) expect(await isKeyless(key, 'svm'), key).to.equal(false);
    expect(await isKeyless('5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1', 'svm')).to.equal(true);
  });

  it('is refused when its letter case was lost', async () => {
    for (const key of keys) expect(await checkAddress(key.toLowerCase(), 'svm'), key).not.to.equal(null);
  });
});

describe('F-197 isSystemAddress', () => {
  const pad = (head: string, tail: string): string => `0x${head}${tail.padStart(40 - head.length, '0')}`;

  it('is true for precompiles and predeploys, in any letter case', () => {
    for (const address of [
      pad('', '1'),
      pad('', 'a'),
      pad('', '11'),
      pad('', '100'),
      pad('', '1010'),
      pad('', '800A'),
      pad('', 'fFfF'),
      pad('42', '6'),
      pad('4200', '16'),
      pad('43', '2'),
      pad('0100', '1'),
      pad('0200', '5'),
      pad('2000', 'abc'),
    ])
      expect(isSystemAddress(address), address).to.equal(true);
  });

  it('is false for the address of a person or of a contract, also one with many zeros', () => {
    for (const address of [
      mixed,
      '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      '0x00000000219ab540356cBB839Cbe05303d7705Fa',
      '0x0000000000000000000000000000000000010000',
      '0x00000000000000000000000000000000003c5d1a',
      `0x${'b'.repeat(40)}`,
      '0x0000000000000000000000000000000000000g01',
      '0x01',
    ])
      expect(isSystemAddress(address), address).to.equal(false);
  });
});

describe('the address of a currency', () => {
  it('is the same for the native currency of every chain, if the family has one', () => {
    const natives = ['evm', 'svm', 'hypevm', 'constructor'].map(commonNative);
    expect(natives).to.deep.equal([`0x${'0'.repeat(40)}`, '1'.repeat(32), undefined, undefined]);
  });

  it('can have any form when no form is known', () => {
    expect(['svm', 'hypevm'].map((vmType) => looksLikeCurrency('USDC', vmType))).to.deep.equal([false, false]);
    for (const vmType of ['evm', 'tvm', 'xrpvm', 'constructor'])
      expect(looksLikeCurrency('USDC', vmType), vmType).to.equal(true);
  });
});
