import { expect } from 'chai';
import { rpc } from '../../../src/vm/family/rpc.js';
import { evmAdapter } from '../../../src/vm/evm/adapter.js';
import { PAYER } from '../../support/fake-evm-wallet.js';
import { readableChain } from '../chain-access.js';

describe('rpc', () => {
  let { chain, access } = readableChain();

  beforeEach(() => {
    ({ chain, access } = readableChain());
  });

  it('sends no credentials or referrer to the node and refuses redirects', async () => {
    const inits: RequestInit[] = [];
    await evmAdapter.transactions.nextNonce(PAYER, {
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

  it('returns the result of the method', async () => {
    chain.override('eth_chainId', () => '0x7a69');
    expect(await rpc(access(), 'eth_chainId', [])).to.equal('0x7a69');
  });

  for (const fault of ['down', 'busy', 'html', 'error'] as const) {
    it(`throws when the node is ${fault}`, async () => {
      chain.fault = fault;
      expect(await rpc(access(), 'eth_chainId', []).catch((reason: unknown) => reason)).to.be.instanceOf(Error);
    });
  }

  it('throws without a request when the chain has no node', async () => {
    const bare = { ...access(), chain: { id: 1, vmType: 'evm' }, fetch: () => expect.fail('a request') };
    const error: unknown = await rpc(bare, 'eth_chainId', []).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(Error).with.property('message', 'The record of chain 1 has no httpRpcUrl');
  });
});
