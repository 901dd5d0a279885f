import { expect } from 'chai';
import { evmAdapter } from '../../../src/vm/evm/adapter.js';
import { VirtualClock } from '../../support/clock.js';
import { PAYER } from '../../support/fake-evm-wallet.js';
import { readableChain } from '../chain-access.js';

const TO = `0x${'d0'.repeat(20)}`;

describe('EVM adapter', () => {
  it('hashes text with Keccak-256', () => {
    expect(evmAdapter.hashText('')).to.equal('0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
    expect(evmAdapter.hashText('abc')).to.equal('0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45');
  });
});

describe('EVM adapter with a node', () => {
  let { chain, stop, access } = readableChain();

  beforeEach(() => {
    ({ chain, stop, access } = readableChain());
  });

  describe('nonce', () => {
    it('includes pending transactions', async () => {
      chain.send({ from: PAYER, to: TO });
      chain.mine();
      chain.send({ from: PAYER, to: TO });
      expect(await evmAdapter.transactions.nextNonce(PAYER, access())).to.equal('2');
    });

    for (const fault of ['down', 'busy', 'html', 'error'] as const) {
      it(`is null when the node is ${fault}`, async () => {
        chain.fault = fault;
        expect(await evmAdapter.transactions.nextNonce(PAYER, access())).to.equal(null);
      });
    }

    it('is null when the node does not answer for ten seconds', async () => {
      chain.fault = 'silent';
      const clock = new VirtualClock();
      const answer = evmAdapter.transactions.nextNonce(PAYER, { ...access(), clock });
      await clock.advance(10_000);
      expect(await answer).to.equal(null);
      expect(clock.pending).to.equal(0);
    });

    it('is null when the chain has no RPC URL or the node’s answer is not a number', async () => {
      expect(await evmAdapter.transactions.nextNonce(PAYER, { ...access(), chain: { id: 1, vmType: 'evm' } })).to.equal(
        null,
      );
      chain.override('eth_getTransactionCount', () => 'many');
      expect(await evmAdapter.transactions.nextNonce(PAYER, access())).to.equal(null);
    });

    it('rejects with the reason of the signal when the signal is aborted', async () => {
      chain.fault = 'silent';
      const answer = evmAdapter.transactions.nextNonce(PAYER, access()).catch((reason: unknown) => reason);
      stop.abort('gone');
      expect(await answer).to.equal('gone');
    });
  });
});
