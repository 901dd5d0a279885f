/** Finds the expected call inside another transaction, and reads from the receipt whether this call has paid. */
import { hexToNumber } from 'viem/utils';
import type { ExpectedTransaction } from '../../family/abilities.js';
import { OPERATION_TOPIC, WORD } from '../abi/constants.js';
import { addressWord, numberWord } from './quantities.js';
import { SENDER, transfersOf } from './received-amount.js';
import { hashOfText, type ChainReceipt, type ChainTransaction } from './transactions.js';

/**
 * Returns the expected call if the calldata contains it, for example among other calls, or else null. In the ABI
 * encoding, each call follows its length.
 * @param size the length of the expected call, in bytes
 */
export function findCall({ data }: ChainTransaction, expected: ExpectedTransaction, size: number): string | null {
  const length = numberWord(size);
  for (let at = data.indexOf(length); at >= 0; at = data.indexOf(length, at + 1)) {
    const call = callAt(data, at, size);
    if (hashOfText(call) === expected.dataHash) return call;
  }
  return null;
}

/**
 * Like `findCall`, for a call whose length is not known. Tries each number of the calldata that can be the length of a
 * call inside it, but at most `MOST_TRIES`.
 */
export function findAnyCall({ data }: ChainTransaction, expected: ExpectedTransaction): string | null {
  let tries = 0;
  for (const match of data.matchAll(/(?=0{58}([0-9a-f]{6}))/g)) {
    const size = hexToNumber(`0x${match[1] ?? ''}`);
    if (match.index % 2 !== 0 || size < 4 || match.index + 64 + 2 * size > data.length) continue;
    const call = callAt(data, match.index, size);
    if (hashOfText(call) === expected.dataHash) return call;
    tries += 1;
    if (tries >= MOST_TRIES) return null;
  }
  return null;
}

/** The maximum number of lengths to try. Without this limit, strange calldata from a node could freeze the page. */
const MOST_TRIES = 2_000;

/** Returns the call of `size` bytes whose length is at the position `at` of the calldata. */
const callAt = (data: string, at: number, size: number): string => `0x${data.slice(at + 64, at + 64 + 2 * size)}`;

/**
 * Whether the receipt shows that the call took its tokens from the payer. Another account's transaction can succeed
 * although the call inside it fails. Its fee can then also be a transfer of tokens from the payer. So a transfer counts
 * only if the call contains its amount, and contains or calls its token.
 * @param call the expected call, as `findCall` returns it
 */
export const movedTokens = (
  receipt: ChainReceipt,
  transaction: ChainTransaction,
  expected: ExpectedTransaction,
  call: string,
): boolean =>
  !hasFailedOperation(receipt, transaction, expected) &&
  transfersOf(receipt, expected.from, SENDER).some(
    ({ token, amount }) =>
      amount > 0n &&
      call.includes(numberWord(amount)) &&
      (token === expected.to.toLowerCase() || call.includes(addressWord(token))),
  );

/**
 * Whether the called entry point (ERC-4337) reports a failed operation of the payer. Its log has the payer as the
 * second indexed value, and the success as the second word of its data.
 */
const hasFailedOperation = ({ logs }: ChainReceipt, { to }: ChainTransaction, { from }: ExpectedTransaction): boolean =>
  logs.some(
    ({ address, topics, data }) =>
      address === to &&
      topics[0] === OPERATION_TOPIC &&
      topics[2] === `0x${addressWord(from)}` &&
      data.slice(WORD, 2 * WORD - 2) === numberWord(0),
  );
