/**
 * Loads the assets that the payer may choose from. Each row has the balance and the required amount, and the reason if
 * the payer cannot pay with the asset. Usable assets come first; each group is sorted by USD balance.
 */
import type { HubClient } from '../../api/client.js';
import { parseQuote } from '../../api/responses/parse.js';
import { errorInfo, type ErrorCode } from '../../errors.js';
import type { Account, Asset, ChainCurrency, ChainRecord, KnownAmount, PaymentIntent } from '../../types.js';
import type { VmAdapter } from '../../vm/adapter.js';
import { currenciesOf, logoOf } from '../../vm/registry.js';
import { currencyKey, usdMicros, usdText, withAmount } from '../../shared/amounts.js';
import type { Clock } from '../../shared/clock.js';
import type { Platform } from '../../shared/platform.js';
import { capOf } from '../quote/chain-status.js';
import { sleep } from '../../shared/clock.js';
import { buildQuoteRequest, completeIntent } from '../quote/request-quote.js';
import type { AssetRef } from '../model/state.js';

/**
 * Result of one indicative quote for a currency group. It holds the price and the required amount, or the error code of
 * the refusal.
 */
type Price = { at: number } & (
  { amount: bigint; decimals: number; micros: bigint | null; needed: bigint | null } | { refused: ErrorCode }
);

/**
 * Prices by currency group. For example, `usdc` on all chains is one group. A price is requested again after five
 * minutes.
 */
export type PriceBook = Map<string, Price>;

export type AssetSearch = {
  account: Account;
  /** The chains that the payer may pay from. Source: the merchant's registry; if there is none, the chains listing. */
  chains: readonly ChainRecord[];
  intent: PaymentIntent;
  /** The asset that the merchant fixed. The list then has only this row. Null if the payer chooses. */
  fixed: AssetRef | null;
  client: Pick<HubClient, 'quote'>;
  adapter: VmAdapter;
  prices: PriceBook;
  clock: Clock;
  fetch: Platform['fetch'];
  signal: AbortSignal;
  onChange: (assets: readonly Asset[], stage: 'balances' | 'held' | 'priced') => void;
};

/**
 * `cap`: the largest payment that the chain accepts now, in millionths of a dollar (`partialDisableLimit` of the chains
 * listing). Null: no cap.
 */
type Row = { asset: Asset; group: string; cap: bigint | null };

const PRICE_MS = 300_000;
const QUOTE_GAP_MS = 1_000;

/**
 * Fills the list as responses arrive: first the balances of each chain, then the prices of each currency group.
 * Requests at most one quote per second.
 */
export async function loadAssets(search: AssetSearch): Promise<void> {
  const { chains, signal, onChange } = search;
  let rows: Row[] = [];
  const report = (stage: 'balances' | 'held' | 'priced'): void => {
    if (!signal.aborted) onChange(ordered(rows.map((row) => judgeAsset(row, search.prices))), stage);
  };
  await Promise.all(
    chains.map(async (chain) => {
      const held = await readBalances(search, chain);
      rows = [...rows, ...held];
      report('balances');
    }),
  );
  report('held');
  for (const group of new Set(rows.map((row) => row.group))) {
    if (signal.aborted) return;
    const sample = rows.find((row) => row.group === group && !row.asset.disabled);
    const cached = search.prices.get(group);
    if (!sample || (cached && search.clock.now() - cached.at < PRICE_MS)) continue;
    const price = await priceOf(sample.asset, search);
    if (price) search.prices.set(group, price);
    report('held');
    await sleep(QUOTE_GAP_MS, search.clock, signal);
  }
  report('priced');
}

/**
 * Returns one row per currency with a balance. If the chain cannot be read, returns only its native currency, without a
 * balance. With `fixed`, returns only that asset, whatever its balance is.
 */
async function readBalances(
  { account, adapter, fixed, fetch, clock, signal }: AssetSearch,
  chain: ChainRecord,
): Promise<Row[]> {
  const currencies = currenciesOf(chain).map((record) => [currencyKey(record.address), record] as const);
  const wanted = fixed ? currencies.filter(([key]) => key === fixed.currency) : currencies;
  const refs = wanted.map(([currency]) => ({ currency }));
  const balances = await adapter.balances(account.address, refs, { chain, fetch, clock, signal });
  const unread = balances.every((balance) => balance === null);
  return wanted.flatMap(([currency, record], index): Row[] => {
    const balance = balances[index] ?? null;
    const shown = fixed ?? (unread ? record === chain.currency : balance !== null && balance > 0n);
    if (!shown) return [];
    const asset = assetOf(chain, currency, record, balance);
    return [{ group: record.id ?? `${chain.id}:${currency}`, asset, cap: capOf(chain) }];
  });
}

/** Creates a row of the list. `currency` is the key of the currency. `balance` is null if it could not be read. */
export function assetOf(chain: ChainRecord, currency: string, record: ChainCurrency, balance: bigint | null): Asset {
  const { symbol, name, decimals } = record;
  const logo = logoOf(chain, record.address);
  return {
    chainId: chain.id,
    currency,
    symbol,
    name,
    decimals,
    verified: record.metadata?.verified ?? true,
    ...(logo !== undefined && { logo }),
    balance: balance === null ? null : withAmount({ chainId: chain.id, currency, symbol, decimals }, balance),
    disabled: chain.disabled || chain.depositEnabled === false ? 'chain-paused' : null,
  };
}

/**
 * Requests an indicative quote. The quote is only displayed and never executed. With a fixed amount, the quote is for
 * this payment and gives the required amount. With an open amount, the quote is for the whole balance and gives only
 * the price. Returns null if there is no price and no error that concerns this asset.
 */
async function priceOf(asset: Asset, { intent, account, client, clock, signal }: AssetSearch): Promise<Price | null> {
  const at = clock.now();
  const balance = asset.balance?.amount;
  const isAmountOpen = intent.amount === undefined;
  if (isAmountOpen && balance === undefined) return null;
  const body = completeIntent({
    ...intent,
    user: account.address,
    originChainId: asset.chainId,
    originCurrency: asset.currency,
    ...(isAmountOpen && balance !== undefined && { tradeType: 'EXACT_INPUT' as const, amount: balance }),
  });
  try {
    const quote = parseQuote(await client.quote(buildQuoteRequest(body), { signal }));
    if (!quote.ok) return null;
    const { amount, amountUsd } = quote.value.details.currencyIn;
    const needed = isAmountOpen ? null : BigInt(amount);
    return { at, amount: BigInt(amount), decimals: asset.decimals, micros: usdMicros(amountUsd), needed };
  } catch (error) {
    const { code } = errorInfo(error);
    // With an open amount, the quote is for the whole balance. A smaller amount may have a lower price impact.
    return refusals.includes(code) && !(isAmountOpen && code === HIGH_PRICE_IMPACT) ? { at, refused: code } : null;
  }
}

const HIGH_PRICE_IMPACT = 'price-impact';
const refusals: readonly ErrorCode[] = [
  'no-route',
  'amount-too-low',
  'amount-too-high',
  'chain-paused',
  HIGH_PRICE_IMPACT,
];

/** Adds the price of the group to the row: USD values, the required amount, and why the asset cannot pay. */
function judgeAsset({ asset, group, cap }: Row, prices: PriceBook): Asset {
  const price = prices.get(group);
  if (!price || asset.disabled) return asset;
  if ('refused' in price) {
    return price.refused === HIGH_PRICE_IMPACT
      ? { ...asset, highPriceImpact: true }
      : { ...asset, disabled: price.refused };
  }
  const toAssetUnits = (amount: bigint): bigint => rescale(amount, price.decimals, asset.decimals);
  const usd = (amount: bigint): string | undefined =>
    price.micros === null || price.amount === 0n
      ? undefined
      : usdText((amount * price.micros) / toAssetUnits(price.amount));
  const priced = (amount: KnownAmount): KnownAmount => {
    const amountUsd = usd(BigInt(amount.amount));
    return amountUsd === undefined ? amount : { ...amount, amountUsd };
  };
  const needed = price.needed === null ? null : toAssetUnits(price.needed);
  return {
    ...asset,
    balance: asset.balance && priced(asset.balance),
    ...(needed !== null && { needed: priced(withAmount(asset, needed)) }),
    disabled: needed === null ? null : refusalOf(asset, needed, usdMicros(usd(needed)), cap),
  };
}

/**
 * Returns an error code if the balance or the chain's cap does not allow this amount; otherwise null. `worth` and `cap`
 * are in millionths of a dollar. If `worth` is null, it is unknown. If `cap` is null, there is no cap.
 */
function refusalOf({ balance }: Asset, needed: bigint, worth: bigint | null, cap: bigint | null): ErrorCode | null {
  if (balance && BigInt(balance.amount) < needed) return 'insufficient-funds';
  return cap !== null && worth !== null && worth > cap ? 'amount-too-high' : null;
}

const rescale = (amount: bigint, from: number, to: number): bigint =>
  to >= from ? amount * 10n ** BigInt(to - from) : amount / 10n ** BigInt(from - to) || 1n;

/**
 * Sorts usable rows first, then rows with a high price impact, then disabled rows. Within each group, the largest USD
 * balance is first and unknown prices are last.
 */
function ordered(assets: Asset[]): Asset[] {
  const value = (asset: Asset): bigint => usdMicros(asset.balance?.amountUsd) ?? -1n;
  const rank = ({ disabled, highPriceImpact }: Asset): number => {
    if (disabled) return 2;
    return highPriceImpact ? 1 : 0;
  };
  return assets.sort((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    const difference = value(b) - value(a);
    if (difference === 0n) return a.chainId - b.chainId;
    return difference > 0n ? 1 : -1;
  });
}

/**
 * Returns the last used asset if it covers the payment. Otherwise returns the only usable asset if it covers the
 * payment.
 */
export function onlyChoice(assets: readonly Asset[], last: AssetRef | null): Asset | undefined {
  const usable = assets.filter(({ disabled, highPriceImpact }) => !disabled && !highPriceImpact);
  const covering = usable.filter(({ needed }) => needed);
  const lastUsed = covering.find((asset) => asset.chainId === last?.chainId && asset.currency === last.currency);
  const [only, ...others] = usable;
  return lastUsed ?? (others.length === 0 && covering.length === 1 ? only : undefined);
}
