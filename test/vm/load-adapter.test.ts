import { expect } from 'chai';
import { adapterFor } from '../../src/vm/load-adapter.js';
import { evmAdapter } from '../../src/vm/evm/adapter.js';

describe('adapterFor', () => {
  it('returns the adapter of EVM chains for the type evm', async () => {
    expect(await adapterFor('evm')).to.equal(evmAdapter);
  });

  it('returns null when no payer can pay from such chains', async () => {
    for (const vmType of ['svm', '', 'toString']) expect(await adapterFor(vmType)).to.equal(null);
  });
});
