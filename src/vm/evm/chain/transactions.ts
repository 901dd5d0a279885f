/**
 * Reads transactions and receipts from a chain's RPC, and compares them with the expected transaction. Malformed data
 * is an error.
 */
import { keccak256, stringToBytes } from 'viem/utils';
import { BYTES32 } from '../../../shared/patterns.js';
import type { ChainAccess, ExpectedTransaction } from '../../adapter.js';
import { quantity, rpc } from './rpc.js';

/** A transaction on the chain. Addresses, hashes and calldata are in lower-case hex. */
export type ChainTransaction = {
  hash: string;
  from: string;
  /** Null if the transaction creates a contract. */
  to: string | null;
  data: string;
  /** In the smallest unit of the native currency. */
  value: bigint;
  nonce: bigint;
};

/** Receipt of a mined transaction. `success` is false if the transaction was reverted. */
export type ChainReceipt = { blockHash: string; success: boolean; logs: readonly Log[] };

/** One log of a receipt, in lower case. */
export type Log = { address: string; topics: readonly string[]; data: string };

/**
 * Reads a transaction. Null if the chain does not return it now.
 * @throws if the chain cannot be read
 */
export async function transactionOf(hash: string, access: ChainAccess): Promise<ChainTransaction | null> {
  const answer = await rpc(access, 'eth_getTransactionByHash', [hash]);
  const transaction = answer === null ? null : readTransaction(answer);
  return transaction?.hash === hash ? transaction : null;
}

/**
 * Reads a receipt. Null before the transaction is mined.
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

/** @throws if the value is not a transaction */
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
 * The account's transactions in a block. Transactions of other accounts are not parsed, because they can have a type
 * that only this chain knows.
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
 * Whether the calldata contains this call among other calls. In the ABI encoding, the length of a call comes before the
 * call.
 */
export function containsCall({ data }: ChainTransaction, { dataHash }: ExpectedTransaction, size: number): boolean {
  const length = size.toString(16).padStart(64, '0');
  for (let at = data.indexOf(length); at >= 0; at = data.indexOf(length, at + 1)) {
    const start = at + length.length;
    if (hashOfText(`0x${data.slice(start, start + 2 * size)}`) === dataHash) return true;
  }
  return false;
}

/**
 * Compares sender, target and value. Ignores the calldata, because some wallets let the payer lower the amount of an
 * approval.
 */
export const hasTarget = ({ from, to, value }: ChainTransaction, expected: ExpectedTransaction): boolean =>
  from === expected.from.toLowerCase() && to === expected.to.toLowerCase() && value === BigInt(expected.value);

/** Wallets cancel a pending transaction with an empty transfer from the account to itself, with the same nonce. */
export const isCancellation = ({ from, to, value, data }: ChainTransaction): boolean =>
  to === from && value === 0n && data === '0x';

/** Reads one log. A missing member becomes a text that matches nothing. */
export function readLog(value: unknown): Log {
  const { address, topics, data } = Object(value) as Record<string, unknown>;
  return { address: lower(address), topics: Array.isArray(topics) ? topics.map(lower) : [], data: lower(data) };
}

const lower = (value: unknown): string => String(value).toLowerCase();
