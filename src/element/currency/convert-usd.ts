/** Shows amounts of US dollars in another currency, with code that loads only if the merchant set `currency`. */
import { formatPrice, isPrice, type Formatter } from '../../i18n/format.js';
import { formatUnits, parseUnits } from '../../shared/amounts.js';

/** The number of decimal places of each factor. The product is exact with twice as many. */
const DECIMALS = 18;

/**
 * Returns the formats of a locale, with amounts of US dollars shown in another currency.
 * @param currency the currency's ISO 4217 code, such as `EUR`
 * @param rate how many units of the currency one US dollar is worth, as a decimal number such as `0.92`
 */
export const convertUsd = (locale: string, format: Formatter, currency: string, rate: string): Formatter => ({
  ...format,
  usd: (value, rounding) => (isPrice(value) ? formatPrice(locale, currency, product(value, rate), rounding) : null),
});

/** Cuts the dollars to 18 decimal places, and then multiplies without rounding. */
function product(dollars: string, rate: string): string {
  const cut = dollars.replace(/(\.\d{18})\d+$/u, '$1');
  const units = (parseUnits(cut, DECIMALS) ?? 0n) * (parseUnits(rate, DECIMALS) ?? 0n);
  return formatUnits(units, 2 * DECIMALS);
}
