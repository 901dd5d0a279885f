/**
 * Loads the list of assets for the payer. Each row has the balance and the required amount. A disabled row also has the
 * reason why the payer cannot use it.
 */
import { parseQuote } from '../../api/responses/parse.js';
import { errorInfo, type ErrorCode } from '../../errors.js';
import type { Account, Asset, ChainCurrency, ChainRecord, KnownAmount, PaymentIntent } from '../../types.js';
import type { VmAdapter } from '../../vm/adapter.js';
import { currenciesOf, logoOf, pinnedCurrency, takesPayments, usdMicrosOf } from '../../vm/registry.js';
import { addressKey } from '../../shared/chain.js';
import { rescale, tokenAmount, usdMicros, usdText, withAmount } from '../../shared/amounts.js';
import type { Clock } from '../../shared/clock.js';
import type { Platform } from '../../shared/platform.js';
import { capOf } from '../quote/chain-status.js';
import type { QuoteBook } from '../quote/quote-book.js';
import { buildQuoteRequest, completeIntent } from '../quote/request-quote.js';
import type { AssetRef } from '../model/state.js';

/** A price from one quote, for a whole currency group. `refused`: the error code if the service refused the quote. */
type Price = { at: number } & (
  { amount: bigint; decimals: number; micros: bigint | null; needed: bigint | null } | { refused: ErrorCode }
);

/** Prices by currency group. For example, `usdc` on all chains is one group. A price is valid for five minutes. */
export type PriceBook = Map<string, Price>;

/** `balances`: some chains have not answered yet. `held`: all balances are known. `priced`: all prices are known. */
type Stage = 'balances' | 'held' | 'priced';

export type AssetSearch = {
  account: Account;
  /** The chains that the payer can pay from. */
  chains: readonly ChainRecord[];
  /** Whether the merchant pins the chains. Otherwise no token is verified. */
  pinned: boolean;
  intent: PaymentIntent;
  /** The asset that the merchant fixed; the list contains only this asset. Null if the payer chooses. */
  fixed: AssetRef | null;
  /** The asset of the payer's last payment. Null if there is none. */
  last: AssetRef | null;
  book: Pick<QuoteBook, 'price'>;
  adapter: VmAdapter;
  prices: PriceBook;
  clock: Clock;
  fetch: Platform['fetch'];
  signal: AbortSignal;
  onChange: (assets: readonly Asset[], stage: Stage) => void;
};

/** `cap`: the largest payment that the chain accepts now, in millionths of a dollar. Null if there is no limit. */
type Row = { asset: Asset; group: string; cap: bigint | null };

const PRICE_MS = 300_000;

/** Longest time in milliseconds until the list appears although some chains have not answered. */
const GATHER_MS = 500;

/**
 * Loads the balances of all chains, and at the same time the price of each currency group. Updates the list after each
 * response.
 *
 * A row never changes its place, because a payer may be about to press it. So the list appears when all chains have
 * answered, or after 0.5 s, and `ordered` decides the places then. The rows of a later chain follow at the end. A price
 * that arrives later changes only its row.
 */
export async function loadAssets(search: AssetSearch): Promise<void> {
  const { chains, last, prices, clock, signal, onChange } = search;
  const held = new Map<ChainRecord, readonly Row[]>();
  const asked = new Map<string, Promise<void>>();
  const settled = new Set<string>();
  const home = chains.find(({ id }) => id === last?.chainId);
  const isLast = ({ asset }: Row): boolean => isSame(asset, last);
  let shown: readonly Row[] = [];
  let stage: Stage = 'balances';
  let isListed = false;

  const judged = (row: Row): Asset => judgeAsset(row, prices.get(row.group), settled.has(row.group));
  const report = (): void => {
    if (signal.aborted) return;
    const isShown = new Set(shown);
    const added = chains.flatMap((chain) => held.get(chain) ?? []).filter((row) => !isShown.has(row));
    shown = [...shown, ...ordered(added, judged, last)];
    onChange(shown.map(judged), stage);
  };

  /** Reports before the list appears only if the last used asset can pay, because the caller then chooses it. */
  const reportIfWanted = (): void => {
    if (isListed || onlyChoice([...held.values()].flat().map(judged), last, false)) report();
  };

  /** Requests the price of one row of a group. The row of the last used asset is preferred: the review needs it. */
  const price = async (group: string, row: Row): Promise<void> => {
    const found = await marketPriceOf(row.asset, isLast(row), search);
    if (found) prices.set(group, found);
    settled.add(group);
    reportIfWanted();
  };

  const requestPrices = (): void => {
    const rows = [...held.values()].flat().filter(({ asset }) => !asset.disabled);
    const wanted = home && last ? groupOf(home, last.currency) : null;
    for (const row of [...rows.filter(isLast), ...rows]) {
      const { group } = row;
      // Only the chain of the last used asset decides which row of its group is priced.
      if (asked.has(group) || (group === wanted && home && !held.has(home))) continue;
      const cached = prices.get(group);
      const isFresh = cached !== undefined && clock.now() - cached.at < PRICE_MS;
      if (isFresh) settled.add(group);
      asked.set(group, isFresh ? Promise.resolve() : price(group, row));
    }
  };

  const list = (): void => {
    isListed = true;
    report();
  };
  const timer = clock.setTimeout(list, GATHER_MS);
  try {
    await Promise.all(
      chains.map(async (chain) => {
        held.set(chain, await readBalances(search, chain));
        requestPrices();
        reportIfWanted();
      }),
    );
  } finally {
    clock.clearTimeout(timer);
  }
  stage = 'held';
  list();
  await Promise.all(asked.values());
  stage = 'priced';
  report();
}

/**
 * Returns one row per currency with a balance. If the chain cannot be read, returns only its native currency, without a
 * balance.
 */
async function readBalances(
  { account, adapter, fixed, pinned, fetch, clock, signal }: AssetSearch,
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
    const asset = assetOf(chain, currency, record, balance, pinned && (record.metadata?.verified ?? true));
    return [{ group: groupOf(chain, currency), asset, cap: capOf(chain) }];
  });
}

/** Currencies with the same id have the same price on every chain. `currency` is the result of `addressKey`. */
const groupOf = (chain: ChainRecord, currency: string): string =>
  pinnedCurrency(chain, currency)?.id ?? `${chain.id}:${currency}`;

/**
 * Creates an asset of the list. `currency` is the result of `addressKey`. `balance` is null if it could not be read.
 */
export function assetOf(
  chain: ChainRecord,
  currency: string,
  record: ChainCurrency,
  balance: bigint | null,
  verified: boolean,
): Asset {
  const { symbol, name, decimals } = record;
  const logo = logoOf(chain, record.address);
  return {
    chainId: chain.id,
    currency,
    symbol,
    name,
    decimals,
    verified,
    ...(logo !== undefined && { logo }),
    balance: balance === null ? null : withAmount({ chainId: chain.id, currency, symbol, decimals }, balance),
    disabled: takesPayments(chain) ? null : 'chain-paused',
  };
}

/**
 * Requests a quote that is only displayed and never executed. If the intent has no amount, the quote is for the whole
 * balance. In that case, the price has no required amount.
 */
async function marketPriceOf(
  asset: Asset,
  isFirst: boolean,
  { chains, intent, account, book, clock, signal }: AssetSearch,
): Promise<Price | null> {
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
    const quote = parseQuote(await book.price(buildQuoteRequest(body), { isFirst, signal }));
    if (!quote.ok) return null;
    const { currencyIn } = quote.value.details;
    const { decimals } = asset;
    const amount = BigInt(currencyIn.amount);
    const chain = chains.find(({ id }) => id === asset.chainId);
    const micros = usdMicrosOf(chain, { ...tokenAmount(currencyIn), currency: asset.currency, decimals });
    return { at: clock.now(), amount, decimals, micros, needed: isAmountOpen ? null : amount };
  } catch (error) {
    const { code } = errorInfo(error);
    // Ignore a high price impact for the whole balance, because a smaller amount can have a lower price impact.
    return refusals.includes(code) && !(isAmountOpen && code === HIGH_PRICE_IMPACT)
      ? { at: clock.now(), refused: code }
      : null;
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
function judgeAsset({ asset, cap }: Row, price: Price | undefined, isSettled: boolean): Asset {
  if (asset.disabled) return asset;
  if (!price) return isSettled ? asset : { ...asset, pricing: true };
  if ('refused' in price) {
    return price.refused === HIGH_PRICE_IMPACT
      ? { ...asset, highPriceImpact: true }
      : { ...asset, disabled: price.refused };
  }
  const toAssetUnits = (amount: bigint): bigint => rescale(amount, price.decimals, asset.decimals) || 1n;
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

/**
 * Sorts the rows of a part of the list: usable rows first, then rows with a high price impact, then disabled rows. In
 * each group, the last used asset comes first, then verified assets. Then the largest known USD balance comes first.
 * Rows without a known value keep the order of the chains listing.
 */
function ordered(rows: readonly Row[], judged: (row: Row) => Asset, last: AssetRef | null): Row[] {
  const keyed = rows.map((row) => {
    const asset = judged(row);
    const { disabled, highPriceImpact, verified } = asset;
    const rank = (disabled ? 8 : 0) + (highPriceImpact ? 4 : 0) + (isSame(asset, last) ? 0 : 2) + (verified ? 0 : 1);
    return { row, rank, value: usdMicros(asset.balance?.amountUsd) ?? -1n };
  });
  keyed.sort((a, b) => a.rank - b.rank || (b.value > a.value ? 1 : b.value < a.value ? -1 : 0));
  return keyed.map(({ row }) => row);
}

const isSame = (asset: AssetRef, ref: AssetRef | null): boolean =>
  asset.chainId === ref?.chainId && asset.currency === ref.currency;

/**
 * Returns the last used asset as soon as it is known to cover the payment. When all prices are known, otherwise returns
 * the only usable asset if it covers the payment.
 */
export function onlyChoice(assets: readonly Asset[], last: AssetRef | null, isPriced: boolean): Asset | undefined {
  const usable = assets.filter(({ disabled, highPriceImpact }) => !disabled && !highPriceImpact);
  const covering = usable.filter(({ needed }) => needed);
  const lastUsed = covering.find((asset) => isSame(asset, last));
  return lastUsed ?? (isPriced && usable.length === 1 ? covering[0] : undefined);
}
