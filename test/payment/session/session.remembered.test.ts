/** Tests what a session answers while the wallet of the last visit connects again. */
import { expect } from 'chai';
import { fakeSvmWallet } from '../../support/fake-svm-wallet.js';
import { jsonResponse } from '../../support/json-response.js';
import { SVM, SYSTEM, svmChain } from '../../support/svm-quotes.js';
import { worldChains } from '../../support/world-service.js';
import { World } from '../../support/world.js';
import type { ChainRecord } from '../../../src/types.js';
import { watched } from './watched.js';

const svmChainOfWorld = (): ChainRecord => ({ ...svmChain(), httpRpcUrl: 'https://svm.test/' });
const withSvm = (): World => {
  const world = new World();
  const chain = svmChainOfWorld();
  world.service.listing = (chains) => [...chains.filter(({ id }) => id !== SVM), chain];
  const account = { lamports: 1_000_000_000, owner: SYSTEM, data: ['', 'base64'], executable: false, space: 0 };
  world.nodes.set(String(chain.httpRpcUrl), (_input, init) => {
    const { id, params } = JSON.parse(init?.body as string) as { id: unknown; params: [string[]] };
    const value = params[0].map((_, at) => (at === 0 ? account : null));
    return Promise.resolve(jsonResponse(() => ({ jsonrpc: '2.0', id, result: { context: { slot: 1 }, value } })));
  });
  return world;
};

const registry = { chains: [...worldChains().filter(({ id }) => id !== SVM), svmChainOfWorld()] };

describe('session with the wallet of the last visit', () => {
  it('assets waits after a reload until the remembered SVM wallet has connected again', async () => {
    const world = withSvm();
    const svm = fakeSvmWallet({ name: 'Two' });
    const tab = world.open({ wallets: [svm.wallet], registry });
    const account = watched(tab.session.connect(svm.wallet));
    await world.clock.advance(5_000);
    expect(account.value).to.include({ vmType: 'svm' });
    tab.kill();
    const again = world.open({ wallets: [svm.wallet], registry });
    const assets = watched(again.session.assets());
    await world.clock.advance(10_000);
    expect(assets.error).to.equal(undefined);
    expect(assets.value!.map(({ chainId, account: owner }) => [chainId, owner])).to.deep.equal([[SVM, svm.owned[0]]]);
    expect(svm.requests.at(-1)).to.deep.equal({ method: 'connect', params: [{ silent: true }] });
  });

  it('assets settles with the error of the service when the chain list cannot be loaded', async () => {
    const world = new World();
    world.service.outages.set('/chains', 'unreachable');
    const assets = watched(world.open().session.assets());
    await world.clock.advance(60_000);
    expect(assets.error).to.have.property('code', 'service-down');
  });
});
