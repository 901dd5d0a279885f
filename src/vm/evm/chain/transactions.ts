/** Reads transactions and receipts from a chain's RPC, and compares a transaction with the expected one. */
import { hexToNumber, keccak256, stringToBytes } from 'viem/utils';
import { BYTES32 } from '../../../shared/text/patterns.js';
import type { ExpectedTransaction } from '../../family/abilities.js';
import type { ChainAccess } from '../../family/sources.js';
import { rpc } from '../../family/rpc.js';
import { TRANSFER_TOPIC } from '../abi/constants.js';
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
 * Reads a transaction, or returns null if the node does not know it.
 * @throws if the chain cannot be read
 */
export async function transactionOf(hash: string, access: ChainAccess): Promise<ChainTransaction | null> {
  const answer = await rpc(access, 'eth_getTransactionByHash', [hash]);
  const transaction = answer === null ? null : readTransaction(answer);
  return transaction?.hash === hash ? transaction : null;
}

/**
 * Reads a receipt. Returns null while the transaction is not mined, or if the answer is not its receipt.
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
 * Whether the calldata contains the expected call among other calls. In the ABI encoding, each call follows its length.
 * @param size the length of the expected call, in bytes
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
 * Like `containsCall`, for a call whose length is not known. Tries each number of the calldata that can be the length
 * of a call inside it, but at most `MOST_TRIES`.
 */
export function containsAnyCall(transaction: ChainTransaction, expected: ExpectedTransaction): boolean {
  const { data } = transaction;
  let tries = 0;
  for (const match of data.matchAll(/(?=0{58}([0-9a-f]{6}))/g)) {
    const size = hexToNumber(`0x${match[1] ?? ''}`);
    const start = match.index + 64;
    if (match.index % 2 !== 0 || size < 4 || start + 2 * size > data.length) continue;
    if (hashOfText(`0x${data.slice(start, start + 2 * size)}`) === expected.dataHash) return true;
    tries += 1;
    if (tries >= MOST_TRIES) return false;
  }
  return false;
}

/** The maximum number of lengths to try. Without this limit, odd calldata of a node could freeze the page. */
const MOST_TRIES = 2_000;

/**
 * Whether the logs show that tokens left the account. A relayer's transaction can succeed although the account's calls
 * in it fail, so its success does not prove the payment.
 */
export const movedTokens = ({ logs }: ChainReceipt, { from }: ExpectedTransaction): boolean =>
  logs.some(
    ({ topics: [event, payer] }) => event === TRANSFER_TOPIC && payer?.slice(-40) === from.slice(-40).toLowerCase(),
  );

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
