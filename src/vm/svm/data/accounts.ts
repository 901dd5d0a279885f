/** Derives the addresses of accounts that belong to programs, and reads the data of token accounts and mints. */
import { PublicKey } from '@solana/web3.js';
import { ATA_PROGRAM, TOKEN_2022_PROGRAM } from './programs.js';
import { littleEndian } from './bytes.js';

/**
 * Returns the address of the token account that wallets use for this owner and this mint. The account belongs to the
 * token program `program`.
 */
export function tokenAccountOf(owner: string, mint: string, program: string): string {
  const seeds = [owner, program, mint].map((each) => new PublicKey(each).toBytes());
  return PublicKey.findProgramAddressSync(seeds, new PublicKey(ATA_PROGRAM))[0].toBase58();
}

/** Returns the address of the account to which the deposits of a depository program belong. */
export const vaultOf = (depository: string): string =>
  PublicKey.findProgramAddressSync([new TextEncoder().encode('vault')], new PublicKey(depository))[0].toBase58();

/** The number of bytes of a token account without extensions. Mints and token accounts with extensions have more. */
export const TOKEN_ACCOUNT_BYTES = 165;
const MINT_BYTES = 82;
/** The values of the byte that distinguishes a mint with extensions from a token account with extensions. */
const IS_MINT = 1;
const IS_ACCOUNT = 2;

/**
 * A token account. `delegate` and `closer` are the addresses of other parties that control it, or empty if there are
 * none.
 */
export type TokenAccount = { mint: string; owner: string; amount: bigint; delegate: string; closer: string };

/** Reads a token account, or returns null if the data is not an initialized token account. */
export function readTokenAccount(data: Uint8Array): TokenAccount | null {
  const isAccount =
    data.length === TOKEN_ACCOUNT_BYTES || (data.length > TOKEN_ACCOUNT_BYTES && data[165] === IS_ACCOUNT);
  const state = data[108];
  if (!isAccount || (state !== 1 && state !== 2)) return null;
  return {
    mint: keyAt(data, 0),
    owner: keyAt(data, 32),
    amount: littleEndian(data, 64, 8) ?? 0n,
    delegate: optionAt(data, 72),
    closer: optionAt(data, 129),
  };
}

/**
 * A mint. `supply` is the number of all units, and `takes` is a special effect of each transfer, or null if there is
 * none.
 * `fee`: the token keeps a part of the amount.
 * `hook`: the token calls a program of its issuer.
 */
export type Mint = { decimals: number; supply: bigint; takes: 'fee' | 'hook' | null };

/** Reads a mint, or returns null if the data is not an initialized mint. */
export function readMint(data: Uint8Array, program: string): Mint | null {
  const decimals = data[44];
  const isMint = data.length === MINT_BYTES || (data.length > TOKEN_ACCOUNT_BYTES && data[165] === IS_MINT);
  if (!isMint || decimals === undefined || data[45] !== 1) return null;
  const supply = littleEndian(data, 36, 8) ?? 0n;
  return { decimals, supply, takes: program === TOKEN_2022_PROGRAM ? takingExtension(data) : null };
}

// The types of two extensions of a mint, and the positions of values in the data of these extensions.
const FEE_CONFIG = 1;
const TRANSFER_HOOK = 14;
const FEE_POINTS: readonly number[] = [88, 106];
const HOOK_PROGRAM = 32;

/**
 * Returns whether the mint has a transfer fee or a transfer hook, or null if it has neither. A fee of zero and a hook
 * without a program do not count.
 */
function takingExtension(data: Uint8Array): Mint['takes'] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = TOKEN_ACCOUNT_BYTES + 1; at + 4 <= data.length;) {
    const type = view.getUint16(at, true);
    const size = view.getUint16(at + 2, true);
    const value = data.subarray(at + 4, at + 4 + size);
    if (type === FEE_CONFIG && FEE_POINTS.some((point) => littleEndian(value, point, 2) !== 0n)) return 'fee';
    if (type === TRANSFER_HOOK && value.subarray(HOOK_PROGRAM).some((byte) => byte !== 0)) return 'hook';
    at += 4 + size;
  }
  return null;
}

const keyAt = (data: Uint8Array, at: number): string => new PublicKey(data.subarray(at, at + 32)).toBase58();

/** Reads an optional key. Returns an empty text if the four bytes before the key mean that it is not set. */
const optionAt = (data: Uint8Array, at: number): string =>
  littleEndian(data, at, 4) === 0n ? '' : keyAt(data, at + 4);
