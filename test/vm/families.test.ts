import { expect } from 'chai';
import { canPayFrom, familyOf, walletDiscoveries, type Family } from '../../src/vm/families.js';
import { adapterFor } from '../../src/vm/adapter-for.js';

const all = ['evm', 'svm', 'hypevm', 'suivm'];
const asked = <K extends keyof Family>(member: K): (Family[K] | undefined)[] =>
  all.map((vmType) => familyOf(vmType)?.[member]);

describe('families', () => {
  it('has a row for each family from whose chains a payer can pay', () => {
    expect(all.map(canPayFrom)).to.deep.equal([true, true, true, false]);
    expect(['', 'toString'].map(canPayFrom)).to.deep.equal([false, false]);
  });

  it('names the wallets of each family: those of the venue are EVM wallets', () => {
    expect(asked('wallets')).to.deep.equal(['evm', 'svm', 'evm', undefined]);
  });

  it('finds the wallets of each family that has its own, EVM wallets first', async () => {
    const all = Object.entries(walletDiscoveries());
    expect(all.map(([family]) => family)).to.deep.equal(['evm', 'svm']);
    for (const [family, discover] of all) expect((await discover()).walletOptionsOf([]), family).to.deep.equal([]);
  });

  it('has a ledger exactly if the adapter of the family has this ability', async () => {
    expect(asked('hasLedger')).to.deep.equal([true, true, false, undefined]);
    for (const vmType of all) {
      const isThere = (await adapterFor(vmType))?.ledger !== undefined;
      expect(isThere, vmType).to.equal(familyOf(vmType)?.hasLedger ?? false);
    }
  });

  it('limits the size of SVM transactions only', () => {
    expect(asked('limitsSize')).to.deep.equal([false, true, false, undefined]);
  });

  it('has deposit addresses on EVM chains only, because the guards of other families refuse such quotes', () => {
    expect(asked('hasDepositAddresses')).to.deep.equal([true, false, false, undefined]);
  });
});
