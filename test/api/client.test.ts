import { expect } from 'chai';
import sinon from 'sinon';
import type { ExecuteBody, QuoteBody } from '../../src/api/requests/types.js';
import { HubClient } from '../../src/api/client.js';
import { HubPayError } from '../../src/errors.js';
import { settle } from '../support/clock.js';
import type { FakeHub } from '../support/fakes/fake-hub.js';
import { fakeHub } from '../support/fakes/fake-hub.js';
import attestation from '../support/fixtures/attestation.json';
import chains from '../support/fixtures/chains-quickstart.json';
import noRoutes from '../support/fixtures/error-no-swap-routes.json';
import quote from '../support/fixtures/quote-native-deposit.json';
import requests from '../support/fixtures/requests-deposit-address.json';
import pending from '../support/fixtures/status-pending.json';
import currencies from '../support/fixtures/synthetic-currencies-v1.json';

const ID = `0x${'ab'.repeat(32)}`;
const account = `0x${'a1'.repeat(20)}`;
const body: QuoteBody = {
  user: account,
  originChainId: 1,
  destinationChainId: 10,
  originCurrency: `0x${'0'.repeat(40)}`,
  destinationCurrency: `0x${'0'.repeat(40)}`,
  amount: '100',
  tradeType: 'EXACT_INPUT',
};
const execution: ExecuteBody = {
  executionKind: 'rawCalls',
  data: {
    chainId: 1,
    to: account,
    data: '0x',
    value: '0',
    authorizationList: [{ chainId: 1, address: account, nonce: 0, yParity: 0, r: '0x1', s: '0x2' }],
  },
  executionOptions: { subsidizeFees: true },
};

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
    const { method, url, body } = hub.requests.at(-1)!;
    return { question: `${method} ${url.pathname}${url.search}`, body };
  };

  it('chains requests `GET /chains` and returns the chain list', async () => {
    hub.answer('GET /hub/chains', { json: chains });
    const [chain] = await client().chains();
    expect(chain?.id).to.equal(chains.chains[0]!.id);
    expect(lastAsked().question).to.equal('GET /hub/chains');
  });

  it('quote posts the body unchanged and returns the answer unchanged', async () => {
    hub.answer('POST /hub/quote/v2', { json: quote });
    expect(await client().quote(body)).to.deep.equal(quote);
    expect(lastAsked()).to.deep.equal({ question: 'POST /hub/quote/v2', body });
  });

  it('F-10 quote throws `no-route` when the service sends an error with status 200', async () => {
    hub.answer('POST /hub/quote/v2', { json: noRoutes });
    expect((await refusal(client().quote(body))).code).to.equal('no-route');
  });

  it('status requests `GET /intents/status/v3` with the request id in the query', async () => {
    hub.answer('GET /hub/intents/status/v3', { json: pending });
    expect((await client().status(ID)).status).to.equal('pending');
    expect(lastAsked().question).to.equal(`GET /hub/intents/status/v3?requestId=${ID}`);
  });

  it('status sends one request without a retry when the service is down', async () => {
    hub.answer('GET /hub/intents/status/v3', { status: 503, json: {} });
    await refusal(client().status(ID));
    expect(hub.requests).to.have.length(1);
  });

  it('F-109 status throws `service-down` when the answer names another request', async () => {
    hub.answer('GET /hub/intents/status/v3', { json: { ...pending, requestId: `0x${'cd'.repeat(32)}` } });
    expect((await refusal(client().status(ID))).code).to.equal('service-down');
  });

  it('F-99 status throws `service-down` with the reason `not-found` when the service does not know the request', async () => {
    hub.answer('GET /hub/intents/status/v3', { status: 404, json: { message: 'Not found', code: 'NOT_FOUND' } });
    expect(await refusal(client().status(ID))).to.include({ code: 'service-down', reason: 'not-found' });
  });

  it('requests encodes its filters in the query and omits undefined filters', async () => {
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

  it('requests warns once on the console when the service marks the endpoint as deprecated', async () => {
    const warn = sinon.stub(console, 'warn');
    hub.answer('GET /hub/requests/v2', {
      json: { requests: [] },
      headers: { deprecation: '@1', sunset: 'Tue, 24 Nov 2026 00:00:00 GMT' },
    });
    const hubClient = client();
    await hubClient.requests({});
    await hubClient.requests({});
    expect(warn.args.flat().join()).to.contain('24 Nov 2026');
    expect(warn.callCount).to.equal(1);
  });

  it('currencies posts the search and returns groups of records', async () => {
    hub.answer('POST /hub/currencies/v1', { json: currencies });
    const groups = await client().currencies({ term: 'usdc' });
    expect(groups[0]?.[0]?.symbol).to.equal('USDC');
    expect(lastAsked()).to.deep.equal({ question: 'POST /hub/currencies/v1', body: { term: 'usdc' } });
  });

  it('attestation requests `GET /requests/<id>/signature` and returns the signature', async () => {
    hub.answer(`GET /hub/requests/${ID}/signature`, { json: attestation });
    expect((await client().attestation(ID)).signature).to.equal(attestation.signature);
  });

  describe('execute', () => {
    const server = (): HubClient => client({ apiKey: 'secret' });

    it('posts the calls with the API key and returns the request id when the service accepts them', async () => {
      hub.answer('POST /hub/execute', { json: { message: 'Transaction submitted', requestId: ID } });
      expect(await server().execute(execution)).to.deep.equal({ message: 'Transaction submitted', requestId: ID });
      expect(lastAsked()).to.deep.equal({ question: 'POST /hub/execute', body: execution });
      expect(hub.requests[0]!.headers.get('x-api-key')).to.equal('secret');
    });

    it('sends a request without an API key and names `apiKey` when the service answers 401', async () => {
      for (const json of [{ errorCode: 'UNAUTHORIZED' }, { error: 'Unauthorized' }]) {
        hub.answer('POST /hub/execute', { status: 401, json });
        const { code, attribute, money } = await refusal(client().execute(execution));
        expect({ code, attribute, money }).to.deep.equal({ code: 'config', attribute: 'apiKey', money: 'not-sent' });
      }
      hub.answer('POST /hub/execute', { status: 400, json: { errorCode: '401' } });
      expect((await refusal(client().execute(execution))).code).to.equal('service-refused');
      expect(hub.requests[0]!.headers.has('x-api-key')).to.equal(false);
      hub.answer('POST /hub/execute', { json: { message: 'Transaction submitted', requestId: ID } });
      expect((await client().execute(execution)).requestId).to.equal(ID);
    });

    it('throws the code for the status when the service refuses the calls', async () => {
      hub.answer('POST /hub/execute', { status: 400, json: { error: 'authorizationList is required' } });
      expect((await refusal(server().execute(execution))).code).to.equal('service-refused');
      hub.answer('POST /hub/execute', { status: 401, json: { error: 'Unauthorized' } });
      expect((await refusal(server().execute(execution))).code).to.equal('service-refused');
      hub.answer('POST /hub/execute', { status: 404, json: { message: 'Not found' } });
      expect((await refusal(server().execute(execution))).code).to.equal('service-down');
    });

    for (const [what, answer] of Object.entries({
      'an outage': { status: 500, json: { error: 'Internal error' } },
      'a broken connection': { unreachable: true },
      'an answer without an id': { json: { message: 'Transaction submitted' } },
    } as const)) {
      it(`throws \`outcome-unknown\` without a retry when the service call ends in ${what}`, async () => {
        hub.answer('POST /hub/execute', answer);
        const { code, money } = await refusal(server().execute(execution));
        expect({ code, money }).to.deep.equal({ code: 'outcome-unknown', money: 'unknown' });
        expect(hub.requests).to.have.length(1);
      });
    }

    it('rejects with the reason of the signal when the signal is aborted', async () => {
      hub.answer('POST /hub/execute', { hangs: true });
      const stop = new AbortController();
      const answer = server().execute(execution, { signal: stop.signal });
      stop.abort('enough');
      expect(await answer.catch((reason: unknown) => reason)).to.equal('enough');
    });
  });

  it('sends no request and names the field when a field is invalid', async () => {
    const wrong = { limit: 99 };
    const rows: [field: string, asked: Promise<unknown>][] = [
      ['amount', client().quote({ ...body, amount: '1.5' })],
      ['refundOnOrigin', client().quote({ ...body, refundOnOrigin: true } as QuoteBody)],
      ['limit', client().requests(wrong)],
      ['chainIds', client().currencies({ chainIds: [0] })],
      ['executionOptions', client({ apiKey: 'x' }).execute({ ...execution, executionOptions: undefined as never })],
    ];
    for (const [field, asked] of rows) {
      const { code, attribute } = await refusal(asked);
      expect({ code, attribute }).to.deep.equal({ code: 'config', attribute: field });
    }
    expect(hub.requests).to.have.length(0);
  });

  it('R2 requests filters by API key only when the client has an API key', async () => {
    hub.answer('GET /hub/requests/v2', { json: { requests: [] } });
    expect((await refusal(client().requests({ apiKey: 'k' }))).attribute).to.equal('apiKey');
    expect(hub.requests).to.have.length(0);
    await client({ apiKey: 'k' }).requests({ apiKey: 'k' });
    expect(lastAsked().question).to.equal('GET /hub/requests/v2?apiKey=k');
  });

  it('indexTransaction posts the hash and the chain id as text', async () => {
    hub.answer('POST /hub/transactions/index', { json: { message: 'Success' } });
    await client().indexTransaction({ txHash: ID, chainId: 8453 });
    expect(lastAsked()).to.deep.equal({
      question: 'POST /hub/transactions/index',
      body: { txHash: ID, chainId: '8453' },
    });
  });

  it('singleTransaction posts hash, chain and request id, and resolves when the service fails', async () => {
    hub.answer('POST /hub/transactions/single', { json: { message: 'Success' } }, { status: 500, json: {} });
    await client().singleTransaction({ tx: ID, chainId: 8453, requestId: ID });
    expect(lastAsked()).to.deep.equal({
      question: 'POST /hub/transactions/single',
      body: { tx: ID, chainId: '8453', requestId: ID },
    });
    await client().singleTransaction({ tx: ID, chainId: 8453, requestId: ID });
    expect(hub.requests).to.have.length(2);
  });

  it('indexTransaction resolves without a retry when the service fails', async () => {
    hub.answer('POST /hub/transactions/index', { status: 500, json: {} });
    await client().indexTransaction({ txHash: ID, chainId: 1 });
    expect(hub.requests).to.have.length(1);
  });

  it('the reports resolve after an abort, and reject with `config` when their options are malformed', async () => {
    const reports = [
      (o: object) => client().indexTransaction({ txHash: ID, chainId: 1 }, o),
      (o: object) => client().singleTransaction({ tx: ID, chainId: 1, requestId: ID }, o),
    ];
    for (const report of reports) {
      await report({ signal: AbortSignal.abort() });
      for (const o of [{ signal: 5 }, { sinal: 1 }, []])
        expect((await refusal(report(o))).code, JSON.stringify(o)).to.equal('config');
    }
    expect(hub.requests).to.have.length(0);
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
    it(`sends no request when the request id is ${JSON.stringify(id.slice(-20))}`, async () => {
      expect((await refusal(client().status(id))).code).to.equal('config');
      expect((await refusal(client().attestation(id))).code).to.equal('config');
      expect(hub.requests).to.have.length(0);
    });
  }

  it('status sends the request id in lower case when it is written in upper case', async () => {
    hub.answer('GET /hub/intents/status/v3', { json: pending });
    await client().status(ID.toUpperCase().replace('0X', '0x'));
    expect(hub.requests[0]!.url.searchParams.get('requestId')).to.equal(ID);
  });

  it('R2 sends the API key in a header and never in the URL when a key is set', async () => {
    hub.answer('GET /hub/chains', { json: chains });
    hub.answer('POST /hub/quote/v2', { json: quote });
    const hubClient = client({ apiKey: 'secret' });
    await hubClient.chains();
    await hubClient.quote(body);
    await client().chains();
    expect(hub.requests.map(({ headers }) => headers.get('x-api-key'))).to.deep.equal(['secret', 'secret', null]);
    expect(hub.requests.map(({ url }) => url.href).join()).not.to.contain('secret');
  });

  it('throws `config` at construction when the base URL is invalid', () => {
    expect(() => client({ baseUrl: 'ftp://hub.example' }))
      .to.throw(HubPayError)
      .with.include({ code: 'config', attribute: 'baseUrl' });
  });

  it('chains rejects with the reason of the signal when the signal is aborted', async () => {
    hub.answer('GET /hub/chains', { hangs: true });
    const stop = new AbortController();
    const answer = client().chains({ signal: stop.signal });
    stop.abort('enough');
    expect(await answer.catch((reason: unknown) => reason)).to.equal('enough');
  });

  it('calls the platform’s fetch of the moment of the request when no fetch is given', async () => {
    const fetch = sinon.stub(globalThis, 'fetch').callsFake(hub.fetch);
    hub.answer('GET /chains', { json: chains });
    await new HubClient({ baseUrl: 'https://hub.example' }).chains();
    expect(fetch.callCount).to.equal(1);
  });

  describe('G51 size limits', () => {
    const long = { text: `${' '.repeat(600 * 1024)}{}` };

    it('refuse an answer of a quote or a status when it is larger than 512 KiB', async () => {
      hub.answer('POST /hub/quote/v2', long);
      hub.answer('GET /hub/intents/status/v3', long);
      const quick = new HubClient({
        baseUrl: 'https://shop.example/hub',
        fetch: hub.fetch,
        random: (bytes) => new Uint8Array(bytes),
      });
      expect((await refusal(quick.quote(body))).code).to.equal('service-down');
      expect((await refusal(quick.status(ID))).code).to.equal('service-down');
    });

    it('accept an answer of the chain list or the history when it is larger than 512 KiB', async () => {
      hub.answer('GET /hub/chains', { text: `${' '.repeat(600 * 1024)}${JSON.stringify(chains)}` });
      hub.answer('GET /hub/requests/v2', { text: `${' '.repeat(600 * 1024)}{"requests":[]}` });
      expect(await client().chains()).to.have.length(1);
      expect((await client().requests({})).requests).to.deep.equal([]);
    });
  });

  describe('G51 deadlines', () => {
    const deadlines: [what: string, question: string, ms: number, ask: (client: HubClient) => Promise<unknown>][] = [
      ['a status', 'GET /hub/intents/status/v3', 5_000, (asking) => asking.status(ID)],
      ['a quote', 'POST /hub/quote/v2', 10_000, (asking) => asking.quote(body)],
      ['the listing', 'GET /hub/chains', 10_000, (asking) => asking.chains()],
    ];
    for (const [what, question, ms, asking] of deadlines) {
      it(`limit ${what} to ${ms / 1000} s when the service does not answer`, async () => {
        const clock = { now: () => 0, setTimeout: sinon.fake(), clearTimeout: sinon.fake() };
        hub.answer(question, { hangs: true });
        void asking(new HubClient({ baseUrl: 'https://shop.example/hub', fetch: hub.fetch, clock }));
        await settle();
        expect(clock.setTimeout.lastCall.args[1]).to.equal(ms);
      });
    }
  });

  const misread: [title: string, options: object, name: string, advice: string][] = [
    ['a misspelt option', { apiKy: 'x' }, 'apiKy', 'did you mean "apiKey"?'],
    ['an empty key, as from a server without its settings', { apiKey: '' }, 'apiKey', 'not a valid header value'],
    ['a key that no header can contain', { apiKey: 'secret\n' }, 'apiKey', 'not a valid header value'],
    ['a key that is no text', { apiKey: 12_345 }, 'apiKey', 'not a valid header value'],
    ['a clock without functions', { clock: {} }, 'clock', 'the functions now, setTimeout, clearTimeout'],
    ['pauses without functions', { pauses: {} }, 'pauses', 'the functions get, set'],
    ['a fetch that is no function', { fetch: 'fetch' }, 'fetch', 'must be a function'],
  ];
  for (const [title, options, name, advice] of misread) {
    it(`refuses by its name ${title}, and never tells the key`, () => {
      const create = (): HubClient => new HubClient({ baseUrl: 'https://shop.example/hub', ...options });
      expect(create).to.throw(HubPayError, advice).with.property('attribute', name);
      expect(create).to.not.throw(/secret|12345/u);
    });
  }

  it('rejects with a config error, and sends nothing, when the options of a request are wrong', async () => {
    const hub = fakeHub();
    const client = new HubClient({ baseUrl: 'https://shop.example/hub', fetch: hub.fetch });
    for (const [o, name] of [
      [{ timeout: 5 }, 'timeout'],
      [{ signals: new AbortController().signal }, 'signals'],
      [{ signal: 5 }, 'signal'],
      [null, 'body'],
    ] as const) {
      const sent = [
        client.chains(o as never),
        client.status(ID, o as never),
        client.quote(body, o as never),
        client.attestation(ID, o as never),
      ];
      for (const result of await Promise.allSettled(sent))
        expect(result).to.have.nested.property('reason.attribute', name);
    }
    expect(hub.requests).to.have.length(0);
  });

  it('rejects and does not throw when a request id is an object', async () => {
    const client = new HubClient({ baseUrl: 'https://shop.example/hub' });
    const id = { toString: 1 } as never;
    for (const result of await Promise.allSettled([client.attestation(id), client.status(id)]))
      expect(result).to.have.nested.property('reason.attribute', 'requestId');
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
