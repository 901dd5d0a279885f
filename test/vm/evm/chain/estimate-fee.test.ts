import { expect } from 'chai';
import type { WalletRequest } from '../../../../src/types.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import { PAYER } from '../../../support/fake-evm-wallet.js';
import { readableChain } from '../../chain-access.js';

const TO = `0x${'d0'.repeat(20)}`;

const request: WalletRequest & { kind: 'transaction' } = {
  kind: 'transaction',
  step: 'deposit',
  chainId: 31337,
  from: PAYER,
  to: TO,
  data: '0x49290c1c',
  value: '1000000000000000001',
};

describe('EVM adapter', () => {
  let { chain, access } = readableChain();

  beforeEach(() => {
    ({ chain, access } = readableChain());
  });

  describe('estimateFee', () => {
    const approve: WalletRequest = { ...request, step: 'approve', value: '0' };

    it('multiplies the gas of all requests by the gas price and adds a quarter', async () => {
      chain.override('eth_estimateGas', () => '0xea60');
      chain.override('eth_gasPrice', () => '0x3b9aca00');
      expect(await evmAdapter.estimateFee([approve, request], access())).to.equal(
        (60_000n * 2n * 1_000_000_000n * 5n) / 4n,
      );
    });

    it('estimates exactly the transaction that the wallet will send', async () => {
      const estimated: unknown[] = [];
      chain.override('eth_estimateGas', (params) => {
        estimated.push(params[0]);
        return '0x1';
      });
      await evmAdapter.estimateFee([request], access());
      expect(estimated).to.deep.equal([{ from: PAYER, to: TO, data: '0x49290c1c', value: '0xde0b6b3a7640001' }]);
    });

    it('uses an upper bound for a deposit when its approval is not yet mined', async () => {
      chain.override('eth_estimateGas', ([transaction]) => {
        if ((transaction as { value: string }).value === '0x0') return '0xc350';
        throw new Error('execution reverted: allowance');
      });
      chain.override('eth_gasPrice', () => '0x4');
      expect(await evmAdapter.estimateFee([approve, request], access())).to.equal((50_000n + 200_000n) * 5n);
    });

    it('is null when the chain cannot be read', async () => {
      chain.fault = 'down';
      expect(await evmAdapter.estimateFee([request], access())).to.equal(null);
    });

    it('is zero when there are no requests', async () => {
      expect(await evmAdapter.estimateFee([], access())).to.equal(0n);
    });
  });
});
