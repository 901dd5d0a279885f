/** Steps in which one source is not true: the chain's node, the service, the wallet, the storage or another version. */
import { journalKey } from '../../../src/payment/journal/keys.js';
import { isPaymentKey } from '../../../src/payment/journal/stored-money.js';
import { settle } from '../../support/clock.js';
import type { FakeChain, FakeTransaction } from '../../support/fake-chain.js';
import { contracts, people } from '../../support/quotes.js';
import { BASE_URL } from '../../support/world-service.js';
import { OPTIONS, type World } from '../../support/world.js';
import { transferLog } from '../../support/transfer-log.js';
import type { Chaos } from './chaos.js';
import { group, type Group } from './steps.js';

export const SOURCES = ['none', 'node', 'service', 'wallet', 'storage', 'version'] as const;
export type Source = (typeof SOURCES)[number];

/** Two sources that lie together, without knowing of each other. */
export const PAIRS = [
  ['node', 'service'],
  ['node', 'wallet'],
  ['node', 'storage'],
  ['service', 'wallet'],
  ['service', 'storage'],
  ['wallet', 'storage'],
] as const satisfies readonly (readonly [Source, Source])[];

/** Nothing that the component shows or asks for contains this text or this account. */
export const PLANTED = 'evil';
export const STRANGER = people.attacker;

type Read = (method: string, params: readonly unknown[], result: unknown) => unknown;
type Wire = { hash: string; from: string; nonce: string; input: string; to: string; value: string };

const NEVER = `0x${'dead'.repeat(16)}`;
const isPayers = (each: Wire): boolean => each.from === people.payer && each.to !== people.payer;
const hex = (value: number): string => `0x${value.toString(16)}`;

/** Untrue answers of a node of the payer's chain. */
function untrueReads(chain: FakeChain): Record<string, Read | null> {
  const pool = (): readonly FakeTransaction[] => chain.transactions().filter(({ block }) => block === null);
  const withBlock = (result: unknown, change: (list: Wire[]) => Wire[]): unknown => {
    const block = result as { transactions: Wire[] } | null;
    return block && { ...block, transactions: change(block.transactions) };
  };
  /** The transaction that this node shows in place of a payment. */
  const instead = (each: Wire, kind: 'cancelled' | 'replaced'): Wire => ({
    ...each,
    hash: each.hash.replace(/^0x./, '0x9'),
    to: kind === 'cancelled' ? each.from : STRANGER,
    input: '0x',
    value: '0x0',
  });
  const other =
    (kind: 'cancelled' | 'replaced'): Read =>
    (method, params, result) => {
      switch (method) {
        case 'eth_getTransactionByHash':
          return result && isPayers(result as Wire) ? null : result;
        case 'eth_getTransactionReceipt': {
          const hash = String(params[0]);
          if (!/^0x9/.test(hash)) return null;
          return { transactionHash: hash, blockHash: `0x${'b9'.repeat(32)}`, status: '0x1', logs: [] };
        }
        case 'eth_getBlockByNumber': {
          if (params[0] === 'pending') return null;
          const isLatest = params[0] === chain.answer('eth_blockNumber', []);
          const waiting = isLatest ? pool().map(wire) : [];
          return withBlock(result, (list) => [...list, ...waiting].map((each) => instead(each, kind)));
        }
        case 'eth_getTransactionCount':
          return params[1] === 'latest' || params[1] === chain.answer('eth_blockNumber', [])
            ? hex(chain.nextNonce(people.payer))
            : result;
        default:
          return result;
      }
    };
  return {
    'that payments reverted': (method, _params, result) =>
      method === 'eth_getTransactionReceipt' && result ? { ...result, status: '0x0', logs: [] } : result,
    'that there is no transaction': (method, _params, result) => {
      if (/^eth_getTransaction(?:ByHash|Receipt)$/.test(method)) return null;
      if (method === 'eth_getTransactionCount') return '0x0';
      return method === 'eth_getBlockByNumber'
        ? withBlock(result, (list) => list.filter((each) => !isPayers(each)))
        : result;
    },
    'a nonce that is too high': (method, _params, result) =>
      method === 'eth_getTransactionCount' ? hex(Number(result) + 1) : result,
    'that payments were cancelled': other('cancelled'),
    'that payments were replaced': other('replaced'),
    'that all is confirmed': (method, [hash], result) =>
      method === 'eth_getTransactionReceipt'
        ? { transactionHash: hash, blockHash: `0x${'b8'.repeat(32)}`, status: '0x1', logs: [transferTo(people.payer)] }
        : result,
    'what is': null,
  };
}

const wire = ({ value, nonce, data, ...each }: FakeTransaction): Wire => ({
  ...each,
  input: data,
  value: `0x${value.toString(16)}`,
  nonce: hex(nonce),
});

/** A log of a transfer of the payer's token to this account. */
const transferTo = (owner: string): unknown =>
  transferLog(`0x${'83'.repeat(20)}`, contracts.depository, owner, 25_000_000n);

const NODE: readonly Group[] = [
  group(
    8,
    Object.fromEntries(
      Object.keys(untrueReads({} as FakeChain)).map((what) => [
        `the node says ${what}`,
        ({ world: { chain } }: Chaos) => {
          chain.falsify = untrueReads(chain)[what] ?? null;
        },
      ]),
    ),
  ),
];

const statuses: Record<string, object | null> = {
  success: { status: 'success' },
  'success with a transaction that is not there': { status: 'success', inTxHashes: [NEVER], txHashes: [NEVER] },
  refund: { status: 'refund' },
  'refund with a transaction that is not there': { status: 'refund', inTxHashes: [NEVER], txHashes: [NEVER] },
  failure: { status: 'failure' },
  'failure without a deposit': { status: 'failure', inTxHashes: [] },
  'failure with no reason': { status: 'failure', failReason: 'N/A', refundFailReason: 'N/A' },
  'failure without a refund': { status: 'failure', refundFailReason: 'AMOUNT_TOO_LOW' },
  waiting: { status: 'waiting' },
  pending: { status: 'pending', inTxHashes: [NEVER] },
};

const SERVICE: readonly Group[] = [
  group(
    8,
    Object.fromEntries(
      Object.entries(statuses).map(([what, status]) => [
        `the service claims ${what}`,
        ({ world: { service } }: Chaos) => {
          const id = service.requestIds.at(-1);
          if (id && status) service.statuses.set(id, status as never);
        },
      ]),
    ),
  ),
  group(3, {
    'the service claims nothing': ({ world: { service } }) => service.statuses.clear(),
    'the record names another recipient': ({ world: { service } }) => {
      for (const id of service.requestIds)
        service.records.set(id, {
          id,
          status: 'success',
          recipient: STRANGER,
          data: { inTxs: [{ chainId: 8453, hash: NEVER }], outTxs: [{ chainId: 10, hash: NEVER }] },
        });
    },
  }),
];

const WALLET: readonly Group[] = [
  group(6, {
    async 'the wallet sends and says that it was rejected'(chaos) {
      const prompt = chaos.prompt(0);
      if (!prompt) return;
      chaos.send(prompt);
      chaos.refusedFalsely.set(prompt.transaction.data.slice(-64), chaos.world.clock.now());
      prompt.reject(4001);
      await settle();
    },
    async 'the wallet sends and names another transaction'(chaos) {
      const prompt = chaos.prompt(0);
      if (!prompt) return;
      const other = chaos.world.chain.send({ from: people.payer, to: people.recipient, value: 1n });
      chaos.send(prompt);
      prompt.answer(other);
      await settle();
    },
    async 'the wallet sends and names a transaction that is not there'(chaos) {
      const prompt = chaos.prompt(0);
      if (!prompt) return;
      chaos.send(prompt);
      prompt.answer(NEVER);
      await settle();
    },
    async 'the wallet names a transaction and sends nothing'(chaos) {
      const prompt = chaos.prompt(0);
      prompt?.answer(NEVER);
      await settle();
    },
    'the wallet says that batches are pending': ({ world: { wallet } }) =>
      wallet.always('wallet_getCallsStatus', { status: 100 }),
  }),
  group(
    3,
    Object.fromEntries(
      Object.keys(untrueReads({} as FakeChain)).map((what) => [
        `the wallet says ${what}`,
        (chaos: Chaos) => {
          chaos.walletReads = untrueReads(chaos.world.chain)[what] ?? null;
        },
      ]),
    ),
  ),
];

type Stored = Record<string, unknown> & { payment: Record<string, unknown>; id: string };

/** Changes every stored payment that is an object. */
function rewrite(world: World, change: (entry: Stored) => unknown): void {
  for (const [key, text] of world.storage.items) {
    if (!isPaymentKey(key)) continue;
    const list = JSON.parse(text) as (Stored | string)[];
    const changed = list.map((each) => (typeof each === 'string' ? each : change(each)));
    world.storage.items.set(key, JSON.stringify(changed.filter((each) => each !== null)));
  }
}

const link = { chainId: 10, hash: NEVER, url: `https://${PLANTED}.test/tx/1` };
const planted = { amount: '25000000', amountFormatted: '25', symbol: PLANTED, chainId: 10, currency: STRANGER };
const terms = {
  intent: { tradeType: 'EXACT_OUTPUT', recipient: STRANGER, refundTo: STRANGER, amount: '99000000' },
  quote: { pays: planted, receives: planted, recipient: STRANGER, refundTo: STRANGER },
  reference: PLANTED,
  account: { address: STRANGER, vmType: 'evm' },
};

const withMembers =
  (members: object, inPayment: object = {}) =>
  ({ payment, ...entry }: Stored): object => ({ ...entry, ...members, payment: { ...payment, ...inPayment } });

const changes: Record<string, (entry: Stored) => unknown> = {
  removed: () => null,
  'made unreadable': () => 'x',
  ...Object.fromEntries(
    ['prepared', 'prompted', 'sent', 'abandoned', 'failed', 'cancelled', 'settled'].map((stage) => [
      `set to ${stage}`,
      withMembers({ stage }),
    ]),
  ),
  'given another recipient': withMembers({ label: PLANTED }, terms),
  'given a deposit address': withMembers(
    { stage: 'awaiting-deposit', depositAddress: STRANGER },
    { deposit: { address: STRANGER, extraDeposits: [] } },
  ),
  'given a receipt': (entry) =>
    withMembers({
      stage: 'settled',
      status: 'success',
      outcome: {
        receipt: {
          requestId: entry.payment['requestId'],
          reference: OPTIONS.reference,
          paid: planted,
          received: planted,
          origin: [link],
          destination: [link],
        },
      },
    })(entry),
  'given a refund': (entry) =>
    withMembers({
      stage: 'settled',
      status: 'refund',
      outcome: {
        refund: { requestId: entry.payment['requestId'], reference: null, returned: planted, transaction: link },
      },
    })(entry),
  'given a problem': withMembers({
    stage: 'cancelled',
    problem: 'wallet-rejected',
    outcome: {
      problem: { code: 'wallet-rejected', message: PLANTED, money: 'not-sent', retryable: true, details: PLANTED },
    },
  }),
  'given another transaction': withMembers({}, { submissions: [link], payingHash: NEVER }),
  'given the status success': withMembers({ status: 'success', emitted: ['hub-sent', 'hub-success'] }),
};

const STORAGE: readonly Group[] = [
  group(
    6,
    Object.fromEntries(
      Object.entries(changes).map(([what, change]) => [
        `stored payments are ${what}`,
        (chaos: Chaos) => {
          chaos.trusts.storage = false;
          rewrite(chaos.world, change);
        },
      ]),
    ),
  ),
];

/** Another version of the component pays the order, if it may, and stores the payment in its own form. */
const paysItself = (form: object) => async (chaos: Chaos) => {
  const { world, payings } = chaos;
  const mayBeOut = payings.some((each) => !['gone', 'reverted', 'none'].includes(chaos.fateOf(each)));
  const key = journalKey(OPTIONS);
  const stored = world.storage.items.get(key) ?? '[]';
  const blocks = /"stage":"(?:prompted|sent|failed|settled|awaiting-deposit)"/.test(stored);
  if (mayBeOut || blocks) return;
  const mark = `0d${'7'.repeat(60)}${String(payings.length).padStart(2, '0')}`;
  const list = JSON.parse(stored) as unknown[];
  world.storage.items.set(key, JSON.stringify([{ id: mark, stage: 'sent', ...form }, ...list]));
  chaos.note(mark, () => false);
  world.chain.send({ from: people.payer, to: contracts.depository, data: `0x49290c1c${'0'.repeat(64)}${mark}` });
  await settle();
};

const VERSION: readonly Group[] = [
  group(3, {
    'a newer version pays': paysItself({ v: 2, payments: [{ order: OPTIONS.reference }] }),
    'an older version pays': paysItself({ v: 0, request: 'r' }),
    'another build of this version pays': paysItself({ v: 1, payment: { request: 'r' } }),
  }),
  group(3, {
    'a newer version adds members': ({ world }) => {
      rewrite(world, (entry) => ({ ...entry, added: { later: true } }));
    },
    'a newer version reads and writes': ({ world }) => {
      rewrite(world, (entry) => entry);
    },
    'a page spells the order in another way'({ world, open }) {
      if (open.length < 2) world.open({ baseUrl: `${BASE_URL}/`, amount: '25.00' });
    },
  }),
];

export const UNTRUE: Record<Source, readonly Group[]> = {
  none: [],
  node: NODE,
  service: SERVICE,
  wallet: WALLET,
  storage: STORAGE,
  version: VERSION,
};
