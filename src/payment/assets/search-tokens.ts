/** Searches tokens by name or address at the service, and reads the payer's balance of each found token. */
import type { HubClient } from '../../api/client.js';
import type { WireCurrencyRecord } from '../../api/responses/types.js';
import { addressKey, sameAddress } from '../../shared/chain.js';
import type { Account, Asset, ChainCurrency, ChainRecord } from '../../types.js';
import type { ChainAccess } from '../../vm/family/sources.js';
import { looksLikeAddress } from '../../vm/address/addresses.js';
import { currenciesOf, isSameSymbol, isUnproven, isVerified, pinnedCurrency } from '../../vm/registry/registry.js';
import type { SessionOptions } from '../model/options.js';
import { assetOf, payerOf, type AssetReader, type AssetSearch } from './load-assets.js';
import { ownSymbols, type Proof } from '../quote/prove-tokens.js';
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
  adapterFor: AssetSearch['adapterFor'];
  walletOf: AssetSearch['walletOf'];
  access: Omit<ChainAccess, 'chain'>;
};

/** The maximum number of tokens that a search shows. */
const MOST = 20;

/** The longest name of a token outside the registry. A longer one is cut, because the issuer can choose any text. */
const LONGEST = 40;

/**
 * Returns at most 20 of the found tokens, the verified ones first. Only tokens of the merchant's registry can be
 * verified. The symbol of any other token, except a native currency, comes from its chain, if the chain has symbols.
 * Omits a token outside the registry if the chain does not confirm it, or if another token in the chain's record has
 * the same symbol. Also omits a token that the option `tokens` does not allow.
 * @throws the error of the service; HubPayError `config` for a wrong word of the option `tokens`; `service-down` if
 *   code could not be loaded; after an abort, the signal's reason
 */
export async function searchTokens({
  text,
  accounts,
  chains,
  options,
  client,
  adapterFor,
  walletOf,
  access,
}: TokenSearch): Promise<Asset[]> {
  const isAddress = chains.some(({ vmType }) => looksLikeAddress(text, vmType));
  const filter = isAddress ? { address: text, useExternalSearch: true } : { term: text };
  const body = { ...filter, chainIds: chains.map(({ id }) => id), limit: MOST };
  const rules = options.tokens && parseTokens(options.tokens, chains);
  const groups = await client.currencies(body, { signal: access.signal });
  const records = groups.flat().filter(isFirst);
  const found = await Promise.all(
    chains.map(async (chain) => {
      const matches = records
        .filter(({ chainId, address }) => chainId === chain.id && looksLikeAddress(address, chain.vmType))
        .map((record) => currencyOf(record, chain, options.registry))
        .sort((a, b) => (a.isVerified === b.isVerified ? 0 : a.isVerified ? -1 : 1))
        .slice(0, MOST);
      const account = payerOf(chain, accounts);
      const adapter = account && matches.length > 0 ? await adapterFor(chain.vmType) : null;
      if (!account || !adapter) return [];
      const wallet = await walletOf(account, chain);
      return withBalances(matches, account, {
        adapter,
        wallet,
        node: { ...access, chain },
        registry: options.registry,
      });
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
 * Returns the token's entry in the chain's record or, if the record lacks the token, the one that the search found. The
 * chain's record is that of the merchant's registry or, without a registry, that of the live listing.
 */
function currencyOf(
  found: WireCurrencyRecord,
  chain: ChainRecord,
  registry: AssetSearch['options']['registry'],
): FoundCurrency {
  const listed = pinnedCurrency(chain, found.address);
  if (registry && listed)
    return { record: listed, isPinned: true, isVerified: isVerified(registry, chain, found.address) };
  const { address, decimals, symbol, name = symbol } = listed ?? found;
  return { record: { address, decimals, symbol, name: name.slice(0, LONGEST) }, isPinned: false, isVerified: false };
}

async function withBalances(
  currencies: readonly FoundCurrency[],
  account: Account,
  proof: Proof & { adapter: AssetReader },
): Promise<Asset[]> {
  const { adapter, node, registry } = proof;
  const { chain } = node;
  const unproven = currencies.filter(({ record }) => isUnproven(registry, chain, addressKey(record.address)));
  const [balances, symbols] = await Promise.all([
    adapter.balances(
      account.address,
      currencies.map(({ record }) => ({ currency: addressKey(record.address) })),
      node,
    ),
    ownSymbols(
      unproven.map(({ record }) => ({ ...record, currency: addressKey(record.address) })),
      proof,
    ),
  ]);
  return currencies.flatMap((found, index) => {
    const { record, isPinned, isVerified } = found;
    const at = unproven.indexOf(found);
    const own = at < 0 ? record.symbol : symbols[at];
    // Only the chain's record may name the native currency. An answer to a search may not.
    if (!own || (at < 0 && !pinnedCurrency(chain, record.address))) return [];
    const isOther = ({ address, symbol }: ChainCurrency): boolean =>
      !sameAddress(address, record.address) && [own, record.symbol].some((each) => isSameSymbol(each, symbol));
    if (!isPinned && currenciesOf(chain).some(isOther)) return [];
    const shown = { ...record, symbol: own };
    const asset = assetOf(chain, addressKey(record.address), shown, balances[index] ?? null, isVerified);
    const isEmpty = asset.balance?.amount === '0';
    return [
      { ...asset, account: account.address, disabled: asset.disabled ?? (isEmpty ? 'insufficient-funds' : null) },
    ];
  });
}

const isFirst = (record: WireCurrencyRecord, at: number, all: readonly WireCurrencyRecord[]): boolean =>
  all.findIndex(({ chainId, address }) => chainId === record.chainId && sameAddress(address, record.address)) === at;
