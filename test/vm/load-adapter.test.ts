import { expect } from 'chai';
import { loadAdapter } from '../../src/vm/load-adapter.js';
import { evmAdapter } from '../../src/vm/evm/adapter.js';

describe('EVM adapter', () => {
  it('is the result of loadAdapter when the chain kind is evm', async () => {
    expect(await loadAdapter('evm')).to.equal(evmAdapter);
  });
});
