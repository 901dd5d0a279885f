/** Tests the endpoints of the fake service, its node and its wallet, without a session. */
import { expect } from 'chai';
import { MemoryStore } from '../../src/shared/memory-store.js';
import { answerChain } from '../../src/testing/chain.js';
import { testRegistry } from '../../src/testing/chains.js';
import { testFetch } from '../../src/testing/fetch.js';
import { Ledger } from '../../src/testing/ledger.js';
import { answerService, type Answer } from '../../src/testing/service.js';
import { TEST_ACCOUNT, testProvider } from '../../src/testing/wallet.js';

const ETHER = `0x${'00'.repeat(20)}`;
const { chains } = testRegistry({});
const REQUEST = {
  user: TEST_ACCOUNT,
  originChainId: 11155111,
  originCurrency: ETHER,
  destinationChainId: 84532,
  destinationCurrency: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
  amount: '25000000',
  tradeType: 'EXACT_OUTPUT',
};

function started(): {
  ledger: Ledger;
  at: { now: number };
  ask: (method: string, path: string, body?: unknown) => Answer;
  fetch: typeof fetch;
  provider: ReturnType<typeof testProvider>;
} {
  const at = { now: 1_800_000_000_000 };
  let serial = 0;
  const now = (): number => at.now;
  const ledger = new Ledger(new MemoryStore());
  const random = (bytes: number): string => (serial += 1).toString(16).padStart(bytes * 2, '0');
  const options = { ledger, chains: () => chains, now, random };
  const plan = (): { outcome: 'success'; delayMs: number } => ({ outcome: 'success', delayMs: 1_000 });
  return {
    ledger,
    at,
    ask(method, text, body) {
      const [path = '', query = ''] = text.split('?');
      return answerService(method, path, new URLSearchParams(query), body, options);
    },
    fetch: testFetch(options),
    provider: testProvider({ ledger, chainId: 11155111, now, plan }),
  };
}

type Quoted = { requestId: string; steps: { items: { data: Record<string, string> }[] }[] };

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

  it('finds currencies by name, and has none for deposit addresses', () => {
    const { ask } = started();
    const found = ask('POST', '/currencies/v1', { term: 'usd', chainIds: [84532] }).json as { symbol: string }[][];
    expect(found.flat().map(({ symbol }) => symbol)).to.deep.equal(['USDC']);
    expect(ask('POST', '/currencies/v1', { depositAddressOnly: true }).json).to.deep.equal([]);
  });

  it('delivers after the time of the plan, and lists the payment afterwards', async () => {
    const { ask, provider, at, ledger } = started();
    const quote = ask('POST', '/quote/v2', REQUEST).json as Quoted;
    const status = (): unknown =>
      (ask('GET', `/intents/status/v3?requestId=${quote.requestId}`).json as { status: string }).status;
    expect([status(), ask('GET', `/requests/v2?user=${TEST_ACCOUNT}`).json]).to.deep.equal([
      'waiting',
      { requests: [] },
    ]);
    const [data = {}] = quote.steps[0]!.items.map((item) => item.data);
    const sent = { ...data, value: `0x${BigInt(data['value'] ?? 0).toString(16)}` };
    const hash = await provider.request({ method: 'eth_sendTransaction', params: [sent] });
    expect(status()).to.equal('pending');
    expect(answerChain(11155111, 'eth_getTransactionReceipt', [hash], ledger, at.now)).to.include({ status: '0x1' });
    expect(answerChain(84532, 'eth_getTransactionReceipt', [hash], ledger, at.now)).to.equal(null);
    expect(answerChain(11155111, 'eth_getTransactionCount', [TEST_ACCOUNT], ledger, at.now)).to.equal('0x1');
    at.now += 1_000;
    expect(status()).to.equal('success');
    expect(ask('GET', `/requests/v2?user=${TEST_ACCOUNT}`)).to.have.nested.property(
      'json.requests[0].status',
      'success',
    );
  });

  it('sends no transaction of an unknown order, and none twice', async () => {
    const { ask, provider } = started();
    const quote = ask('POST', '/quote/v2', REQUEST).json as Quoted;
    const [data = {}] = quote.steps[0]!.items.map((item) => item.data);
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
});
