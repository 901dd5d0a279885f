/** Searches tokens by name or address at the service. Reads the payer's balance of each found token. */
import type { HubClient } from '../../api/client.js';
import type { WireCurrencyRecord } from '../../api/responses/types.js';
import { addressKey, isHexAccount, sameAddress } from '../../shared/chain.js';
import type { Account, Asset, ChainCurrency, ChainRecord } from '../../types.js';
import type { ChainAccess, VmAdapter } from '../../vm/adapter.js';
import { looksLikeAddress } from '../../vm/addresses.js';
import { pinnedCurrency } from '../../vm/registry.js';
import { assetOf } from './load-assets.js';

export type TokenSearch = {
  text: string;
  account: Account;
  /** The chains that the payer can pay from. */
  chains: readonly ChainRecord[];
  client: Pick<HubClient, 'currencies'>;
  adapter: Pick<VmAdapter, 'balances' | 'decimals'>;
  access: Omit<ChainAccess, 'chain'>;
};

/** Maximum number of tokens that a search shows. */
const MOST = 20;
/** Maximum number of characters of a token's name or symbol. The token's issuer can choose a longer text. */
const LONGEST = 40;

/** Returns verified tokens first. Omits an unpinned token if its contract and the service report different decimals. */
export async function searchTokens({ text, account, chains, client, adapter, access }: TokenSearch): Promise<Asset[]> {
  const filter = isHexAccount(text) ? { address: text, useExternalSearch: true } : { term: text };
  const body = { ...filter, chainIds: chains.map(({ id }) => id), limit: MOST };
  const groups = await client.currencies(body, { signal: access.signal });
  const records = groups.flat().filter(isFirst);
  const found = await Promise.all(
    chains.map(async (chain) => {
      const matches = records
        .filter(({ chainId, address }) => chainId === chain.id && looksLikeAddress(address, chain.vmType))
        .map((record) => currencyOf(record, chain))
        .sort((a, b) => (a.isVerified === b.isVerified ? 0 : a.isVerified ? -1 : 1))
        .slice(0, MOST);
      return matches.length > 0 ? withBalances(matches, account, { adapter, access: { ...access, chain } }) : [];
    }),
  );
  const rank = ({ verified, disabled }: Asset): number => (verified ? 0 : 2) + (disabled ? 1 : 0);
  return found
    .flat()
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST);
}

type FoundCurrency = { record: ChainCurrency; isPinned: boolean; isVerified: boolean };

/**
 * Returns the pinned record of the token. If the token is not pinned, returns the service's record with a shortened
 * name and symbol.
 */
function currencyOf(found: WireCurrencyRecord, chain: ChainRecord): FoundCurrency {
  const pinned = pinnedCurrency(chain, found.address);
  if (pinned) return { record: pinned, isPinned: true, isVerified: pinned.metadata?.verified ?? true };
  const { address, decimals, symbol, name = symbol, metadata } = found;
  const verified = metadata?.verified === true;
  const record = { address, decimals, symbol: symbol.slice(0, LONGEST), name: name.slice(0, LONGEST) };
  return { record: { ...record, metadata: { verified } }, isPinned: false, isVerified: verified };
}

async function withBalances(
  currencies: readonly FoundCurrency[],
  account: Account,
  { adapter, access }: { adapter: TokenSearch['adapter']; access: ChainAccess },
): Promise<Asset[]> {
  const { chain } = access;
  const refs = currencies.map(({ record }) => ({ currency: addressKey(record.address) }));
  const [balances, decimals] = await Promise.all([
    adapter.balances(account.address, refs, access),
    adapter.decimals(refs, access),
  ]);
  return currencies.flatMap(({ record, isPinned }, index) => {
    if (!isPinned && decimals[index] !== BigInt(record.decimals)) return [];
    const asset = assetOf(chain, addressKey(record.address), record, balances[index] ?? null);
    const isEmpty = asset.balance?.amount === '0';
    return [{ ...asset, disabled: asset.disabled ?? (isEmpty ? 'insufficient-funds' : null) }];
  });
}

const isFirst = (record: WireCurrencyRecord, at: number, all: readonly WireCurrencyRecord[]): boolean =>
  all.findIndex(({ chainId, address }) => chainId === record.chainId && sameAddress(address, record.address)) === at;
