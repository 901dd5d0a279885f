/**
 * Decodes the instructions of the programs that every SVM chain has. An instruction that no payment needs gets the kind
 * `unknown`.
 */
import type { Instruction } from '../../../types.js';
import { fromHex, littleEndian } from './bytes.js';
import { ATA_PROGRAM, COMPUTE_BUDGET_PROGRAM, MEMO_PROGRAMS, SYSTEM_PROGRAM, TOKEN_PROGRAMS } from './programs.js';

/** A decoded instruction. Each account is an address, or an empty text if it is missing. */
export type Decoded =
  /** Sets the limit of compute units, or their price in millionths of a lamport. */
  | { kind: 'unit-limit' | 'unit-price'; value: bigint }
  /**
   * Sets a limit that does not change the fee, or writes a text to the log. A quote may contain it without a check,
   * because it moves no money. What a wallet may add has rules of its own (`changes.ts`).
   */
  | { kind: 'free-in-quotes' }
  /** Transfers native currency. */
  | { kind: 'pay'; from: string; to: string; amount: bigint }
  /** Creates the token account of `owner`, whose rent `payer` pays. */
  | { kind: 'create-account'; payer: string; account: string; owner: string; mint: string; program: string }
  /** Transfers tokens of `mint`, which is empty if the instruction does not contain it. */
  | { kind: 'transfer'; from: string; to: string; owner: string; mint: string; amount: bigint; program: string }
  /** Closes a token account. Its rent, and any wrapped native currency in it, go to `to`. */
  | { kind: 'close'; account: string; to: string; owner: string }
  /** Adjusts the balance of an account of wrapped native currency. */
  | { kind: 'sync'; account: string }
  /**
   * An instruction that no payment needs. If `isNonce` is true, it makes the transaction valid without a time limit.
   */
  | { kind: 'unknown'; name: string; isNonce: boolean };

/** Decodes an instruction, or returns null if the program is not one of the programs that every chain has. */
export function decode({ programId, keys, data }: Instruction): Decoded | null {
  const bytes = fromHex(data);
  const accounts = keys.map(({ pubkey }) => pubkey);
  if (programId === COMPUTE_BUDGET_PROGRAM) return decodeBudget(bytes, accounts);
  if (programId === SYSTEM_PROGRAM) return decodeSystem(bytes, accounts);
  if (programId === ATA_PROGRAM) return decodeCreation(bytes, accounts);
  if (TOKEN_PROGRAMS.includes(programId)) return decodeToken(bytes, accounts, programId);
  return MEMO_PROGRAMS.includes(programId) ? { kind: 'free-in-quotes' } : null;
}

function decodeBudget(data: Uint8Array, accounts: readonly string[]): Decoded {
  const [tag] = data;
  const value = littleEndian(data, 1, data.length - 1) ?? 0n;
  const isPlain = accounts.length === 0;
  if (isPlain && tag === 2 && data.length === 5) return { kind: 'unit-limit', value };
  if (isPlain && tag === 3 && data.length === 9) return { kind: 'unit-price', value };
  // Tag 1 limits the size of the heap, and tag 4 that of the loaded accounts.
  if (isPlain && (tag === 1 || tag === 4) && data.length === 5) return { kind: 'free-in-quotes' };
  return unknown('ComputeBudget', tag);
}

const SYSTEM_NAMES: readonly string[] = [
  'CreateAccount',
  'Assign',
  'Transfer',
  'CreateAccountWithSeed',
  'AdvanceNonceAccount',
  'WithdrawNonceAccount',
  'InitializeNonceAccount',
  'AuthorizeNonceAccount',
  'Allocate',
  'AllocateWithSeed',
  'AssignWithSeed',
  'TransferWithSeed',
  'UpgradeNonceAccount',
];

function decodeSystem(data: Uint8Array, [from = '', to = '', ...more]: readonly string[]): Decoded {
  const tag = littleEndian(data, 0, 4);
  const amount = littleEndian(data, 4, 8);
  if (tag === 2n && amount !== null && data.length === 12 && more.length === 0)
    return { kind: 'pay', from, to, amount };
  const name = SYSTEM_NAMES.find((_, at) => BigInt(at) === tag) ?? `instruction ${tag}`;
  return { kind: 'unknown', name: `System ${name}`, isNonce: name === 'AdvanceNonceAccount' };
}

/**
 * Decodes the creation of a token account. The data is empty or has one byte. The byte 1 means that the account may
 * already exist.
 */
function decodeCreation(data: Uint8Array, accounts: readonly string[]): Decoded {
  const [payer = '', account = '', owner = '', mint = '', system, program = '', ...more] = accounts;
  const isCreation = data.length === 0 || (data.length === 1 && (data[0] === 0 || data[0] === 1));
  if (!isCreation || system !== SYSTEM_PROGRAM || more.length > 0) return unknown('AssociatedToken', data[0]);
  return { kind: 'create-account', payer, account, owner, mint, program };
}

const TOKEN_NAMES: readonly string[] = [
  'InitializeMint',
  'InitializeAccount',
  'InitializeMultisig',
  'Transfer',
  'Approve',
  'Revoke',
  'SetAuthority',
  'MintTo',
  'Burn',
  'CloseAccount',
  'FreezeAccount',
  'ThawAccount',
  'TransferChecked',
  'ApproveChecked',
  'MintToChecked',
  'BurnChecked',
  'InitializeAccount2',
  'SyncNative',
];

/**
 * Accepts each instruction only with a fixed number of accounts. An additional one would be a signer of a shared
 * account, and the guard accepts no payments from such an account.
 */
function decodeToken(data: Uint8Array, accounts: readonly string[], program: string): Decoded {
  const [tag = -1] = data;
  const [first = '', second = '', third = '', fourth = ''] = accounts;
  const amount = littleEndian(data, 1, 8);
  const has = (count: number, size: number): boolean => accounts.length === count && data.length === size;
  if (tag === 3 && amount !== null && has(3, 9)) {
    return { kind: 'transfer', from: first, to: second, owner: third, mint: '', amount, program };
  }
  if (tag === 12 && amount !== null && has(4, 10)) {
    return { kind: 'transfer', from: first, mint: second, to: third, owner: fourth, amount, program };
  }
  if (tag === 9 && has(3, 1)) return { kind: 'close', account: first, to: second, owner: third };
  if (tag === 17 && has(1, 1)) return { kind: 'sync', account: first };
  return { kind: 'unknown', name: `Token ${TOKEN_NAMES[tag] ?? `instruction ${tag}`}`, isNonce: false };
}

const unknown = (program: string, tag: number | undefined): Decoded => ({
  kind: 'unknown',
  name: `${program} instruction ${tag ?? 'without data'}`,
  isNonce: false,
});
