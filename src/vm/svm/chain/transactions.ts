/** Reads a transaction from the chain's history, with the balances before and after it. */
import { isRecord } from '../../../shared/text/patterns.js';
import { rpc } from '../../family/rpc.js';
import type { ChainAccess } from '../../family/sources.js';
import { fromBase58, toHex } from '../data/bytes.js';
import { WRAPPED_NATIVE } from '../data/programs.js';
import { CONFIRMED, naturalOf } from './read-accounts.js';

/** A change of a balance. `mint` is null for the native currency. */
export type BalanceChange = { owner: string; mint: string | null; before: bigint; after: bigint };

/** A transaction in a block. */
export type ChainTransaction = {
  success: boolean;
  /** The time of the block as Unix time in seconds, or null if the node does not know it. */
  at: bigint | null;
  slot: bigint;
  /** The network fee in lamports, which the first account pays. */
  fee: bigint;
  /**
   * The rent of the token accounts that the transaction opened, minus that of those it closed. The rent is not part of
   * a payment, because it is paid back when an account is closed.
   */
  rent: bigint;
  blockhash: string;
  /** All accounts of the transaction, with those from lookup tables last. */
  accounts: readonly string[];
  /** The accounts that signed the transaction. */
  signers: readonly string[];
  /**
   * The programs that the transaction calls, with the data of each call in hex. Calls from one program to another are
   * not included.
   */
  calls: readonly { programId: string; data: string }[];
  changes: readonly BalanceChange[];
};

/**
 * Reads a transaction. Returns null if the node does not know it, or answers with another one.
 * @throws Error if the chain cannot be read, or if the answer is malformed
 */
export async function transactionOf(hash: string, access: ChainAccess): Promise<ChainTransaction | null> {
  const options = { ...CONFIRMED, encoding: 'json', maxSupportedTransactionVersion: 0 };
  const answer = await rpc(access, 'getTransaction', [hash, options]);
  if (answer === null) return null;
  const { transaction, meta, blockTime, slot } = recordOf(answer);
  const { message, signatures } = recordOf(transaction);
  const signed = textsOf(signatures);
  if (!signed.includes(hash)) return null;
  const { accountKeys, instructions, recentBlockhash } = recordOf(message);
  const { err, fee, preBalances, postBalances, preTokenBalances, postTokenBalances, loadedAddresses } = recordOf(meta);
  const { writable, readonly } = isRecord(loadedAddresses) ? loadedAddresses : {};
  const accounts = [...textsOf(accountKeys), ...textsOf(writable ?? []), ...textsOf(readonly ?? [])];
  const [before, after] = [preBalances, postBalances].map((list) => listOf(list).map(naturalOf));
  const native = accounts.map((owner, at) => {
    return { owner, mint: null, before: before?.[at] ?? 0n, after: after?.[at] ?? 0n };
  });
  const holdings = holdingsOf(preTokenBalances, postTokenBalances);
  return {
    success: err === null,
    at: blockTime === null || blockTime === undefined ? null : naturalOf(blockTime),
    slot: naturalOf(slot),
    fee: naturalOf(fee),
    blockhash: String(recentBlockhash),
    accounts,
    // The first accounts have signed, each with one signature.
    signers: accounts.slice(0, signed.length),
    calls: listOf(instructions).map((each) => {
      const { programIdIndex, data } = recordOf(each);
      return { programId: accounts[indexOf(programIdIndex)] ?? '', data: toHex(fromBase58(String(data))) };
    }),
    rent: rentOf(holdings, native),
    changes: [...native, ...holdings.flatMap(tokenChanges)],
  };
}

/** A token account. `pre` is absent if the transaction opened it, and `post` is absent if the transaction closed it. */
type Holding = { index: number; pre: TokenBalance | undefined; post: TokenBalance | undefined };

/** Returns the token accounts of both lists. */
function holdingsOf(before: unknown, after: unknown): Holding[] {
  const [first, last] = [before, after].map(
    (list) =>
      new Map(
        listOf(list ?? [])
          .map(readTokenBalance)
          .map((each) => [each.index, each]),
      ),
  );
  const indexes = new Set([...(first?.keys() ?? []), ...(last?.keys() ?? [])]);
  return [...indexes].map((index) => ({ index, pre: first?.get(index), post: last?.get(index) }));
}

/** Returns the rent of the opened accounts, minus that of the closed ones, without amounts of wrapped currency. */
function rentOf(holdings: readonly Holding[], native: readonly BalanceChange[]): bigint {
  const wrapped = (each: TokenBalance | undefined): bigint => (each?.mint === WRAPPED_NATIVE ? each.amount : 0n);
  return holdings
    .filter(({ pre, post }) => !pre || !post)
    .reduce((sum, { index, pre, post }) => {
      const { before = 0n, after = 0n } = native[index] ?? {};
      return sum + after - before - wrapped(post) + wrapped(pre);
    }, 0n);
}

/** Returns the changes of the token balance of one account. */
function tokenChanges({ pre, post }: Holding): BalanceChange[] {
  // A transaction can change the owner of an account. The old owner then loses the amount that the account held before,
  // and the new owner gets the amount that it holds afterwards.
  const isOne = pre?.owner === post?.owner && pre?.mint === post?.mint;
  if (pre && post && isOne) return [{ ...partyOf(pre), before: pre.amount, after: post.amount }];
  return [
    ...(pre ? [{ ...partyOf(pre), before: pre.amount, after: 0n }] : []),
    ...(post ? [{ ...partyOf(post), before: 0n, after: post.amount }] : []),
  ];
}

type TokenBalance = { index: number; owner: string; mint: string; amount: bigint };

const partyOf = ({ owner, mint }: TokenBalance): Pick<TokenBalance, 'owner' | 'mint'> => ({ owner, mint });

function readTokenBalance(value: unknown): TokenBalance {
  const { accountIndex, owner, mint, uiTokenAmount } = recordOf(value);
  const { amount } = recordOf(uiTokenAmount);
  return { index: indexOf(accountIndex), owner: String(owner), mint: String(mint), amount: BigInt(String(amount)) };
}

/** @throws Error if the value is not an object */
function recordOf(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw new Error('Not a transaction');
  return value;
}

/** @throws Error if the value is not a list */
function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('Not a transaction');
  return value as unknown[];
}

/** @throws Error if the value is not a position in a list */
function indexOf(value: unknown): number {
  if (typeof value !== 'number') throw new Error('Not a transaction');
  return value;
}

const textsOf = (value: unknown): string[] => listOf(value).map(String);
