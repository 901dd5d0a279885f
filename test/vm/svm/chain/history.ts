/** Transactions as a node of the SVM chain returns them from its history. */
import { base58 } from '@scure/base';
import type { Instruction } from '../../../../src/types.js';
import { fromHex } from '../../../../src/vm/svm/data/bytes.js';
import { svm } from '../../../support/svm-quotes.js';
import { BLOCKHASH } from '../node.js';

type Holding = readonly [account: number, owner: string, mint: string, amount: bigint];

export type Mined = {
  hash?: string;
  keys?: readonly string[];
  /** Accounts from lookup tables: those that can be changed, then the others. */
  loaded?: readonly [readonly string[], readonly string[]];
  instructions?: readonly Instruction[];
  err?: unknown;
  lamports?: readonly [before: number, after: number][];
  tokens?: readonly [before: readonly Holding[], after: readonly Holding[]];
  blockhash?: string;
  time?: number | null;
  slot?: number;
};

export const HASH = '5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXFSDwt8GFXM7W5Ncn16wmqokgpiKRLuS83KUxyZyv2sUYv';

const tokenBalances = (list: readonly Holding[]): unknown =>
  list.map(([accountIndex, owner, mint, amount]) => ({
    accountIndex,
    owner,
    mint,
    uiTokenAmount: { amount: String(amount), decimals: 6 },
  }));

/** An answer of `getTransaction`. The first account has paid a fee of 5,000 lamports. */
export function mined({
  hash = HASH,
  keys = [svm.payer],
  loaded = [[], []],
  instructions = [],
  err = null,
  lamports = [],
  tokens = [[], []],
  blockhash = BLOCKHASH,
  time = 1_700_000_000,
  slot = 4_000,
}: Mined): unknown {
  const all = [...keys, ...instructions.map(({ programId }) => programId)];
  return {
    slot,
    blockTime: time,
    version: 0,
    transaction: {
      signatures: [hash],
      message: {
        accountKeys: all,
        recentBlockhash: blockhash,
        instructions: instructions.map(({ programId, data }) => ({
          programIdIndex: all.indexOf(programId),
          accounts: [],
          data: base58.encode(fromHex(data)),
        })),
      },
    },
    meta: {
      err,
      fee: 5_000,
      preBalances: lamports.map(([before]) => before),
      postBalances: lamports.map(([, after]) => after),
      preTokenBalances: tokenBalances(tokens[0]),
      postTokenBalances: tokenBalances(tokens[1]),
      loadedAddresses: { writable: loaded[0], readonly: loaded[1] },
    },
  };
}
