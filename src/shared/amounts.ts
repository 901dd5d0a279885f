/** Converts amounts between the smallest unit and human units. All calculations use integers. */
import { addressKey } from './chain.js';
import type { KnownAmount, PaymentQuote, QuoteSummary, TokenAmount } from '../types.js';

/**
 * Converts the smallest unit to human units without rounding: `formatUnits('1500000', 6)` is `'1.5'`. The amount must
 * not be negative.
 */
export function formatUnits(amount: bigint | string, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction ? `${whole}.${fraction}` : whole;
}

/**
 * Converts human units to the smallest unit. Returns null if the text is not a plain decimal, or if it has more than
 * `decimals` decimal places or more than 78 digits before the point.
 */
export function parseUnits(text: string, decimals: number): bigint | null {
  const [, whole, fraction = ''] = /^(\d{1,78})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/**
 * Returns the network costs of a payment and what the account has for them, or null if the account can pay. The costs
 * are the fee and the amount that the account must keep. All amounts are in the smallest unit of the native currency.
 * An account that has exactly the fee can also pay, because it is empty afterwards, and an empty account need keep
 * nothing.
 * @param kept what the account must keep unless it becomes empty; null means nothing
 */
export function lackOfCosts(fee: bigint, kept: bigint | null, held: bigint): { costs: bigint; held: bigint } | null {
  const costs = fee + (kept ?? 0n);
  return held >= costs || held === fee ? null : { costs, held };
}

/**
 * Returns the values of a warning or an error about network costs. `native` is the symbol of the native currency, and
 * `amount` is what the account lacks. All values except `native` are texts such as `0.002 ETH`.
 * @param lack.costs the fee and what the account must keep, in the smallest unit of the native currency
 * @param lack.held what the account has for the costs, in the same unit
 */
export function lackValues(
  { costs, held }: { costs: bigint; held: bigint },
  { symbol, decimals }: { symbol: string; decimals: number },
): Record<'native' | 'costs' | 'held' | 'amount', string> {
  const text = (amount: bigint): string => `${formatUnits(amount, decimals)} ${symbol}`;
  return { native: symbol, costs: text(costs), held: text(held), amount: text(costs - held) };
}

/** Creates an unknown amount of an unknown token. Its `amount` and `amountFormatted` are null. */
export const unknownAmount = (chainId = 0): TokenAmount => ({
  chainId,
  currency: '',
  symbol: '',
  decimals: 0,
  amount: null,
  amountFormatted: null,
});

/** The used members of an amount as the service writes it, for example `details.currencyIn` of `POST /quote/v2`. */
type ServiceAmount = {
  currency: { chainId: number; address: string; symbol: string; decimals: number };
  amount: string;
  amountUsd?: string;
  minimumAmount?: string;
};

/** True if the amount is known. */
export const isKnown = (amount: TokenAmount): amount is KnownAmount =>
  amount.amount !== null && amount.amountFormatted !== null;

/** True if both amounts of the quote are known. */
export const hasAmounts = (quote: PaymentQuote): quote is QuoteSummary =>
  isKnown(quote.pays) && isKnown(quote.receives);

/** Converts an amount from the service to a `KnownAmount`. An EVM address is in lower case in the result. */
export function tokenAmount({ currency, amount, amountUsd, minimumAmount }: ServiceAmount): KnownAmount {
  const { chainId, address, symbol, decimals } = currency;
  return {
    chainId,
    currency: addressKey(address),
    symbol,
    decimals,
    amount,
    amountFormatted: formatUnits(amount, decimals),
    ...(amountUsd !== undefined && { amountUsd }),
    ...(minimumAmount !== undefined && { minimumAmount }),
  };
}

/** Returns the same token with another amount. The result has no USD price and no minimum. */
export function withAmount(
  { chainId, currency, symbol, decimals }: Omit<TokenAmount, 'amount' | 'amountFormatted'>,
  amount: bigint | string,
): KnownAmount {
  const amountFormatted = formatUnits(amount, decimals);
  return { chainId, currency, symbol, decimals, amount: String(amount), amountFormatted };
}

/** Converts an amount from one number of decimals to another, rounded down. */
export const rescale = (amount: bigint, from: number, to: number): bigint =>
  to >= from ? amount * 10n ** BigInt(to - from) : amount / 10n ** BigInt(from - to);

/** The number of decimal places of US dollars in millionths. */
export const MICRO = 6;

/**
 * Converts a decimal string of US dollars to millionths of a dollar, rounded down. Ignores all text after the number.
 * Returns null if the string is absent, does not start with a digit, or starts with more than 78 digits.
 */
export const usdMicros = (usd: string | undefined): bigint | null => {
  const [text] = /^\d+(\.\d{1,6})?/.exec(usd ?? '') ?? [];
  return text === undefined ? null : parseUnits(text, MICRO);
};

/** Converts millionths of a US dollar to a decimal string. */
export const usdText = (micros: bigint): string => formatUnits(micros, MICRO);
