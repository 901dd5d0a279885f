/**
 * Computes the parts of the pay button's label from the element's properties: the merchant's name and the price. This
 * module loads before the code of the payment.
 */
import { formatExact, plainSymbol } from '../i18n/format-number.js';

/** The element's properties that define the price and the recipient's name. */
export type Offer = {
  readonly merchant: string | undefined;
  readonly amount: string | undefined;
  readonly tradeType: string | undefined;
  readonly destinationCurrency: string | undefined;
  readonly originCurrency: string | undefined;
};

/** Returns the merchant's name: the property `merchant`, or the page's host name if this property is not set. */
export const merchantOf = ({ merchant }: Offer): string => merchant ?? location.hostname;

/**
 * Returns the price for the label. Returns null if the amount is not the text of a decimal number. Also returns null if
 * the currency is missing, is `native`, or has 20 characters or more, as an address has. Payers cannot recognize an
 * address.
 */
export function priceOf(offer: Offer): { amount: string; symbol: string } | null {
  const { amount, tradeType, destinationCurrency, originCurrency } = offer;
  const symbol = tradeType === 'EXACT_INPUT' ? originCurrency : destinationCurrency;
  if (!symbol || symbol === 'native' || !(symbol.length < 20)) return null;
  return typeof amount === 'string' && /^\d+(\.\d+)?$/.test(amount) ? { amount, symbol } : null;
}

/** Returns a text such as `25.00 USDC`, or null if the label cannot show the price. */
export function priceText(offer: Offer, locale: string): string | null {
  const price = priceOf(offer);
  if (!price) return null;
  return `${formatExact(locale, { amountFormatted: price.amount, decimals: 18 })} ${plainSymbol(price.symbol)}`;
}
