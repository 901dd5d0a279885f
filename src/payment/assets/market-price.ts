/** Estimates how much of an asset the payment costs, by a quote for the asset list. */
import { parseQuote } from '../../api/responses/parse.js';
import { errorInfo, type ErrorCode } from '../../errors.js';
import { tokenAmount } from '../../shared/amounts.js';
import type { Clock } from '../../shared/time/clock.js';
import type { Account, Asset, ChainRecord, PaymentIntent } from '../../types.js';
import { familyOf } from '../../vm/families.js';
import { usdMicrosOf } from '../../vm/registry/known-amounts.js';
import { holderOf, intentFrom } from '../model/selection.js';
import type { QuoteBook } from '../quote/quote-book.js';
import { buildQuoteRequest, completeIntent, routeLimits } from '../quote/request-quote.js';

/** One price for all assets of a currency group, or the code of the error with which the quote was `refused`. */
export type Price = { at: number } & (
  | { amount: bigint; decimals: number; micros: bigint | null; needed: bigint | null }
  | { refused: ErrorCode }
);

/**
 * The prices of currency groups, such as `usdc` on all chains. A load of the list requests a price again if it is at
 * least five minutes old.
 */
export type PriceBook = Map<string, Price>;

export type PriceSearch = {
  accounts: readonly Account[];
  chains: readonly ChainRecord[];
  intent: PaymentIntent;
  /**
   * The wallet family whose accounts can receive the money.
   * @default `evm`
   */
  payee?: string | undefined;
  book: Pick<QuoteBook, 'price'>;
  clock: Clock;
  signal: AbortSignal;
};

/**
 * Requests a quote to learn the price. The review can reuse this quote. If the intent has no amount, the quote is for
 * the payer's whole balance, and the price has no required amount.
 * @returns null if the price is unknown, or if the payer must type the recipient first
 */
export async function marketPriceOf(
  asset: Asset,
  isFirst: boolean,
  { chains, intent: open, payee, accounts, book, clock, signal }: PriceSearch,
): Promise<Price | null> {
  const balance = asset.balance?.amount;
  const account = holderOf(accounts, asset);
  const intent = account && intentFrom(account, { intent: open, accounts, payee });
  if (!intent) return null;
  const isAmountOpen = intent.amount === undefined;
  if (isAmountOpen && balance === undefined) return null;
  const chain = chains.find(({ id }) => id === asset.chainId);
  const body = completeIntent({
    ...(familyOf(chain?.vmType ?? '')?.limitsSize && routeLimits),
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
    const { chainId, currency, decimals } = asset;
    const amount = BigInt(currencyIn.amount);
    const micros = usdMicrosOf(chain, { ...tokenAmount(currencyIn), chainId, currency, decimals });
    return { at: clock.now(), amount, decimals, micros, needed: isAmountOpen ? null : amount };
  } catch (error) {
    const { code } = errorInfo(error);
    // Ignore a high price impact of the whole balance, because it may be lower for the amount that the payer will type.
    return refusals.includes(code) && !(isAmountOpen && code === HIGH_PRICE_IMPACT)
      ? { at: clock.now(), refused: code }
      : null;
  }
}

export const HIGH_PRICE_IMPACT = 'price-impact';
const refusals: readonly ErrorCode[] = [
  'no-route',
  'amount-too-low',
  'amount-too-high',
  'chain-paused',
  HIGH_PRICE_IMPACT,
];
