import { expect } from 'chai';
import { HubPayError } from '../../../../src/errors.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import type { PermitRequest } from '../../../../src/vm/family/abilities.js';
import { evmWallet } from '../../../../src/wallets/evm-wallet.js';
import type { Wallet } from '../../../../src/wallets/wallet.js';
import { VirtualClock } from '../../../support/clock.js';
import { fakeChain, type FakeChain } from '../../../support/fake-chain.js';
import { fakeEvmWallet } from '../../../support/fake-evm-wallet.js';
import { authorizationCase } from '../../../support/permit-quotes.js';
import { payerKey, people } from '../../../support/quotes.js';
import { signedBy } from '../../../support/venue-quotes.js';
import { signingOf } from '../signing.js';
import { chain as record } from './chain-to-add.js';

const OTHER_KEY = `0x${'3'.repeat(64)}` as const;
const CODE = '0x6080604052';

describe('checkSigner', () => {
  let chain: FakeChain;
  let request: PermitRequest;
  let wallet: Wallet;
  let read: string[];
  const clock = new VirtualClock();

  beforeEach(async () => {
    chain = fakeChain(8453);
    read = [];
    request = await signingOf(authorizationCase());
    const fake = fakeEvmWallet({ connected: true, owned: [people.payer] });
    wallet = evmWallet({ id: 'w', name: 'W', icon: null, vmType: 'evm' }, fake.provider, () => Promise.resolve());
  });

  const by = (key: `0x${string}`): string => signedBy(key, JSON.stringify(request.typedData));
  const check = (signature: string): Promise<string> =>
    evmAdapter.permits.checkSigner(request, signature, wallet, {
      chain: { ...record, httpRpcUrl: 'https://node.test' },
      fetch: (input, init) => {
        read.push((JSON.parse(init?.body as string) as { method: string }).method);
        return chain.fetch(input, init);
      },
      clock,
      signal: new AbortController().signal,
    });
  const refusal = async (signature: string): Promise<HubPayError> => {
    const error: unknown = await check(signature).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(HubPayError);
    return error as HubPayError;
  };

  it('returns the signature of the payer’s key and reads no chain', async () => {
    const signature = by(payerKey);
    expect(await check(signature)).to.equal(signature);
    expect(read).to.deep.equal([]);
  });

  it('writes the signature in its usual form when the wallet ends it with 0 or 1, or returns 64 bytes', async () => {
    const signature = by(payerKey);
    const isOdd = signature.endsWith('1c');
    expect(await check(`${signature.slice(0, -2)}${isOdd ? '01' : '00'}`)).to.equal(signature);
    const s = BigInt(`0x${signature.slice(66, 130)}`) + (isOdd ? 1n << 255n : 0n);
    expect(await check(`${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}`)).to.equal(signature);
  });

  it('throws `cannot-sign` when another account signed', async () => {
    expect(await refusal(by(OTHER_KEY))).to.include({
      code: 'wallet-failed',
      reason: 'cannot-sign',
      money: 'not-sent',
    });
    expect(read).to.deep.equal(['eth_getCode', 'eth_getCode'].slice(0, read.length));
  });

  it('returns what a contract account accepts, in the wallet’s own bytes', async () => {
    const asked: string[] = [];
    chain.override('eth_getCode', () => CODE);
    chain.override('eth_call', ([call]) => {
      asked.push((call as { to: string }).to);
      return `0x1626ba7e${'00'.repeat(28)}`;
    });
    const signature = `0x${'cd'.repeat(64)}01`;
    expect(await check(signature)).to.equal(signature);
    expect(asked).to.deep.equal([people.payer]);
  });

  for (const [what, answer] of [
    ['answers with other bytes', () => `0x${'ff'.repeat(32)}`],
    ['answers nothing', () => '0x'],
    [
      'reverts',
      () => {
        throw new Error('execution reverted');
      },
    ],
  ] as const) {
    it(`throws \`cannot-sign\` when the contract account ${what}`, async () => {
      chain.override('eth_getCode', () => CODE);
      chain.override('eth_call', answer);
      expect((await refusal(by(OTHER_KEY))).reason).to.equal('cannot-sign');
    });
  }

  it('says that the chain cannot be read when it cannot, and nothing about the signer', async () => {
    chain.override('eth_getCode', () => {
      throw new Error('too many requests');
    });
    expect(await refusal(`0x${'cd'.repeat(65)}`)).to.include({
      code: 'service-down',
      reason: 'chain-unreadable',
      money: 'not-sent',
    });
  });

  it('returns the signature of the key when the account also runs a contract’s code', async () => {
    chain.override('eth_getCode', () => `0xef0100${'ab'.repeat(20)}`);
    const signature = by(payerKey);
    expect(await check(signature)).to.equal(signature);
  });
});
