import { expect } from 'chai';
import { chainParameters } from '../../../../src/vm/evm/wallet/add-chain.js';
import { chain } from './chain-to-add.js';

describe('add-chain', () => {
  it('S-18 adds the chain with 18 decimals when its record has others', () => {
    const changed = { ...chain, currency: { ...chain.currency!, decimals: 6 } };
    expect(chainParameters(changed)).to.have.nested.property('nativeCurrency.decimals', 18);
  });

  for (const httpRpcUrl of ['http://node.example', 'http://localhost.example', 'ws://127.0.0.1:8545', '']) {
    it(`S-18 adds no chain when its node is "${httpRpcUrl}"`, () => {
      expect(chainParameters({ ...chain, httpRpcUrl })).to.equal(null);
    });
  }

  it('adds a chain whose node is on the same machine', () => {
    const httpRpcUrl = 'http://127.0.0.1:8545';
    expect(chainParameters({ ...chain, httpRpcUrl })).to.have.deep.property('rpcUrls', [httpRpcUrl]);
  });

  for (const explorerUrl of ['http://explorer.example', 'javascript:alert(1)']) {
    it(`leaves out the explorer when its URL is ${explorerUrl}`, () => {
      expect(chainParameters({ ...chain, explorerUrl })).not.to.have.property('blockExplorerUrls');
    });
  }
});
