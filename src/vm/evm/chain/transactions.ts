/** Transactions and receipts as a chain's RPC tells them: read strictly, and compared with what was asked for. */
import { keccak256, stringToBytes } from 'viem/utils';
import type { ChainAccess, ExpectedTransaction } from '../../adapter.js';
import { quantity, rpc } from './rpc.js';

export type ChainTransaction = {
  hash: string;
  from: string;
  /** Null for the creation of a contract. */
  to: string | null;
  data: string;
  value: bigint;
  nonce: bigint;
};

export type ChainReceipt = { blockHash: string; success: boolean; logs: readonly Log[] };
export type Log = { address: string; topics: readonly string[]; data: string };

/** Null where the chain does not know it, now. @throws where the chain cannot be read */
export async function transactionOf(hash: string, access: ChainAccess): Promise<ChainTransaction | null> {
  const answer = await rpc(access, 'eth_getTransactionByHash', [hash]);
  const transaction = answer === null ? null : readTransaction(answer);
  return transaction?.hash === hash ? transaction : null;
}

/** Null before it is mined. @throws where the chain cannot be read */
export async function receiptOf(hash: string, access: ChainAccess): Promise<ChainReceipt | null> {
  const answer = await rpc(access, 'eth_getTransactionReceipt', [hash]);
  const { transactionHash, blockHash, status, logs } = Object(answer) as Record<string, unknown>;
  if (lower(transactionHash) !== hash || (status !== '0x1' && status !== '0x0') || !HASH.test(String(blockHash)))
    return null;
  return {
    blockHash: String(blockHash),
    success: status === '0x1',
    logs: Array.isArray(logs) ? logs.map(readLog) : [],
  };
}

/** @throws for what is no transaction */
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

/** An account's transactions in a block: only its own are read, since chains have kinds of their own. */
export function transactionsOf(block: unknown, from: string): ChainTransaction[] {
  const { transactions } = Object(block) as { transactions?: unknown };
  const list: unknown[] = Array.isArray(transactions) ? transactions : [];
  return list.filter((each) => lower((Object(each) as { from?: unknown }).from) === from).map(readTransaction);
}

/** Keccak-256 of a text, as 0x-hex. */
export const hashOfText = (text: string): string => keccak256(stringToBytes(text));

export const isExpected = (transaction: ChainTransaction, expected: ExpectedTransaction): boolean =>
  hasTarget(transaction, expected) && hashOfText(transaction.data) === expected.dataHash;

/** Whether this call stands among others in the calldata of one transaction: there its length stands before it. */
export function containsCall({ data }: ChainTransaction, { dataHash }: ExpectedTransaction, size: number): boolean {
  const length = size.toString(16).padStart(64, '0');
  for (let at = data.indexOf(length); at >= 0; at = data.indexOf(length, at + 1)) {
    const start = at + length.length;
    if (hashOfText(`0x${data.slice(start, start + 2 * size)}`) === dataHash) return true;
  }
  return false;
}

/**
 * The same sender, target and value, whatever the calldata: a wallet may let the payer lower what an approval allows.
 */
export const hasTarget = ({ from, to, value }: ChainTransaction, expected: ExpectedTransaction): boolean =>
  from === expected.from.toLowerCase() && to === expected.to.toLowerCase() && value === BigInt(expected.value);

/** How wallets cancel: nothing, to oneself, in the place of what shall not be mined. */
export const isCancellation = ({ from, to, value, data }: ChainTransaction): boolean =>
  to === from && value === 0n && data === '0x';

export const HASH: RegExp = /^0x[0-9a-f]{64}$/i;

function readLog(value: unknown): Log {
  const { address, topics, data } = Object(value) as Record<string, unknown>;
  return { address: lower(address), topics: Array.isArray(topics) ? topics.map(lower) : [], data: lower(data) };
}

const lower = (value: unknown): string => String(value).toLowerCase();
