/** Searches tokens by name or address at the service. Reads the payer's balance of each found token. */
import type { HubClient } from '../../api/client.js';
import type { WireCurrencyRecord } from '../../api/responses/types.js';
import { addressKey, isHexAccount, isNativeCurrency, sameAddress } from '../../shared/chain.js';
import type { Account, Asset, ChainCurrency, ChainRecord } from '../../types.js';
import type { ChainAccess, VmAdapter } from '../../vm/adapter.js';
import { looksLikeAddress } from '../../vm/addresses.js';
import { currenciesOf, isSameSymbol, pinnedCurrency } from '../../vm/registry.js';
import { assetOf } from './load-assets.js';

export type TokenSearch = {
  text: string;
  account: Account;
  /** The chains that the payer can pay from. */
  chains: readonly ChainRecord[];
  client: Pick<HubClient, 'currencies'>;
  /** Whether the merchant pins the chains. Otherwise their records are the service's word. */
  pinned: boolean;
  adapter: Pick<VmAdapter, 'balances' | 'tokenInfo'>;
  access: Omit<ChainAccess, 'chain'>;
};

/** Maximum number of tokens that a search shows. */
const MOST = 20;

/** Maximum number of characters of a token's name or symbol. The token's issuer can choose a longer text. */
const LONGEST = 40;

/**
 * Returns verified tokens first: only a pinned token is verified. The symbol and the decimals of any other token come
 * from its contract. Omits such a token if its contract and the service report different decimals, or if one of them
 * gives it the symbol of a token that the chain's record lists.
 */
export async function searchTokens({
  text,
  account,
  chains,
  pinned,
  client,
  adapter,
  access,
}: TokenSearch): Promise<Asset[]> {
  const filter = isHexAccount(text) ? { address: text, useExternalSearch: true } : { term: text };
  const body = { ...filter, chainIds: chains.map(({ id }) => id), limit: MOST };
  const groups = await client.currencies(body, { signal: access.signal });
  const records = groups.flat().filter(isFirst);
  const found = await Promise.all(
    chains.map(async (chain) => {
      const matches = records
        .filter(({ chainId, address }) => chainId === chain.id && looksLikeAddress(address, chain.vmType))
        .map((record) => currencyOf(record, chain, pinned))
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

/** Returns the pinned record of the token. If the token is not pinned, returns the service's record. */
function currencyOf(found: WireCurrencyRecord, chain: ChainRecord, pinned: boolean): FoundCurrency {
  const listed = pinnedCurrency(chain, found.address);
  if (pinned && listed) return { record: listed, isPinned: true, isVerified: listed.metadata?.verified ?? true };
  const { address, decimals, symbol, name = symbol } = listed ?? found;
  return { record: { address, decimals, symbol, name: name.slice(0, LONGEST) }, isPinned: false, isVerified: false };
}

async function withBalances(
  currencies: readonly FoundCurrency[],
  account: Account,
  { adapter, access }: { adapter: TokenSearch['adapter']; access: ChainAccess },
): Promise<Asset[]> {
  const { chain } = access;
  const refs = currencies.map(({ record }) => ({ currency: addressKey(record.address) }));
  const [balances, tokens] = await Promise.all([
    adapter.balances(account.address, refs, access),
    adapter.tokenInfo(refs, access),
  ]);
  return currencies.flatMap(({ record, isPinned, isVerified }, index) => {
    const token = isPinned || isNativeCurrency(record.address) ? record : tokens[index];
    if (token?.decimals !== record.decimals) return [];
    const isOther = ({ address, symbol }: ChainCurrency): boolean =>
      !sameAddress(address, record.address) && [token.symbol, record.symbol].some((each) => isSameSymbol(each, symbol));
    if (!isPinned && currenciesOf(chain).some(isOther)) return [];
    const shown = { ...record, symbol: token.symbol.slice(0, LONGEST) };
    const asset = assetOf(chain, addressKey(record.address), shown, balances[index] ?? null, isVerified);
    const isEmpty = asset.balance?.amount === '0';
    return [{ ...asset, disabled: asset.disabled ?? (isEmpty ? 'insufficient-funds' : null) }];
  });
}

const isFirst = (record: WireCurrencyRecord, at: number, all: readonly WireCurrencyRecord[]): boolean =>
  all.findIndex(({ chainId, address }) => chainId === record.chainId && sameAddress(address, record.address)) === at;
