/** Tests by which answers of the merchant's own node a delivery counts as final. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finalityReader } from '../../../../src/server/ledger/payments/finality.js';
import { SOLANA_CHAIN } from '../../../../src/shared/chain-ids.js';
import { VirtualClock } from '../../../support/clock.js';

const rpc = 'https://node.example/key';
const hash = (digit: string): string => `0x${digit.repeat(64)}`;
const refs = (...hashes: string[]) => hashes.map((each) => ({ chainId: 1, hash: each, url: null }));

/** A node whose receipts have these blocks. A negative block is that of a failed transaction. */
function node(blocks: Record<string, number>, newest = 110, finalized = 100): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    assert.equal(request.url, rpc);
    const { method, params } = (await request.json()) as { method: string; params: unknown[] };
    const block = blocks[String(params[0])];
    const receipt =
      block === undefined
        ? null
        : {
            transactionHash: params[0],
            blockHash: hash('9'),
            blockNumber: `0x${Math.abs(block).toString(16)}`,
            status: block < 0 ? '0x0' : '0x1',
          };
    const results: Record<string, unknown> = {
      eth_getTransactionReceipt: receipt,
      eth_blockNumber: `0x${newest.toString(16)}`,
      eth_getBlockByNumber: { number: `0x${finalized.toString(16)}` },
    };
    return Response.json({ jsonrpc: '2.0', id: 1, result: results[method] });
  };
}

const read = (fetch: typeof globalThis.fetch, confirmations: number | 'finalized', ...hashes: string[]) =>
  finalityReader({ 1: { rpc, confirmations } }, { fetch, clock: new VirtualClock(), registry: undefined })(
    1,
    refs(...hashes),
  );

test('a delivery is final after the confirmations, or below the finalized block', async () => {
  const blocks = { [hash('1')]: 100, [hash('2')]: 101, [hash('3')]: -90 };
  assert.equal(await read(node(blocks), 'finalized', hash('1')), 'final');
  assert.equal(await read(node(blocks), 'finalized', hash('2')), 'waiting');
  assert.equal(await read(node(blocks), 11, hash('1')), 'final');
  assert.equal(await read(node(blocks), 12, hash('1')), 'waiting');
  assert.equal(await read(node(blocks), 1, hash('3')), 'failed');
  assert.equal(await read(node(blocks), 1, hash('4')), 'absent');
  assert.equal(await read(node(blocks), 1), 'absent');
});

test('a failed transaction beside the delivering one does not count', async () => {
  const blocks = { [hash('1')]: 100, [hash('3')]: -90 };
  assert.equal(await read(node(blocks), 1, hash('3'), hash('1')), 'final');
  assert.equal(await read(node(blocks), 99, hash('3'), hash('1')), 'waiting');
});

test('a delivery of several transactions is final when each of them that is mined is', async () => {
  const blocks = { [hash('1')]: 90, [hash('2')]: 109 };
  assert.equal(await read(node(blocks), 12, hash('1'), hash('2')), 'waiting');
  assert.equal(await read(node(blocks), 2, hash('1'), hash('2')), 'final');
});

test('a node that gives no answer decides nothing', async () => {
  assert.equal(await read(() => Promise.resolve(new Response(null, { status: 502 })), 1, hash('1')), 'unreachable');
  assert.equal(await read(() => Promise.reject(new TypeError('fetch failed')), 1, hash('1')), 'unreachable');
  const other = () => Promise.resolve(Response.json({ result: { transactionHash: hash('8') } }));
  assert.equal(await read(other, 1, hash('1')), 'unreachable');
});

test('a chain without a rule is final at once, and Solana is read in its own way', async () => {
  const status = { err: null, confirmations: 3, confirmationStatus: 'confirmed' };
  const fetch = (): Promise<Response> => Promise.resolve(Response.json({ result: { value: [status] } }));
  const deps = { fetch, clock: new VirtualClock(), registry: undefined };
  const reader = finalityReader({ [SOLANA_CHAIN]: { rpc, confirmations: 4 } }, deps);
  assert.equal(await reader(1, []), 'final');
  assert.equal(await reader(SOLANA_CHAIN, refs('x')), 'final');
  status.confirmations = 2;
  assert.equal(await reader(SOLANA_CHAIN, refs('x')), 'waiting');
});
