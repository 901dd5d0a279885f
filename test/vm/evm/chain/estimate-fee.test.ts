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
      expect(await evmAdapter.estimateFee([approve, request], access())).to.equal((50_000n + 100_000n) * 5n);
    });

    it('P-61 adds what a chain of the OP stack takes for the bytes of all requests', async () => {
      const asked: { to: string; data: string }[] = [];
      chain.override('eth_estimateGas', () => '0xea60');
      chain.override('eth_gasPrice', () => '0x4');
      chain.override('eth_call', ([call]) => {
        asked.push(call as { to: string; data: string });
        return `0x${(1_000_000).toString(16).padStart(64, '0')}`;
      });
      expect(await evmAdapter.estimateFee([approve, request], access())).to.equal(((480_000n + 1_000_000n) * 5n) / 4n);
      expect(asked).to.deep.equal([
        {
          to: '0x420000000000000000000000000000000000000f',
          data: `0xf1c7a58b${(2 * (130 + 4)).toString(16).padStart(64, '0')}`,
        },
      ]);
    });

    for (const answer of ['0x', '0x01', null, new Error('execution reverted')])
      it(`P-61 adds nothing when the contract for such fees answers ${String(answer)}`, async () => {
        chain.override('eth_estimateGas', () => '0xea60');
        chain.override('eth_gasPrice', () => '0x4');
        chain.override('eth_call', () => {
          if (answer instanceof Error) throw answer;
          return answer;
        });
        expect(await evmAdapter.estimateFee([request], access())).to.equal(300_000n);
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
