/** Builds the instruction that deposits into the depository program, and reads deposits from the program's logs. */

import { base58 } from '@scure/base';
import { type PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { bytesToHex, hexToBytes, type Hex } from 'viem';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  CONFIG,
  PROGRAM_ID,
  SVM_NATIVE,
  tokenAccountOf,
  VAULT,
  type Mint,
} from './addresses.js';
import { DISCRIMINATORS } from './depository.js';

export interface SvmDeposit {
  readonly sender: PublicKey;
  /** The token's mint. The value is null for a deposit of the native currency. */
  readonly mint: Mint | null;
  readonly amount: bigint;
  readonly orderId: Hex;
}

export function depositInstruction({ sender, mint, amount, orderId }: SvmDeposit): TransactionInstruction {
  const data = Buffer.alloc(48);
  data.write(mint ? DISCRIMINATORS.token : DISCRIMINATORS.native, 0, 'hex');
  data.writeBigUInt64LE(amount, 8);
  data.set(hexToBytes(orderId), 16);
  const reads = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false });
  const writes = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true });
  const payer = { pubkey: sender, isSigner: true, isWritable: true };
  const keys = mint
    ? [
        reads(CONFIG),
        payer,
        reads(sender),
        reads(VAULT),
        reads(mint.address),
        writes(tokenAccountOf(sender, mint)),
        writes(tokenAccountOf(VAULT, mint)),
        reads(mint.program),
        reads(ASSOCIATED_TOKEN_PROGRAM),
        reads(SystemProgram.programId),
      ]
    : [reads(CONFIG), payer, reads(sender), writes(VAULT), reads(SystemProgram.programId)];
  return new TransactionInstruction({ programId: PROGRAM_ID, keys, data });
}

/** A deposit that the program logged. `currency` is the mint, or the address of the native currency. */
export interface LoggedDeposit {
  readonly orderId: Hex;
  readonly currency: string;
  readonly amount: bigint;
}

/** Reads only logs of the depository program, because any other program can log the same bytes. */
export function loggedDeposits(logs: readonly string[]): LoggedDeposit[] {
  const running: string[] = [];
  const found: LoggedDeposit[] = [];
  for (const line of logs) {
    const [, program = '', event] = /^Program (\S+) (invoke|success|failed)/u.exec(line) ?? [];
    if (event === 'invoke') running.push(program);
    else if (event !== undefined) running.pop();
    else if (line.startsWith(DATA) && running.at(-1) === PROGRAM_ID.toBase58()) {
      const data = Buffer.from(line.slice(DATA.length), 'base64');
      const mint = data.subarray(72, 104);
      found.push({
        orderId: bytesToHex(data.subarray(8, 40)),
        currency: mint.every((byte) => byte === 0) ? SVM_NATIVE : base58.encode(mint),
        amount: data.readBigUInt64LE(0),
      });
    }
  }
  return found;
}

const DATA = 'Program data: ';
