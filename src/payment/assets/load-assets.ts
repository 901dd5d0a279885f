/**
 * What the payer can pay with: what they hold, what this payment would take of it, in USD order, and why a row cannot
 * pay.
 */
import type { HubClient } from '../../api/client.js';
import { parseQuote } from '../../api/responses/parse.js';
import { errorInfo } from '../../errors.js';
import type { Account, Asset, ChainCurrency, ChainRecord, PaymentIntent, TokenAmount } from '../../types.js';
import type { VmAdapter } from '../../vm/adapter.js';
import { currenciesOf, logoOf } from '../../vm/registry.js';
import { currencyKey, usdMicros, usdText, withAmount } from '../../shared/amounts.js';
import type { Clock } from '../../shared/clock.js';
import type { Platform } from '../../shared/platform.js';
import { capOf } from '../quote/chain-status.js';
import { pause } from '../../shared/clock.js';
import { buildQuoteRequest, completeIntent } from '../quote/request-quote.js';
import type { AssetRef } from '../model/state.js';

/**
 * What one indicative quote told of a currency group: its price, and what the payment would take; or why there is no
 * way.
 */
type Price = { at: number } & (
  { amount: bigint; decimals: number; micros: bigint | null; needed: bigint | null } | { refused: string }
);

/** Prices by currency group (`usdc` on every chain), kept for five minutes. One book a session and intent. */
export type PriceBook = Map<string, Price>;

export type AssetSearch = {
  account: Account;
  /** The chains the payer may pay from, as they are pinned. */
  chains: readonly ChainRecord[];
  intent: PaymentIntent;
  /** The asset that the merchant fixed: the only row then. */
  fixed: AssetRef | null;
  client: Pick<HubClient, 'quote'>;
  adapter: VmAdapter;
  prices: PriceBook;
  clock: Clock;
  fetch: Platform['fetch'];
  signal: AbortSignal;
  onChange: (assets: readonly Asset[], stage: 'balances' | 'held' | 'priced') => void;
};

/** `cap`: the most that the chain takes now, in millionths of a dollar. */
type Row = { asset: Asset; group: string; cap: bigint | null };

const PRICE_MS = 300_000;
const QUOTE_GAP_MS = 1_000;

/** Fills the list as answers come: balances chain by chain, then prices group by group, at most one quote a second. */
export async function loadAssets(search: AssetSearch): Promise<void> {
  const { chains, signal, onChange } = search;
  let rows: Row[] = [];
  const tell = (stage: 'balances' | 'held' | 'priced'): void => {
    if (!signal.aborted) onChange(ordered(rows.map((row) => judgeAsset(row, search.prices))), stage);
  };
  await Promise.all(
    chains.map(async (chain) => {
      const held = await readBalances(search, chain);
      rows = [...rows, ...held];
      tell('balances');
    }),
  );
  tell('held');
  for (const group of new Set(rows.map((row) => row.group))) {
    if (signal.aborted) return;
    const dearest = rows.find((row) => row.group === group && !row.asset.disabled);
    const known = search.prices.get(group);
    if (!dearest || (known && search.clock.now() - known.at < PRICE_MS)) continue;
    const price = await priceOf(dearest.asset, search);
    if (price) search.prices.set(group, price);
    tell('held');
    await pause(QUOTE_GAP_MS, search.clock, signal).catch(() => undefined);
  }
  tell('priced');
}

/**
 * One row for each address of the chain's currencies that the payer holds; rows without a balance where the chain
 * cannot be read.
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

/** A row of the list; `currency` is its key. */
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
 * An indicative quote: for showing only, never executed. With the amount known it is for the payment itself and tells
 * what it takes; with an open amount it is for all that the payer holds and tells the price alone. Null: nothing was
 * learnt.
 */
async function priceOf(asset: Asset, { intent, account, client, clock, signal }: AssetSearch): Promise<Price | null> {
  const at = clock.now();
  const all = asset.balance?.amount;
  const open = intent.amount === undefined;
  if (open && all === undefined) return null;
  const body = completeIntent({
    ...intent,
    user: account.address,
    originChainId: asset.chainId,
    originCurrency: asset.currency,
    ...(open && all !== undefined && { tradeType: 'EXACT_INPUT' as const, amount: all }),
  });
  try {
    const quote = parseQuote(await client.quote(buildQuoteRequest(body), { signal }));
    if (!quote.ok) return null;
    const { amount, amountUsd } = quote.value.details.currencyIn;
    const needed = open ? null : BigInt(amount);
    return { at, amount: BigInt(amount), decimals: asset.decimals, micros: usdMicros(amountUsd), needed };
  } catch (error) {
    const { code } = errorInfo(error);
    // What all of it would lose says nothing of a part.
    return refusals.includes(code) && !(open && code === HIGH_PRICE_IMPACT) ? { at, refused: code } : null;
  }
}

const HIGH_PRICE_IMPACT = 'price-impact';
const refusals = ['no-route', 'amount-too-low', 'amount-too-high', 'chain-paused', HIGH_PRICE_IMPACT];

/** The row with what its group's price says of it. */
function judgeAsset({ asset, group, cap }: Row, prices: PriceBook): Asset {
  const price = prices.get(group);
  if (!price || asset.disabled) return asset;
  if ('refused' in price) {
    return price.refused === HIGH_PRICE_IMPACT
      ? { ...asset, highPriceImpact: true }
      : { ...asset, disabled: price.refused };
  }
  const chainOf = (amount: bigint): bigint => rescale(amount, price.decimals, asset.decimals);
  const usd = (amount: bigint): string | undefined =>
    price.micros === null || price.amount === 0n ? undefined : usdText((amount * price.micros) / chainOf(price.amount));
  const priced = (amount: TokenAmount): TokenAmount => {
    const amountUsd = usd(BigInt(amount.amount));
    return amountUsd === undefined ? amount : { ...amount, amountUsd };
  };
  const needed = price.needed === null ? null : chainOf(price.needed);
  return {
    ...asset,
    balance: asset.balance && priced(asset.balance),
    ...(needed !== null && { needed: priced(withAmount(asset, needed)) }),
    disabled: needed === null ? null : refusalOf(asset, needed, usdMicros(usd(needed)), cap),
  };
}

/** Why this much of it cannot be paid; `worth` in millionths of a dollar where it is known. */
function refusalOf({ balance }: Asset, needed: bigint, worth: bigint | null, cap: bigint | null): string | null {
  if (balance && BigInt(balance.amount) < needed) return 'insufficient-funds';
  return cap !== null && worth !== null && worth > cap ? 'amount-too-high' : null;
}

const rescale = (amount: bigint, from: number, to: number): bigint =>
  to >= from ? amount * 10n ** BigInt(to - from) : amount / 10n ** BigInt(from - to) || 1n;

/**
 * What can pay first, the most valuable first, without a known price after those; then what loses value; what cannot
 * pay last.
 */
function ordered(assets: Asset[]): Asset[] {
  const value = (asset: Asset): bigint => usdMicros(asset.balance?.amountUsd) ?? -1n;
  const rank = ({ disabled, highPriceImpact: losing }: Asset): number => (disabled ? 2 : losing ? 1 : 0);
  return assets.sort((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    const [left, right] = [value(a), value(b)];
    return left === right ? a.chainId - b.chainId : left > right ? -1 : 1;
  });
}

/**
 * The one row that the payer need not choose: the asset of last time if it still covers the payment, else the only one
 * that does.
 */
export function onlyChoice(assets: readonly Asset[], last: AssetRef | null): Asset | undefined {
  const usable = assets.filter(({ disabled, highPriceImpact: losing }) => !disabled && !losing);
  const able = usable.filter(({ needed }) => needed);
  const again = able.find((asset) => asset.chainId === last?.chainId && asset.currency === last.currency);
  const [only, ...others] = usable;
  return again ?? (others.length === 0 && able.length === 1 ? only : undefined);
}
