import { expect } from 'chai';
import type { ChainAccess } from '../../../../src/vm/family/sources.js';
import { evmAdapter } from '../../../../src/vm/evm/adapter.js';
import { receiptOf } from '../../../../src/vm/evm/chain/transactions.js';
import { evmWallet } from '../../../../src/wallets/evm-wallet.js';
import type { Wallet } from '../../../../src/wallets/wallet.js';
import { VirtualClock } from '../../../support/clock.js';
import { fakeEvmWallet, PAYER, silence, walletError, type FakeEvmWallet } from '../../../support/fake-evm-wallet.js';
import { readableChain, type ReadableChain } from '../../chain-access.js';

type Given = ReadableChain & { fake: FakeEvmWallet; wallet: Wallet; hash: string; clock: VirtualClock };

/** A mined transaction, and a wallet with its own node for the chain. */
function given(): Given {
  const readable = readableChain();
  const fake = fakeEvmWallet({ chain: readable.chain });
  const { rdns: id, name, icon } = fake.info;
  const wallet = evmWallet({ id, name, icon, vmType: 'evm' }, fake.provider, () => Promise.resolve());
  const hash = readable.chain.send({ from: PAYER, to: PAYER });
  readable.chain.mine();
  const clock = new VirtualClock();
  const access = (): ChainAccess => ({ ...readable.access(), clock });
  return { ...readable, access, fake, wallet, hash, clock };
}

describe('walletAccess', () => {
  it('P-2 reads a receipt when the node of the chain is down, without a prompt', async () => {
    const { chain, access, wallet, fake, hash } = given();
    chain.fault = 'down';
    const through = await evmAdapter.walletReads.walletAccess(wallet, access());
    expect(await receiptOf(hash, through!)).to.include({ success: true });
    expect(chain.methods).to.have.length(0);
    expect(new Set(fake.requests.map(({ method }) => method))).to.deep.equal(
      new Set(['eth_blockNumber', 'eth_chainId', 'eth_getTransactionReceipt']),
    );
  });

  for (const answer of ['31337', 31337, '0x07a69', 'eip155:31337']) {
    it(`P-2 reads through the wallet when it names its chain as ${JSON.stringify(answer)}`, async () => {
      const { access, wallet, fake, hash } = given();
      fake.always('eth_chainId', answer);
      const through = await evmAdapter.walletReads.walletAccess(wallet, access());
      expect(await receiptOf(hash, through!)).to.include({ success: true });
    });
  }

  for (const [title, upset] of [
    ['the wallet is on another chain', (fake) => (fake.chainId = 1)],
    ['the wallet has no such method', (fake) => fake.always('eth_blockNumber', walletError(4200, 'unsupported'))],
    ['the wallet does not tell its chain', (fake) => fake.always('eth_chainId', walletError(4100, 'unauthorized'))],
    ['the wallet answers without a result', (fake) => fake.always('eth_blockNumber', undefined)],
  ] satisfies [string, (fake: FakeEvmWallet) => unknown][]) {
    it(`P-2 is null when ${title}`, async () => {
      const { access, wallet, fake } = given();
      upset(fake);
      expect(await evmAdapter.walletReads.walletAccess(wallet, access())).to.equal(null);
    });
  }

  it('is null when the wallet is of another family, which is not asked', async () => {
    const { access, wallet, fake } = given();
    expect(await evmAdapter.walletReads.walletAccess({ ...wallet, vmType: 'svm' }, access())).to.equal(null);
    expect(fake.requests).to.deep.equal([]);
  });

  it('P-2 is null when the wallet does not answer for three seconds', async () => {
    const { access, wallet, fake, clock } = given();
    fake.always('eth_blockNumber', silence);
    const answer = evmAdapter.walletReads.walletAccess(wallet, access());
    await clock.advance(3_000);
    expect(await answer).to.equal(null);
    expect(clock.pending).to.equal(0);
  });

  it('P-2 fails a read when the wallet has left the chain meanwhile', async () => {
    const { access, wallet, fake, hash } = given();
    const through = await evmAdapter.walletReads.walletAccess(wallet, access());
    fake.always('eth_getTransactionReceipt', () => {
      fake.chainId = 1;
      return null;
    });
    const error: unknown = await receiptOf(hash, through!).catch((reason: unknown) => reason);
    expect(error).to.have.property('message', 'The wallet is on another chain');
  });

  it('rejects with the reason of the signal when the signal is aborted', async () => {
    const { access, wallet, fake, stop } = given();
    fake.always('eth_blockNumber', silence);
    const answer = evmAdapter.walletReads.walletAccess(wallet, access()).catch((reason: unknown) => reason);
    stop.abort('gone');
    expect(await answer).to.equal('gone');
  });
});
