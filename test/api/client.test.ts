import { expect } from '@open-wc/testing';
import sinon from 'sinon';
import { HubClient } from '../../src/api/client.js';
import { serviceError } from '../../src/api/service-error.js';
import { HubPayError } from '../../src/errors.js';
import type { FakeHub } from '../support/fake-hub.js';
import { fakeHub } from '../support/fake-hub.js';
import attestation from '../support/fixtures/attestation.json';
import chains from '../support/fixtures/chains-quickstart.json';
import enums from '../support/fixtures/enums.json';
import oldCode from '../support/fixtures/error-old-code-key.json';
import rateLimit from '../support/fixtures/error-requests-v2-rate-limit.json';
import noRoutes from '../support/fixtures/error-no-swap-routes.json';
import quote from '../support/fixtures/quote-native-deposit.json';
import requests from '../support/fixtures/requests-deposit-address.json';
import pending from '../support/fixtures/status-pending.json';
import currencies from '../support/fixtures/synthetic-currencies-v1.json';

const ID = `0x${'ab'.repeat(32)}`;

describe('HubClient', () => {
  let hub: FakeHub;
  const client = (o: { baseUrl?: string; apiKey?: string } = {}): HubClient =>
    new HubClient({ baseUrl: 'https://shop.example/hub', fetch: hub.fetch, ...o });

  beforeEach(() => {
    hub = fakeHub();
  });
  afterEach(() => {
    sinon.restore();
  });

  const lastAsked = (): { question: string; body: unknown } => {
    const { method, url, body } = hub.asked.at(-1)!;
    return { question: `${method} ${url.pathname}${url.search}`, body };
  };

  it('chains: reads the listing', async () => {
    hub.answer('GET /hub/chains', { json: chains });
    const [chain] = await client().chains();
    expect(chain?.id).to.equal(chains.chains[0]!.id);
    expect(lastAsked().question).to.equal('GET /hub/chains');
  });

  it('quote: posts the body as it is given and gives the answer as it came', async () => {
    hub.answer('POST /hub/quote/v2', { json: quote });
    expect(await client().quote({ user: '0x1', amount: '100' })).to.deep.equal(quote);
    expect(lastAsked()).to.deep.equal({ question: 'POST /hub/quote/v2', body: { user: '0x1', amount: '100' } });
  });

  it('F-10 quote: an error that comes as 200 is an error', async () => {
    hub.answer('POST /hub/quote/v2', { json: noRoutes });
    expect((await refusal(client().quote({}))).code).to.equal('no-route');
  });

  it('status: asks v3 with the request id in the query', async () => {
    hub.answer('GET /hub/intents/status/v3', { json: pending });
    expect((await client().status(ID)).status).to.equal('pending');
    expect(lastAsked().question).to.equal(`GET /hub/intents/status/v3?requestId=${ID}`);
  });

  it('status: asks once, since whoever watches asks again', async () => {
    hub.answer('GET /hub/intents/status/v3', { status: 503, json: {} });
    await refusal(client().status(ID));
    expect(hub.asked).to.have.length(1);
  });

  it('F-109 status: an answer about another request is refused', async () => {
    hub.answer('GET /hub/intents/status/v3', { json: { ...pending, requestId: `0x${'cd'.repeat(32)}` } });
    expect((await refusal(client().status(ID))).code).to.equal('service-down');
  });

  it('F-99 status: an unknown request can be told from an outage', async () => {
    hub.answer('GET /hub/intents/status/v3', { status: 404, json: { message: 'Not found', code: 'NOT_FOUND' } });
    const { code, details } = await refusal(client().status(ID));
    expect({ code, details }).to.deep.equal({ code: 'service-down', details: '404' });
  });

  it('requests: puts the filters into the query, encoded, without the ones that are not given', async () => {
    hub.answer('GET /hub/requests/v2', { json: requests });
    const answer = await client().requests({
      user: '0x1&status=success',
      limit: 50,
      includeOrderData: true,
      continuation: undefined,
    });
    expect(answer.requests[0]?.id).to.equal(requests.requests[0]!.id);
    expect(lastAsked().question).to.equal(
      'GET /hub/requests/v2?user=0x1%26status%3Dsuccess&limit=50&includeOrderData=true',
    );
  });

  it('requests: notes once on the console that the service retires the endpoint', async () => {
    const warn = sinon.stub(console, 'warn');
    hub.answer('GET /hub/requests/v2', {
      json: { requests: [] },
      headers: { deprecation: '@1', sunset: 'Tue, 24 Nov 2026 00:00:00 GMT' },
    });
    const asking = client();
    await asking.requests({});
    await asking.requests({});
    expect(warn.args.flat().join()).to.contain('24 Nov 2026');
    expect(warn.callCount).to.equal(1);
  });

  it('currencies: posts the search and gives groups of records', async () => {
    hub.answer('POST /hub/currencies/v1', { json: currencies });
    const groups = await client().currencies({ term: 'usdc' });
    expect(groups[0]?.[0]?.symbol).to.equal('USDC');
    expect(lastAsked()).to.deep.equal({ question: 'POST /hub/currencies/v1', body: { term: 'usdc' } });
  });

  it('attestation: asks for the signature of a request', async () => {
    hub.answer(`GET /hub/requests/${ID}/signature`, { json: attestation });
    expect((await client().attestation(ID)).signature).to.equal(attestation.signature);
  });

  it('indexTransaction: tells hash and chain, the chain as text', async () => {
    hub.answer('POST /hub/transactions/index', { json: { message: 'Success' } });
    await client().indexTransaction({ txHash: ID, chainId: 8453 });
    expect(lastAsked()).to.deep.equal({
      question: 'POST /hub/transactions/index',
      body: { txHash: ID, chainId: '8453' },
    });
  });

  it('singleTransaction: tells hash, chain and request, and never rejects', async () => {
    hub.answer('POST /hub/transactions/single', { json: { message: 'Success' } }, { status: 500, json: {} });
    await client().singleTransaction({ tx: ID, chainId: 8453, requestId: ID });
    expect(lastAsked()).to.deep.equal({
      question: 'POST /hub/transactions/single',
      body: { tx: ID, chainId: '8453', requestId: ID },
    });
    await client().singleTransaction({ tx: ID, chainId: 8453, requestId: ID });
    expect(hub.asked).to.have.length(2);
  });

  it('indexTransaction: never rejects and is never tried twice', async () => {
    hub.answer('POST /hub/transactions/index', { status: 500, json: {} });
    await client().indexTransaction({ txHash: ID, chainId: 1 });
    expect(hub.asked).to.have.length(1);
  });

  for (const id of [
    '',
    '0x',
    `${ID}0`,
    ID.slice(0, -1),
    `0x${'zz'.repeat(32)}`,
    '../../quote',
    `${ID}/../../x`,
    `${ID}&x=1`,
  ]) {
    it(`asks nothing for the request id ${JSON.stringify(id.slice(-20))}`, async () => {
      expect((await refusal(client().status(id))).code).to.equal('config');
      expect((await refusal(client().attestation(id))).code).to.equal('config');
      expect(hub.asked).to.have.length(0);
    });
  }

  it('asks for a request id in lower case, however it was written', async () => {
    hub.answer('GET /hub/intents/status/v3', { json: pending });
    await client().status(ID.toUpperCase().replace('0X', '0x'));
    expect(hub.asked[0]!.url.searchParams.get('requestId')).to.equal(ID);
  });

  it('R2 sends the key in the header of every question, and in no address; without a key no such header', async () => {
    hub.answer('GET /hub/chains', { json: chains });
    hub.answer('POST /hub/quote/v2', { json: quote });
    const asking = client({ apiKey: 'secret' });
    await asking.chains();
    await asking.quote({});
    await client().chains();
    expect(hub.asked.map(({ headers }) => headers.get('x-api-key'))).to.deep.equal(['secret', 'secret', null]);
    expect(hub.asked.map(({ url }) => url.href).join()).not.to.contain('secret');
  });

  it('refuses a base address that is none when it is made, before anything is asked', () => {
    expect(() => client({ baseUrl: 'ftp://hub.example' }))
      .to.throw(HubPayError)
      .with.include({ code: 'config', attribute: 'base-url' });
  });

  it('hands its signal on', async () => {
    hub.answer('GET /hub/chains', { hangs: true });
    const stop = new AbortController();
    const asked = client().chains({ signal: stop.signal });
    stop.abort('enough');
    expect(await asked.catch((reason: unknown) => reason)).to.equal('enough');
  });

  it("uses the platform's fetch as it is at the time of asking", async () => {
    const fetch = sinon.stub(globalThis, 'fetch').callsFake(hub.fetch);
    hub.answer('GET /chains', { json: chains });
    await new HubClient({ baseUrl: 'https://hub.example' }).chains();
    expect(fetch.callCount).to.equal(1);
  });

  describe('limits: a listing may be long, a quote may not (G51)', () => {
    const long = { text: `${' '.repeat(600 * 1024)}{}` };

    it('refuses a quote and a status above 512 KiB', async () => {
      hub.answer('POST /hub/quote/v2', long);
      hub.answer('GET /hub/intents/status/v3', long);
      const quick = new HubClient({
        baseUrl: 'https://shop.example/hub',
        fetch: hub.fetch,
        random: (bytes) => new Uint8Array(bytes),
      });
      expect((await refusal(quick.quote({}))).code).to.equal('service-down');
      expect((await refusal(quick.status(ID))).code).to.equal('service-down');
    });

    it('reads a listing and a history above 512 KiB', async () => {
      hub.answer('GET /hub/chains', { text: `${' '.repeat(600 * 1024)}${JSON.stringify(chains)}` });
      hub.answer('GET /hub/requests/v2', { text: `${' '.repeat(600 * 1024)}{"requests":[]}` });
      expect(await client().chains()).to.have.length(1);
      expect((await client().requests({})).requests).to.deep.equal([]);
    });
  });

  describe('deadlines (G51)', () => {
    const deadlines: [what: string, question: string, ms: number, ask: (client: HubClient) => Promise<unknown>][] = [
      ['a status', 'GET /hub/intents/status/v3', 5_000, (asking) => asking.status(ID)],
      ['a quote', 'POST /hub/quote/v2', 10_000, (asking) => asking.quote({})],
      ['the listing', 'GET /hub/chains', 10_000, (asking) => asking.chains()],
    ];
    for (const [what, question, ms, asking] of deadlines) {
      it(`${what}: ${ms / 1000} s`, async () => {
        const clock = { now: () => 0, setTimeout: sinon.fake(), clearTimeout: sinon.fake() };
        hub.answer(question, { hangs: true });
        void asking(new HubClient({ baseUrl: 'https://shop.example/hub', fetch: hub.fetch, clock }));
        await Promise.resolve();
        expect(clock.setTimeout.lastCall.args[1]).to.equal(ms);
      });
    }
  });
});

describe('service errors', () => {
  const codes: Record<string, string> = {
    AMOUNT_TOO_LOW: 'amount-too-low',
    CHAIN_DISABLED: 'chain-paused',
    DESTINATION_TX_FAILED: 'service-refused',
    ERC20_ROUTER_ADDRESS_NOT_FOUND: 'service-refused',
    EXTRA_TXS_NOT_SUPPORTED: 'config',
    FORBIDDEN: 'service-refused',
    INSUFFICIENT_FUNDS: 'insufficient-funds',
    INSUFFICIENT_LIQUIDITY: 'amount-too-high',
    INVALID_ADDRESS: 'config',
    INVALID_EXTRA_TXS: 'config',
    INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS: 'config',
    INVALID_INPUT_CURRENCY: 'no-route',
    INVALID_OUTPUT_CURRENCY: 'config',
    INVALID_RECIPIENT: 'config',
    INVALID_SLIPPAGE_TOLERANCE: 'config',
    NO_INTERNAL_SWAP_ROUTES_FOUND: 'no-route',
    NO_QUOTES: 'no-route',
    NO_SWAP_ROUTES_FOUND: 'no-route',
    PERMIT_FAILED: 'service-refused',
    PRICE_FETCH_FAILED: 'service-down',
    REQUEST_TIMED_OUT: 'service-down',
    ROUTE_TEMPORARILY_RESTRICTED: 'no-route',
    RPC_HTTP_ERROR: 'service-down',
    SANCTIONED_CURRENCY: 'service-refused',
    SANCTIONED_WALLET_ADDRESS: 'service-refused',
    SERVICE_UNAVAILABLE: 'service-down',
    SOLANA_TX_TOO_LARGE: 'transaction-too-large',
    SWAP_IMPACT_TOO_HIGH: 'price-impact',
    SWAP_QUOTE_FAILED: 'no-route',
    UNAUTHORIZED: 'service-refused',
    UNKNOWN_ERROR: 'service-refused',
    UNSUPPORTED_CHAIN: 'no-route',
    UNSUPPORTED_CURRENCY: 'no-route',
    UNSUPPORTED_EXECUTION_TYPE: 'no-route',
    UNSUPPORTED_ROUTE: 'no-route',
    USER_RECIPIENT_MISMATCH: 'config',
    A_CODE_NOBODY_KNOWS: 'service-refused',
  };
  for (const [errorCode, code] of Object.entries(codes)) {
    it(`F-1 ${errorCode} is \`${code}\`, and stands in the details`, () => {
      const error = serviceError('POST /quote/v2', 400, { message: 'Words of the service', errorCode });
      expect(error.code).to.equal(code);
      expect(error.money).to.equal('not-sent');
      expect(error.details).to.equal(errorCode);
    });
  }

  it('F-1 maps every code that the service is known to give', () => {
    expect(enums.quoteErrorCodes.filter((each) => !(each in codes))).to.deep.equal([]);
  });

  it('reads a code under its old name', () => {
    expect(serviceError('POST /quote/v2', 400, oldCode).code).to.equal('amount-too-low');
  });

  it('F-2 401 and 403 are `service-refused`, whatever stands in them', () => {
    expect(serviceError('x', 401, undefined).code).to.equal('service-refused');
    expect(serviceError('x', 403, { errorCode: 'NO_QUOTES' }).code).to.equal('service-refused');
  });

  it('F-3 404 and 410 are an outage', () => {
    expect(serviceError('x', 404, { message: 'Not found' }).code).to.equal('service-down');
    expect(serviceError('x', 410, { message: 'Gone' }).code).to.equal('service-down');
  });

  it('F-4 429 is `rate-limited`, with or without a body', () => {
    expect(serviceError('x', 429, rateLimit, 7)).to.include({ code: 'rate-limited', retryAfter: 7 });
    expect(serviceError('x', 429, undefined).code).to.equal('rate-limited');
  });

  it('F-5 5xx are `service-down`, but a code that says more is heard', () => {
    expect(serviceError('x', 500, { errorCode: 'UNKNOWN_ERROR' }).code).to.equal('service-down');
    expect(serviceError('x', 502, undefined).code).to.equal('service-down');
    expect(serviceError('x', 500, { errorCode: 'NO_QUOTES' }).code).to.equal('no-route');
  });

  it('a refusal without a code tells its status', () => {
    expect(serviceError('x', 400, { message: 'Bad request' })).to.include({ code: 'service-refused', details: '400' });
    expect(serviceError('x', 400, undefined).code).to.equal('service-down');
  });

  it('names the attribute at fault where the code does', () => {
    expect(serviceError('x', 400, { errorCode: 'INVALID_RECIPIENT' }).attribute).to.equal('recipient');
    expect(serviceError('x', 400, { errorCode: 'INVALID_SLIPPAGE_TOLERANCE' }).attribute).to.equal(
      'slippage-tolerance',
    );
    expect(serviceError('x', 400, { errorCode: 'NO_QUOTES' })).not.to.have.property('attribute');
  });

  it('T51 a long text of the service is cut in the message for developers', () => {
    expect(serviceError('x', 400, { message: 'z'.repeat(5_000) }).message.length).to.be.below(300);
  });
});

async function refusal(asked: Promise<unknown>): Promise<HubPayError> {
  const error = await asked.then(
    (value) => new Error(`It resolved with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  expect(error).to.be.instanceOf(HubPayError);
  return error as HubPayError;
}
