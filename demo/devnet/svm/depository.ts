/**
 * The depository program of the SVM chain, in the assembler of this folder. The program takes deposits and logs each
 * deposit. The instruction data is a discriminator of 8 bytes, the amount as u64 (little-endian) and the order id of 32
 * bytes.
 * - Native deposit: config, sender (signer), depositor, vault, system program.
 * - Token deposit: config, sender (signer), depositor, vault, mint, token account of the sender, token account of the
 *   vault, token program, associated token program, system program.
 * The log `Program data:` contains amount (8), order id (32), depositor (32) and mint (32, zeros for a native deposit).
 */

import { PublicKey } from '@solana/web3.js';
import { Program } from './assembler.js';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, VAULT } from './addresses.js';

export const DISCRIMINATORS = { native: '0d9e0ddf5fd51c06', token: '0b9c60da27a3b413' };

/** Error codes of the program. The name of each code is the part of the instruction that is wrong. */
export const ERRORS = {
  accounts: 0x100,
  data: 0x101,
  instruction: 0x102,
  signer: 0x103,
  vault: 0x104,
  program: 0x105,
  amount: 0x106,
  mint: 0x107,
  vaultToken: 0x108,
};

// Places in the stack frame, below register 10. The runtime's C interface defines the sizes of these structures.
const ACCOUNTS = -96;
const INFOS = ACCOUNTS - 4 * 56;
const METAS = INFOS - 4 * 16;
const CALL = METAS - 40;
const DATA = CALL - 16;
const EVENT = DATA - 104;
const SLICE = EVENT - 16;

// Offsets in a serialized account, from its first byte.
const SIGNER = 1;
const WRITABLE = 2;
const EXECUTABLE = 3;
const KEY = 8;
const OWNER = 40;
const LAMPORTS = 72;
const SIZE = 80;
const BYTES = 88;
/** Offset of `decimals` in a mint, and offset of `owner` in a token account. */
const DECIMALS = BYTES + 44;
const HOLDER = BYTES + 32;
/** The number of free bytes that the runtime leaves after the data of each account. */
const GROWTH = 10_240;

export function buildDepository(): Uint8Array {
  const p = new Program();
  const fail = (code: number): string => `fail ${code}`;
  const load = (register: number, account: number): Program => p.load64(register, 10, ACCOUNTS + 8 * account);
  const words = [0, 8, 16, 24];
  /** Compares the 32 bytes at the addresses in the registers 1 and 2. Uses the registers 3 and 4. */
  const requireSame = (first: number, second: number, otherwise: string): void => {
    for (const word of words)
      p.load64(3, 1, first + word)
        .load64(4, 2, second + word)
        .ifDifferent(3, 4, otherwise);
  };
  const requireKey = (account: number, key: PublicKey, otherwise: string): void => {
    load(1, account).bytes(2, key.toBytes());
    requireSame(KEY, 0, otherwise);
  };

  // Finds where each account starts. If the input contains an account twice, the second entry contains only the index
  // of the first entry.
  p.copy(6, 1).load64(7, 6, 0).add(6, 8).ifAbove(7, 12, fail(ERRORS.accounts)).set(8, 0);
  p.label('next account').ifSame(8, 7, 'parsed');
  p.copy(3, 8).shiftLeft(3, 3).addRegister(3, 10).add(3, ACCOUNTS);
  p.load8(2, 6, 0).ifEqual(2, 0xff, 'first time');
  p.shiftLeft(2, 3).addRegister(2, 10).add(2, ACCOUNTS).load64(4, 2, 0).store64(3, 0, 4).add(6, 8).goto('counted');
  p.label('first time')
    .store64(3, 0, 6)
    .load64(2, 6, SIZE)
    .add(6, BYTES + GROWTH)
    .addRegister(6, 2);
  p.add(6, 7).and(6, -8).add(6, 8);
  p.label('counted').add(8, 1).goto('next account');

  // Register 6 contains the address of the instruction's data. Register 7 contains the number of accounts. Register 9
  // contains the amount.
  p.label('parsed').load64(2, 6, 0).ifNotEqual(2, 48, fail(ERRORS.data)).add(6, 8);
  p.load64(9, 6, 8).ifEqual(9, 0, fail(ERRORS.amount)).load64(2, 6, 0);
  p.big(3, littleEndian(DISCRIMINATORS.native)).ifSame(2, 3, 'native');
  p.big(3, littleEndian(DISCRIMINATORS.token)).ifSame(2, 3, 'token');
  p.goto(fail(ERRORS.instruction));

  /** Checks the sender and the vault, and prepares the log. */
  const begin = (): void => {
    load(1, 1).load8(2, 1, SIGNER).ifEqual(2, 0, fail(ERRORS.signer));
    requireKey(3, VAULT, fail(ERRORS.vault));
    p.store64(10, EVENT, 9);
    for (const word of words) p.load64(3, 6, 16 + word).store64(10, EVENT + 8 + word, 3);
    load(1, 2);
    for (const word of words) {
      p.load64(3, 1, KEY + word).store64(10, EVENT + 40 + word, 3);
      p.put64(10, EVENT + 72 + word, 0);
    }
  };
  /** Describes an account for a call of another program. */
  const describe = (slot: number, account: number): void => {
    const at = INFOS + 56 * slot;
    const pointers = [at, KEY, at + 8, LAMPORTS, at + 24, BYTES, at + 32, OWNER];
    const flags = [at + 48, SIGNER, at + 49, WRITABLE, at + 50, EXECUTABLE];
    load(1, account);
    for (let index = 0; index < pointers.length; index += 2) {
      p.copy(2, 1)
        .add(2, pointers[index + 1]!)
        .store64(10, pointers[index]!, 2);
    }
    p.load64(2, 1, SIZE)
      .store64(10, at + 16, 2)
      .put64(10, at + 40, 0);
    for (let index = 0; index < flags.length; index += 2) {
      p.load8(2, 1, flags[index + 1]!).store8(10, flags[index]!, 2);
    }
  };
  const name = (slot: number, account: number, writable: 0 | 1, signer: 0 | 1): void => {
    const at = METAS + 16 * slot;
    load(1, account).add(1, KEY).store64(10, at, 1);
    p.put8(10, at + 8, writable).put8(10, at + 9, signer);
  };
  const invoke = (programAccount: number, named: number, dataBytes: number, described: number): void => {
    load(1, programAccount).add(1, KEY).store64(10, CALL, 1);
    p.copy(1, 10)
      .add(1, METAS)
      .store64(10, CALL + 8, 1)
      .put64(10, CALL + 16, named);
    p.copy(1, 10)
      .add(1, DATA)
      .store64(10, CALL + 24, 1)
      .put64(10, CALL + 32, dataBytes);
    p.copy(1, 10).add(1, CALL).copy(2, 10).add(2, INFOS).set(3, described).set(4, 0).set(5, 0);
    p.call('sol_invoke_signed_c').goto('log');
  };

  p.label('native').ifBelow(7, 5, fail(ERRORS.accounts));
  begin();
  requireKey(4, PublicKey.default, fail(ERRORS.program));
  // The call `transfer` of the system program.
  p.put32(10, DATA, 2).store64(10, DATA + 4, 9);
  name(0, 1, 1, 1);
  name(1, 3, 1, 0);
  [1, 3, 4].forEach((account, slot) => describe(slot, account));
  invoke(4, 2, 12, 3);

  p.label('token').ifBelow(7, 8, fail(ERRORS.accounts));
  begin();
  requireKey(7, TOKEN_PROGRAM, 'other token program');
  p.goto('known token program').label('other token program');
  requireKey(7, TOKEN_2022_PROGRAM, fail(ERRORS.program));
  p.label('known token program');
  load(1, 4);
  load(2, 7);
  requireSame(OWNER, KEY, fail(ERRORS.mint));
  load(1, 6);
  requireSame(OWNER, KEY, fail(ERRORS.vaultToken));
  load(2, 4);
  requireSame(BYTES, KEY, fail(ERRORS.mint));
  load(2, 3);
  requireSame(HOLDER, KEY, fail(ERRORS.vaultToken));
  load(1, 4);
  for (const word of words) p.load64(3, 1, KEY + word).store64(10, EVENT + 72 + word, 3);
  // The call `transferChecked` of the token program.
  p.put8(10, DATA, 12)
    .store64(10, DATA + 1, 9)
    .load8(2, 1, DECIMALS)
    .store8(10, DATA + 9, 2);
  name(0, 5, 1, 0);
  name(1, 4, 0, 0);
  name(2, 6, 1, 0);
  name(3, 1, 0, 1);
  [5, 4, 6, 1].forEach((account, slot) => describe(slot, account));
  invoke(7, 4, 10, 4);

  p.label('log').copy(1, 10).add(1, EVENT).store64(10, SLICE, 1);
  p.put64(10, SLICE + 8, 104)
    .copy(1, 10)
    .add(1, SLICE)
    .set(2, 1)
    .call('sol_log_data');
  p.set(0, 0).exit();
  for (const code of Object.values(ERRORS)) p.label(fail(code)).set(0, code).exit();
  return p.toElf();
}

const littleEndian = (hex: string): bigint => Buffer.from(hex, 'hex').readBigUInt64LE();
