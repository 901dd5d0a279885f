/** Reads what a mined transaction brought to an account or took from it, and from whom. */
import { nativeAddress } from '../../registry/registry.js';
import type { ChainAccess, Arrivals } from '../../family/sources.js';
import { littleEndian } from '../data/bytes.js';
import { CLOCK_ACCOUNT, WRAPPED_NATIVE } from '../data/programs.js';
import { readAccounts } from './read-accounts.js';
import { transactionOf, type ChainTransaction } from './transactions.js';

/**
 * Returns the received amount in the smallest unit. Returns null if the amount is unknown or zero, or if the
 * transaction is older than `maxAge` seconds. Throws only after an abort.
 */
export async function receivedAmount(
  hash: string,
  to: string,
  currency: string,
  access: ChainAccess,
  maxAge?: bigint,
): Promise<bigint | null> {
  try {
    const transaction = await transactionOf(hash, access);
    if (!transaction?.success) return null;
    if (maxAge !== undefined && (await ageOf(transaction, access)) > maxAge) return null;
    return sumsOf(transaction, to, access)[currency] ?? null;
  } catch {
    access.signal.throwIfAborted();
    return null;
  }
}

/**
 * Returns the amount that the transaction took from `from`, without the network fee and without rent. Returns null if
 * the amount is unknown or zero, or if the transaction has failed.
 * @throws Error if the chain cannot be read
 */
export async function paidAmount(
  hash: string,
  from: string,
  currency: string,
  access: ChainAccess,
): Promise<bigint | null> {
  const transaction = await transactionOf(hash, access);
  if (!transaction?.success) return null;
  // Wrapped currency counts as native currency, because either can become the other.
  const mints = currency === nativeAddress(access.chain) ? [null, WRAPPED_NATIVE] : [currency];
  const lost = -mints.reduce((sum, mint) => sum + riseOf(transaction, from, mint), 0n);
  return lost > 0n ? lost : null;
}

/**
 * Returns the block's time, the signer, and the amounts and senders by currency. Returns null if the node does not know
 * the transaction, or if it has failed.
 * @throws Error if the chain cannot be read, or if the node does not know the block's time
 */
export async function transfersTo(hash: string, to: string, access: ChainAccess): Promise<Arrivals | null> {
  const transaction = await transactionOf(hash, access);
  if (!transaction?.success) return null;
  if (transaction.at === null) throw new Error('The node does not know the time of the block');
  const { accounts, changes } = transaction;
  const [signer = ''] = accounts;
  const amounts = sumsOf(transaction, to, access);
  const isOwn = signer === to || changes.some(({ owner, mint }) => owner === to && riseOf(transaction, to, mint) < 0n);
  const senders = isOwn ? {} : sendersOf(transaction, Object.keys(amounts), access);
  return { at: transaction.at, amounts, signer, senders };
}

/** Returns the owners whose balance of each currency fell. The network fee and the rent do not count. */
function sendersOf(
  transaction: ChainTransaction,
  currencies: readonly string[],
  access: ChainAccess,
): Record<string, readonly string[]> {
  const native = nativeAddress(access.chain) ?? '';
  const owners = (currency: string): readonly string[] => {
    const same = transaction.changes.filter(({ mint }) => (mint ?? native) === currency);
    const fell = same.filter(({ owner, mint }) => riseOf(transaction, owner, mint) < 0n);
    return [...new Set(fell.map(({ owner }) => owner))];
  };
  return Object.fromEntries(currencies.map((currency) => [currency, owners(currency)]));
}

/**
 * Returns the amounts by which the account's balances have risen, by currency, as if it had paid no network fee and no
 * rent.
 */
function sumsOf(transaction: ChainTransaction, owner: string, access: ChainAccess): Record<string, bigint> {
  const native = nativeAddress(access.chain) ?? '';
  const mints = new Set(transaction.changes.filter((each) => each.owner === owner).map(({ mint }) => mint));
  const sums = [...mints].map((mint) => [mint ?? native, riseOf(transaction, owner, mint)] as const);
  return Object.fromEntries(sums.filter(([, rise]) => rise > 0n));
}

/**
 * Returns by how much the transaction raised the balance of the owner's accounts in one currency, or a negative number
 * if it fell. The network fee and the rent do not count. The code assumes that the transaction's first account pays
 * both.
 */
const riseOf = ({ changes, accounts, fee, rent }: ChainTransaction, owner: string, mint: string | null): bigint =>
  changes
    .filter((each) => each.owner === owner && each.mint === mint)
    .reduce((sum, { before, after }) => sum + after - before, mint === null && accounts[0] === owner ? fee + rent : 0n);

/** The position of the time in the data of `CLOCK_ACCOUNT`. */
const TIME_AT = 32;

/**
 * Returns the seconds since the transaction's block, by the chain's own times. Returns zero if one of the two times
 * cannot be read.
 */
async function ageOf({ at }: ChainTransaction, access: ChainAccess): Promise<bigint> {
  const [clock] = await readAccounts([CLOCK_ACCOUNT], access).catch(() => []);
  const now = clock ? littleEndian(clock.data, TIME_AT, 8) : null;
  return at === null || now === null ? 0n : now - at;
}
