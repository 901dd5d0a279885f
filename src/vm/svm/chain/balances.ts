/** Reads balances of the native currency and of the tokens of both token programs. */
import type { Asset } from '../../../types.js';
import { looksLikeAddress } from '../../address/addresses.js';
import { nativeAddress } from '../../registry/registry.js';
import type { ChainAccess } from '../../family/sources.js';
import { readTokenAccount, tokenAccountOf, TOKEN_ACCOUNT_BYTES } from '../data/accounts.js';
import { TOKEN_PROGRAMS } from '../data/programs.js';
import { readAccounts, type ChainAccount } from './read-accounts.js';

/**
 * Returns the balances in the order of `assets`, with null for one that cannot be read. Throws only after an abort. A
 * payer can have several accounts for one token. Only the one that a payment uses counts.
 */
export async function balances(
  address: string,
  assets: readonly Pick<Asset, 'currency'>[],
  access: ChainAccess,
): Promise<(bigint | null)[]> {
  try {
    const native = nativeAddress(access.chain);
    const wanted = assets.map(({ currency }) => {
      if (currency === native) return [address];
      if (!looksLikeAddress(currency, 'svm')) return [];
      return TOKEN_PROGRAMS.map((program) => tokenAccountOf(address, currency, program));
    });
    const found = await readAccounts(wanted.flat(), access, { dataSlice: { offset: 0, length: TOKEN_ACCOUNT_BYTES } });
    return wanted.map((accounts, at) => {
      const read = found.splice(0, accounts.length);
      if (assets[at]?.currency === native) return read[0]?.lamports ?? 0n;
      return accounts.length > 0 ? tokenSum(read) : null;
    });
  } catch {
    access.signal.throwIfAborted();
    return assets.map(() => null);
  }
}

/**
 * Adds up the amounts of the accounts. At most one of them exists, because a mint belongs to only one token program.
 */
const tokenSum = (accounts: readonly (ChainAccount | null)[]): bigint =>
  accounts.reduce((sum, account) => {
    const isToken = account && TOKEN_PROGRAMS.includes(account.owner);
    return sum + ((isToken && readTokenAccount(account.data)?.amount) || 0n);
  }, 0n);
