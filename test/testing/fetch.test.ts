/** Tests that the network of test mode answers in the page. */
import { expect } from 'chai';
import { testBaseUrl } from '../../src/testing/fetch.js';
import { chains, started } from './started.js';

describe('fetch of test mode', () => {
  it('answers every URL in the page', async () => {
    const { fetch } = started();
    const read = async (url: string, init?: RequestInit): Promise<unknown> => (await fetch(url, init)).json();
    expect(await read('https://shop.example/confirm', { method: 'POST', body: '{}' })).to.deep.equal({});
    expect(await read('https://test-mode.invalid/service/1/chains')).to.have.nested.property('chains.length', 3);
    const rpc = { method: 'POST', body: '{"method":"eth_chainId","params":[]}' };
    expect(await read('https://test-mode.invalid/rpc/84532', rpc)).to.have.property('result', '0x14a34');
    const unknown = { method: 'POST', body: '{"method":"eth_sign","params":[]}' };
    expect(await read('https://test-mode.invalid/rpc/84532', unknown)).to.have.nested.property('error.code', -32601);
  });

  it('rejects a request that its caller has cancelled', async () => {
    const { fetch } = started();
    const signal = AbortSignal.abort();
    const refusal: unknown = await fetch(`${testBaseUrl(chains)}/chains`, { signal }).catch((error: unknown) => error);
    expect(refusal).to.have.property('name', 'AbortError');
  });

  it('has another base URL for another list of chains', () => {
    expect(testBaseUrl(chains)).not.to.equal(testBaseUrl(chains.slice(1)));
  });
});
