import { expect } from 'chai';
import { evmAdapter } from '../../../src/vm/evm/adapter.js';

describe('EVM adapter', () => {
  it('hashes text with Keccak-256', () => {
    expect(evmAdapter.hashCalldata('')).to.equal('0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
    expect(evmAdapter.hashCalldata('abc')).to.equal(
      '0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
    );
  });
});
