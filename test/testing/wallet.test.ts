/** Tests the test wallet: it pays an order once, and it signs nothing. */
import { expect } from 'chai';
import { TEST_ACCOUNT, testDiscovery } from '../../src/testing/wallet.js';
import { REQUEST, started, transactionOf, type Quoted } from './started.js';

describe('test wallet', () => {
  it('sends no transaction of an unknown order, and none twice', async () => {
    const { ask, provider } = started();
    const quote = ask('POST', '/quote/v2', REQUEST).json as Quoted;
    const data = transactionOf(quote);
    const send = (params: unknown): Promise<string> =>
      provider.request({ method: 'eth_sendTransaction', params: [params] }).then(
        () => 'sent',
        (error: unknown) => (error as Error).message,
      );
    expect(await send({ ...data, data: '0x' })).to.contain('No order');
    expect(await send(data)).to.equal('sent');
    expect(await send(data)).to.contain('No order');
  });

  it('has a wallet with one account that switches chains and signs nothing', async () => {
    const { provider } = started();
    expect(await provider.request({ method: 'eth_requestAccounts' })).to.deep.equal([TEST_ACCOUNT]);
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x14a34' }] });
    expect(await provider.request({ method: 'eth_chainId' })).to.equal('0x14a34');
    const refusal = await provider.request({ method: 'personal_sign' }).catch((error: unknown) => error);
    expect(refusal).to.include({ code: 4200 });
  });

  it('is the only wallet that the discovery finds, and no wallet of an SVM chain', async () => {
    const { provider } = started();
    const discovery = testDiscovery(provider);
    const [evm, svm] = [await discovery.evm(), await discovery.svm()];
    const other = { request: () => Promise.reject(new Error('asked a real wallet')) };
    const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);
    let found: string[] = [];
    evm.discoverWallets().subscribe((options) => (found = names(options)));
    expect(found).to.deep.equal(['Test wallet']);
    expect(names(evm.walletOptionsOf([other]))).to.deep.equal([]);
    expect(names(evm.walletOptionsOf([other, provider]))).to.deep.equal(['Test wallet']);
    expect(names(svm.walletOptionsOf([provider]))).to.deep.equal([]);
  });
});
