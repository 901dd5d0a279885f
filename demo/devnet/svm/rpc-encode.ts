/** Encodes accounts and transactions in the format of the SVM's JSON-RPC. */

import { base58 } from '@scure/base';
import { PublicKey, type VersionedMessage } from '@solana/web3.js';
import { COMPUTE_BUDGET_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './addresses.js';
import type { LandedTransaction, SvmAccount, SvmChain } from './chain.js';
import { readMint, readTokenAccount } from './tokens.js';

const TOKEN_PROGRAMS: Readonly<Record<string, string>> = {
  [TOKEN_PROGRAM.toBase58()]: 'spl-token',
  [TOKEN_2022_PROGRAM.toBase58()]: 'spl-token-2022',
};
export const tokenPrograms = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM];

export type UiAmount = { amount: string; decimals: number; uiAmount: number; uiAmountString: string };

export function uiAmount(amount: bigint, decimals: number): UiAmount {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const text = decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/u, '') : digits;
  return { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text };
}

export const decimalsOf = (chain: SvmChain, mint: PublicKey): number =>
  readMint(chain.account(mint)?.data ?? Buffer.alloc(0))?.decimals ?? 0;

/** Encodes an account in the format of `getAccountInfo`. Returns null if there is no account. */
export function encodeAccount(chain: SvmChain, account: SvmAccount | null, encoding = 'base64'): unknown {
  if (!account) return null;
  const { lamports, data, owner, executable } = account;
  const raw = encoding === 'base58' ? [base58.encode(data), 'base58'] : [data.toString('base64'), 'base64'];
  return {
    lamports: Number(lamports),
    owner: owner.toBase58(),
    executable,
    rentEpoch: 0,
    space: data.length,
    data: encoding === 'jsonParsed' ? (parsedData(chain, account) ?? raw) : raw,
  };
}

function parsedData(chain: SvmChain, { data, owner }: SvmAccount): unknown {
  const program = TOKEN_PROGRAMS[owner.toBase58()];
  if (program === undefined) return undefined;
  const held = readTokenAccount(data);
  const mint = readMint(data);
  if (held) {
    const info = {
      isNative: held.isNative,
      mint: held.mint.toBase58(),
      owner: held.owner.toBase58(),
      state: held.isFrozen ? 'frozen' : 'initialized',
      tokenAmount: uiAmount(held.amount, decimalsOf(chain, held.mint)),
    };
    return { program, space: data.length, parsed: { type: 'account', info } };
  }
  if (!mint) return undefined;
  const { decimals, supply } = mint;
  const authority = data.readUInt32LE(0) === 1 ? new PublicKey(data.subarray(4, 36)).toBase58() : null;
  const info = {
    decimals,
    supply: String(supply),
    isInitialized: true,
    mintAuthority: authority,
    freezeAuthority: null,
  };
  return { program, space: data.length, parsed: { type: 'mint', info } };
}

/** Encodes a transaction in the format of `getTransaction`. */
export function encodeTransaction(chain: SvmChain, landed: LandedTransaction, encoding = 'json'): unknown {
  const { slot, time, transaction, err, logs, unitsConsumed, keys, before, after } = landed;
  const { message, signatures, version } = transaction;
  const lookups = message.addressTableLookups;
  const loaded = keys.slice(message.staticAccountKeys.length).map((key) => key.toBase58());
  const writable = lookups.reduce((sum, { writableIndexes }) => sum + writableIndexes.length, 0);
  return {
    slot,
    blockTime: time,
    version,
    transaction:
      encoding === 'base64'
        ? [Buffer.from(transaction.serialize()).toString('base64'), 'base64']
        : { signatures: signatures.map((each) => base58.encode(each)), message: encodeMessage(message) },
    meta: {
      err,
      status: err === null ? { Ok: null } : { Err: err },
      fee: feeOf(message),
      computeUnitsConsumed: unitsConsumed,
      logMessages: logs,
      innerInstructions: [],
      rewards: [],
      preBalances: before.map((account) => Number(account?.lamports ?? 0n)),
      postBalances: after.map((account) => Number(account?.lamports ?? 0n)),
      preTokenBalances: tokenBalances(chain, before),
      postTokenBalances: tokenBalances(chain, after),
      loadedAddresses: { writable: loaded.slice(0, writable), readonly: loaded.slice(writable) },
    },
  };
}

function encodeMessage(message: VersionedMessage): unknown {
  const { header, staticAccountKeys, recentBlockhash, compiledInstructions, addressTableLookups } = message;
  return {
    header,
    recentBlockhash,
    accountKeys: staticAccountKeys.map((key) => key.toBase58()),
    instructions: compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => {
      return { programIdIndex, accounts: accountKeyIndexes, data: base58.encode(data), stackHeight: null };
    }),
    addressTableLookups: addressTableLookups.map(({ accountKey, writableIndexes, readonlyIndexes }) => {
      return { accountKey: accountKey.toBase58(), writableIndexes, readonlyIndexes };
    }),
  };
}

function tokenBalances(chain: SvmChain, accounts: readonly (SvmAccount | null)[]): unknown[] {
  return accounts.flatMap((account, accountIndex) => {
    const program = account?.owner.toBase58() ?? '';
    const held = account && Object.hasOwn(TOKEN_PROGRAMS, program) ? readTokenAccount(account.data) : undefined;
    if (!held) return [];
    const uiTokenAmount = uiAmount(held.amount, decimalsOf(chain, held.mint));
    const [mint, owner] = [held.mint.toBase58(), held.owner.toBase58()];
    return [{ accountIndex, mint, owner, programId: program, uiTokenAmount }];
  });
}

const LAMPORTS_PER_SIGNATURE = 5_000;
const DEFAULT_UNITS = 200_000;

/** Returns the fee in lamports. The fee is the sum of the price of the signatures and the priority fee. */
export function feeOf({ header, compiledInstructions, staticAccountKeys }: VersionedMessage): number {
  let limit = DEFAULT_UNITS * compiledInstructions.length;
  let price = 0n;
  for (const { programIdIndex, data } of compiledInstructions) {
    if (!staticAccountKeys[programIdIndex]?.equals(COMPUTE_BUDGET_PROGRAM)) continue;
    const bytes = Buffer.from(data);
    if (bytes[0] === 2) limit = bytes.readUInt32LE(1);
    if (bytes[0] === 3) price = bytes.readBigUInt64LE(1);
  }
  const priority = (BigInt(limit) * price + 999_999n) / 1_000_000n;
  return LAMPORTS_PER_SIGNATURE * header.numRequiredSignatures + Number(priority);
}
