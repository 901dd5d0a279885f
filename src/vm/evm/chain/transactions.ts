/** Reads transactions and receipts of a chain, and compares a transaction with the expected one. */
import { keccak256, stringToBytes } from 'viem/utils';
import { BYTES32 } from '../../../shared/text/patterns.js';
import type { ExpectedTransaction } from '../../family/abilities.js';
import type { ChainAccess } from '../../family/sources.js';
import { rpc } from '../../family/rpc.js';
import { quantity } from './quantities.js';

/** A transaction on the chain, with addresses, hashes and calldata in lower-case hex. */
export type ChainTransaction = {
  hash: string;
  from: string;
  /**
   * The address of the called contract, or of the receiver of a transfer, or null if the transaction creates a
   * contract.
   */
  to: string | null;
  data: string;
  /** The transferred amount, in the smallest unit of the native currency. */
  value: bigint;
  nonce: bigint;
};

/** The receipt of a mined transaction. `success` is false if the transaction reverted. */
export type ChainReceipt = { blockHash: string; success: boolean; logs: readonly Log[] };

/** One log of a receipt, with all hex texts in lower case. */
export type Log = { address: string; topics: readonly string[]; data: string };

/**
 * Reads a transaction. Returns null if the node does not know it, or answers with another one.
 * @param hash the transaction's hash, in lower case
 * @throws if the chain cannot be read, or if the answer is not a transaction
 */
export async function transactionOf(hash: string, access: ChainAccess): Promise<ChainTransaction | null> {
  const answer = await rpc(access, 'eth_getTransactionByHash', [hash]);
  const transaction = answer === null ? null : readTransaction(answer);
  return transaction?.hash === hash ? transaction : null;
}

/**
 * Reads a receipt. Returns null while the transaction is not mined, or if the answer is not its receipt.
 * @param hash the transaction's hash, in lower case
 * @throws if the chain cannot be read
 */
export async function receiptOf(hash: string, access: ChainAccess): Promise<ChainReceipt | null> {
  const answer = await rpc(access, 'eth_getTransactionReceipt', [hash]);
  const { transactionHash, blockHash, status, logs } = Object(answer) as Record<string, unknown>;
  if (lower(transactionHash) !== hash || (status !== '0x1' && status !== '0x0') || !BYTES32.test(String(blockHash)))
    return null;
  return {
    blockHash: String(blockHash),
    success: status === '0x1',
    logs: Array.isArray(logs) ? logs.map(readLog) : [],
  };
}

/**
 * Parses a transaction.
 * @throws if the value is not a transaction
 */
function readTransaction(value: unknown): ChainTransaction {
  const { hash, from, to, input, value: amount, nonce } = Object(value) as Record<string, unknown>;
  return {
    hash: lower(hash),
    from: lower(from),
    to: to === null || to === undefined ? null : lower(to),
    data: lower(input),
    value: quantity(amount),
    nonce: quantity(nonce),
  };
}

/**
 * Returns the account's transactions in a block. Does not parse those of other accounts, because some chains have
 * transaction types of their own.
 * @param from the account's address, in lower case
 * @throws if a transaction of the account is malformed
 */
export function transactionsOf(block: unknown, from: string): ChainTransaction[] {
  const { transactions } = Object(block) as { transactions?: unknown };
  const list: unknown[] = Array.isArray(transactions) ? transactions : [];
  return list.filter((each) => lower((Object(each) as { from?: unknown }).from) === from).map(readTransaction);
}

/** Keccak-256 of a text, in hex with the prefix `0x`. */
export const hashOfText = (text: string): string => keccak256(stringToBytes(text));

/** Whether a transaction has the expected sender, target, value and calldata. */
export const isExpected = (transaction: ChainTransaction, expected: ExpectedTransaction): boolean =>
  hasTarget(transaction, expected) && hashOfText(transaction.data) === expected.dataHash;

/**
 * Whether a transaction has the expected sender, target and value. The calldata may differ, because some wallets let
 * the payer lower the amount of an approval.
 */
export const hasTarget = ({ from, to, value }: ChainTransaction, expected: ExpectedTransaction): boolean =>
  from === expected.from.toLowerCase() && to === expected.to.toLowerCase() && value === BigInt(expected.value);

/**
 * Whether the transaction is the empty transfer from the account to itself that a wallet sends to cancel another
 * transaction with the same nonce.
 */
export const isCancellation = ({ from, to, value, data }: ChainTransaction): boolean =>
  to === from && value === 0n && data === '0x';

/** Reads one log. A missing member becomes a text that equals no address or topic. */
export function readLog(value: unknown): Log {
  const { address, topics, data } = Object(value) as Record<string, unknown>;
  return { address: lower(address), topics: Array.isArray(topics) ? topics.map(lower) : [], data: lower(data) };
}

const lower = (value: unknown): string => String(value).toLowerCase();
