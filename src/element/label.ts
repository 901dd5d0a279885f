/** Computes the label of the pay button from the element's properties, before any payment code has loaded. */
import { formatExact, plainSymbol } from '../i18n/format-number.js';

/** The element's members that define the price and the payee. */
export type Offer = {
  readonly merchant: string | undefined;
  readonly amount: string | undefined;
  readonly tradeType: string | undefined;
  readonly destinationCurrency: string | undefined;
  readonly originCurrency: string | undefined;
};

/** The payee's name: the `merchant` attribute, else the page's host name. */
export const merchantOf = ({ merchant }: Offer): string => merchant ?? location.hostname;

/**
 * The price, if the amount is a decimal and the currency is a symbol. Null if the currency is an address, because
 * payers cannot recognize an address.
 */
export function priceOf(offer: Offer): { amount: string; symbol: string } | null {
  const { amount, tradeType, destinationCurrency, originCurrency } = offer;
  const symbol = tradeType === 'EXACT_INPUT' ? originCurrency : destinationCurrency;
  const isSymbol = symbol !== undefined && symbol !== 'native' && symbol.length < 20;
  return amount !== undefined && /^\d+(\.\d+)?$/.test(amount) && isSymbol ? { amount, symbol } : null;
}

/** `25.00 USDC`. Null if the price is not known before the service answers. */
export function priceText(offer: Offer, locale: string): string | null {
  const price = priceOf(offer);
  if (!price) return null;
  return `${formatExact(locale, { amountFormatted: price.amount, decimals: 18 })} ${plainSymbol(price.symbol)}`;
}
