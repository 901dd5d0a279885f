/**
 * Finds an account's mined transaction by its nonce. The search goes back from the newest block in growing steps until
 * it passes the transaction, and then halves the range.
 */
import type { ChainAccess } from '../../family/sources.js';
import { rpc } from '../../family/rpc.js';
import { hex, quantity } from './quantities.js';
import type { ChainTransaction } from './transactions.js';
import { transactionsOf } from './transactions.js';

const FIRST_LEAP = 16n;

/**
 * Finds the account's transaction with this nonce. For an older transaction, the search can take more RPC calls.
 * @param nonce a nonce that is already used: it must be less than `eth_getTransactionCount` at the latest block
 * @returns null if no transaction of the account used the nonce, for example because an authorization (EIP-7702) used
 *   it
 * @throws if the chain cannot be read, or if the node no longer has the state of the transaction's block
 */
export async function transactionWithNonce(
  from: string,
  nonce: bigint,
  access: ChainAccess,
): Promise<ChainTransaction | null> {
  let high = quantity(await rpc(access, 'eth_blockNumber', []));
  let low = -1n;
  // Many nodes have no state of old blocks, so the search treats a block without state as older than the transaction.
  const isUsedAt = (block: bigint): Promise<boolean> =>
    rpc(access, 'eth_getTransactionCount', [from, hex(block)]).then(
      (count) => quantity(count) > nonce,
      () => false,
    );
  for (let leap = FIRST_LEAP; low < 0n && leap <= high; leap *= 4n) {
    if (await isUsedAt(high - leap)) high -= leap;
    else low = high - leap;
  }
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (await isUsedAt(middle)) high = middle;
    else low = middle;
  }
  const block = await rpc(access, 'eth_getBlockByNumber', [hex(high), true]);
  if (!Array.isArray((Object(block) as { transactions?: unknown }).transactions))
    throw new Error(`Block ${high} could not be read`);
  const found = transactionsOf(block, from).find((each) => each.nonce === nonce);
  // If the node has no state of the previous block, this read throws, because the transaction can then be in an older
  // block.
  if (!found && high > 0n) await rpc(access, 'eth_getTransactionCount', [from, hex(high - 1n)]);
  return found ?? null;
}
