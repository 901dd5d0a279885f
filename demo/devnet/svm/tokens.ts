/**
 * Reads and writes the data of mints and token accounts, and builds the few token instructions that the devnet needs.
 */

import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { ASSOCIATED_TOKEN_PROGRAM, tokenAccountOf, type Mint } from './addresses.js';
import type { SvmAccount, SvmChain } from './chain.js';

const MINT_BYTES = 82;
export const TOKEN_ACCOUNT_BYTES = 165;

// Offsets in the data of a token account and of a mint.
const OWNER = 32;
const AMOUNT = 64;
const STATE = 108;
const IS_NATIVE = 109;
const NATIVE_RESERVE = 113;
const SUPPLY = 36;
const DECIMALS = 44;
const IS_INITIALIZED = 45;

export function mintData({ decimals }: Mint, authority: PublicKey | null, supply: bigint): Buffer {
  const data = Buffer.alloc(MINT_BYTES);
  if (authority) {
    data.writeUInt32LE(1, 0);
    data.set(authority.toBytes(), 4);
  }
  data.writeBigUInt64LE(supply, SUPPLY);
  data.writeUInt8(decimals, DECIMALS);
  data.writeUInt8(1, IS_INITIALIZED);
  return data;
}

/** @param reserve For wrapped SOL: the rent that the account holds in addition to its amount */
export function tokenAccountData(mint: Mint, owner: PublicKey, amount: bigint, reserve?: bigint): Buffer {
  const data = Buffer.alloc(TOKEN_ACCOUNT_BYTES);
  data.set(mint.address.toBytes(), 0);
  data.set(owner.toBytes(), OWNER);
  data.writeBigUInt64LE(amount, AMOUNT);
  data.writeUInt8(1, STATE);
  if (reserve !== undefined) {
    data.writeUInt32LE(1, IS_NATIVE);
    data.writeBigUInt64LE(reserve, NATIVE_RESERVE);
  }
  return data;
}

export interface TokenAccount {
  readonly mint: PublicKey;
  readonly owner: PublicKey;
  readonly amount: bigint;
  readonly isNative: boolean;
  readonly isFrozen: boolean;
}

/** Reads a token account. Returns undefined if the data is not a token account. */
export function readTokenAccount(data: Buffer): TokenAccount | undefined {
  if (data.length < TOKEN_ACCOUNT_BYTES) return undefined;
  return {
    mint: new PublicKey(data.subarray(0, 32)),
    owner: new PublicKey(data.subarray(OWNER, OWNER + 32)),
    amount: data.readBigUInt64LE(AMOUNT),
    isNative: data.readUInt32LE(IS_NATIVE) === 1,
    isFrozen: data.readUInt8(STATE) === 2,
  };
}

export const readMint = (data: Buffer): { decimals: number; supply: bigint } | undefined =>
  data.length < MINT_BYTES ? undefined : { decimals: data.readUInt8(DECIMALS), supply: data.readBigUInt64LE(SUPPLY) };

/** Returns the balance of an owner in the smallest unit. If `mint` is null, the balance is in the native currency. */
export function balanceOnSvm(chain: SvmChain, mint: Mint | null, owner: PublicKey): bigint {
  const account: SvmAccount | null = chain.account(mint ? tokenAccountOf(owner, mint) : owner);
  if (!account) return 0n;
  return mint ? (readTokenAccount(account.data)?.amount ?? 0n) : account.lamports;
}

/** Creates the owner's token account. Does nothing if the account exists. */
export function createTokenAccount(payer: PublicKey, owner: PublicKey, mint: Mint): TransactionInstruction {
  return new TransactionInstruction({
    programId: ASSOCIATED_TOKEN_PROGRAM,
    keys: [
      { pubkey: payer, isSigner: true, isWritable: true },
      { pubkey: tokenAccountOf(owner, mint), isSigner: false, isWritable: true },
      { pubkey: owner, isSigner: false, isWritable: false },
      { pubkey: mint.address, isSigner: false, isWritable: false },
      { pubkey: SystemProgram.programId, isSigner: false, isWritable: false },
      { pubkey: mint.program, isSigner: false, isWritable: false },
    ],
    data: Buffer.from([1]),
  });
}

export function transferToken(from: PublicKey, to: PublicKey, mint: Mint, amount: bigint): TransactionInstruction {
  const data = Buffer.alloc(10);
  data.writeUInt8(12, 0);
  data.writeBigUInt64LE(amount, 1);
  data.writeUInt8(mint.decimals, 9);
  return new TransactionInstruction({
    programId: mint.program,
    keys: [
      { pubkey: tokenAccountOf(from, mint), isSigner: false, isWritable: true },
      { pubkey: mint.address, isSigner: false, isWritable: false },
      { pubkey: tokenAccountOf(to, mint), isSigner: false, isWritable: true },
      { pubkey: from, isSigner: true, isWritable: false },
    ],
    data,
  });
}
