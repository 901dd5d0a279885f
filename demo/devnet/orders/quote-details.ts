/** Builds `fees` and `details` of a quote. */

import { formatUnits } from 'viem';
import { amountObject, microUsdOf, usdText, type AmountObject, type Currency } from './currencies.js';
import type { QuotePrice } from './quote-price.js';
import type { Details, QuoteAnswer } from './quote-answer.js';

/** Estimated seconds from the deposit to the fill. */
const TIME_ESTIMATE = 2;

export interface Shown {
  readonly from: Currency;
  readonly to: Currency;
  readonly price: QuotePrice;
  readonly sender: string;
  readonly recipient: string;
  readonly userBalance: bigint;
  /**
   * Gas top-up: the recipient also receives this amount of the destination chain's native currency. The value is null
   * if there is no top-up.
   */
  readonly topup: AmountObject | null;
}

/**
 * Returns the fees of a quote. `huber` is the sum of `hubGas` and `hubService`. `gas` is the payer's own network fee in
 * the native currency.
 */
export function feesOf(from: Currency, native: Currency, price: QuotePrice, networkFee: bigint): QuoteAnswer['fees'] {
  return {
    gas: amountObject(native, networkFee),
    huber: amountObject(from, price.hubGas + price.hubService),
    hubGas: amountObject(from, price.hubGas),
    hubService: amountObject(from, price.hubService),
    app: amountObject(from, feesOfApp(price)),
    subsidized: amountObject(from, price.sponsorship?.sponsored ?? 0n),
  };
}

const feesOfApp = ({ app }: QuotePrice): bigint => app.reduce((sum, { amount }) => sum + amount, 0n);

export function detailsOf({ from, to, price, sender, recipient, userBalance, topup }: Shown): Details {
  const { input, output, minimum, impactLoss, hubGas, hubService, slippage } = price;
  const usdIn = microUsdOf(from, input);
  const usdChange = microUsdOf(to, output) - usdIn;
  const currencyIn = amountObject(from, input);
  const currencyOut = amountObject(to, output, minimum);
  const zero = { usd: usdText(0n) };
  return {
    operation: from.id === to.id ? 'bridge' : 'swap',
    sender,
    recipient,
    currencyIn,
    currencyOut,
    refundCurrency: currencyIn,
    ...(topup && { currencyGasTopup: topup }),
    totalImpact: { usd: usdText(usdChange), percent: percentText(usdChange, usdIn) },
    swapImpact: { usd: usdText(-microUsdOf(from, impactLoss)), percent: percentText(-impactLoss, input) },
    expandedPriceImpact: {
      swap: { usd: usdText(-microUsdOf(from, impactLoss)) },
      execution: { usd: usdText(-microUsdOf(from, hubGas)) },
      hub: { usd: usdText(-microUsdOf(from, hubService)) },
      app: { usd: usdText(-microUsdOf(from, feesOfApp(price))) },
      sponsored: { usd: usdText(microUsdOf(from, price.sponsorship?.sponsored ?? 0n)) },
    },
    rate: rateText(from, to, price),
    slippageTolerance: {
      origin: { ...zero, value: '0', percent: percentText(0n, 1n) },
      destination: {
        usd: usdText(microUsdOf(to, output - minimum)),
        value: String(output - minimum),
        percent: percentText(slippage, 10_000n),
      },
    },
    timeEstimate: TIME_ESTIMATE,
    userBalance: String(userBalance),
    isFixedRate: false,
    route: {
      origin: { inputCurrency: currencyIn, outputCurrency: currencyIn, router: 'hub', includedSwapSources: [] },
      destination: { inputCurrency: currencyOut, outputCurrency: currencyOut, router: 'hub', includedSwapSources: [] },
    },
  };
}

/** Returns a percentage with two decimals, such as `-0.30`. */
function percentText(part: bigint, whole: bigint): string {
  const hundredths = whole === 0n ? 0n : (part * 10_000n) / whole;
  const text = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** Returns the number of whole units of output for one whole unit of input. */
function rateText(from: Currency, to: Currency, { input, output }: QuotePrice): string {
  if (input === 0n) return '0';
  const scaled = (output * 10n ** BigInt(from.decimals) * 10n ** 18n) / (input * 10n ** BigInt(to.decimals));
  return formatUnits(scaled, 18);
}
