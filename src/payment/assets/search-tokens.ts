/** Searches tokens by name or address at the service. Reads the payer's balance of each found token. */
import type { HubClient } from '../../api/client.js';
import type { WireCurrencyRecord } from '../../api/responses/types.js';
import { addressKey, isNativeCurrency, sameAddress } from '../../shared/chain.js';
import type { Account, Asset, ChainCurrency, ChainRecord } from '../../types.js';
import type { VmAdapter } from '../../vm/family/adapter.js';
import type { ChainAccess } from '../../vm/family/sources.js';
import { looksLikeAddress } from '../../vm/address/addresses.js';
import { currenciesOf, isSameSymbol, pinnedCurrency } from '../../vm/registry/registry.js';
import type { SessionOptions } from '../model/options.js';
import { assetOf, payerOf } from './load-assets.js';
import { parseTokens } from '../quote/token-rules.js';

export type TokenSearch = {
  text: string;
  accounts: readonly Account[];
  /** The chains that the payer can pay from. */
  chains: readonly ChainRecord[];
  client: Pick<HubClient, 'currencies'>;
  /**
   * Only a token of the merchant's `registry` can be marked as verified. Without `tokens`, the payer can pay with every
   * token.
   */
  options: Pick<SessionOptions, 'registry' | 'tokens'>;
  adapterFor: (vmType: string) => Promise<Pick<VmAdapter, 'balances' | 'tokenInfo'> | null>;
  access: Omit<ChainAccess, 'chain'>;
};

/** Maximum number of tokens that a search shows. */
const MOST = 20;

/**
 * Maximum number of characters of a token's name or symbol. A longer text is cut, because the token's issuer can choose
 * any text.
 */
const LONGEST = 40;

/**
 * Returns the found tokens, verified tokens first. Only a token in the merchant's registry can be marked as verified.
 * The decimals of any other token come from the token's contract. The symbol of this token also comes from the
 * contract, if the contract has a symbol. Omits a token outside the registry if the token's contract and the service
 * report different decimals. Also omits a token outside the registry if another token in the chain's record has the
 * same symbol.
 */
export async function searchTokens({
  text,
  accounts,
  chains,
  options,
  client,
  adapterFor,
  access,
}: TokenSearch): Promise<Asset[]> {
  const isAddress = chains.some(({ vmType }) => looksLikeAddress(text, vmType));
  const filter = isAddress ? { address: text, useExternalSearch: true } : { term: text };
  const body = { ...filter, chainIds: chains.map(({ id }) => id), limit: MOST };
  const isPinned = options.registry !== undefined;
  const rules = options.tokens && parseTokens(options.tokens, chains);
  const groups = await client.currencies(body, { signal: access.signal });
  const records = groups.flat().filter(isFirst);
  const found = await Promise.all(
    chains.map(async (chain) => {
      const matches = records
        .filter(({ chainId, address }) => chainId === chain.id && looksLikeAddress(address, chain.vmType))
        .map((record) => currencyOf(record, chain, isPinned))
        .sort((a, b) => (a.isVerified === b.isVerified ? 0 : a.isVerified ? -1 : 1))
        .slice(0, MOST);
      const account = payerOf(chain, accounts);
      const adapter = account && matches.length > 0 ? await adapterFor(chain.vmType) : null;
      return account && adapter ? withBalances(matches, account, { adapter, access: { ...access, chain } }) : [];
    }),
  );
  const rank = ({ verified, disabled }: Asset): number => (verified ? 0 : 2) + (disabled ? 1 : 0);
  return found
    .flat()
    .filter((asset) => rules?.allows(asset) ?? true)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST);
}

type FoundCurrency = { record: ChainCurrency; isPinned: boolean; isVerified: boolean };

/**
 * Returns the token's record from the merchant's registry. If the registry does not contain the token, returns the
 * service's record.
 */
function currencyOf(found: WireCurrencyRecord, chain: ChainRecord, pinned: boolean): FoundCurrency {
  const listed = pinnedCurrency(chain, found.address);
  if (pinned && listed) return { record: listed, isPinned: true, isVerified: listed.metadata?.verified ?? true };
  const { address, decimals, symbol, name = symbol } = listed ?? found;
  return { record: { address, decimals, symbol, name: name.slice(0, LONGEST) }, isPinned: false, isVerified: false };
}

async function withBalances(
  currencies: readonly FoundCurrency[],
  account: Account,
  { adapter, access }: { adapter: Pick<VmAdapter, 'balances' | 'tokenInfo'>; access: ChainAccess },
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
    const own = token.symbol ?? record.symbol;
    const isOther = ({ address, symbol }: ChainCurrency): boolean =>
      !sameAddress(address, record.address) && [own, record.symbol].some((each) => isSameSymbol(each, symbol));
    if (!isPinned && currenciesOf(chain).some(isOther)) return [];
    const shown = { ...record, symbol: own.slice(0, LONGEST) };
    const asset = assetOf(chain, addressKey(record.address), shown, balances[index] ?? null, isVerified);
    const isEmpty = asset.balance?.amount === '0';
    return [
      { ...asset, account: account.address, disabled: asset.disabled ?? (isEmpty ? 'insufficient-funds' : null) },
    ];
  });
}

const isFirst = (record: WireCurrencyRecord, at: number, all: readonly WireCurrencyRecord[]): boolean =>
  all.findIndex(({ chainId, address }) => chainId === record.chainId && sameAddress(address, record.address)) === at;
