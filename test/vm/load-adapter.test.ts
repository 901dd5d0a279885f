import { expect } from 'chai';
import { adapterFor, loadAdapter } from '../../src/vm/load-adapter.js';
import { evmAdapter } from '../../src/vm/evm/adapter.js';

describe('EVM adapter', () => {
  it('is the result of loadAdapter and adapterFor when the chain kind is evm', async () => {
    expect(await loadAdapter('evm')).to.equal(evmAdapter);
    expect(await adapterFor('evm')).to.equal(evmAdapter);
  });
});

describe('adapterFor', () => {
  it('returns null when no payer can pay from such chains', async () => {
    for (const vmType of ['svm', '', 'toString']) expect(await adapterFor(vmType)).to.equal(null);
  });
});
