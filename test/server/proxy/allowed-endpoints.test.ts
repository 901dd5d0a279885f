/** Tests which requests the proxy forwards and which it rejects. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteFields } from '../../../demo/devnet/orders/quote-fields.js';
import { SHOP, PAYEE, OTHER, standing, quote } from './standing.js';
const ID = `0x${'ab'.repeat(32)}`;
const SIGNED = `0x${'cd'.repeat(65)}`;
const AUTHORIZATION = { chainId: 1, address: OTHER, nonce: 0, yParity: 0, r: '0x1', s: '0x2' };
/** The fields of a nonce mapping, which is posted with the payer's signature. */
const MAPPING = {
  type: 'nonce-mapping',
  walletChainId: 1337,
  wallet: OTHER,
  depositor: OTHER,
  nonce: 1,
  id: ID,
  signatureChainId: 1,
};
const execution = (data: object = {}, options: object = {}): Record<string, unknown> => ({
  executionKind: 'rawCalls',
  data: { chainId: 8453, to: PAYEE, data: '0x', value: '0', authorizationList: [AUTHORIZATION], ...data },
  executionOptions: { referrer: 'shop', subsidizeFees: false, ...options },
});

/** Requests that the proxy must forward. */
const passed: [path: string, body?: unknown][] = [
  ['/hub/chains'],
  ['/hub/quote', quote()],
  [`/hub/intents/status/v3?requestId=${ID}`],
  [`/hub/intents/status?requestId=${ID}`],
  [`/hub/requests/v2?id=${ID}&includeOrderData=true`],
  [`/hub/requests/v2?user=${OTHER}&limit=20&continuation=abc%3D%3D`],
  [`/hub/requests/${ID}/signature`],
  ['/hub/currencies/v1', { term: 'usd', chainIds: [1], tokens: ['1:0x'], verified: true }],
  [`/hub/authorize?signature=${SIGNED}`, MAPPING],
  [`/hub/execute/permits?signature=${SIGNED}`, { kind: 'permit2', requestId: ID, api: 'swap' }],
  ['/hub/execute', execution()],
  ['/hub/transactions/index', { txHash: '0x1', chainId: '1' }],
  ['/hub/transactions/single', { tx: '0x', chainId: '1', requestId: ID }],
];

const NOT_OPTED_IN = 'V-1 raw calls without the option';
const refusals: [status: number, title: string, path: string, body?: unknown, init?: RequestInit][] = [
  [404, 'another path', '/hub/admin'],
  [404, 'a path that is not below its own', '/chains'],
  [404, 'a path above the service’s', '/hub/../v/chains'],
  [404, 'a path that only begins like an endpoint', '/hub/chains/'],
  [404, 'an encoded path', '/hub/%63hains'],
  [404, 'a path below the one of a signature', `/hub/requests/${ID}/signature/x`],
  [405, 'another method', '/hub/chains', undefined, { method: 'DELETE' }],
  [405, 'a quote by GET', '/hub/quote/v2'],
  [403, 'a foreign origin', '/hub/chains', undefined, { headers: { origin: 'https://evil.example' } }],
  [
    403,
    'an origin that only begins like an allowed one',
    '/hub/chains',
    undefined,
    { headers: { origin: `${SHOP}.evil.example` } },
  ],
  [403, 'a page without an origin', '/hub/chains', undefined, { headers: { origin: 'null' } }],
  [
    403,
    'a foreign preflight',
    '/hub/quote/v2',
    undefined,
    { method: 'OPTIONS', headers: { origin: 'https://e.example' } },
  ],
  [403, 'an unknown field', '/hub/quote/v2', quote({ apiKey: 'x' })],
  [403, 'a known field in other case', '/hub/quote/v2', quote({ SubsidizeFees: true })],
  [403, 'a deprecated field', '/hub/quote/v2', quote({ refundOnOrigin: true })],
  [403, 'an unknown inner field', '/hub/quote/v2', quote({ txs: [{ to: OTHER, gasPayer: 'shop' }] })],
  [403, 'an object in place of a value', '/hub/quote/v2', quote({ recipient: { value: PAYEE } })],
  [403, 'a list in a list', '/hub/quote/v2', quote({ includedSwapSources: [['x']] })],
  [403, 'the filter by key', '/hub/requests/v2?apiKey=x'],
  [403, 'a query at an endpoint without one', '/hub/chains?x=1'],
  [400, 'the same parameter twice', `/hub/intents/status/v3?requestId=${ID}&requestId=${ID}`],
  [400, 'an invalid id', '/hub/intents/status/v3?requestId=..'],
  [400, 'an invalid signature', '/hub/authorize?signature=x', MAPPING],
  [400, 'a signature that is too short', '/hub/authorize?signature=0xabcd', MAPPING],
  ...Object.entries({
    type: ['permit', 'nonce-mapping '],
    walletChainId: ['1337', 0, 1.5],
    wallet: [OTHER.slice(0, -1), 'nobody', [OTHER]],
    depositor: [`${OTHER}00`],
    nonce: ['1', -1, 2 ** 53, null],
    id: [ID.slice(0, -2), 7],
    signatureChainId: ['0x1', true],
  }).flatMap(([name, values]) =>
    values.map((value): [number, string, string, unknown] => [
      400,
      `a nonce mapping whose ${name} is ${JSON.stringify(value)}`,
      `/hub/authorize?signature=${SIGNED}`,
      { ...MAPPING, [name]: value },
    ]),
  ),
  [400, 'a body that is not JSON', '/hub/quote/v2', '{'],
  [400, 'a body that is a list', '/hub/quote/v2', '[]'],
  [400, 'a member named __proto__', '/hub/quote/v2', '{"__proto__":{"recipient":"x"}}'],
  [413, 'a body above the size limit', '/hub/quote/v2', quote({ referrer: 'x'.repeat(200_000) })],
  [
    415,
    'a body of the type text',
    '/hub/quote/v2',
    quote(),
    { headers: { origin: SHOP, 'content-type': 'text/plain' } },
  ],
  [403, NOT_OPTED_IN, '/hub/execute', execution()],
  [403, 'raw calls with no authorization', '/hub/execute', execution({ authorizationList: [] })],
  [403, 'raw calls without a list of authorizations', '/hub/execute', execution({ authorizationList: undefined })],
  [403, 'another kind of execution', '/hub/execute', { ...execution(), executionKind: 'other' }],
  [403, 'sponsored raw calls', '/hub/execute', execution({}, { subsidizeFees: true })],
  ...['subsidizeFees', 'subsidizeRent', 'sponsoredFeeComponents', 'maxSubsidizationAmount'].map(
    (name): [number, string, string, unknown] => [
      403,
      `${name} when the merchant sponsors nothing`,
      '/hub/quote/v2',
      quote({ [name]: true }),
    ],
  ),
];

for (const [path, body] of passed) {
  test(`createProxy forwards ${path}`, async () => {
    const { ask, sent } = standing({ execute: true });
    assert.equal((await ask(path, body)).status, 200);
    assert.deepEqual(
      sent.map(({ url, body: passedOn }) => [url, passedOn]),
      [[`https://pay.example/v${path.slice('/hub'.length)}`, body]],
    );
  });
}

test('createProxy forwards every quote field that does not make the merchant pay', async () => {
  const marks = ['subsidizeFees', 'sponsoredFeeComponents', 'maxSubsidizationAmount', 'subsidizeRent'];
  const values: Record<string, unknown> = {
    txs: [{ to: OTHER, value: '0', data: '0x', originalTxValue: '0' }],
    authorizationList: [AUTHORIZATION],
    additionalData: { userPublicKey: 'x' },
    appFees: [{ recipient: OTHER, fee: '10' }],
    includedSwapSources: ['a', 'b'],
  };
  const body = Object.fromEntries(
    Object.keys(quoteFields)
      .filter((name) => !marks.includes(name) && name !== 'refundOnOrigin')
      .map((name) => [name, values[name] ?? '1']),
  );
  const { ask, sent } = standing();
  assert.equal((await ask('/hub/quote/v2', body)).status, 200);
  assert.deepEqual(sent[0]?.body, body);
});
for (const [status, title, path, body, init] of refusals) {
  test(`createProxy refuses ${title} with status ${status}`, async () => {
    const { ask, sent } = standing({ execute: title !== NOT_OPTED_IN });
    const answer = await ask(path, body, init);
    assert.equal(answer.status, status);
    assert.deepEqual(Object.keys(JSON.parse(answer.text) as object), ['message']);
    assert.deepEqual(sent, []);
    const allowed = answer.headers.get('access-control-allow-origin');
    assert.ok(allowed === null || allowed === SHOP);
  });
}
