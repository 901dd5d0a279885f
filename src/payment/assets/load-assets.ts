/**
 * Loads the list of assets for the payer. Each row has the balance and the required amount. A disabled row also has the
 * reason why the payer cannot use it.
 */
import type { HubClient } from '../../api/client.js';
import { parseQuote } from '../../api/responses/parse.js';
import { errorInfo, type ErrorCode } from '../../errors.js';
import type { Account, Asset, ChainCurrency, ChainRecord, KnownAmount, PaymentIntent } from '../../types.js';
import type { VmAdapter } from '../../vm/adapter.js';
import { currenciesOf, logoOf } from '../../vm/registry.js';
import { addressKey } from '../../shared/chain.js';
import { usdMicros, usdText, withAmount } from '../../shared/amounts.js';
import type { Clock } from '../../shared/clock.js';
import type { Platform } from '../../shared/platform.js';
import { capOf } from '../quote/chain-status.js';
import { sleep } from '../../shared/clock.js';
import { buildQuoteRequest, completeIntent } from '../quote/request-quote.js';
import type { AssetRef } from '../model/state.js';

/** A price from one quote, for a whole currency group. `refused`: the error code if the service refused the quote. */
type Price = { at: number } & (
  { amount: bigint; decimals: number; micros: bigint | null; needed: bigint | null } | { refused: ErrorCode }
);

/** Prices by currency group. For example, `usdc` on all chains is one group. A price is valid for five minutes. */
export type PriceBook = Map<string, Price>;

export type AssetSearch = {
  account: Account;
  /** The chains that the payer can pay from. */
  chains: readonly ChainRecord[];
  intent: PaymentIntent;
  /** The asset that the merchant fixed; the list contains only this asset. Null if the payer chooses. */
  fixed: AssetRef | null;
  client: Pick<HubClient, 'quote'>;
  adapter: VmAdapter;
  prices: PriceBook;
  clock: Clock;
  fetch: Platform['fetch'];
  signal: AbortSignal;
  onChange: (assets: readonly Asset[], stage: 'balances' | 'held' | 'priced') => void;
};

/** `cap`: the largest payment that the chain accepts now, in millionths of a dollar. Null if there is no limit. */
type Row = { asset: Asset; group: string; cap: bigint | null };

const PRICE_MS = 300_000;
const QUOTE_GAP_MS = 1_000;

/**
 * Loads the balances of all chains, then the prices. Updates the list after each response. Requests at most one quote
 * per second.
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
    const price = await marketPriceOf(sample.asset, search);
    if (price) search.prices.set(group, price);
    report('held');
    await sleep(QUOTE_GAP_MS, search.clock, signal);
  }
  report('priced');
}

/**
 * Returns one row per currency with a balance. If the chain cannot be read, returns only its native currency, without a
 * balance.
 */
async function readBalances(
  { account, adapter, fixed, fetch, clock, signal }: AssetSearch,
  chain: ChainRecord,
): Promise<Row[]> {
  const currencies = currenciesOf(chain).map((record) => [addressKey(record.address), record] as const);
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

/**
 * Creates an asset of the list. `currency` is the result of `addressKey`. `balance` is null if it could not be read.
 */
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
 * Requests a quote that is only displayed and never executed. If the intent has no amount, the quote is for the whole
 * balance. In that case, the price has no required amount.
 */
async function marketPriceOf(
  asset: Asset,
  { intent, account, client, clock, signal }: AssetSearch,
): Promise<Price | null> {
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
    // Ignore a high price impact for the whole balance, because a smaller amount can have a lower price impact.
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

/** Adds the USD values, the required amount, and the reason why the asset cannot pay. */
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
 * `worth` and `cap` are in millionths of a dollar. `worth` is null if it is unknown. `cap` is null if there is no
 * limit.
 */
function refusalOf({ balance }: Asset, needed: bigint, worth: bigint | null, cap: bigint | null): ErrorCode | null {
  if (balance && BigInt(balance.amount) < needed) return 'insufficient-funds';
  return cap !== null && worth !== null && worth > cap ? 'amount-too-high' : null;
}

const rescale = (amount: bigint, from: number, to: number): bigint =>
  to >= from ? amount * 10n ** BigInt(to - from) : amount / 10n ** BigInt(from - to) || 1n;

/**
 * Sorts usable rows first, then rows with a high price impact, then disabled rows. In each group, the largest USD
 * balance comes first.
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
