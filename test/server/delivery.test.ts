/** Tests the key of a delivery, its age, and records that contradict themselves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyPayment, type VerifyOptions, type VerifyResult } from '../../src/server/index.js';
import type { Registry } from '../../src/types.js';

const SHOP = '0x7a3bc1de5f60718293a4b5c6d7e8f90123456789';
const STRANGER = `0x${'5'.repeat(40)}`;
const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const HASH = `0x${'Ab'.repeat(32)}`;
const CREATED = Date.UTC(2026, 0, 31, 9);
const idOf = (number: number): string => `0x${String(number).padStart(64, '0')}`;
const expect = { recipient: SHOP, chainId: 8453, currency: USDC, amount: '25000000' };
const amount = { currency: { chainId: 8453, address: USDC, symbol: 'USDC', decimals: 6 }, amount: '25000000' };

type Tx = Record<string, unknown>;
type Changes = {
  id?: string;
  createdAt?: number;
  inTxs?: Tx[];
  outTxs?: Tx[];
  order?: Record<string, unknown>;
  more?: Record<string, unknown>;
};
const paidAt = (ms: number, chainId = 10): Tx => ({ chainId, hash: HASH, timestamp: Math.floor(ms / 1_000) });

/** A delivered payment of the shop's order. */
function record({
  id = idOf(1),
  createdAt = CREATED,
  inTxs = [paidAt(CREATED + 5_000)],
  outTxs = [{ chainId: 8453, hash: '0x02', status: 'success' }],
  order = {},
  more = {},
}: Changes = {}): Record<string, unknown> {
  const payments = [{ recipient: SHOP, currency: USDC, minimumAmount: '25000000', expectedAmount: '25000000' }];
  return {
    id,
    status: 'success',
    recipient: SHOP,
    createdAt: new Date(createdAt).toISOString(),
    data: { inTxs, outTxs, metadata: { recipient: SHOP, currencyIn: amount, currencyOut: amount } },
    protocol: { v2: { orderData: { output: { chainId: 'base', payments, calls: [], ...order } } } },
    ...more,
  };
}

/** Verifies the payment of an id, with a service that has these records. */
const verify = (
  records: Record<string, unknown>[],
  requestId = idOf(1),
  changes: Partial<VerifyOptions> = {},
): Promise<VerifyResult> =>
  verifyPayment({
    baseUrl: 'https://pay.example',
    requestId,
    expect,
    fetch: (input) => {
      const wanted = new URL(new Request(input).url).searchParams.get('id');
      return Promise.resolve(Response.json({ requests: records.filter(({ id }) => id === wanted) }));
    },
    ...changes,
  });

const keyOf = async (result: Promise<VerifyResult>): Promise<string> => {
  const verdict = await result;
  return verdict.ok ? verdict.delivery : `${verdict.reason}: ${verdict.message}`;
};

test('five requests that name one transfer of the payer have one key, in any letter case of its hash', async () => {
  const own = (hash: string): Tx => ({ ...paidAt(CREATED + 5_000, 8453), hash });
  const keys = await Promise.all(
    [HASH, HASH.toLowerCase(), HASH.toUpperCase().replace('X', 'x')].flatMap((hash, at) => [
      keyOf(verify([record({ id: idOf(at), inTxs: [own(hash)], outTxs: [] })], idOf(at))),
      keyOf(verify([record({ id: idOf(at), inTxs: [own(hash)], outTxs: [own(HASH)] })], idOf(at))),
    ]),
  );
  assert.deepEqual(new Set(keys), new Set([`8453:${HASH.toLowerCase()}`]));
});

test('five requests that one request has replaced have its key', async () => {
  const last = record({ id: idOf(9) });
  const first = (id: string): Record<string, unknown> => ({
    ...record({ id }),
    status: 'pending',
    supersededByRequestId: idOf(9),
  });
  for (const id of [2, 3, 4, 5, 6].map(idOf)) assert.equal(await keyOf(verify([first(id), last], id)), idOf(9));
});

test('two payments that a solver delivers in one transaction have two keys', async () => {
  const shared = [{ chainId: 8453, hash: HASH }];
  const inTxs = (chainId: number): Tx[] => [{ ...paidAt(CREATED + 1_000, chainId), hash: `0x${'cc'.repeat(32)}` }];
  const keys = [1, 2].map((at) =>
    keyOf(verify([record({ id: idOf(at), inTxs: inTxs(10 + at), outTxs: shared })], idOf(at))),
  );
  assert.deepEqual(await Promise.all(keys), [idOf(1), idOf(2)]);
});

test('a payment is too old when its money was sent more than a minute before the stored request existed', async () => {
  for (const [sent, isAccepted] of [
    [CREATED - 61_000, false],
    [CREATED - 86_400_000, false],
    [CREATED - 59_000, true],
    [CREATED, true],
    [CREATED + 86_400_000, true],
  ] as const) {
    const key = await keyOf(verify([record({ inTxs: [paidAt(sent)] })]));
    if (isAccepted) assert.equal(key, idOf(1));
    else assert.match(key, /^too-old: /u);
  }
  assert.equal(await keyOf(verify([record({ inTxs: [{ chainId: 10, hash: HASH }] })])), idOf(1));
});

test('a replacement that is younger than its deposit is accepted, because the first request counts', async () => {
  const first = { ...record(), status: 'refund', supersededByRequestId: idOf(9) };
  const last = record({ id: idOf(9), createdAt: CREATED + 3_600_000, inTxs: [paidAt(CREATED + 60_000)] });
  assert.equal(await keyOf(verify([first, last])), idOf(9));
  const old = record({ id: idOf(9), createdAt: CREATED - 7_200_000, inTxs: [paidAt(CREATED - 3_600_000)] });
  assert.match(await keyOf(verify([first, old])), /^too-old: /u);
});

const gets = (account: string, diff = '25000000', tokenAddress = USDC): Record<string, unknown> => ({
  address: account,
  change: { kind: 'token', data: { tokenKind: 'ft', tokenAddress }, balanceDiff: diff },
});
const token = { symbol: 'USDC', name: 'USD Coin', address: USDC, decimals: 6 };
const named: Registry = {
  chains: [{ id: 8453, vmType: 'evm', erc20Currencies: [token], protocol: { v2: { chainId: 'base-main' } } }],
};

for (const [title, changes, message, options] of [
  ['a failed delivery', { outTxs: [{ chainId: 8453, hash: '0x02', status: 'failure' }] }, /transaction failed/u],
  ['a reverted delivery', { outTxs: [{ chainId: 8453, hash: '0x02', status: 'reverted' }] }, /transaction failed/u],
  [
    'a delivery to another account',
    { outTxs: [{ chainId: 8453, hash: '0x02', stateChanges: [gets(STRANGER)] }] },
    /paid 0x5555/u,
  ],
  ['an order for another chain', { order: { chainId: 'arbitrum' } }, /for the chain arbitrum/u],
  ['an order for another number', { order: { chainId: 10 } }, /for the chain 10/u],
  [
    'calls that are no list',
    { order: { calls: '[]' } },
    /: The calls in the service's record are no list\.$/u,
    { requireOrder: false },
  ],
  [
    'a chain that the registry names otherwise',
    {},
    /for the chain base/u,
    { expect: { ...expect, amount: '25.00', registry: named } },
  ],
] as [string, Changes, RegExp, Partial<VerifyOptions>?][])
  test(`a record that contradicts itself or is unreadable is unreachable: ${title}`, async () => {
    const key = await keyOf(verify([record(changes)], idOf(1), options));
    assert.match(key, /^unreachable: /u);
    assert.match(key, message);
  });

test('a record that says more than it must is accepted', async () => {
  for (const changes of [
    {
      outTxs: [
        {
          chainId: 8453,
          hash: '0x02',
          stateChanges: [gets(STRANGER, '-25000000'), gets(SHOP.toUpperCase().replace('X', 'x'))],
        },
      ],
    },
    { outTxs: [{ chainId: 8453, hash: '0x02', stateChanges: [gets(STRANGER, '7', STRANGER)] }] },
    {
      outTxs: [
        { chainId: 8453, hash: '0x01', status: 'failure' },
        { chainId: 8453, hash: '0x02', status: 'success' },
      ],
    },
    { order: { chainId: '8453' } },
    { order: { chainId: 'a-name-of-the-service' } },
  ] as Changes[])
    assert.equal(await keyOf(verify([record(changes)])), idOf(1), JSON.stringify(changes));
});
