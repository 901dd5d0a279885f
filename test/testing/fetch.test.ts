/** Tests that the network of test mode answers in the page, and asks only the merchant's own server. */
import { expect } from 'chai';
import { testBaseUrl } from '../../src/testing/fetch.js';
import { chains, CONFIRM_URL, started } from './started.js';

describe('fetch of test mode', () => {
  it('answers every URL but confirm-url in the page', async () => {
    const { fetch, own } = started();
    const read = async (url: string, init?: RequestInit): Promise<unknown> => (await fetch(url, init)).json();
    expect(await read('https://shop.example/other', { method: 'POST', body: '{}' })).to.deep.equal({});
    expect(await read('https://test-mode.invalid/service/1/chains')).to.have.nested.property('chains.length', 3);
    const rpc = { method: 'POST', body: '{"method":"eth_chainId","params":[]}' };
    expect(await read('https://test-mode.invalid/rpc/84532', rpc)).to.have.property('result', '0x14a34');
    const unknown = { method: 'POST', body: '{"method":"eth_sign","params":[]}' };
    expect(await read('https://test-mode.invalid/rpc/84532', unknown)).to.have.nested.property('error.code', -32601);
    expect(own.asked).to.deep.equal([]);
  });

  it('sends the request to confirm-url to the merchant’s server, and returns its answer', async () => {
    const { fetch, own } = started();
    const ask = (): Promise<Response> => fetch(CONFIRM_URL, { method: 'POST', body: '{"requestId":"0x7e57"}' });
    expect((await ask()).status).to.equal(204);
    expect(own.asked).to.deep.equal([`POST ${CONFIRM_URL} {"requestId":"0x7e57"}`]);
    expect(own.warned).to.deep.equal([]);
    own.status = 409;
    expect((await ask()).status).to.equal(409);
    own.status = 0;
    expect(await ask().catch((error: unknown) => error)).to.have.property('message', 'offline');
    // The error of the element names a status, and does not name the reason of a missing answer.
    expect(own.warned).to.deep.equal([
      `confirm-url: ${CONFIRM_URL} gave no answer, or redirected (Error: offline): the payment did not start`,
    ]);
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
