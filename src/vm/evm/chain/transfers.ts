/**
 * Reads the amounts that a mined transaction brought to an address, in every currency. This code loads when the page
 * checks a refund.
 */
import type { ChainAccess, Arrivals } from '../../family/sources.js';
import { nativeAddress } from '../../registry/registry.js';
import { RECEIVER, tokenSums } from './received-amount.js';
import { rpc } from '../../family/rpc.js';
import { hex, quantity } from './quantities.js';
import { receiptOf, transactionOf } from './transactions.js';

/**
 * Returns the time of the transaction's block, and the amounts by token address. Returns null if the transaction is not
 * mined, or has reverted.
 * @throws if the chain cannot be read
 */
export async function transfersTo(hash: string, to: string, access: ChainAccess): Promise<Arrivals | null> {
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
 * Returns how much the account's balance rose in this block. A contract that forwards native currency leaves no log, so
 * only the balances show the transfer. Returns zero if a balance cannot be read.
 */
async function balanceRise(owner: string, block: bigint, access: ChainAccess): Promise<bigint> {
  const balanceAt = async (number: bigint): Promise<bigint> =>
    quantity(await rpc(access, 'eth_getBalance', [owner, hex(number)]));
  const [before, after] = await Promise.all([balanceAt(block - 1n), balanceAt(block)]).catch(() => [0n, 0n] as const);
  return after > before ? after - before : 0n;
}
