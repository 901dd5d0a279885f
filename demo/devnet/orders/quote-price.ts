/** Calculates the input, the output and the fees of a payment. */

import { isNative, type Currency } from './currencies.js';
import { quoteError } from '../base/request-error.js';
import type { CheckedQuoteBody } from './quote-fields.js';
import { sponsorshipOf, type Sponsorship } from './sponsorship.js';

/**
 * Amounts are in the smallest unit. `output` and `minimum` are in the destination currency, all other amounts in the
 * origin currency.
 */
export interface QuotePrice {
  readonly input: bigint;
  /** Exact amount that the solver pays out. */
  readonly output: bigint;
  /** Minimum output that the order permits. */
  readonly minimum: bigint;
  /** The part of `input` that the payer loses through the price impact. */
  readonly impactLoss: bigint;
  /** Cost of the fill, including the gas top-up for the recipient. */
  readonly hubGas: bigint;
  readonly hubService: bigint;
  /** App fees, one for each entry of `appFees`. */
  readonly app: readonly { recipient: string; amount: bigint }[];
  /** Value of the gas top-up in millionths of a US dollar. */
  readonly topupMicroUsd: bigint;
  /** The value is null if no sponsor pays fees. */
  readonly sponsorship: Sponsorship | null;
  /** Difference between `output` and `minimum` in basis points. */
  readonly slippage: bigint;
}

/** Cost of the fill in millionths of a US dollar. */
const FILL_MICRO_USD = 20_000n;
/** The default of `topupGasAmount`, which is $2. */
const TOPUP_MICRO_USD = '2000000';
const SERVICE_FEE = 20n;
const SWAP_SLIPPAGE = 50n;
const BASIS_POINTS = 10_000n;

/**
 * @param impact Price impact in basis points.
 * @param rentMicroUsd Cost of the recipient's new token account in millionths of a US dollar
 * @throws RequestError AMOUNT_TOO_LOW if the payment does not cover the fees
 */
export function priceOf(
  from: Currency,
  to: Currency,
  body: CheckedQuoteBody,
  impact: bigint,
  rentMicroUsd = 0n,
): QuotePrice {
  const amount = BigInt(body.amount);
  const topupMicroUsd = topupOf(body, to);
  const hubGas = unitsFor(FILL_MICRO_USD + topupMicroUsd + rentMicroUsd, from);
  const appFees = body.appFees ?? [];
  const rate = appFees.reduce((sum, { fee }) => sum + BigInt(fee), SERVICE_FEE);
  const exactInput = body.tradeType === 'EXACT_INPUT';
  // `EXACT_INPUT` subtracts the fees from the amount. The other trade types add the fees to the amount.
  const beforeFees = exactInput ? amount - hubGas : convert(amount, to, from, divideUp);
  const share = (fee: bigint): bigint => divideUp(beforeFees * fee, exactInput ? BASIS_POINTS + rate : BASIS_POINTS);
  const hubService = share(SERVICE_FEE);
  const app = appFees.map(({ recipient, fee }) => ({ recipient, amount: share(BigInt(fee)) }));
  const fees = { execution: hubGas, swap: 0n, hub: hubService, app: app.reduce((sum, each) => sum + each.amount, 0n) };
  const sponsorship = sponsorshipOf(body, fees, from);
  const paid = fees.execution + fees.hub + fees.app - (sponsorship?.sponsored ?? 0n);
  const net = exactInput ? amount - paid : divideUp(beforeFees * BASIS_POINTS, BASIS_POINTS - impact);
  const impactLoss = (net * impact) / BASIS_POINTS;
  const output = exactInput ? convert(net - impactLoss, from, to, divideDown) : amount;
  if (output <= 0n || net <= paid) {
    throw quoteError('AMOUNT_TOO_LOW', 'Swap output amount is too small to cover fees required to execute swap');
  }
  const requested = body.slippageTolerance === undefined ? undefined : BigInt(body.slippageTolerance);
  const exactOutput = body.tradeType === 'EXACT_OUTPUT';
  const slippage = exactOutput ? 0n : (requested ?? (from.id === to.id ? 0n : SWAP_SLIPPAGE));
  return {
    input: exactInput ? amount : net + paid,
    output,
    minimum: (output * (BASIS_POINTS - slippage)) / BASIS_POINTS,
    impactLoss,
    hubGas,
    hubService,
    app,
    topupMicroUsd,
    sponsorship,
    slippage,
  };
}

/** Returns the value of the gas top-up. Refuses a top-up if the payment itself delivers native currency. */
function topupOf({ topupGas, topupGasAmount = TOPUP_MICRO_USD }: CheckedQuoteBody, to: Currency): bigint {
  if (topupGas !== true) return 0n;
  if (!isNative(to)) return BigInt(topupGasAmount);
  throw quoteError('UNSUPPORTED_ROUTE', 'topupGas: the requested currency pays for gas itself', {
    field: 'topupGas',
  });
}

/** Returns the price of a payment without service fees, such as a plain transfer. */
export const freeOf = (amount: bigint): QuotePrice => ({
  input: amount,
  output: amount,
  minimum: amount,
  impactLoss: 0n,
  hubGas: 0n,
  hubService: 0n,
  app: [],
  topupMicroUsd: 0n,
  sponsorship: null,
  slippage: 0n,
});

type Division = (top: bigint, bottom: bigint) => bigint;

/** Converts millionths of a US dollar to the smallest unit of a currency, rounded up. */
export const unitsFor = (microUsd: bigint, currency: Currency): bigint =>
  divideUp(microUsd * 10n ** BigInt(currency.decimals), currency.microUsd);

function convert(amount: bigint, a: Currency, b: Currency, divide: Division): bigint {
  return divide(amount * a.microUsd * 10n ** BigInt(b.decimals), b.microUsd * 10n ** BigInt(a.decimals));
}

function divideDown(top: bigint, bottom: bigint): bigint {
  return top / bottom;
}

function divideUp(top: bigint, bottom: bigint): bigint {
  return top <= 0n ? 0n : (top + bottom - 1n) / bottom;
}
