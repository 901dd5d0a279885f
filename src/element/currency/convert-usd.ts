/** Shows amounts of US dollars in another currency. Loads only if the merchant set `currency`. */
import { formatUnits, parseUnits } from '../../shared/amounts.js';
import type { Formatter } from '../../i18n/format.js';
import type { Decimal } from '../../i18n/parse-amount.js';

/** Decimal places of the computation. Twice as many hold each product exactly. */
const DECIMALS = 18;

/**
 * Returns the formats of a locale, with amounts of US dollars shown in another currency.
 * @param currency the currency's ISO 4217 code, such as `EUR`
 * @param rate how many units of the currency one US dollar is worth, as a decimal number such as `0.92`
 */
export function convertUsd(locale: string, format: Formatter, currency: string, rate: string): Formatter {
  const { maximumFractionDigits: places = 2 } = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
  }).resolvedOptions();
  const least = formatUnits('1', places);
  return {
    ...format,
    usd(value, rounding) {
      if (format.usd(value, rounding) === null || value === undefined) return null;
      const shown = (amount: string, roundingMode: 'ceil' | 'floor' | 'halfExpand'): string =>
        new Intl.NumberFormat(locale, { style: 'currency', currency, roundingMode }).format(amount as Decimal);
      const dollars = parseUnits(cut(value), DECIMALS) ?? 0n;
      const product = dollars * (parseUnits(rate, DECIMALS) ?? 0n);
      if (product > 0n && product < (parseUnits(least, 2 * DECIMALS) ?? 0n)) return `< ${shown(least, 'floor')}`;
      const amount = formatUnits(String(product), 2 * DECIMALS);
      return shown(amount, rounding === 'up' ? 'ceil' : rounding === 'down' ? 'floor' : 'halfExpand');
    },
  };
}

/** Cuts decimal places that are far below the smallest coin. */
const cut = (value: string): string => value.replace(/(\.\d{18})\d+$/u, '$1');
