import { expect } from 'chai';
import { checkAddress, findAddressProblem } from '../../src/vm/check-address.js';

const mixed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const valid: Readonly<Record<string, readonly string[]>> = {
  evm: [mixed, mixed.toLowerCase(), `0x${mixed.slice(2).toUpperCase()}`],
  hypevm: [mixed.toLowerCase()],
  lvm: ['509564', mixed],
  svm: [
    '7Yg5UzLwC2hRVGpdLUdnzqpTmRSXf2FiXeVSHWpeNQfX',
    '11111111111111111111111111111112',
    'So11111111111111111111111111111111111111112',
  ],
  bvm: [
    'bc1q4vxn43l44h30nkluqfxd9eckf45vr2awz38lwa',
    'BC1Q4VXN43L44H30NKLUQFXD9ECKF45VR2AWZ38LWA',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  ],
  tvm: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  tonvm: ['EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', `0:${'a1'.repeat(32)}`],
  suivm: [`0x${'2'.repeat(64)}`],
};

const invalid: Readonly<Record<string, readonly string[]>> = {
  evm: [
    '',
    '0x',
    mixed.slice(0, -1),
    `${mixed}0`,
    mixed.slice(2),
    `0X${mixed.slice(2)}`,
    ` ${mixed}`,
    'vitalik.eth',
    `0x${'g'.repeat(40)}`,
  ],
  hypevm: [`0x${'0'.repeat(32)}`],
  lvm: ['0', '-1', '1.5', '0x1'],
  svm: [
    mixed,
    '7Yg5UzLwC2hRVGpdLUdnzqpTmRSXf2FiXeVSHWpe',
    '0OIl5UzLwC2hRVGpdLUdnzqpTmRSXf2FiXeVSHWpeNQfX',
    '1'.repeat(31),
    '1'.repeat(33),
  ],
  bvm: [
    'bc1q4vxn43l44h30nkluqfxd9eckf45vr2awz38lwA',
    'tb1q4vxn43l44h30nkluqfxd9eckf45vr2awz38lwa',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7Div',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  ],
  tvm: ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', mixed],
  tonvm: ['EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sD', '2:00'],
  suivm: [mixed],
};

describe('checkAddress', () => {
  for (const [vmType, all] of Object.entries(valid)) {
    for (const address of all) {
      it(`accepts ${address} when the chain is of the kind ${vmType}`, async () => {
        expect(await checkAddress(address, vmType)).to.equal(null);
      });
    }
  }
  for (const [vmType, all] of Object.entries(invalid)) {
    for (const text of all) {
      it(`refuses "${text}" when the chain is of the kind ${vmType}`, async () => {
        expect(await checkAddress(text, vmType)).to.match(/is not|is an? |checksum/);
      });
    }
  }

  it('F-38 refuses an address when its checksum is wrong', async () => {
    expect(await checkAddress(mixed.replace('aA', 'Aa'), 'evm')).to.contain('checksum');
  });

  for (const [address, chain] of [
    ['0xdF682cb153E8AF3E13E90e9aCD79A39Dde98EBD8', 30],
    ['0xdf682cb153e8af3e13e90E9aCD79A39DDe98eBd8', 31],
    ['0x27b1FdB04752BBc536007A920D24ACB045561c26', 30],
  ] as const)
    it(`P-63 says which form is taken when ${address} has the letter case of chain ${chain}`, async () => {
      for (const vmType of ['evm', 'hypevm', 'lvm']) {
        const problem = await findAddressProblem(address, vmType);
        expect(problem).to.deep.include({ fault: 'case', wanted: vmType });
        expect(problem?.message).to.contain(`of chain ${chain} (EIP-1191): write it in lower case`);
        expect(problem?.message).to.contain(address.toLowerCase()).and.not.contain('changed');
      }
      expect(await checkAddress(address.toLowerCase(), 'evm')).to.equal(null);
    });

  it('P-63 says that a character was changed when the letter case belongs to no network', async () => {
    const changed = '0xdF682cb153E8AF3E13E90e9aCD79A39Dde98EBd8';
    expect(await findAddressProblem(changed, 'evm')).to.deep.include({ fault: 'checksum' });
    expect(await findAddressProblem('0xdF682cb153E8AF3E13E90e9aCD79A39Dde98EBD9', 'evm')).to.include({
      fault: 'checksum',
    });
  });

  it('says for a name what an EVM address is', async () => {
    expect(await checkAddress('acme.eth', 'evm')).to.equal(
      '"acme.eth" is not an EVM address (0x and 40 hex digits); names such as acme.eth are not accepted',
    );
  });

  it('says which form is needed, and whose address was given instead', async () => {
    expect(await checkAddress('acme.sol', 'svm')).to.equal(
      '"acme.sol" is not a Solana address (32 bytes in base58), which Solana needs',
    );
    expect(await checkAddress(mixed, 'svm')).to.equal(
      `"${mixed}" is an EVM address, but Solana needs a Solana address (32 bytes in base58)`,
    );
    expect(await checkAddress('bc1q4vxn43l44h30nkluqfxd9eckf45vr2awz38lwa', 'hypevm')).to.contain(
      'is a Bitcoin address of the main network, but the perps venue needs an EVM address',
    );
    expect(await checkAddress('mo9ncXisMeAoXwqcV5EWuyncbmCcQN4rVs', 'bvm')).to.contain(
      'is an address of a test network, but Bitcoin needs a Bitcoin address of the main network',
    );
  });

  for (const vmType of ['xrpvm', '', 'constructor', 'EVM']) {
    it(`reports that the address cannot be checked when the chain kind is "${vmType}"`, async () => {
      expect(await checkAddress(mixed, vmType)).to.contain('cannot be checked');
    });
  }
});
