/**
 * Reads the decimals and the supply of tokens from their mints. Does not read symbols, because only some mints have
 * one.
 */
import { SVM_NATIVE_DECIMALS } from '../../../shared/chain.js';
import type { Asset } from '../../../types.js';
import type { TokenInfo } from '../../family/adapter.js';
import { nativeAddress } from '../../registry/registry.js';
import type { ChainAccess } from '../../family/sources.js';
import { readMint } from '../data/accounts.js';
import { TOKEN_PROGRAMS } from '../data/programs.js';
import { readAccounts } from './read-accounts.js';

/**
 * Reads the mints in the order of `assets`. Throws only after an abort. A mint is a collectible if it has at most one
 * piece, which cannot be divided.
 */
export async function tokenInfo(
  assets: readonly Pick<Asset, 'currency'>[],
  access: ChainAccess,
): Promise<(TokenInfo | null)[]> {
  const native = nativeAddress(access.chain);
  const mints = assets.map(({ currency }) => currency).filter((currency) => currency !== native);
  const found = await readAccounts(mints, access).catch(() => null);
  access.signal.throwIfAborted();
  return assets.map(({ currency }) => {
    if (currency === native) return { symbol: null, decimals: SVM_NATIVE_DECIMALS, isCollectible: false };
    if (!found) return { symbol: null, decimals: null, isCollectible: false, isUnread: true };
    const account = found[mints.indexOf(currency)];
    const mint = account && TOKEN_PROGRAMS.includes(account.owner) ? readMint(account.data, account.owner) : null;
    return mint && { symbol: null, decimals: mint.decimals, isCollectible: mint.decimals === 0 && mint.supply <= 1n };
  });
}
