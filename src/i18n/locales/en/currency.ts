/** The English texts about the currency of prices, which load if the merchant set `currency`. */
export const currencyTexts = {
  'currency.rate': 'Prices in {currency} are estimates: 1 USD is {rate} {currency}.',
  'currency.unknown': 'Prices are in US dollars, because the rate for {currency} is not known right now.',
} as const satisfies Record<string, string>;
