/** Tests the endpoints other than quotes, for example status, history and attestation, and the server's own limits. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { concatHex, keccak256, pad, recoverMessageAddress, toHex, type Hex } from 'viem';
import { solver } from '../../demo/devnet/base/accounts.js';
import type { RequestData } from '../../demo/devnet/base/sign-attestation.js';
import type { Devnet } from '../../demo/devnet/index.js';
import { SVM_CHAIN } from '../../demo/devnet/svm/addresses.js';
import { VENUE_CHAIN } from '../../demo/devnet/venue/typed-data.js';
import {
  request,
  DESTINATION,
  getQuote,
  NATIVE,
  ORIGIN,
  pay,
  quoteBody,
  reaches,
  VENUE_EVM,
  GUARD,
} from './support.js';
import { openDevnet } from './open-devnet.js';

const CHAIN_FIELDS = [
  'id',
  'name',
  'displayName',
  'httpRpcUrl',
  'wsRpcUrl',
  'explorerUrl',
  'explorerName',
  'iconUrl',
  'vmType',
  'depositEnabled',
  'tokenSupport',
  'disabled',
  'partialDisableLimit',
  'blockProductionLagging',
  'currency',
  'withdrawalFee',
  'depositFee',
  'surgeEnabled',
  'featuredTokens',
  'erc20Currencies',
  'solverCurrencies',
  'contracts',
  'baseChainId',
  'solverAddresses',
  'tags',
  'protocol',
];

type Chains = { chains: (Record<string, unknown> & { id: number })[] };
type Page = { requests: Record_[]; continuation?: string };
type Record_ = {
  id: string;
  status: string;
  createdAt: string;
  referrer?: string;
  data: { inTxs: Entry[]; outTxs: Entry[]; metadata: { currencyOut: { amount: string } } };
  protocol: { v2: { orderId: string; orderData?: unknown } };
};
type Entry = { hash: string; chainId: number; timestamp: number; fee: string; data: { to: string } };

describe('devnet service', () => {
  let devnet: Devnet;
  /** Four delivered payments, the oldest first. */
  let paid: { requestId: Hex; orderId: Hex; hash: Hex }[];
  before(async () => {
    devnet = await openDevnet();
    paid = [];
    const other = { originChainId: DESTINATION, destinationChainId: ORIGIN, originCurrency: NATIVE };
    const user = devnet.payers[1]!.address;
    for (const [payer, changes] of [
      [0, { referrer: 'shop' }],
      [1, { originCurrency: NATIVE, user }],
      [0, other],
      [0, { originCurrency: NATIVE }],
    ] as const) {
      const quote = await getQuote(devnet, changes);
      const hash = await pay(devnet, quote, payer);
      await reaches(devnet, quote.requestId, 'success');
      paid.push({ requestId: quote.requestId, orderId: quote.protocol.v2.orderId, hash });
    }
  }, GUARD);
  after(() => devnet.stop());

  it('lists each chain with every field, and its registry matches the chain list', async () => {
    const { chains } = (await request<Chains>(devnet, '/chains')).body;
    assert.deepEqual(
      chains.map(({ id }) => id),
      [ORIGIN, DESTINATION, VENUE_EVM, SVM_CHAIN, VENUE_CHAIN],
    );
    for (const chain of chains) for (const field of CHAIN_FIELDS) assert.ok(field in chain, field);
    for (const pinned of devnet.registry.chains) {
      const listed = chains.find(({ id }) => id === pinned.id)!;
      for (const [field, value] of Object.entries(pinned)) assert.deepEqual(listed[field], value, field);
    }
  });

  describe('status', () => {
    it('is waiting when the quote is not paid', async () => {
      const { requestId } = await getQuote(devnet);
      for (const path of ['/intents/status/v3', '/intents/status']) {
        const { status, body } = await request(devnet, `${path}?requestId=${requestId}`);
        assert.equal(status, 200);
        const { updatedAt, quoteCreatedAt, ...rest } = body;
        assert.deepEqual(rest, {
          status: 'waiting',
          inTxHashes: [],
          txHashes: [],
          originChainId: ORIGIN,
          destinationChainId: DESTINATION,
        });
        assert.equal(updatedAt, quoteCreatedAt);
      }
    });
    it('names deposit and fill when the payment is delivered', async () => {
      const { requestId, hash } = paid[0]!;
      const { body } = await request(devnet, `/intents/status/v3?requestId=${requestId}`);
      assert.deepEqual(body['inTxHashes'], [hash]);
      assert.match(String((body['txHashes'] as string[])[0]), /^0x[0-9a-f]{64}$/);
    });
    it('answers 404 for an unknown id and 400 for an invalid id', async () => {
      const unknown = await request(devnet, `/intents/status/v3?requestId=${pad('0x1')}`);
      assert.deepEqual([unknown.status, unknown.body], [404, { message: 'Request not found', code: 'NOT_FOUND' }]);
      for (const query of ['', '?requestId=', '?requestId=0x12', `?requestid=${paid[0]!.requestId}`]) {
        assert.equal((await request(devnet, `/intents/status/v3${query}`)).status, 400, query);
      }
    });
  });

  describe('request history', () => {
    const page = async (query: string): Promise<Page> => (await request<Page>(devnet, `/requests/v2?${query}`)).body;
    const places = ({ requests }: Page): number[] =>
      requests.map(({ id }) => paid.findIndex(({ requestId }) => requestId === id));

    it('lists paid requests newest first and leaves out unpaid quotes', async () => {
      await getQuote(devnet);
      assert.deepEqual(places(await page('')), [3, 2, 1, 0]);
    });

    it('lists the transactions and the delivered amount of a request', async () => {
      const { requests } = await page(`id=${paid[0]!.requestId}&includeOrderData=true`);
      const [{ data, protocol, referrer }] = requests as [Record_];
      assert.equal(data.inTxs[0]!.hash, paid[0]!.hash);
      assert.equal(data.inTxs[0]!.data.to, devnet.addresses.depository);
      assert.deepEqual([data.inTxs[0]!.chainId, data.outTxs[0]!.chainId], [ORIGIN, DESTINATION]);
      assert.ok(BigInt(data.inTxs[0]!.fee) > 0n);
      assert.ok(Math.abs(data.outTxs[0]!.timestamp - Date.now() / 1_000) < 600, 'seconds');
      assert.equal(data.metadata.currencyOut.amount, '25000000');
      assert.equal(protocol.v2.orderId, paid[0]!.orderId);
      assert.ok(protocol.v2.orderData);
      assert.equal(referrer, 'shop');
    });

    it('applies each of its filters', async () => {
      const { hash, orderId, requestId } = paid[1]!;
      const now = Math.floor(Date.now() / 1_000);
      const filters: Record<string, number[]> = {
        [`user=${devnet.payers[1]!.address.toLowerCase()}`]: [1],
        [`hash=${hash}`]: [1],
        [`id=${requestId}`]: [1],
        [`orderId=${orderId}`]: [1],
        'referrer=shop': [0],
        'apiKey=none': [],
        [`depositAddress=${NATIVE}`]: [],
        [`originChainId=${DESTINATION}`]: [2],
        [`destinationChainId=${DESTINATION}`]: [3, 1, 0],
        [`chainId=${DESTINATION}`]: [3, 2, 1, 0],
        [`chainId=${DESTINATION}&originChainId=${ORIGIN}`]: [3, 1, 0],
        'chainId=1': [],
        [`startTimestamp=${now - 600}&endTimestamp=${now + 600}`]: [3, 2, 1, 0],
        [`startTimestamp=${now + 600}`]: [],
        [`endTimestamp=${now - 600}`]: [],
        'endBlock=1': [],
        'startBlock=1': [3, 2, 1, 0],
        'status=success': [3, 2, 1, 0],
        'status=refund': [],
        'sortDirection=asc': [0, 1, 2, 3],
        'sortBy=updatedAt&sortDirection=desc': [3, 2, 1, 0],
      };
      for (const [query, wanted] of Object.entries(filters)) assert.deepEqual(places(await page(query)), wanted, query);
    });

    it('continues after the last page when a continuation is given', async () => {
      const first = await page('limit=3');
      assert.deepEqual(places(first), [3, 2, 1]);
      const second = await page(`limit=3&continuation=${first.continuation}`);
      assert.deepEqual(places(second), [0]);
      assert.equal(second.continuation, undefined);
    });

    it('refuses an invalid or unknown filter', async () => {
      for (const query of [
        'limit=0',
        'limit=51',
        'limit=x',
        'status=done',
        'sortBy=amount',
        'sortDirection=up',
        'originChainId=x',
        'startTimestamp=now',
        'includeOrderData=1',
        'continuation=zzz',
        'userr=0x',
      ]) {
        const { status, body } = await request<{ message: string }>(devnet, `/requests/v2?${query}`);
        assert.equal(status, 400, query);
        assert.ok(body.message.includes(query.split('=')[0]!), body.message);
      }
    });
  });

  it('signs the attestation of a quote with the solver’s key', async () => {
    const { requestId } = paid[2]!;
    type Attestation = { requestData: RequestData; signature: Hex };
    const { body } = await request<Attestation>(devnet, `/requests/${requestId}/signature`);
    const { requestData, signature } = body;
    const toBytes32 = (value: string | number): Hex => pad(toHex(BigInt(value)));
    const signer = (data: RequestData): Promise<string> => {
      const fields = [
        data.originChainId,
        data.originUser,
        data.originCurrency,
        data.originAmount,
        data.destinationChainId,
        data.destinationUser,
      ].map(toBytes32);
      return recoverMessageAddress({ message: { raw: keccak256(concatHex([requestId, ...fields])) }, signature });
    };
    assert.equal(await signer(requestData), solver.address);
    assert.notEqual(await signer({ ...requestData, originAmount: `${requestData.originAmount}0` }), solver.address);
    assert.deepEqual([requestData.originChainId, requestData.destinationChainId], [DESTINATION, ORIGIN]);
    assert.equal(requestData.destinationUser, devnet.recipient);
    assert.equal((await request(devnet, `/requests/${pad('0x1')}/signature`)).status, 404);
  });

  it('returns currencies in groups when they are searched', async () => {
    type Groups = { groupID: string; chainId: number; address: string }[][];
    const find = async (body: object): Promise<string[][]> =>
      (await request<Groups>(devnet, '/currencies/v1', body)).body.map((group) =>
        group.map(({ groupID, chainId }) => `${groupID}:${chainId}`),
      );
    const on =
      (...chains: number[]) =>
      (id: string): string[] =>
        [ORIGIN, DESTINATION, VENUE_EVM, ...chains].map((chainId) => `${id}:${chainId}`);
    const [ether, usdcs, dai] = [on()('eth'), on(SVM_CHAIN, VENUE_CHAIN)('usdc'), on()('dai')];
    const svm = ['sol', 'pyusd', 'wsol'].map((id) => [`${id}:${SVM_CHAIN}`]);
    const { usdc } = devnet.addresses;
    assert.deepEqual(await find({}), [ether, usdcs, dai, on(SVM_CHAIN)('usdt'), ...svm]);
    assert.deepEqual(await find({ term: 'usd', limit: 1 }), [usdcs]);
    assert.deepEqual(await find({ chainIds: [ORIGIN], address: usdc }), [[`usdc:${ORIGIN}`]]);
    assert.deepEqual(await find({ chainIds: [ORIGIN], address: usdc, includeAllChains: true }), [usdcs]);
    assert.deepEqual(await find({ tokens: [`${DESTINATION}:${usdc}`] }), [[`usdc:${DESTINATION}`]]);
    assert.deepEqual(await find({ currencyId: 'dai', verified: true }), [dai]);
    assert.deepEqual(await find({ depositAddressOnly: true }), [ether]);
    for (const wrong of [{ chainIds: ['1'] }, { limit: 0 }, { term: 1 }, { tokens: ['usdc'] }, { symbol: 'x' }]) {
      assert.equal((await request(devnet, '/currencies/v1', wrong)).status, 400, JSON.stringify(wrong));
    }
  });

  it('accepts a known transaction for indexing and refuses an invalid body', async () => {
    const index = (body: object): ReturnType<typeof request> => request(devnet, '/transactions/index', body);
    assert.equal((await index({ txHash: paid[0]!.hash, chainId: String(ORIGIN) })).status, 200);
    const txHash = pad('0x1');
    for (const wrong of [{}, { txHash: '0x1', chainId: '1' }, { txHash, chainId: ORIGIN }, { txHash, chainId: '7' }]) {
      assert.equal((await index(wrong)).status, 400, JSON.stringify(wrong));
    }
  });

  it('answers pages of any origin and their preflight requests', async () => {
    const preflight = await fetch(`${devnet.serviceUrl}/quote/v2`, {
      method: 'OPTIONS',
      headers: { 'access-control-request-headers': 'content-type,x-api-key', 'access-control-request-method': 'POST' },
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-headers'), 'content-type,x-api-key');
    assert.equal((await request(devnet, '/chains')).headers.get('access-control-allow-origin'), '*');
    assert.equal((await request(devnet, '/quote/v2', {})).headers.get('access-control-allow-origin'), '*');
  });

  it('refuses a request when it is not JSON, is too large or has no route', async () => {
    const post = (body: string): Promise<Response> => fetch(`${devnet.serviceUrl}/quote/v2`, { method: 'POST', body });
    assert.equal((await post('{')).status, 400);
    assert.equal((await post('[]')).status, 400);
    assert.equal((await post(JSON.stringify({ user: 'x'.repeat(300_000) }))).status, 413);
    assert.equal((await request(devnet, '/nowhere')).status, 404);
    assert.equal((await request(devnet, '/quote/v2')).status, 404, 'GET of a POST endpoint');
    assert.equal((await request(devnet, '/quote/v2', quoteBody(devnet))).status, 200);
  });
});
