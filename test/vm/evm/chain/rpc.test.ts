import { expect } from 'chai';
import type { ChainAccess } from '../../../../src/vm/adapter.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import { VirtualClock } from '../../../support/clock.js';
import type { FakeChain } from '../../../support/fake-chain.js';
import { fakeChain } from '../../../support/fake-chain.js';
import { PAYER } from '../../../support/fake-evm-wallet.js';

const TO = `0x${'d0'.repeat(20)}`;

describe('rpc', () => {
  let chain: FakeChain;
  let stop: AbortController;
  const access = (): ChainAccess => ({
    chain: { id: chain.id, vmType: 'evm', httpRpcUrl: 'http://node.example' },
    fetch: chain.fetch,
    signal: stop.signal,
    clock: new VirtualClock(),
  });

  beforeEach(() => {
    chain = fakeChain();
    stop = new AbortController();
  });

  describe('nonce', () => {
    it('includes pending transactions', async () => {
      chain.send({ from: PAYER, to: TO });
      chain.mine();
      chain.send({ from: PAYER, to: TO });
      expect(await evmAdapter.nextNonce(PAYER, access())).to.equal('2');
    });

    for (const fault of ['down', 'busy', 'html', 'error'] as const) {
      it(`is null when the node is ${fault}`, async () => {
        chain.fault = fault;
        expect(await evmAdapter.nextNonce(PAYER, access())).to.equal(null);
      });
    }

    it('is null when the node does not answer for ten seconds', async () => {
      chain.fault = 'silent';
      const clock = new VirtualClock();
      const asked = evmAdapter.nextNonce(PAYER, { ...access(), clock });
      await clock.advance(10_000);
      expect(await asked).to.equal(null);
      expect(clock.pending).to.equal(0);
    });

    it('is null when the chain has no RPC URL or the node’s answer is not a number', async () => {
      expect(await evmAdapter.nextNonce(PAYER, { ...access(), chain: { id: 1, vmType: 'evm' } })).to.equal(null);
      chain.override('eth_getTransactionCount', () => 'many');
      expect(await evmAdapter.nextNonce(PAYER, access())).to.equal(null);
    });

    it('rejects with the reason of the signal when the signal is aborted', async () => {
      chain.fault = 'silent';
      const asked = evmAdapter.nextNonce(PAYER, access()).catch((reason: unknown) => reason);
      stop.abort('gone');
      expect(await asked).to.equal('gone');
    });
  });

  it('sends no credentials or referrer to the node and refuses redirects', async () => {
    const inits: RequestInit[] = [];
    await evmAdapter.nextNonce(PAYER, {
      ...access(),
      fetch: (input, init) => {
        inits.push(init ?? {});
        return chain.fetch(input, init);
      },
    });
    const { redirect, credentials, referrerPolicy } = inits[0]!;
    expect({ redirect, credentials, referrerPolicy }).to.deep.equal({
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
  });
});
