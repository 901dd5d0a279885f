/**
 * Reads the amounts that a mined transaction brought to an address, in every currency, and the accounts that sent them.
 * This code loads on first use, for example when the page checks a refund.
 */
import type { ChainAccess, Arrivals } from '../../family/sources.js';
import { nativeAddress } from '../../registry/registry.js';
import { RECEIVER, SENDER, tokenSums, transfersOf } from './received-amount.js';
import { rpc } from '../../family/rpc.js';
import { hex, quantity } from './quantities.js';
import { receiptOf, transactionOf, type ChainReceipt, type ChainTransaction } from './transactions.js';

/**
 * Returns the time of the transaction's block, its signer, and the amounts and senders by the currency's address.
 * Unless the transaction goes directly to `to`, the amount of native currency is the rise of the balance in the block.
 * Returns null if the transaction is not mined, or has reverted.
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
  const senders = tokenSenders(receipt, owner);
  if (native && value > 0n) {
    amounts[native] = value;
    senders[native] = nativeSenders(transaction, owner);
  }
  const isOwn = transaction?.from === owner || transfersOf(receipt, owner, SENDER).some(({ amount }) => amount > 0n);
  return { at: quantity(timestamp), amounts, signer: transaction?.from ?? '', senders: isOwn ? {} : senders };
}

/** Returns the accounts that sent tokens to the owner, by token. Ignores transfers of zero, which anybody can add. */
function tokenSenders(receipt: ChainReceipt, owner: string): Record<string, readonly string[]> {
  const senders: Record<string, readonly string[]> = {};
  for (const { token, from, amount } of transfersOf(receipt, owner, RECEIVER))
    if (amount > 0n) senders[token] = [...(senders[token] ?? []), from];
  return senders;
}

/**
 * Returns the account that sent native currency: the signer of a plain transfer, or the called contract. Any
 * transaction of the block can raise the balance, so a contract counts only if its calldata names the owner.
 */
function nativeSenders(transaction: ChainTransaction | null, owner: string): readonly string[] {
  if (!transaction) return [];
  if (transaction.to === owner) return [transaction.from];
  return transaction.to !== null && transaction.data.includes(owner.slice(2)) ? [transaction.to] : [];
}

/**
 * Returns how much the account's balance rose in this block. The balance shows native currency that a contract
 * forwards, which leaves no log. Returns zero if the balance fell or cannot be read.
 */
async function balanceRise(owner: string, block: bigint, access: ChainAccess): Promise<bigint> {
  const balanceAt = async (number: bigint): Promise<bigint> =>
    quantity(await rpc(access, 'eth_getBalance', [owner, hex(number)]));
  const [before, after] = await Promise.all([balanceAt(block - 1n), balanceAt(block)]).catch(() => [0n, 0n] as const);
  return after > before ? after - before : 0n;
}
