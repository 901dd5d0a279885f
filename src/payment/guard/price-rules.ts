/** G03: checks the price of a quote and its US dollar values against the registry and the intent. */
import type { WireAmount, WireQuote } from '../../api/responses/types.js';
import { MICRO, rescale, tokenAmount, usdMicros } from '../../shared/amounts.js';
import { sameAddress } from '../../shared/chain.js';
import type { ChainRecord, GuardNote } from '../../types.js';
import { usdMicrosOf } from '../../vm/registry/known-amounts.js';
import { isOneCurrency, nativeAddress, pinnedCurrency } from '../../vm/registry/registry.js';
import { ruleRow, type ConfirmedQuote, type QuoteRule } from './quote-rules.js';

const G03 = ruleRow('G03');

/** 100 percent in basis points. */
const WHOLE = 10_000n;

/**
 * The maximum cost of a payment that exchanges no currency, in basis points of the amount that arrives. The merchant's
 * own `appFees`, a requested top-up and the rounding are added to it. Fixed fees are no exception, so a small payment
 * is blocked too if its fees are above this sum.
 */
const MOST_COST = 500n;

/** The maximum that rounding may add to the cost: two of the smallest units of the token with fewer decimals. */
const ROUNDING = 2n;

/** The default of `topupGasAmount`, in millionths of a dollar. */
const TOPUP = '2000000';

const LEAST = 'details.currencyOut.minimumAmount';

/** The intent fields that decide what a payment may cost. */
type Terms = Pick<ConfirmedQuote, 'appFees' | 'topupGas' | 'topupGasAmount' | 'subsidizeFees'>;

/** The maximum cost of a payment with these `appFees`, in basis points of the amount that arrives. */
const mostCost = ({ appFees = [] }: Terms): bigint => appFees.reduce((sum, { fee }) => sum + BigInt(fee), MOST_COST);

/**
 * The value of the requested top-up (`topupGas`) in millionths of a dollar, or 0 if the quote contains no valid top-up.
 */
const topupMicros = (quote: WireQuote, terms: Terms, destination: ChainRecord | undefined): bigint =>
  topupOf(quote, terms, destination) ? BigInt(terms.topupGasAmount ?? TOPUP) : 0n;

/**
 * G03: checks the price. If nothing is exchanged, the cost must be at most the sum of `MOST_COST`, the `appFees`, a
 * requested top-up and the rounding. The minimum amount must be within the requested slippage tolerance.
 */
export const guardPrice: QuoteRule = (quote, intent, origin, destination) => {
  const { currencyOut } = quote.details;
  const { tradeType, amount, slippageTolerance } = intent;
  const expected = BigInt(currencyOut.amount);
  const wanted = tradeType === 'EXPECTED_OUTPUT' && BigInt(amount) > expected ? BigInt(amount) : expected;
  const least = BigInt(currencyOut.minimumAmount ?? currencyOut.amount);
  const share = slippageTolerance === undefined ? 0n : WHOLE - BigInt(slippageTolerance);
  const isTolerated = (least + 1n) * WHOLE > wanted * share;
  return [
    ...G03(isTolerated, LEAST, `is below the slippage tolerance of ${slippageTolerance}`),
    ...(isOneCurrencyOf(quote, origin, destination)
      ? G03(
          isWithinCost(quote, least, mostCost(intent), topupMicros(quote, intent, destination)),
          'details.currencyIn.amount',
          'is too much for this currency',
        )
      : []),
  ];
};

/**
 * True if the cost is within the limits. To compare the two amounts without rounding, multiplies each by 10 to the
 * power of the other token's decimals.
 */
function isWithinCost(
  { details: { currencyIn, currencyOut } }: WireQuote,
  least: bigint,
  cost: bigint,
  topup: bigint,
): boolean {
  const [from, to] = [currencyIn.currency.decimals, currencyOut.currency.decimals];
  const unit = (decimals: number): bigint => 10n ** BigInt(decimals);
  const paid = BigInt(currencyIn.amount) * unit(to);
  const arrives = least * unit(from);
  const fixed = ROUNDING * unit(Math.max(from, to)) + rescale(topup, MICRO, from + to);
  return paid * WHOLE <= arrives * (WHOLE + cost) + fixed * WHOLE;
}

const isOneCurrencyOf = (
  { details: { currencyIn, currencyOut } }: WireQuote,
  origin: ChainRecord,
  destination: ChainRecord | undefined,
): boolean => isOneCurrency(origin, currencyIn.currency.address, destination, currencyOut.currency.address);

/** What a payment loses, in millionths of a dollar. */
type Loss = {
  /** The value that the payer pays, or null if the USD price of the paid or of the received amount is unknown. */
  paid: bigint | null;
  /**
   * The paid value minus the received value and the top-up. Negative if these two are worth more than the paid value,
   * and 0 if `paid` is null.
   */
  difference: bigint;
  /**
   * The value that does not arrive: the larger of `difference` and the loss that the service reports. Negative for a
   * gain, and null if neither the USD prices nor the service give the loss.
   */
  lost: bigint | null;
  /** The part of `difference` that remains after the fees and the exchange loss are subtracted. */
  unexplained: bigint;
};

/** Compares the paid and the received amount of a quote in dollars, where a requested top-up counts as received. */
export function lossOf(
  quote: WireQuote,
  terms: Terms,
  origin: ChainRecord,
  destination: ChainRecord | undefined,
): Loss {
  const { details, fees, feeSponsorship } = quote;
  const micros = (amount: WireAmount, chain: ChainRecord | undefined): bigint | null =>
    usdMicrosOf(chain, tokenAmount(amount));
  const [paid, arrives] = [micros(details.currencyIn, origin), micros(details.currencyOut, destination)];
  const told = negative(details.totalImpact?.usd);
  if (paid === null || arrives === null) return { paid: null, difference: 0n, lost: told, unexplained: 0n };
  const difference = paid - arrives - topupMicros(quote, terms, destination);
  const { huber, hubGas, hubService, app } = fees;
  const sponsored = terms.subsidizeFees ? feeSponsorship?.quoted?.userPaysTotal : undefined;
  const shown = sponsored ? [sponsored] : [...(hubGas && hubService ? [hubGas, hubService] : [huber]), app];
  const exchange = isOneCurrencyOf(quote, origin, destination)
    ? null
    : negative(details.expandedPriceImpact?.swap?.usd);
  const explained = shown.reduce((sum, fee) => sum + ((fee && micros(fee, origin)) ?? 0n), exchange ?? 0n);
  const lost = told !== null && told > difference ? told : difference;
  return { paid, difference, lost, unexplained: difference - explained };
}

/** Returns the amount of the loss if `usd` is negative, or null if the service reports no loss. */
const negative = (usd = ''): bigint | null => (usd.startsWith('-') ? usdMicros(usd.slice(1)) : null);

/**
 * Returns the top-up of a quote, if the intent requests one and it is in the native currency of the destination chain,
 * as the registry defines this currency.
 */
export function topupOf(
  { details: { currencyGasTopup: topup } }: WireQuote,
  { topupGas }: Terms,
  destination: ChainRecord | undefined,
): WireAmount | undefined {
  if (!topupGas || !topup || !destination) return undefined;
  const { chainId, address, decimals } = topup.currency;
  const pinned = pinnedCurrency(destination, nativeAddress(destination) ?? '');
  const isNative = pinned !== undefined && sameAddress(address, pinned.address) && decimals === pinned.decimals;
  return isNative && chainId === destination.id && BigInt(topup.amount) > 0n ? topup : undefined;
}

/** The values that the screen shows about the price of an accepted quote. */
export type CheckedPrice = {
  /** The loss in millionths of a dollar; negative for a gain, and null if the loss is unknown. */
  lost: bigint | null;
  /** The requested top-up, or undefined if the quote contains no valid one. */
  topup: WireAmount | undefined;
  /** True if the intent requests a sponsor, and the guard has no warning about the sponsored amounts. */
  isSponsored: boolean;
};

export const priceOf = (
  quote: WireQuote,
  intent: ConfirmedQuote,
  origin: ChainRecord,
  destination: ChainRecord | undefined,
  warnings: readonly GuardNote[],
): CheckedPrice => ({
  lost: lossOf(quote, intent, origin, destination).lost,
  topup: topupOf(quote, intent, destination),
  isSponsored: intent.subsidizeFees === true && !warnings.some(({ path }) => path.startsWith('feeSponsorship')),
});

/** G03: warns about an unusual price, but does not block the payment. */
export const priceWarnings: QuoteRule = (quote, intent, origin, destination) => {
  const { currencyOut, totalImpact } = quote.details;
  const { components, userPaysTotal } = (intent.subsidizeFees && quote.feeSponsorship?.quoted) || {};
  const parts = Object.values(components ?? {});
  const shares = parts.reduce((sum, { userPays }) => sum + BigInt(userPays.amount), 0n);
  const least = BigInt(currencyOut.minimumAmount ?? currencyOut.amount);
  const givesAmount = intent.tradeType !== 'EXACT_OUTPUT' || least >= BigInt(intent.amount);
  const isSum = parts.length === 0 || !userPaysTotal || shares === BigInt(userPaysTotal.amount);
  const { paid, difference, lost, unexplained } = lossOf(quote, intent, origin, destination);
  const isPriced = paid !== null || isOneCurrencyOf(quote, origin, destination);
  const isUsual = paid === null || lost === null || lost * WHOLE <= paid * mostCost(intent);
  const percent = usdMicros((totalImpact?.percent ?? '0').replace('-', ''));
  const isTold = paid === null || percent === null || isFair(paid, difference, percent);
  const isExplained = paid === null || unexplained * 100n <= paid;
  return [
    ...G03(givesAmount, LEAST, 'is less than the amount'),
    ...G03(isPriced, 'details.currencyIn.amountUsd', 'is missing here or in the output'),
    ...G03(isUsual && isTold, 'details.totalImpact', 'is high, or does not explain the difference in USD'),
    ...G03(isExplained, userPaysTotal ? 'feeSponsorship.quoted' : 'fees', 'do not explain the difference in USD'),
    ...G03(isSum, 'feeSponsorship.quoted.userPaysTotal', 'is not the sum of its parts'),
  ];
};

/**
 * True if the lost or gained value is at most the service's reported price impact plus one percent of the paid value.
 */
const isFair = (paid: bigint, difference: bigint, percent: bigint): boolean =>
  (difference < 0n ? -difference : difference) * 100_000_000n <= paid * (percent + 1_000_000n);
