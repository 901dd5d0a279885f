/** Finds an account's mined transaction by its nonce. Searches backwards in growing jumps, then by bisection. */
import type { ChainAccess } from '../../adapter.js';
import { hex, quantity, rpc } from './rpc.js';
import type { ChainTransaction } from './transactions.js';
import { transactionsOf } from './transactions.js';

const FIRST_LEAP = 16n;

/**
 * A recent transaction needs only a few RPC calls. An old transaction needs more calls.
 * @param nonce a used nonce: less than `eth_getTransactionCount` at the latest block.
 * @returns null if no transaction of the account used the nonce: an authorization (EIP-7702) uses a nonce too
 * @throws if the chain cannot be read, or the node no longer has the state of the transaction's block
 */
export async function transactionWithNonce(
  from: string,
  nonce: bigint,
  access: ChainAccess,
): Promise<ChainTransaction | null> {
  let high = quantity(await rpc(access, 'eth_blockNumber', []));
  let low = -1n;
  // Many nodes have no state of old blocks. So a block without state counts as older than the transaction.
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
  // Without the state of the block before, the transaction can be in an older block.
  if (!found && high > 0n) await rpc(access, 'eth_getTransactionCount', [from, hex(high - 1n)]);
  return found ?? null;
}
