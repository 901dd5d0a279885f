import { expect } from 'chai';
import { families } from '../../src/vm/families.js';
import { adapterFor, hasChecksum } from '../../src/vm/adapter-for.js';

describe('adapterFor', () => {
  it('returns the adapter of each family in the table', async () => {
    expect(families).to.include.keys('evm', 'svm', 'hypevm');
    for (const vmType of Object.keys(families)) expect(await adapterFor(vmType)).to.include({ vmType });
  });

  it('returns null when no payer can pay from such chains', async () => {
    for (const vmType of ['suivm', '', 'toString']) expect(await adapterFor(vmType)).to.equal(null);
  });
});

describe('hasChecksum', () => {
  it('is false when the case of one letter is wrong', async () => {
    const right = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    expect([await hasChecksum(right), await hasChecksum(right.replace('aA', 'AA'))]).to.deep.equal([true, false]);
  });
});
