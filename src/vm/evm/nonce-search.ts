/** Finds the mined transaction that used an account's nonce, however long ago, by halving the chain. */
import type { ChainAccess } from '../adapter.js';
import { hex, quantity, rpc } from './rpc.js';
import type { ChainTransaction } from './transactions.js';
import { readTransaction } from './transactions.js';

/**
 * About one question for each doubling of the chain's length, then one block.
 *
 * @param nonce one that the account has used, by `eth_getTransactionCount` at the newest block.
 * @throws where it cannot be found: the chain cannot be read, or the node no longer has the state of that time
 */
export async function transactionWithNonce(
  from: string,
  nonce: bigint,
  access: ChainAccess,
): Promise<ChainTransaction> {
  let high = quantity(await rpc(access, 'eth_blockNumber', []));
  let low = -1n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    // Nodes keep the state of old blocks for a short time only; what they do not have is older than what they have.
    const count = await rpc(access, 'eth_getTransactionCount', [from, hex(middle)]).then(quantity, () => 0n);
    if (count > nonce) high = middle;
    else low = middle;
  }
  const { transactions } = Object(await rpc(access, 'eth_getBlockByNumber', [hex(high), true])) as {
    transactions?: unknown;
  };
  const list: unknown[] = Array.isArray(transactions) ? transactions : [];
  // Chains have kinds of transactions of their own: only the payer's are read.
  const own = list.filter((each) => String((Object(each) as { from?: unknown }).from).toLowerCase() === from);
  const found = own.map(readTransaction).find((each) => each.nonce === nonce);
  if (!found) throw new Error(`The transaction with nonce ${nonce} was not found in block ${high}`);
  return found;
}
