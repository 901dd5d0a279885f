/** Tests the exports of `hub-pay` and `hub-pay/headless`. */
import { expect } from '@open-wc/testing';

describe('package entry points', () => {
  it('hub-pay exports the element and its error class and registers the element', async () => {
    const entry = await import('../../src/index.js');
    expect(Object.keys(entry).sort()).to.deep.equal(['HubPay', 'HubPayError']);
    expect(customElements.get('hub-pay')).to.equal(entry.HubPay);
  });

  it('hub-pay/headless exports the session, the client, the guard and the error class', async () => {
    const entry = await import('../../src/headless.js');
    expect(Object.keys(entry).sort()).to.deep.equal(['HubClient', 'HubPayError', 'createPaymentSession', 'guardQuote']);
  });
});
