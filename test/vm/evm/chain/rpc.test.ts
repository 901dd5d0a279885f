import { expect } from 'chai';
import { addressWord, hex, quantity, rpc } from '../../../../src/vm/evm/chain/rpc.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import { PAYER } from '../../../support/fake-evm-wallet.js';
import { readableChain } from '../chain-access.js';

describe('rpc', () => {
  let { chain, access } = readableChain();

  beforeEach(() => {
    ({ chain, access } = readableChain());
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
    expect(error).to.be.instanceOf(Error).with.property('message', 'No RPC address is known for chain 1');
  });
});

describe('quantity', () => {
  it('reads hex of any size and throws when the value is not a quantity', () => {
    expect(quantity('0x0')).to.equal(0n);
    expect(quantity(`0x${'f'.repeat(64)}`)).to.equal(2n ** 256n - 1n);
    for (const value of ['', '0x', '1', '0xg', 1, null, undefined]) expect(() => quantity(value)).to.throw();
  });
});

describe('hex', () => {
  it('writes a number, a bigint or a decimal text without leading zeros', () => {
    expect([hex(0), hex(255n), hex('1000000000000000001')]).to.deep.equal(['0x0', '0xff', '0xde0b6b3a7640001']);
  });
});

describe('addressWord', () => {
  it('fills the address with zeros to 32 bytes, in lower case', () => {
    expect(addressWord('0xAb00000000000000000000000000000000000001')).to.equal(
      `${'0'.repeat(24)}ab00000000000000000000000000000000000001`,
    );
  });
});
