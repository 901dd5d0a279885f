/** Tests the endpoints of the fake service. */
import { expect } from 'chai';
import { TEST_ACCOUNT } from '../../src/testing/wallet.js';
import { REQUEST, started, transactionOf, type Quoted } from './started.js';

describe('service of test mode', () => {
  it('answers a quote, and 400 for a currency that it does not have', () => {
    const { ask } = started();
    expect(ask('POST', '/quote/v2', REQUEST)).to.have.nested.property(
      'json.details.currencyIn.amount',
      String(10n ** 16n),
    );
    expect(ask('POST', '/quote/v2', { ...REQUEST, originCurrency: `0x${'99'.repeat(20)}` }).status).to.equal(400);
    expect(ask('POST', '/quote/v2', { ...REQUEST, amount: '0' }).status).to.equal(400);
  });

  it('knows only its own requests', () => {
    const { ask } = started();
    expect(ask('GET', `/intents/status/v3?requestId=0x${'11'.repeat(32)}`).status).to.equal(404);
    expect(ask('GET', '/requests/v2?id=0x11')).to.deep.equal({ status: 200, json: { requests: [] } });
    expect(ask('DELETE', '/chains').status).to.equal(404);
  });

  it('finds currencies by name, and for deposit addresses every currency of the test chains', () => {
    const { ask } = started();
    const found = ask('POST', '/currencies/v1', { term: 'usd', chainIds: [84532] }).json as { symbol: string }[][];
    expect(found.flat().map(({ symbol }) => symbol)).to.deep.equal(['USDC']);
    expect(ask('POST', '/currencies/v1', { depositAddressOnly: true }).json).to.have.length(6);
  });

  it('delivers after the time of the plan, and lists the payment afterwards', async () => {
    const { ask, askChain, provider, at } = started();
    const quote = ask('POST', '/quote/v2', REQUEST).json as Quoted;
    const status = (): unknown =>
      (ask('GET', `/intents/status/v3?requestId=${quote.requestId}`).json as { status: string }).status;
    expect([status(), ask('GET', `/requests/v2?user=${TEST_ACCOUNT}`).json]).to.deep.equal([
      'waiting',
      { requests: [] },
    ]);
    const hash = await provider.request({ method: 'eth_sendTransaction', params: [transactionOf(quote)] });
    expect(status()).to.equal('pending');
    expect(askChain(11155111, 'eth_getTransactionReceipt', hash)).to.include({ status: '0x1' });
    expect(askChain(84532, 'eth_getTransactionReceipt', hash)).to.equal(null);
    expect(askChain(11155111, 'eth_getTransactionCount', TEST_ACCOUNT)).to.equal('0x1');
    at.now += 1_000;
    expect(status()).to.equal('success');
    expect(ask('GET', `/requests/v2?user=${TEST_ACCOUNT}`)).to.have.nested.property(
      'json.requests[0].status',
      'success',
    );
  });
});
