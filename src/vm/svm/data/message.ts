/** Builds transactions from instructions, and reads the instructions of transactions. */
import {
  type AddressLookupTableAccount,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import type { Instruction } from '../../../types.js';
import { fromHex, toHex } from './bytes.js';
import { COMPUTE_BUDGET_PROGRAM } from './programs.js';
import { toJson } from '../../../shared/builtins/to-json.js';

/** The maximum size of a transaction with its signatures, in bytes. */
export const MAX_BYTES = 1_232;

/** The content of a transaction that the chain executes. */
export type Message = { feePayer: string; instructions: readonly Instruction[] };

/** The form of a transaction: version 0, or the older form, which cannot use lookup tables. */
export type Version = 0 | 'legacy';

/** Lookup tables that the page has read from the chain. */
export type Tables = readonly AddressLookupTableAccount[];

/**
 * Builds a transaction without signatures, or returns null if it is larger than the library can serialize.
 * @param blockhash the transaction's recent blockhash, in base58
 * @param version the form of the transaction; the older form uses no lookup tables
 */
export function encodeTransaction(
  { feePayer, instructions }: Message,
  blockhash: string,
  tables: Tables,
  version: Version = 0,
): Uint8Array | null {
  const message = new TransactionMessage({
    payerKey: new PublicKey(feePayer),
    recentBlockhash: blockhash,
    instructions: instructions.map(
      ({ programId, keys, data }) =>
        new TransactionInstruction({
          programId: new PublicKey(programId),
          keys: keys.map(({ pubkey, ...flags }) => ({ pubkey: new PublicKey(pubkey), ...flags })),
          // The library's type requires a Buffer, but the library only reads the bytes.
          data: fromHex(data) as never,
        }),
    ),
  });
  try {
    const compiled = version === 0 ? message.compileToV0Message([...tables]) : message.compileToLegacyMessage();
    return new VersionedTransaction(compiled).serialize();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Reads a transaction.
 * @throws Error if the bytes are not a transaction of this version, or if the transaction uses a lookup table that is
 *   not in `tables`
 */
export function decodeTransaction(
  bytes: Uint8Array,
  tables: Tables,
  version: Version = 0,
): Message & { transaction: VersionedTransaction } {
  const transaction = VersionedTransaction.deserialize(bytes);
  const { message } = transaction;
  if (message.version !== version) throw new Error('The transaction has another version');
  // Rejects bytes after the transaction, because the library ignores such bytes.
  if (transaction.serialize().length !== bytes.length) throw new Error('The transaction has bytes at its end');
  const { payerKey, instructions } = TransactionMessage.decompile(message, {
    addressLookupTableAccounts: [...tables],
  });
  return {
    transaction,
    feePayer: payerKey.toBase58(),
    instructions: instructions.map(({ programId, keys, data }) => ({
      programId: programId.toBase58(),
      keys: keys.map(({ pubkey, ...flags }) => ({ pubkey: pubkey.toBase58(), ...flags })),
      data: toHex(data),
    })),
  };
}

/** Whether the instruction calls the program that sets limits of a transaction and the price of compute units. */
export const isBudget = ({ programId }: Instruction): boolean => programId === COMPUTE_BUDGET_PROGRAM;

/**
 * Whether two messages have the same fee payer, and the same instructions in the same order, with the same rights.
 */
export const isSameMessage = (one: Message, other: Message): boolean =>
  one.feePayer === other.feePayer &&
  one.instructions.length === other.instructions.length &&
  one.instructions.every((each, at) => isSameCall(each, other.instructions[at])) &&
  isSameRights(one, other);

/** Whether two instructions call the same program with the same accounts and data. Ignores the accounts' rights. */
export const isSameCall = (one: Instruction, other: Instruction | undefined): boolean =>
  toJson(callOf(one)) === toJson(other && callOf(other));

/**
 * Whether the same accounts sign both messages, and the same accounts can be changed. The function compares whole
 * messages, because a right in one instruction applies to the whole transaction.
 */
export const isSameRights = (one: Message, other: Message): boolean =>
  toJson(rightsOf(one)) === toJson(rightsOf(other));

const callOf = ({ programId, keys, data }: Instruction): unknown => [programId, keys.map(({ pubkey }) => pubkey), data];

function rightsOf({ feePayer, instructions }: Message): unknown {
  const keys = instructions.flatMap((each) => each.keys);
  const having = (right: 'isSigner' | 'isWritable'): string[] => [
    ...new Set([feePayer, ...keys.filter((key) => key[right]).map(({ pubkey }) => pubkey)]),
  ];
  return [having('isSigner').sort(), having('isWritable').sort()];
}
