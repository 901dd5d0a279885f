/** Reads what a mined transaction brought to an address, in every currency. It loads when a refund is checked. */
import type { ChainAccess, Transfers } from '../../adapter.js';
import { nativeAddress } from '../../registry.js';
import { RECEIVER, tokenSums } from './received-amount.js';
import { hex, quantity, rpc } from './rpc.js';
import { receiptOf, transactionOf } from './transactions.js';

/**
 * Null if the transaction is not mined, or has reverted.
 * @throws if the chain cannot be read
 */
export async function transfersTo(hash: string, to: string, access: ChainAccess): Promise<Transfers | null> {
  const id = hash.toLowerCase();
  const owner = to.toLowerCase();
  const receipt = await receiptOf(id, access);
  if (!receipt?.success) return null;
  const [transaction, block] = await Promise.all([
    transactionOf(id, access),
    rpc(access, 'eth_getBlockByHash', [receipt.blockHash, false]),
  ]);
  const amounts = tokenSums(receipt, owner, RECEIVER);
  const native = nativeAddress(access.chain);
  const { timestamp, number } = Object(block) as { timestamp?: unknown; number?: unknown };
  const isDirect = transaction?.to === owner;
  const value = isDirect ? transaction.value : await balanceRise(owner, quantity(number), access);
  if (native && value > 0n) amounts[native] = value;
  return { at: quantity(timestamp), amounts };
}

/**
 * How much the account's balance rose in this block. A contract that forwards native currency leaves no log. Zero if a
 * balance cannot be read.
 */
async function balanceRise(owner: string, block: bigint, access: ChainAccess): Promise<bigint> {
  const balanceAt = async (number: bigint): Promise<bigint> =>
    quantity(await rpc(access, 'eth_getBalance', [owner, hex(number)]));
  const [before, after] = await Promise.all([balanceAt(block - 1n), balanceAt(block)]).catch(() => [0n, 0n] as const);
  return after > before ? after - before : 0n;
}
