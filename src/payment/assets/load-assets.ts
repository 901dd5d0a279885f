/**
 * Loads the list of assets for the payer: the balance and the required amount of each asset, and why a disabled one
 * cannot be used.
 */
import { loaded } from '../../shared/load-code.js';
import type { ErrorCode } from '../../errors.js';
import type { Account, Asset, ChainCurrency, ChainRecord, KnownAmount, PaymentIntent } from '../../types.js';
import type { VmAdapter } from '../../vm/family/adapter.js';
import type { ChainAccess } from '../../vm/family/sources.js';
import {
  currenciesOf,
  isUnproven,
  isVerified,
  logoOf,
  pinnedCurrency,
  takesPayments,
} from '../../vm/registry/registry.js';
import type { Wallet } from '../../wallets/wallet.js';
import { addressKey, isSameToken } from '../../shared/chain.js';
import { rescale, usdMicros, usdText, withAmount } from '../../shared/amounts.js';
import type { Clock } from '../../shared/time/clock.js';
import type { Platform } from '../../shared/platform.js';
import { familyOf } from '../../vm/families.js';
import type { SessionOptions } from '../model/options.js';
import { capOf } from '../quote/chain-status.js';
import type * as ProveTokens from '../quote/prove-tokens.js';
import type { QuoteBook } from '../quote/quote-book.js';
import type { AssetRef } from '../model/state.js';
import { HIGH_PRICE_IMPACT, marketPriceOf, type Price, type PriceBook } from './market-price.js';
import type { TokenRules } from '../quote/token-rules.js';

/**
 * What has arrived, except what cannot be read:
 * - `balances`: perhaps not all balances, because some chains can still be missing.
 * - `held`: all balances, while some prices can still be missing.
 * - `priced`: all balances and prices.
 */
type Stage = 'balances' | 'held' | 'priced';

export type AssetSearch = {
  accounts: readonly Account[];
  /** The chains that the payer can pay from. */
  chains: readonly ChainRecord[];
  /**
   * Only a token of the merchant's `registry` can be marked as verified. Without `tokens`, the payer can pay with every
   * token.
   */
  options: Pick<SessionOptions, 'registry' | 'tokens'>;
  intent: PaymentIntent;
  /**
   * The wallet family whose accounts can receive the money.
   * @default `evm`
   */
  payee?: string | undefined;
  /** The asset that the merchant fixed, or null if the payer chooses. A fixed asset is the only one in the list. */
  fixed: AssetRef | null;
  /** The chains of the service's live listing, which names a fixed asset that the merchant's registry lacks. */
  listed: readonly ChainRecord[];
  /** The asset with which the payer last pressed the pay button, or null if this device has stored none. */
  last: AssetRef | null;
  book: Pick<QuoteBook, 'price'>;
  adapterFor: (vmType: string) => Promise<AssetReader | null>;
  /** Returns the account's wallet without a prompt, if it is connected. */
  walletOf: (account: Account, chain: ChainRecord) => Promise<Wallet | null>;
  prices: PriceBook;
  clock: Clock;
  fetch: Platform['fetch'];
  signal: AbortSignal;
  onChange: (assets: readonly Asset[], stage: Stage) => void;
};

/** The part of an adapter that reads balances and confirms tokens. */
export type AssetReader = Pick<VmAdapter, 'balances' | 'tokenInfo' | 'walletReads'>;

/** `cap` is the largest payment that the chain accepts now, in millionths of a dollar, or null if there is no limit. */
type Row = { asset: Asset; group: string; cap: bigint | null };

const PRICE_MS = 300_000;

/** Longest wait for the balances of all chains before the list appears, in milliseconds. */
const GATHER_MS = 500;

/**
 * Loads the balances of all chains, and at the same time the price of each currency group.
 *
 * The list appears, sorted by `ordered`, when the balances of all chains have arrived, or after 0.5 s. It appears
 * earlier if the last used asset can pay. A shown row never moves, because the payer may be about to press it. Balances
 * that arrive later add rows at the end of the list, and prices that arrive later change only the contents of the rows.
 * @throws the error of a chain, if no chain could be loaded; HubPayError `config` for a wrong word of the option
 *   `tokens`; `service-down` if the code for this option could not be loaded
 */
export async function loadAssets(search: AssetSearch): Promise<void> {
  const { chains, last, options, prices, clock, signal, onChange } = search;
  const { tokens } = options;
  const rules = tokens && (await loaded(import('../quote/token-rules.js'), 'lists tokens')).parseTokens(tokens, chains);
  const held = new Map<ChainRecord, readonly Row[]>();
  /** The chains that cannot be loaded. */
  const lost = new Set<ChainRecord>();
  const asked = new Map<string, Promise<void>>();
  const settled = new Set<string>();
  const home = chains.find(({ id }) => id === last?.chainId);
  const isLast = ({ asset }: Row): boolean => isSameToken(asset, last);
  let shown: readonly Row[] = [];
  let stage: Stage = 'balances';
  let isListed = false;

  const judged = (row: Row): Asset => judgeAsset(row, prices.get(row.group), settled.has(row.group));
  const report = (): void => {
    if (signal.aborted) return;
    const isShown = new Set(shown);
    const added = chains.flatMap((chain) => held.get(chain) ?? []).filter((row) => !isShown.has(row));
    shown = [...shown, ...ordered(added, judged, last, rules)];
    onChange(shown.map(judged), stage);
  };

  /** Calls `onChange` if the list is shown, or if the last used asset can pay. */
  const reportIfWanted = (): void => {
    if (isListed || onlyChoice([...held.values()].flat().map(judged), last, false)) report();
  };

  /** Requests the price of a group with the asset of `row`, for all rows of the group. */
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
      // The price of the last used asset's group waits for the balance of this asset. If the payer holds the asset, the
      // price is then requested with it, so that the review can reuse the quote.
      const isAwaited = group === wanted && home && !held.has(home) && !lost.has(home);
      if (asked.has(group) || isAwaited) continue;
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
  let problem: unknown;
  const load = async (chain: ChainRecord): Promise<void> => {
    try {
      held.set(chain, await readBalances(search, chain, rules));
    } catch (error) {
      problem = error;
      lost.add(chain);
    }
    requestPrices();
    reportIfWanted();
  };
  await Promise.all(chains.map((chain) => load(chain)));
  clock.clearTimeout(timer);
  // The chains of one family stay usable if the code of another family cannot be loaded.
  if (problem !== undefined && held.size === 0) throw problem as Error;
  stage = 'held';
  list();
  await Promise.all(asked.values());
  stage = 'priced';
  report();
}

/**
 * Returns one row for each allowed currency of which the payer has a balance above zero, without the tokens that the
 * chain does not confirm. If no balance can be read, returns only the native currency, if it is allowed, without a
 * balance. The merchant's fixed asset has a row even without a balance or a confirmation.
 */
async function readBalances(search: AssetSearch, chain: ChainRecord, rules: TokenRules | undefined): Promise<Row[]> {
  const { accounts, adapterFor, fixed, options, fetch, clock, signal } = search;
  const account = payerOf(chain, accounts);
  const adapter = await adapterFor(chain.vmType);
  if (!account || !adapter) return [];
  const wanted = (fixed ? fixedIn(search, chain, fixed) : currenciesOf(chain))
    .map((record) => [addressKey(record.address), record] as const)
    .filter(([currency, { symbol }]) => !!fixed || (rules?.allows({ chainId: chain.id, currency, symbol }) ?? true));
  const refs = wanted.map(([currency]) => ({ currency }));
  const node = { chain, fetch, clock, signal };
  const balances = await adapter.balances(account.address, refs, node);
  const unread = balances.every((balance) => balance === null);
  const rows = wanted.flatMap(([currency, record], index): Row[] => {
    const balance = balances[index] ?? null;
    const shown = fixed ?? (unread ? record === chain.currency : balance !== null && balance > 0n);
    if (!shown) return [];
    const verified = isVerified(options.registry, chain, currency);
    const asset = { ...assetOf(chain, currency, record, balance, verified), account: account.address };
    return [{ group: groupOf(chain, currency), asset, cap: capOf(chain) }];
  });
  return confirmedRows(rows, { adapter, account, node }, search);
}

/**
 * Returns the merchant's fixed asset from the chain's record or else, like the check of the options, from the live
 * listing. Returns an empty list if the asset is on another chain.
 */
function fixedIn({ listed }: AssetSearch, chain: ChainRecord, { chainId, currency }: AssetRef): ChainCurrency[] {
  const records = chainId === chain.id ? [chain, ...listed.filter(({ id }) => id === chainId)] : [];
  return records.flatMap((record) => pinnedCurrency(record, currency) ?? []).slice(0, 1);
}

/**
 * Keeps the rows whose token the merchant has pinned or the chain confirms, and those of native currencies. If the
 * chain does not confirm the merchant's fixed asset, this asset stays as a disabled row.
 */
async function confirmedRows(
  rows: readonly Row[],
  { adapter, account, node }: { adapter: AssetReader; account: Account; node: ChainAccess },
  { options: { registry }, fixed, walletOf }: AssetSearch,
): Promise<Row[]> {
  const unproven = rows.filter(({ asset }) => isUnproven(registry, node.chain, asset.currency));
  if (unproven.length === 0) return [...rows];
  const [code, wallet] = await Promise.all([loadProof(), walletOf(account, node.chain)]);
  const tokens = unproven.map(({ asset }) => asset);
  const problems = await code.tokenProblems(tokens, { adapter, wallet, node, registry });
  return rows.flatMap((row): Row[] => {
    const problem = problems[unproven.indexOf(row)];
    if (!problem) return [row];
    return fixed ? [{ ...row, asset: { ...row.asset, disabled: row.asset.disabled ?? problem.code } }] : [];
  });
}

const loadProof = (): Promise<typeof ProveTokens> => loaded(import('../quote/prove-tokens.js'), 'confirms tokens');

/** Returns the account that pays from the chain, or undefined if no account of its wallet family is connected. */
export const payerOf = ({ vmType }: ChainRecord, accounts: readonly Account[]): Account | undefined =>
  accounts.find((account) => account.vmType === familyOf(vmType)?.wallets);

/**
 * Returns the name of the group that shares a price. Currencies with the same id are one group, because they have the
 * same price on every chain. `currency` is the result of `addressKey`.
 */
const groupOf = (chain: ChainRecord, currency: string): string =>
  pinnedCurrency(chain, currency)?.id ?? `${chain.id}:${currency}`;

/**
 * Creates an asset of the list, without its account. `currency` is the result of `addressKey`, and `balance` is null if
 * the chain could not be read.
 */
export function assetOf(
  chain: ChainRecord,
  currency: string,
  record: ChainCurrency,
  balance: bigint | null,
  verified: boolean,
): Omit<Asset, 'account'> {
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
 * Returns why the payer cannot pay with this asset, or null if no reason is known.
 * @param worth the value of the payment in millionths of a dollar, or null if it is unknown
 * @param cap the chain's limit in millionths of a dollar, or null if there is none
 */
function refusalOf({ balance }: Asset, needed: bigint, worth: bigint | null, cap: bigint | null): ErrorCode | null {
  if (balance && BigInt(balance.amount) < needed) return 'insufficient-funds';
  return cap !== null && worth !== null && worth > cap ? 'amount-too-high' : null;
}

/**
 * Sorts new rows of the list: usable rows first, then rows with a high price impact, then disabled rows. In each of
 * these groups, the last used asset comes first, then verified assets. Assets of the same rank keep the merchant's
 * order, then that of their USD balances, the largest first. Among them, those of unknown value come last, in the order
 * of the chains. The first row of each account goes to the top if it is usable, so that the rows of one wallet do not
 * hide those of another.
 */
function ordered(
  rows: readonly Row[],
  judged: (row: Row) => Asset,
  last: AssetRef | null,
  rules: TokenRules | undefined,
): Row[] {
  const keyed = rows.map((row) => {
    const asset = judged(row);
    const { disabled, highPriceImpact, verified } = asset;
    const rank =
      (disabled ? 8 : 0) + (highPriceImpact ? 4 : 0) + (isSameToken(asset, last) ? 0 : 2) + (verified ? 0 : 1);
    return { row, rank, place: rules?.placeOf(asset) ?? 0, value: usdMicros(asset.balance?.amountUsd) ?? -1n };
  });
  keyed.sort((a, b) => a.rank - b.rank || a.place - b.place || (b.value > a.value ? 1 : b.value < a.value ? -1 : 0));
  const accounts = keyed.map(({ row }) => row.asset.account);
  const firsts = keyed.filter(({ row, rank }, at) => rank < 4 && accounts.indexOf(row.asset.account) === at);
  return [...firsts, ...keyed.filter((each) => !firsts.includes(each))].map(({ row }) => row);
}

/**
 * Returns the last used asset if it can pay. Otherwise, once all prices have arrived (`isPriced`), returns the only
 * usable asset, if its required amount is known. Returns undefined if neither exists.
 */
export function onlyChoice(assets: readonly Asset[], last: AssetRef | null, isPriced: boolean): Asset | undefined {
  const usable = assets.filter(({ disabled, highPriceImpact }) => !disabled && !highPriceImpact);
  const covering = usable.filter(({ needed }) => needed);
  const lastUsed = covering.find((asset) => isSameToken(asset, last));
  return lastUsed ?? (isPriced && usable.length === 1 ? covering[0] : undefined);
}
