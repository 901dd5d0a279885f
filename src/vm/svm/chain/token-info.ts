/** Reads the decimals of tokens from their mints. A mint does not contain the token's symbol. */
import type { Asset } from '../../../types.js';
import type { TokenInfo } from '../../family/adapter.js';
import { nativeAddress } from '../../registry/registry.js';
import type { ChainAccess } from '../../family/sources.js';
import { readMint } from '../data/accounts.js';
import { TOKEN_PROGRAMS } from '../data/programs.js';
import { readAccounts } from './read-accounts.js';

/** The decimals of the native currency, on every SVM chain. */
const NATIVE_DECIMALS = 9;

/**
 * Returns the decimals in the order of `assets`. An entry is null if the address is not a mint. The function throws
 * only after an abort.
 */
export async function tokenInfo(
  assets: readonly Pick<Asset, 'currency'>[],
  access: ChainAccess,
): Promise<(TokenInfo | null)[]> {
  const native = nativeAddress(access.chain);
  const mints = assets.map(({ currency }) => currency).filter((currency) => currency !== native);
  const found = await readAccounts(mints, access).catch(() => []);
  access.signal.throwIfAborted();
  return assets.map(({ currency }) => {
    if (currency === native) return { symbol: null, decimals: NATIVE_DECIMALS };
    const account = found[mints.indexOf(currency)];
    const mint = account && TOKEN_PROGRAMS.includes(account.owner) ? readMint(account.data, account.owner) : null;
    return mint && { symbol: null, decimals: mint.decimals };
  });
}
