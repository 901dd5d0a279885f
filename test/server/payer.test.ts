/** Tests whom the server takes for the payer, so that nobody sends money back to what is no address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireRecord } from '../../src/api/responses/types.js';
import { payerOf } from '../../src/server/payer.js';
import type { Registry } from '../../src/types.js';

const EVM = `0x${'ab'.repeat(20)}`;
const SVM = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const SOLANA = 792703809;
const registry: Registry = { chains: [{ id: 8453, vmType: 'evm' }] };

const from = (user: string | undefined, ...chains: number[]): WireRecord =>
  ({ user, inTxs: chains.map((chainId) => ({ chainId, hash: '0x1' })) }) as never;

test('the payer is the account of the record, on the chain of the last transaction', () => {
  assert.deepEqual(payerOf(from(EVM, 10, 8453), registry), { chainId: 8453, address: EVM });
  assert.deepEqual(payerOf(from(EVM, 10), undefined), { chainId: 10, address: EVM });
  assert.deepEqual(payerOf(from(SVM, SOLANA), undefined), { chainId: SOLANA, address: SVM });
});

test('a text that is no address of the chain, or an address from which nobody sends, is no payer', () => {
  for (const [user, chain] of [
    [undefined, 8453],
    ['', 8453],
    ['shop.eth', 8453],
    [SVM, 8453],
    [`0x${'0'.repeat(40)}`, 8453],
    [`0x${'0'.repeat(36)}dead`, 8453],
    [EVM, SOLANA],
  ] as const)
    assert.equal(payerOf(from(user, chain), registry), null, user);
  assert.equal(payerOf(from(EVM), registry), null);
  assert.equal(payerOf({ status: 'success' }, registry), null);
});
